import { sql } from 'kysely'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newSecret } from '#platform/secrets.ts'
import { addDays, addMinutes, localDayOf, startOfDay } from '#shared/local-time.ts'
import { orderOf, type ClientFigures, type TimedMove } from './move/queries.ts'
import type { Offer, Offers } from './queries.ts'
import { KEPT_DAYS, QUOTE_MINUTES } from './rules.ts'

export interface KeptQuote {
  quoteId: string
  validUntil: Date
  offer: Offer
}

/** The search with what became of every unit, and the offers of this page as quotes, frozen. One statement. */
export async function keepSearch(
  ctx: Ctx,
  move: TimedMove,
  { unitIds, outcomes, charges }: Offers & { charges: readonly RoadCharge[] },
  page: readonly Offer[],
): Promise<KeptQuote[]> {
  const now = ctx.clock.now()
  const validUntil = addMinutes(now, QUOTE_MINUTES)
  const kept = page.map((offer) => ({ quoteId: newSecret(), validUntil, offer }))
  const pickUp = move.places[0]
  await sql`/* quote-keep */
    with request as (
      insert into quoting.request (created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, move, work, unit_ids, outcomes)
      values (${now}, ${pickUp?.outcode}, ${pickUp?.area}, ${move.start}, ${move.end}, ${move.asked.vanCategory}, ${move.asked.manPower},
        ${JSON.stringify(move.asked)}::jsonb, ${JSON.stringify(keptWork(move, charges))}::jsonb, ${arrayOf(unitIds)}::uuid[], ${arrayOf(outcomes)}::smallint[])
      returning id
    )
    insert into quoting.quote (id, request_id, company_id, unit_id, valid_until, total_pence, ceiling_pence, commissionable_pence, vat_pence, lines)
    select q.id, request.id, q.company_id, q.unit_id, ${validUntil}, q.total_pence, q.ceiling_pence, q.commissionable_pence, q.vat_pence, q.lines
    from request, json_to_recordset(${JSON.stringify(kept.map(quoteRow))}::json)
      as q (id text, company_id uuid, unit_id uuid, total_pence bigint, ceiling_pence bigint, commissionable_pence bigint, vat_pence bigint, lines jsonb)`.execute(
    ctx.db,
  )
  return kept
}

/** Neither ids nor numbers need quotes, which the driver would look for in each. */
const arrayOf = (items: readonly (string | number)[]): string => `{${items.join(',')}}`

const quoteRow = ({ quoteId, offer: { unit, price } }: KeptQuote) => ({
  id: quoteId,
  company_id: unit.company.id,
  unit_id: unit.id,
  total_pence: price.totalPence,
  ceiling_pence: price.ceilingPence,
  commissionable_pence: price.commissionablePence,
  vat_pence: price.vatPence,
  lines: price.lines,
})

/** What a booking needs to know of the work without computing it again. */
export interface KeptWork {
  order: ReturnType<typeof orderOf>
  places: { postcode: string; outcode: string; lat: number; lng: number; town: string }[]
}

function keptWork(move: TimedMove, charges: readonly RoadCharge[]): KeptWork {
  const none: ClientFigures = {}
  return {
    order: orderOf(move, none, charges),
    places: move.places.map(({ postcode, outcode, lat, lng, town }) => ({ postcode, outcode, lat, lng, town })),
  }
}

/** Searches are kept 30 days; their quotes go with them. */
export async function dropOldSearches(ctx: Ctx): Promise<void> {
  const oldest = startOfDay(addDays(localDayOf(ctx.clock.now()), -KEPT_DAYS))
  await ctx.db.deleteFrom('quoting.request').where('created_at', '<', oldest).execute()
}
