import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { commissionPercentOf } from '#modules/companies/queries.ts'
import { referenceOf } from '#modules/bookings/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import type { EntryAbout, PaidBy } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'billing.entry.about': EntryAbout
  }
}

/** What has to be known of a booking in order to post it. */
export interface BookingFacts {
  id: string
  companyId: string
  unitId: string
  customerId: string
  status: string
  day: LocalDay
  pricePence: Pence
  commissionablePence: Pence
  commissionPercent: number
  cancellationFeePence: Pence
  paidBy: PaidBy
  about: Omit<EntryAbout, 'pricePence' | 'roadChargesPence' | 'paidBy' | 'commissionPercent'>
  /** Parts of the vans beside the lead; together less than the price. */
  parts: VanPart[]
}

export interface VanPart {
  van: number
  unitId: string
  registration: string | null
  pricePence: Pence
  commissionablePence: Pence
}

/** Parts of the price that vans beside the lead have, on all of their days. */
const vanParts = sql<VanPart[]>`case when b.plan is null then '[]' else coalesce((
  select jsonb_agg(jsonb_build_object('van', p.van, 'unitId', p.unit_id, 'registration', p.registration, 'pricePence', p.price_pence,
    'commissionablePence', p.commissionable_pence) order by p.van)
  from (
    select v.van, v.unit_id, f.registration, sum(t.price_pence)::int as price_pence,
      sum(v.commissionable_pence + t.price_pence - v.total_pence)::int as commissionable_pence
    from bookings.booking_van v left join fleet.van f on f.unit_id = v.unit_id
    cross join lateral (select bookings.part_of_price(v, coalesce(b.final_pence, b.total_pence)) as price_pence) t
    where v.booking_id = b.id and v.van > 1 group by v.van, v.unit_id, f.registration) p), '[]') end`

/** Finds the facts of a booking; `unitId` is given for one that has left its unit. */
export async function findFacts(ctx: Ctx, bookingId: string, unitId?: string): Promise<BookingFacts | undefined> {
  const [facts] = await listFacts(ctx, sql<SqlBool>`b.id = ${bookingId}`, { unitId })
  return facts
}

interface Which {
  unitId?: string | undefined
  limit?: number
}

/** One statement, however many bookings. */
export async function listFacts(
  ctx: Ctx,
  which: RawBuilder<SqlBool>,
  { unitId, limit = 1 }: Which = {},
): Promise<BookingFacts[]> {
  const rows = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('fleet.working_unit as u', (join) =>
      join.on('u.id', '=', unitId === undefined ? sql.ref('b.unit_id') : sql<string>`${unitId}::uuid`),
    )
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    // One at a time by its key: there is a day for nearly every booking that there ever was.
    .leftJoinLateral(
      (eb) => eb.selectFrom('bookings.day').selectAll().whereRef('bookingId', '=', 'b.id').limit(1).as('d'),
      (join) => join.onTrue(),
    )
    .select(['b.id', 'b.customerId', 'b.status', 'b.startAt', 'b.endAt', 'b.totalPence', 'b.finalPence'])
    .select(['b.commissionablePence', 'b.vatPence', 'b.cancellationFeePence', 'b.work'])
    .select(['u.id as unitId', 'c.id as companyId', 'v.registration', 'd.finishedAt'])
    // Commission at the time of booking, for the company that did the job.
    .select(commissionPercentOf(sql.ref('c.id'), sql.ref('b.createdAt')).as('commissionPercent'))
    .select(vanParts.as('parts'))
    .select(sql<PaidBy>`coalesce(b.special_pay_method, b.payment_method)`.as('paidBy'))
    .where(which)
    .orderBy('b.id')
    .limit(limit)
    .execute()
  return rows.map(({ work, totalPence, finalPence, finishedAt, ...row }) => {
    const places = work.places.map(({ outcode, town }) => `${town} ${outcode}`.trim())
    const pricePence = finalPence ?? totalPence
    return {
      id: row.id,
      companyId: row.companyId,
      unitId: row.unitId,
      customerId: row.customerId,
      status: row.status,
      day: localDayOf(finishedAt ?? row.endAt),
      pricePence,
      // Work agreed or done beyond the first price is the company's, never a charge that is passed on.
      commissionablePence: row.commissionablePence + pricePence - totalPence,
      commissionPercent: row.commissionPercent,
      cancellationFeePence: row.cancellationFeePence,
      paidBy: row.paidBy,
      parts: row.parts,
      about: {
        reference: referenceOf(row.id),
        from: places.at(0) ?? '',
        to: places.at(-1) ?? '',
        startAt: row.startAt.toISOString(),
        registration: row.registration,
        moverChargesVat: row.vatPence > 0,
      },
    }
  })
}
