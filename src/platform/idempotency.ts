import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import type { Ctx, TxCtx } from './ctx.ts'
import { toJson } from './json-columns.ts'

declare module './json-columns.ts' {
  interface JsonColumns {
    'platform.idempotency.body': unknown
  }
}

export interface IdempotentCall {
  /** Identifies caller and operation, so that different callers' keys never collide. */
  scope: string
  key: string
  body: unknown
}

export interface StoredAnswer {
  status: number
  body: unknown
}

/** The key's first answer; a refusal if the key was used for something else; undefined if this call has to do the work. */
export async function claimKey(ctx: TxCtx, call: IdempotentCall): Promise<StoredAnswer | Refusal | undefined> {
  const digest = digestOf(call.body)
  // A second call with the same key waits here until the first commits or rolls back.
  const claimed = await sql`
    insert into platform.idempotency (scope, key, digest, created_at)
    values (${call.scope}, ${call.key}, ${digest}, ${ctx.clock.now()})
    on conflict (scope, key) do nothing returning 1`.execute(ctx.db)
  if (claimed.rows.length > 0) return undefined
  return (await findAnswer(ctx, call)) ?? refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 })
}

/** The key's first answer, if any; a call still in progress has none yet. */
export async function findAnswer(ctx: Ctx, call: IdempotentCall): Promise<StoredAnswer | Refusal | undefined> {
  const row = await ctx.db
    .selectFrom('platform.idempotency')
    .select(['digest', 'status', 'body'])
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!row) return undefined
  if (!row.digest.equals(digestOf(call.body))) return refuse(commonRefusals.keyReused)
  return { status: row.status ?? 200, body: row.body }
}

/** Stores the answer in the same transaction as the effect. */
export async function saveAnswer(ctx: TxCtx, call: IdempotentCall, answer: StoredAnswer): Promise<void> {
  await ctx.db
    .updateTable('platform.idempotency')
    .set({ status: answer.status, body: toJson(answer.body) })
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .execute()
}

const digestOf = (body: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted(body)) ?? '')
    .digest()

/** The same object with its keys in another order is the same request. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
