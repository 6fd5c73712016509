import { sql, type RawBuilder } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { refuse, type Refusal } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { percentOf } from '#shared/money.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { correctedSince } from './contract.ts'
import { findFeeMoney, lockCustomerMoney } from './queries.ts'
import { reversed, type EntryAbout, type Posting } from '../ledger/rules.ts'

interface Row extends Pick<Entry, 'bookingId' | 'companyId' | 'unitId' | 'customerId'> {
  id: string
  day: LocalDay
  documentId: string
  documentKind: 'statement' | 'invoice' | 'sales_credit'
  about: EntryAbout
  postings: Posting[]
}

/** Posts corrections the other way round, each once; refused if a later one was worked out from them. */
export async function reverse(ctx: TxCtx, which: RawBuilder<unknown>): Promise<Refusal | undefined> {
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
  const ofBookings = rows.filter(({ about }) => about.corrects === 'price' || about.corrects === 'commission')
  const customers = new Set(ofBookings.flatMap(({ customerId }) => customerId ?? []))
  for (const customerId of [...customers].toSorted()) await lockCustomerMoney(ctx, customerId)
  for (const bookingId of new Set(ofBookings.map((row) => row.bookingId))) {
    const refused = bookingId ? await findLaterCorrection(ctx, bookingId) : undefined
    if (refused) return refused
  }
  return undefined
}

/** Refusal if a booking’s commission is neither the rate of its price nor corrected on its own. A penny of rounding stays if its cause is saved. */
async function findLaterCorrection(ctx: TxCtx, bookingId: string): Promise<Refusal | undefined> {
  const fee = await findFeeMoney(ctx, bookingId)
  if (!fee) return undefined
  const { basePence, commissionPercent, commissionPence } = fee.money
  const off = Math.abs(commissionPence - percentOf(Math.max(0, basePence), commissionPercent))
  if (off === 0) return undefined
  const { rows } = await sql<{ isOwn: boolean; isOnDraft: boolean }>`
    select coalesce(bool_or(e.about ->> 'corrects' = 'commission'), false) as is_own, coalesce(bool_or(d.status = 'draft'), false) as is_on_draft
    from billing.entry e join billing.document d on d.id = e.document_id
    where e.booking_id = ${bookingId} and e.kind = 'correction' and e.about ->> 'corrects' in ('price', 'commission')
      and not exists (select from billing.entry r where r.reverses = e.id)`.execute(ctx.db)
  if (rows[0]?.isOwn || (off === 1 && !rows[0]?.isOnDraft)) return undefined
  return refuse(correctedSince, {
    detail: `Booking ${fee.about.reference} was corrected again later, and its commission with it. Delete that correction first. If it is saved, enter the opposite amount here instead.`,
  })
}
