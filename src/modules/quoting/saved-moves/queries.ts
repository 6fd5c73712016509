import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { PageRequest } from '#shared/page.ts'
import type { StoredMove } from '../shared-moves/commands.ts'
import { moveAgainOf } from '../shared-moves/queries.ts'
import type { getSavedMove, saveMove } from './contract.ts'

export type SavedMove = AnswerOf<typeof saveMove>

export const savedColumns = ['id', 'name', 'move', 'createdAt'] as const

export const savedMoveOf = (row: { id: string; name: string; move: StoredMove; createdAt: Date }): SavedMove => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  pieces: row.move.items.reduce((sum, { amount }) => sum + amount, 0),
  vanCategory: row.move.vanCategory,
  postcodes: row.move.routePoints.flatMap(({ postcode }) => postcode ?? []),
})

const ownMoves = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('quoting.saved_move')
    .select(savedColumns)
    .where('userId', '=', userId)
    .orderBy('name')
    .orderBy('id')

export async function listOwnMoves(
  ctx: Ctx,
  { page, pageSize }: PageRequest,
): Promise<{ count: number; results: SavedMove[] }> {
  const rows = await ownMoves(ctx, userIdOf(ctx.actor)).execute()
  return { count: rows.length, results: rows.slice((page - 1) * pageSize, page * pageSize).map(savedMoveOf) }
}

/** Everything of them, for the person's own eyes. */
export const exportOwnMoves = (ctx: Ctx, userId: string) => ownMoves(ctx, userId).execute()

export async function readSavedMove(ctx: Ctx, id: string): Promise<AnswerOf<typeof getSavedMove> | Refusal> {
  const row = await ctx.db
    .selectFrom('quoting.saved_move')
    .select(['name', 'move'])
    .where('id', '=', id)
    .$if(!ctx.config.guardOff.has('own_move'), (query) => query.where('userId', '=', userIdOf(ctx.actor)))
    .executeTakeFirst()
  return row ? { name: row.name, move: await moveAgainOf(ctx, row.move) } : refuse(commonRefusals.notFound)
}
