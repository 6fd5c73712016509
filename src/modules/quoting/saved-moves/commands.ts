import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import { deleteInBatches } from '#platform/housekeeping.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { macOf, macsOf } from '#platform/secret-key.ts'
import { digestOf, newCode, newSecret } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type InputOf, invalidField, type AnswerOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { parseCode } from '#shared/typed-code.ts'
import { tooManyMoves, type saveMove, type handOverMove, type openMoveByCode, type shareMove } from './contract.ts'
import { savedColumns, savedMoveOf, type SavedMove, exportOwnMoves } from './queries.ts'
import {
  CODE_LENGTH,
  CODE_MINUTES,
  LINK_DAYS,
  namesOf,
  OPENED_MINUTES,
  problemsOfKept,
  type KeptMove,
} from './rules.ts'

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

/** Renames a move of the caller's own; others are not found. */
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
  const deleted = await ctx.db
    .deleteFrom('quoting.saved_move')
    .where('id', '=', id)
    .where('userId', '=', userIdOf(ctx.actor))
    .executeTakeFirst()
  return deleted.numDeletedRows === 0n ? refuse(commonRefusals.notFound) : undefined
}

/** The move, and the name that each thing of it had. */
export type StoredMove = KeptMove & { names: (string | null)[] }

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.kept_move.move': StoredMove
  }
}

export async function handOver(ctx: Ctx, move: KeptMove): Promise<AnswerOf<typeof handOverMove> | Refusal> {
  const code = newCode(CODE_LENGTH)
  const saved = await keep(ctx, move, { codeMac: macOf(ctx.config, 'move code', code) }, CODE_MINUTES)
  return saved instanceof Refusal ? saved : { code, ...saved }
}

export async function share(ctx: Ctx, move: KeptMove): Promise<AnswerOf<typeof shareMove> | Refusal> {
  const token = newSecret()
  const saved = await keep(ctx, move, { linkDigest: digestOf(token) }, LINK_DAYS * 24 * 60)
  return saved instanceof Refusal ? saved : { token, ...saved }
}

async function keep(
  ctx: Ctx,
  move: KeptMove,
  secret: { codeMac: Buffer } | { linkDigest: Buffer },
  minutes: number,
): Promise<{ expiresAt: string } | Refusal> {
  const stored = storedMove(move)
  if (stored instanceof Refusal) return stored
  const createdAt = ctx.clock.now()
  const expiresAt = addMinutes(createdAt, minutes)
  await ctx.db
    .insertInto('quoting.kept_move')
    .values({ ...secret, move: toJson(stored), createdAt, expiresAt })
    .execute()
  return { expiresAt: expiresAt.toISOString() }
}

/** A move as it is stored, or what is wrong with it, where it is in what was sent. */
export function storedMove(move: KeptMove, at = ''): StoredMove | Refusal {
  const problems = Object.entries(problemsOfKept(move))
  const errors = Object.fromEntries(problems.map(([field, texts]) => [at + field, texts]))
  if (problems.length > 0) return refuse(commonRefusals.invalid, { errors })
  return { ...move, names: namesOf(move) }
}

/** A code is used once: it becomes a link, so that a page that is read again is the same page. */
export async function openByCode(ctx: Ctx, enteredCode: string): Promise<AnswerOf<typeof openMoveByCode> | Refusal> {
  const code = parseCode(enteredCode, CODE_LENGTH)
  if (!code) return invalidField('code', `The code has ${CODE_LENGTH} letters and digits.`)
  const token = newSecret()
  const now = ctx.clock.now()
  const expiresAt = addMinutes(now, OPENED_MINUTES)
  const opened = await ctx.db
    .updateTable('quoting.kept_move')
    .set({ linkDigest: digestOf(token), expiresAt })
    .$if(!ctx.config.guardOff.has('single_use'), (update) => update.set({ codeMac: null }))
    .where('codeMac', 'in', macsOf(ctx.config, 'move code', code))
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return opened ? { token, expiresAt: expiresAt.toISOString() } : refuseMiss(ctx, 'open-move')
}

/** A code has so few bits that a thief of the table could try all, but not without the key. */

export async function eraseKeptMoves(ctx: Ctx): Promise<void> {
  await deleteInBatches(ctx, 'quoting.kept_move', 'expires_at', ctx.clock.now())
}

export const quotingPersonalData: PersonalData = { name: 'savedMoves', read: exportOwnMoves }

export async function eraseSavedMoves(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  await ctx.db.deleteFrom('quoting.saved_move').where('userId', '=', userId).execute()
}
