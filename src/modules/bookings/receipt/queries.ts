import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { notDone } from './contract.ts'
import { writeReceipt, type ReceiptWriter } from './gateway.ts'
import { receiptNumber, receiptText, type ReceiptFacts } from './rules.ts'
import { isFinished } from '../rules.ts'

/** The customer's own, once the move is done. */
export async function getReceiptFile(
  ctx: Ctx,
  writer: ReceiptWriter,
  id: string,
  until: AbortSignal,
): Promise<RawAnswer | Refusal> {
  const facts = await findReceipt(ctx, id)
  if (!facts) return refuse(commonRefusals.notFound)
  if (facts === 'not done') return refuse(notDone)
  const pdf = await writeReceipt(writer, { person: userIdOf(ctx.actor), until }, receiptText(facts))
  if (!pdf) return refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 })
  return new RawAnswer(pdf, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${receiptNumber(id)}.pdf"`,
  })
}

/** The day of the move, under whose VAT number it was done. */
const day = sql`(b.start_at at time zone 'Europe/London')::date`

async function findReceipt(ctx: Ctx, id: string): Promise<ReceiptFacts | 'not done' | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as p', 'p.id', 'b.customerId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .select(['b.status', 'b.startAt', 'b.lines', 'b.totalPence', 'b.vatPence', 'b.paymentMethod', 'b.specialPayMethod'])
    .select(['b.routePoints', 'b.work', 'b.companyTerms', 'c.name as companyName', 'v.registration'])
    .select(sql<string | null>`companies.vat_number_in(b.company_id, ${day}, ${day})`.as('vatNumber'))
    .select(['p.firstName', 'p.lastName'])
    .select('b.finalPence')
    .where('b.id', '=', id)
    .where('b.customerId', '=', userIdOf(ctx.actor))
    .where('b.awaitingVerification', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  if (!isFinished(row.status) || !row.companyName) return 'not done'
  const { places } = row.work
  const [first] = row.routePoints
  return {
    id,
    companyName: row.companyName,
    vatNumber: row.vatNumber,
    terms: row.companyTerms,
    customerName: [row.firstName, row.lastName].filter(Boolean).join(' '),
    customerAddress: [first?.flatAndHouse, first?.formattedAddress, first?.postcode].filter(Boolean).join(', '),
    from: places[0]?.town ?? '',
    to: places.at(-1)?.town ?? '',
    start: row.startAt,
    issuedAt: ctx.clock.now(),
    registration: row.registration,
    lines: row.lines,
    totalPence: row.totalPence,
    finalPence: row.finalPence,
    vatPence: row.vatPence,
    paymentMethod: row.paymentMethod,
    isByTransfer: row.specialPayMethod === 'bank_transfer',
  }
}
