import type { TxCtx } from './ctx.ts'
import { toJson } from './json-columns.ts'

declare module './json-columns.ts' {
  interface JsonColumns {
    'platform.audit.before': object
    'platform.audit.after': object
  }
}

export interface AuditEntry {
  /** A verb and its noun: `bank_account.confirmed`. */
  action: string
  /** The object: `company 0193…`. */
  object: string
  /** Never the secret itself, because many people read the audit. */
  before?: object
  after?: object
}

/** Records who did what, for the office: a row in the same transaction that is never changed. */
export async function recordAudit(ctx: TxCtx, entry: AuditEntry): Promise<void> {
  const { actor } = ctx
  await ctx.db
    .insertInto('platform.audit')
    .values({
      at: ctx.clock.now(),
      actorId: actor.kind === 'visitor' ? null : actor.userId,
      actorKind: actor.kind === 'visitor' ? 'system' : actor.kind,
      action: entry.action,
      object: entry.object,
      before: entry.before ? toJson(entry.before) : null,
      after: entry.after ? toJson(entry.after) : null,
    })
    .execute()
}
