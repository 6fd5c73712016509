import type { TxCtx } from './ctx.ts'
import { toJson } from './json-columns.ts'

declare module './json-columns.ts' {
  interface JsonColumns {
    'audit.entry.before': object
    'audit.entry.after': object
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
export const recordAudit = (ctx: TxCtx, entry: AuditEntry): Promise<void> => recordAudits(ctx, [entry])

/** Several in one statement. */
export async function recordAudits(ctx: TxCtx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { actor } = ctx
  const common = {
    at: ctx.clock.now(),
    actorId: actor.kind === 'visitor' ? null : actor.userId,
    actorKind: actor.kind === 'visitor' ? ('system' as const) : actor.kind,
  }
  await ctx.db
    .insertInto('audit.entry')
    .values(
      entries.map(({ action, object, before, after }) => ({
        ...common,
        action,
        object,
        before: before ? toJson(before) : null,
        after: after ? toJson(after) : null,
      })),
    )
    .execute()
}
