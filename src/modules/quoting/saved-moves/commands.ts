import type { Ctx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { storedMove, type StoredMove } from './shared-moves-commands.ts'
import { tooManyMoves, type saveMove } from './contract.ts'
import { savedColumns, savedMoveOf, type SavedMove } from './queries.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.saved_move.move': StoredMove
  }
}

const MOST_MOVES = 20

export async function addMove(
  ctx: Ctx,
  { name, move }: InputOf<typeof saveMove>['body'],
): Promise<SavedMove | Refusal> {
  const stored = storedMove(move, 'move.')
  if (stored instanceof Refusal) return stored
  const userId = userIdOf(ctx.actor)
  return ctx.tx(async (tx) => {
    // Locks the user's row, so that two requests at once cannot exceed the limit.
    await tx.db.selectFrom('identity.user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const { count } = await tx.db
      .selectFrom('quoting.saved_move')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_MOVES) return refuse(tooManyMoves)
    const row = await tx.db
      .insertInto('quoting.saved_move')
      .values({ userId, name, move: toJson(stored), createdAt: tx.clock.now() })
      .returning(savedColumns)
      .executeTakeFirstOrThrow()
    return savedMoveOf(row)
  })
}

/** Only the caller's own; anybody else's is not found. */
export async function renameMove(ctx: Ctx, id: string, name: string): Promise<SavedMove | Refusal> {
  const row = await ctx.db
    .updateTable('quoting.saved_move')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userIdOf(ctx.actor))
    .returning(savedColumns)
    .executeTakeFirst()
  return row ? savedMoveOf(row) : refuse(commonRefusals.notFound)
}

export async function removeMove(ctx: Ctx, id: string): Promise<undefined | Refusal> {
  const gone = await ctx.db
    .deleteFrom('quoting.saved_move')
    .where('id', '=', id)
    .where('userId', '=', userIdOf(ctx.actor))
    .executeTakeFirst()
  return gone.numDeletedRows === 0n ? refuse(commonRefusals.notFound) : undefined
}
