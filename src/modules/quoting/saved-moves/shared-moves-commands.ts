import { createHmac } from 'node:crypto'
import { deleteInBatches } from '#platform/batches.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { digestOf, newCode, newSecret } from '#platform/secrets.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { parseCode } from '#shared/typed-code.ts'
import type { handOverMove, openMoveByCode, shareMove } from './contract.ts'
import {
  CODE_LENGTH,
  CODE_MINUTES,
  LINK_DAYS,
  namesOf,
  OPENED_MINUTES,
  problemsOfKept,
  type KeptMove,
} from './rules.ts'

/** The move, and the name that each thing of it had. */
export type StoredMove = KeptMove & { names: (string | null)[] }

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.kept_move.move': StoredMove
  }
}

export async function handOver(ctx: Ctx, move: KeptMove): Promise<AnswerOf<typeof handOverMove> | Refusal> {
  const code = newCode(CODE_LENGTH)
  const kept = await keep(ctx, move, { codeMac: macOf(ctx, code) }, CODE_MINUTES)
  return kept instanceof Refusal ? kept : { code, ...kept }
}

export async function share(ctx: Ctx, move: KeptMove): Promise<AnswerOf<typeof shareMove> | Refusal> {
  const token = newSecret()
  const kept = await keep(ctx, move, { linkDigest: digestOf(token) }, LINK_DAYS * 24 * 60)
  return kept instanceof Refusal ? kept : { token, ...kept }
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
export async function openByCode(ctx: Ctx, typed: string): Promise<AnswerOf<typeof openMoveByCode> | Refusal> {
  const code = parseCode(typed, CODE_LENGTH)
  if (!code) return invalidField('code', `The code has ${CODE_LENGTH} letters and digits.`)
  const token = newSecret()
  const now = ctx.clock.now()
  const expiresAt = addMinutes(now, OPENED_MINUTES)
  const opened = await ctx.db
    .updateTable('quoting.kept_move')
    .set({ linkDigest: digestOf(token), expiresAt })
    .$if(!ctx.config.guardOff.has('single_use'), (update) => update.set({ codeMac: null }))
    .where('codeMac', '=', macOf(ctx, code))
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return opened ? { token, expiresAt: expiresAt.toISOString() } : refuseMiss(ctx, 'open-move')
}

/** So few bits can be tried out by whoever has the table, but not without the key. */
const macOf = ({ config }: Ctx, code: string): Buffer =>
  createHmac('sha256', deriveKey(config.secretKey, 'move code')).update(code).digest()

export async function forgetKeptMoves(ctx: Ctx): Promise<void> {
  await deleteInBatches(ctx, 'quoting.kept_move', 'expires_at', ctx.clock.now())
}
