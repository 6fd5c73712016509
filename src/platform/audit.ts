import type { TxCtx } from './ctx.ts'

export interface AuditEntry {
  /** A verb and its noun: `bank_account.confirmed`. */
  action: string
  /** What it was done to: `company 0193…`. */
  object: string
  /** Never the secret itself: an audit is read by many. */
  before?: object
  after?: object
}

/** Who did what, for the office: a row of the same transaction that is never changed. */
export async function recordAudit(ctx: TxCtx, entry: AuditEntry): Promise<void> {
  const { actor } = ctx
  await ctx.db
    .insertInto('platform.audit')
    .values({
      at: ctx.clock.now(),
      actor_id: actor.kind === 'visitor' ? null : actor.userId,
      actor_kind: actor.kind === 'visitor' ? 'system' : actor.kind,
      action: entry.action,
      object: entry.object,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
    })
    .execute()
}
