import { sql, type RawBuilder } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { reversed, type EntryAbout, type Posting } from '../ledger/rules.ts'

interface Row extends Pick<Entry, 'bookingId' | 'companyId' | 'unitId' | 'customerId'> {
  id: string
  day: LocalDay
  documentId: string
  documentKind: 'statement' | 'invoice' | 'sales_credit'
  about: EntryAbout
  postings: Posting[]
}

/** Posts corrections the other way round, each once. */
export async function reverse(ctx: TxCtx, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Row>`
    select e.id, e.day, e.booking_id, e.company_id, e.unit_id, e.customer_id, e.document_id, e.document_kind, e.about,
      (select json_agg(json_build_object('account', p.account, 'what', p.what, 'amountPence', p.amount_pence) order by p.position)
        from billing.posting p where p.entry_id = e.id) as postings
    from billing.entry e where e.kind = 'correction' and ${which}
      and not exists (select from billing.entry r where r.reverses = e.id)`.execute(ctx.db)
  await post(
    ctx,
    rows.map(({ id, postings, ...row }) => ({
      ...row,
      cause: `reversal ${id}`,
      kind: 'reversal',
      reverses: id,
      postings: reversed(postings),
    })),
  )
}
