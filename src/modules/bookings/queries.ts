import { literals } from '#platform/db.ts'
import { sql } from 'kysely'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import type { Share } from '#modules/items/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { CancellationPolicy, CustomerTerms } from '#modules/pricing/terms/rules.ts'
import type { KeptWork, PlanSize } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { Feed } from '#platform/event-streams.ts'
import type { Change, Heard, LiveSource } from '#platform/live.ts'
import { newId, timeOfId } from '#platform/new-id.ts'
import { unitsOf, userIdOf } from '#platform/session.ts'
import type { CameFrom } from '#shared/came-from.ts'
import { refuse, type EventOf, type Refusal } from '#shared/endpoint.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { notTheLead, type watchBookings } from './contract.ts'
import type { ProposedMove } from './changes/moves/queries.ts'
import type { BookedTerms } from './changes/moves/rules.ts'
import type { BookedPoint } from './create/rules.ts'
import { AGREED } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'bookings.booking.cancellation': CancellationPolicy
    'bookings.booking.lines': PriceLine[]
    'bookings.booking.plan': PlanSize
    'bookings.booking.booked_terms': BookedTerms | null
    'bookings.change.move': ProposedMove | null
    'bookings.booking.extra_lines': PriceLine[]
    'bookings.booking.move': AskedMove
    'bookings.booking.work': KeptWork
    'bookings.booking.route_points': BookedPoint[]
    'bookings.booking_van.items': Share
    'bookings.booking_van.lines': PriceLine[] | null
    'bookings.booking.came_from': CameFrom
    'bookings.booking.company_terms': CustomerTerms
    'bookings.event.data': Record<string, unknown>
  }
}

/** What of the day a caller's next step depends on; null before anything was done. */
export interface DayFacts {
  isSetOff: boolean
  isPaused: boolean
  hours: 'open' | 'disputed' | 'confirmed'
}

/** Facts about the day of the booking `b`. */
export const dayFacts = sql<DayFacts | null>`(
  select json_build_object('isSetOff', d.set_off_at is not null, 'isPaused', d.paused_at is not null, 'hours', d.hours)
  from bookings.day d where d.booking_id = b.id)`

/** Side that has to answer, for the booking under this alias in a statement. */
export const changeAwaits = (name: 'b' | 'booking') =>
  sql<
    'mover' | 'customer' | null
  >`(select c.awaits from bookings.change c where c.booking_id = ${sql.ref(`${name}.id`)} and c.state = 'open')`

/** What agreed changes add to the work of the booking under this name. */
export const changeMinutes = (name: 'b' | 'booking') =>
  sql<number>`(select coalesce(sum(c.extra_minutes), 0)::int from bookings.change c
    where c.booking_id = ${sql.ref(`${name}.id`)} and c.state = 'agreed')`

/** The one figure of the booking `b`: what was agreed; once the work is done, what its hours come to; in the end, what they were confirmed as. */
export const pricePence = sql<number>`coalesce(b.final_pence, b.due_pence, b.total_pence)`

/** The most that the booking `b` can cost; null once its hours are confirmed, because one figure is left then. */
export const ceilingPence = sql<number | null>`case when b.final_pence is null then b.ceiling_pence end`

/**
 * Part of the price that commission is counted from: time over and waiting are the company’s work, never a charge that
 * is passed on.
 */
export const commissionablePence = sql<number>`(b.commissionable_pence + ${pricePence} - b.total_pence)`

/** When the van of the booking `b` is likely there, as its customer was told: the job before of one of its units runs long. */
export const likelyStart = sql<Date | null>`(select w.likely_start_at from bookings.late_warning w
  where w.booking_id = b.id and w.likely_start_at > b.start_at and exists (select from bookings.booking_van o
    where o.booking_id = w.because_of and o.unit_id in (select v.unit_id from bookings.booking_van v where v.booking_id = b.id)))`

/** True where a van of these units comes to the booking `b`: the unit may read it. Only the lead acts (`refuseOtherVan`). */
export const hasVanOf = (unitIds: readonly string[] | undefined) =>
  sql<boolean>`exists (select from bookings.booking_van v where v.booking_id = b.id
    and v.unit_id = any (${[...(unitIds ?? [])]}::uuid[]))`

/** The units of the booking `b`, its lead first. */
export const unitsOfBooking = sql<string[]>`array(
  select v.unit_id from bookings.booking_van v where v.booking_id = b.id group by v.unit_id order by min(v.van))`

/** One of the vans of a booking: when it has to be there, and what it takes of the order. Instants as PostgreSQL's JSON has them. */
export interface BookedVan {
  unitId: string
  van: number
  start: string
  end: string
  share: Share
}

/** The vans of the booking `b`, its lead first. */
export const vansOfBooking = sql<BookedVan[]>`coalesce((
  select json_agg(json_build_object('unitId', v.unit_id, 'van', v.van, 'start', v.start_at, 'end', v.end_at, 'share', v.share) order by v.van)
  from bookings.van_part v where v.booking_id = b.id), '[]')`

type OfUnits = Pick<BookingNow, 'unitId' | 'unitIds' | 'isHot' | 'awaitingVerification'>

/** What the caller's units are to a booking: its lead, which alone acts, another of its vans, which reads it, or nothing. */
export function placeInBooking(
  { actor, config }: Ctx,
  { unitId, unitIds, isHot, awaitingVerification }: OfUnits,
): 'lead' | 'other' | undefined {
  // A hot job has no unit, and drivers do not see one that waits for its customer.
  if (isHot || awaitingVerification) return undefined
  const own = unitsOf(actor)?.unitIds ?? []
  if (unitId !== null && (own.includes(unitId) || config.guardOff.has('own_unit'))) return 'lead'
  return unitIds.some((id) => own.includes(id)) ? 'other' : undefined
}

export const isBesideLead = (van: number | null): boolean => van !== null && van > 1

/** Refuses a driver who comes with another van than the lead; undefined for everybody else. */
export const refuseOtherVan = async (ctx: Ctx, booking: OfUnits, does?: string): Promise<Refusal | undefined> =>
  placeInBooking(ctx, booking) === 'other' ? refuseBesideLead(ctx, booking, does) : undefined

/** Names the van that leads. */
export async function refuseBesideLead(
  ctx: Ctx,
  { unitId }: Pick<OfUnits, 'unitId'>,
  does = 'runs the clock of',
): Promise<Refusal> {
  const units = ctx.db.selectFrom('fleet.working_unit').select('name').where('id', '=', unitId)
  const { name } = await units.executeTakeFirstOrThrow()
  return refuse(notTheLead, { detail: `Van 1, ${name}, ${does} this job.` })
}

/** The facts that the next step depends on. */
export const findBooking = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .select(['id', 'customerId', 'status', 'isHot', 'awaitingVerification', 'allowHotJob'])
    // The unit that leads it, and those of all its vans.
    .select(['unitId', unitsOfBooking.as('unitIds')])
    .select(['startAt as start', 'endAt as end', 'work', 'respondBy', 'version', 'companyId', 'createdAt'])
    .select([
      'confirmedAt',
      'reconfirmBy',
      'reconfirmedAt',
      'cancelledBy',
      'totalPence',
      'minimumTimePence',
      'feeFloorPence',
    ])
    // What was in force when it was offered.
    .select(['ceilingPence', 'paymentMethod', 'cancellation', 'freeUntil'])
    .select(changeAwaits('b').as('changeAwaits'))
    // What cancelling cost when the driver reported it; null if they never did.
    .select(['claimedFeePence', 'disputedAt'])
    .select(['rebookRequestSent', 'hasFeedback'])
    .select(sql<HelpLevel>`move ->> 'manPower'`.as('help'))
    .select(sql<boolean>`plan is not null`.as('isPlanned'))
    .select(dayFacts.as('day'))
    .where('id', '=', id)
    .executeTakeFirst()

export type BookingNow = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** The outward codes of both ends of a move: all of its addresses that a link shows. */
export function endsOf(points: readonly { postcode: string }[]): { from: string; to: string } {
  const outcode = (at: number) => outcodeOf(points.at(at)?.postcode ?? '') ?? ''
  return { from: outcode(0), to: outcode(-1) }
}

/**
 * Locks the row until the transaction ends, so that concurrent changes to one booking run one after the other, and reads it in a
 * statement of its own: the one that waits for a lock sees the day and the open change as they were before it waited.
 */
export async function lockBooking(ctx: TxCtx, id: string): Promise<BookingNow | undefined> {
  if (!ctx.config.guardOff.has('booking_lock'))
    await ctx.write(ctx.db.selectFrom('bookings.booking').select('id').where('id', '=', id).forNoKeyUpdate())
  return findBooking(ctx, id)
}

/** What the customer of a booking `b` rings: see the contract. */
export const contactPhone = sql<string | null>`(
  select coalesce(case when not c.gives_company_phone then h.phone end, o.phone)
  from companies.company c
  join identity."user" o on o.id = c.owner_user_id
  left join fleet.unit_driver d on d.unit_id = b.unit_id
  left join identity."user" h on h.id = d.user_id
  where c.id = b.company_id and b.status in ${literals(AGREED)})`

type LiveEvent = EventOf<typeof watchBookings>

export const BOOKINGS = 'bookings'
export const MESSAGES = 'messages'

/** The topic of the office, which hears of every booking. */
export const OFFICE = 'office'

/** An event carries the time its transaction began, which may be this much before it is announced. */
const OVERLAP_MS = 10_000
/** After a longer absence the page reads everything again. */
const LONGEST_GAP_MS = 600_000
const MOST_CHANGED = 100
/** Limit across all users; after more changes the page reads everything again. */
const MOST_HEARD = 1000

export function liveBookings(ctx: Ctx, live: LiveSource): Feed<LiveEvent> {
  const person = userIdOf(ctx.actor)
  return new Feed<LiveEvent>({
    subscribe: (hear) =>
      live.subscribe(person, (signal) => {
        const event = eventOf(ctx, signal)
        if (event) hear(event)
      }),
    here: () => newId(ctx.clock),
    since: (id) => changedSince(ctx, person, id),
  })
}

function eventOf(ctx: Ctx, signal: Heard): LiveEvent | undefined {
  if (signal === 'missed') return resync(ctx)
  if (signal.about === MESSAGES) return written(signal)
  return signal.about === BOOKINGS ? changed(signal) : undefined
}

const resync = ({ clock }: Ctx): LiveEvent => ({ name: 'resync', id: newId(clock), data: {} })

const changed = ({ id, ids }: Pick<Change, 'id' | 'ids'>): LiveEvent => ({
  name: 'bookings_changed',
  id,
  data: { bookingIds: [...ids] },
})

const written = ({ id, ids }: Change): LiveEvent => ({ name: 'messages_changed', id, data: { bookingIds: [...ids] } })

/** The person's bookings, as customer, owner or hired driver, that have changed since that event. */
async function changedSince(ctx: Ctx, person: string, lastId: string): Promise<LiveEvent[]> {
  const now = ctx.clock.now().getTime()
  const last = timeOfId(lastId)
  if (last === undefined || last > now || now - last > LONGEST_GAP_MS) return [resync(ctx)]
  const since = new Date(last - OVERLAP_MS)
  const recent = sql.raw('greatest(t.last_at, t.customer_read_at, t.company_read_at)')
  const { rows } = await sql<{ id: string | null }>`/* live-since */
    with heard as materialized (
      (select e.booking_id, e.unit_id from bookings.event e where e.at >= ${since} order by e.at desc limit ${sql.lit(MOST_HEARD)})
      union all
      (select t.booking_id, null from bookings.thread t where ${recent} >= ${since} order by ${recent} desc limit ${sql.lit(MOST_HEARD)})
      union all
      (select d.booking_id, null from bookings.day_entry d where d.at >= ${since} order by d.at desc limit ${sql.lit(MOST_HEARD)})
    ), own as materialized (
      select u.id from companies.company c join fleet.working_unit u on u.company_id = c.id where c.owner_user_id = ${person}
      union select d.unit_id from fleet.unit_driver d where d.user_id = ${person}
    )
    (select b.id from bookings.booking b
    where b.id = any (array(select h.booking_id from heard h))
      and (b.customer_id = ${person} or b.company_id in (select c.id from companies.company c where c.owner_user_id = ${person})
        or exists (select from bookings.booking_van v where v.booking_id = b.id and v.unit_id in (select o.id from own o))
        or b.id in (select h.booking_id from heard h where h.unit_id in (select o.id from own o)))
    limit ${sql.lit(MOST_CHANGED + 1)})
    union all
    select null where (select count(*) from heard) >= ${sql.lit(MOST_HEARD)}`.execute(ctx.db)
  if (rows.length > MOST_CHANGED || rows.some(({ id }) => id === null)) return [resync(ctx)]
  const ids = rows.flatMap(({ id }) => id ?? [])
  return ids.length === 0 ? [] : [changed({ id: newId(ctx.clock), ids })]
}
