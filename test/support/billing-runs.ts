import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** What a run came to, without ids: per document its party, figures, number and mails, and how many there are of it. */
export async function outcomeOf({ ctx }: Pick<TestApp, 'ctx'>, runId: string): Promise<object[]> {
  const { rows } = await sql<{ kind: string; number: number | null }>`
    select t.place, t.kind, t.state, d.status, s.entries, s.balance_pence::float8 as balance_pence, s.party ->> 'name' as name, s.number,
      (select count(*)::int from billing.delivery m where m.sheet_id = s.id) as deliveries,
      (select count(*)::int from billing.document o where o.kind = d.kind and o.start_day = d.start_day
        and o.unit_id is not distinct from d.unit_id) as documents
    from billing.run_step t join billing.document d on d.id = t.document_id join billing.sheet s on s.document_id = d.id
    where t.run_id = ${runId} order by t.place, s.party ->> 'name'`.execute(ctx.db)
  const firstOf = (kind: string) => rows.find((row) => row.kind === kind)?.number ?? 0
  return rows.map((row) => ({ ...row, number: (row.number ?? 0) - firstOf(row.kind) }))
}

export async function mailsQueued({ ctx }: Pick<TestApp, 'ctx'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications.message where kind = 'billing_paper'`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
