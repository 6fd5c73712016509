import { literals } from '#platform/db.ts'
import { sql, type RawBuilder } from 'kysely'
import { commissionPercentOf } from '#modules/companies/queries.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { payloadOf } from '#modules/fleet/vans/rules.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { linesOfShare, loadOfItems, type Share } from '#modules/items/rules.ts'
import type { KeptWork, PlanSize } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countColumn, countOf, openPage, pageOfRows, type KeyPage } from '#platform/key-pages.ts'
import { unitsOf, userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { timeString } from '#shared/duration.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { findAround, listFit, worthOnWire } from '../hot-jobs/queries.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { cashToTake } from '#modules/calendar/rules.ts'
import type { CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import { payoutAfterCommission } from '#modules/pricing/commission-rules.ts'
import { returnConsequences } from '../answers/rules.ts'
import { allowedActions } from '../policy.ts'
import {
  changeAwaits,
  commissionablePence,
  dayFacts,
  hasVanOf,
  isBesideLead,
  pricePence,
  type DayFacts,
} from '../queries.ts'
import type { BookedPoint } from '../create/rules.ts'
import {
  AGREED,
  PAST,
  UNANSWERED,
  hasDay,
  isLost,
  type BookingStatus,
  type LostStatus,
  type PastStatus,
  timeTaken,
} from '../rules.ts'
import type { ClaimStatus } from '../claims/rules.ts'
import { itemsOf } from './rules.ts'
import { lastMessageToCompany } from '../thread/queries.ts'
import { lastMessageOf, type LastMessageRow } from '../thread/rules.ts'
import type { driverBooking, listConfirmedBookings, listNewBookings } from './contract.ts'
import { isByTransfer } from '../create/queries.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'

export type DriverBookingView = Camel<z.output<typeof driverBooking>>
type ListAnswer = AnswerOf<typeof listConfirmedBookings>
type NewAnswer = AnswerOf<typeof listNewBookings>

interface Row {
  id: string
  customerId: string
  unitId: string | null
  /** Which van of the booking the unit is; null if it is not one of them. */
  van: number | null
  /** Null unless several come. */
  part: { van: number | null; vans: number; leadName: string } | null
  share: Share
  help: HelpLevel | null
  trips: number | null
  /** What the van's driver is to be paid for the whole booking. */
  toTakePence: number | null
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
  startAt: Date
  endAt: Date
  respondBy: Date | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  paymentMethod: 'cash' | 'card'
  isByTransfer: boolean
  totalPence: number
  finalPence: number | null
  commissionablePence: number
  move: AskedMove
  work: KeptWork
  routePoints: BookedPoint[]
  customerNote: string
  photosId: string | null
  firstName: string
  phone: string | null
  commissionPercent: number
  allowHotJob: boolean
  minimumTimePence: number
  cancellation: CancellationPolicy
  category: VanCategory | null
  payloadKg: number | null
  /** Status for a unit that gave the job back or did not answer. */
  lostStatus: LostStatus | null
  reason: string | null
  day: DayFacts | null
  changeAwaits: 'mover' | 'customer' | null
  offeredTime: { newStartAt: string; expiresAt: string; changeId: string; version: number } | null
  claimStatus: ClaimStatus | null
  lastMessage: LastMessageRow | null
  key: unknown[]
  /** Number of rows in the whole list, up to the limit; null if not requested. */
  count: number | null
  /** The offer, for a row in the list of hot jobs. */
  offer: OfferRow | null
}

/** Since when a job is hot, and how many units were told of it. */
export interface OfferRow {
  openedAt: string | null
  seenBy: number
  plan: PlanSize | null
}

/** The jobs in a list, by id and start, with what it says of them beside the booking's own row. */
type Listed = RawBuilder<unknown>

/** The time that the driver of the new booking `b` has offered instead, still to be answered. */
const offeredTime = sql`(select json_build_object('newStartAt', c.new_start_at, 'expiresAt', c.expires_at, 'changeId', c.id, 'version', c.version) from bookings.change c
  where c.booking_id = b.id and c.state = 'open' and c.proposed_by = 'mover' and b.status in ${literals(UNANSWERED)})`

export const rowsOf = (
  ctx: Ctx,
  { unitId, companyId }: OwnUnit,
  listed: Listed,
  { key, orderBy }: Pick<KeyPage, 'key' | 'orderBy'>,
  {
    count = sql<number | null>`null::int`,
    offer = sql<OfferRow | null>`null::json`,
    days = sql`true`,
  }: { count?: RawBuilder<number | null>; offer?: RawBuilder<OfferRow | null>; days?: RawBuilder<unknown> } = {},
) =>
  sql<Row>`/* driver-bookings */
    select b.id, b.customer_id, b.unit_id, b.status, b.is_hot, b.awaiting_verification, coalesce(o.start_at, b.start_at) as start_at,
      coalesce(o.end_at, b.end_at) as end_at, b.respond_by, o.van, o.share, o.help, o.trips,
      (select json_build_object('van', o.van, 'vans', count(distinct n.van), 'leadName', (select u.name from fleet.working_unit u where u.id = b.unit_id))
        from bookings.booking_van n where n.booking_id = b.id having count(distinct n.van) > 1) as part,
      case when o.van > 1 then null else ${pricePence} end as to_take_pence,
      b.reconfirm_by, b.reconfirmed_at, b.payment_method, ${isByTransfer} as is_by_transfer, coalesce(o.pence, ${pricePence}) as total_pence,
      case when b.final_pence is not null then coalesce(o.pence, b.final_pence) end as final_pence,
      coalesce(o.commissionable_pence, ${commissionablePence}) as commissionable_pence, b.move, b.work, b.route_points,
      b.customer_note, b.photos_id, b.allow_hot_job, b.minimum_time_pence, b.cancellation, p.first_name, p.phone,
      ${commissionPercentOf(companyId, sql`b.created_at`)} as commission_percent, v.category, v.payload_kg,
      l.lost_status, case when l.lost_status is null then b.reject_reason else l.reason end as reason, ${dayFacts} as day, ${changeAwaits('b')} as change_awaits, ${offeredTime} as offered_time, k.status as claim_status, ${key} as key, ${count} as count, ${offer} as offer,
      ${lastMessageToCompany(companyId, sql`o.van is not null`)} as last_message
    from (${listed}) l
    join bookings.booking b on b.id = l.id
    cross join lateral (
      select min(n.van) as van, min(n.start_at) as start_at, max(n.end_at) as end_at, sum(n.trips)::int as trips, min(n.help) as help,
        (array_agg(n.share))[1] as share, sum(coalesce(n.final_pence, n.due_pence, n.total_pence))::bigint as pence,
        sum(n.commissionable_pence)::bigint as commissionable_pence
      from calendar.unit_booking n where n.id = b.id and n.unit_id = ${unitId} and ${days}) o
    join identity."user" p on p.id = b.customer_id
    left join fleet.van v on v.unit_id = ${unitId}
    left join bookings.claim k on k.booking_id = b.id
    order by ${orderBy}`.execute(ctx.db)

export const none = sql`null::text as lost_status, null::text as reason`

/** Jobs of a unit in these states, as any of their vans, by the first day on which it comes. */
const ofUnit = (unitId: string, isListed: RawBuilder<unknown>) => sql`
  select v.booking_id as id, lower(v.during) as start_at, ${none} from bookings.booking_van v
  where v.unit_id = ${unitId} and ${isListed} and (v.day = 1 or not exists (
    select from bookings.booking_van f where f.booking_id = v.booking_id and f.unit_id = v.unit_id and f.day < v.day))`
/** Sort order for lists that are read in full, without paging. */
export const bySoonest = { key: sql<unknown[]>`json_build_array()`, orderBy: sql`l.start_at, l.id` }

export const LISTS = {
  'new-bookings': {
    direction: 'asc',
    of: (unitId: string) => [ofUnit(unitId, sql`v.state in ${literals(UNANSWERED)}`)],
  },
  'confirmed-bookings': {
    direction: 'asc',
    of: (unitId: string) => [ofUnit(unitId, sql`v.state in ${literals(AGREED)}`)],
  },
  'past-bookings': {
    direction: 'desc',
    of: (unitId: string, status: PastStatus | undefined) => [
      ofUnit(unitId, sql`v.state in ${literals(PAST)} and ${status ? sql`v.state = ${status}` : sql`true`}`),
      sql`select l.booking_id as id, l.start_at, l.status as lost_status, l.reason from bookings.lost_job l
        where l.unit_id = ${unitId} and ${status ? sql`l.status = ${status}` : sql`true`}`,
    ],
  },
} as const

/** A page of a unit's list: one statement, however many jobs there are, and one more beyond the last page. Each branch is read from its own index as far as the page goes. */
async function pageOfUnit(
  ctx: Ctx,
  unit: OwnUnit,
  list: keyof typeof LISTS,
  { status, ...pageRequest }: KeyPageRequest & { status?: PastStatus | undefined },
) {
  const path = `/api/booking/working-unit/${unit.unitId}/${list}/`
  const { direction, of } = LISTS[list]
  const columns = { 'l.start_at': 'timestamptz', 'l.id': 'uuid' } as const
  const page = openPage(ctx, { list: `${path} ${status ?? ''}`, direction, columns, query: { status } }, pageRequest)
  if (page instanceof Refusal) return page
  const branches = of(unit.unitId, status)
  const all = sql.join(branches, sql` union all `)
  // Each branch gives only as many rows as the page could need of it.
  const enough = sql.join(
    branches.map(
      (branch) =>
        sql`(select * from (${branch}) l where ${page.isAfter} order by ${page.orderBy} limit ${page.limit + page.offset})`,
    ),
    sql` union all `,
  )
  const shown = sql`select * from (${enough}) l where ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`
  const { rows } = await rowsOf(ctx, unit, shown, page, { count: countColumn(page, all) })
  // A page beyond the last has no row that could say how many there are.
  const beyond = async () =>
    page.offset > 0 ? countOf(ctx, page, ctx.db.selectFrom(sql<{ id: string }>`(${all})`.as('l'))) : 0
  const count = page.count ?? rows[0]?.count ?? (await beyond())
  const { rows: shownRows, ...answer } = pageOfRows(ctx, path, page, { rows, count })
  return { answer, rows: shownRows }
}

/** Lists the jobs that wait for the unit's answer, each with what it is worth: one statement more, however many there are. */
export async function listNew(ctx: Ctx, unit: OwnUnit, pageRequest: KeyPageRequest): Promise<NewAnswer | Refusal> {
  const page = await pageOfUnit(ctx, unit, 'new-bookings', pageRequest)
  if (page instanceof Refusal) return page
  const sameDay = await findAround(
    ctx,
    unit,
    page.rows.map(({ startAt: start, endAt: end }) => ({ start, end })),
  )
  return {
    ...page.answer,
    results: page.rows.map((row) => {
      const view = viewOf(ctx, unit, row)
      return { ...view, worth: worthOnWire(view, row.work, sameDay) }
    }),
  }
}

export async function listUnitBookings(
  ctx: Ctx,
  unit: OwnUnit,
  list: 'confirmed-bookings' | 'past-bookings',
  pageRequest: KeyPageRequest & { status?: PastStatus | undefined },
): Promise<ListAnswer | Refusal> {
  const page = await pageOfUnit(ctx, unit, list, pageRequest)
  return page instanceof Refusal ? page : { ...page.answer, results: page.rows.map((row) => viewOf(ctx, unit, row)) }
}

export const byId = (ids: readonly string[]): Listed =>
  sql`select b.id, b.start_at, ${none} from bookings.booking b where b.id = any (${[...ids]}::uuid[])`

/** One job of the unit: its own, one that it lost, or a hot one that it can do. Any other is not found (T-113). */
export async function findDriverBooking(ctx: Ctx, unit: OwnUnit, id: string): Promise<DriverBookingView | Refusal> {
  const own = sql`
    select b.id, b.start_at, l.status as lost_status, coalesce(l.reason, b.reject_reason) as reason from bookings.booking b
    left join bookings.lost_job l on l.booking_id = b.id and l.unit_id = ${unit.unitId}
    where b.id = ${id} and not b.awaiting_verification and (l.unit_id is not null or ${hasVanOf([unit.unitId])})`
  const { rows } = await rowsOf(ctx, unit, own, bySoonest)
  if (rows[0]) return viewOf(ctx, unit, rows[0])
  const [fit] = await listFit(ctx, { bookingId: id, unitIds: [unit.unitId] })
  const hot = fit && (await rowsOf(ctx, unit, byId([id]), bySoonest)).rows[0]
  return hot ? viewOf(ctx, unit, hot) : refuse(commonRefusals.notFound)
}

/** After a step of its driver: as the list of that unit shows it now. */
export async function readDriverBooking(
  ctx: Ctx,
  unitId: string | null,
  id: string,
): Promise<DriverBookingView | Refusal> {
  const companyId = unitsOf(ctx.actor)?.id
  return unitId && companyId ? findDriverBooking(ctx, { unitId, companyId }, id) : refuse(commonRefusals.notFound)
}

export function viewOf(ctx: Ctx, unit: OwnUnit, row: Row): DriverBookingView {
  const { work, lostStatus, totalPence, commissionPercent } = row
  const { order } = work
  const move = { ...row.move, items: linesOfShare(row.move.items, row.share).map(([, line]) => line) }
  const hasLeft = lostStatus !== null && row.van === null
  // Streets, contacts and notes are for who comes.
  const isOpen = !hasLeft && row.van !== null && hasDay(row.status)
  const isOwner = ctx.actor.kind === 'driver'
  const { pieces, weightKg, volumeM3 } = loadOfItems(move.items)
  const van = row.category && {
    payloadKg: payloadOf({ category: row.category, payloadKg: row.payloadKg }),
    volumeM3: VAN_DETAILS[row.category].volumeM3,
  }
  const facts = { ...row, state: stateOf(row), start: row.startAt, now: ctx.clock.now() }
  const allowed = hasLeft ? [] : allowedActions(ctx.actor, facts)
  // The lead acts for all vans; an owner may also say that one of the others cannot come.
  const actions = isBesideLead(row.van) ? allowed.filter((action) => isOwner && action === 'reject') : allowed
  const back = actions.includes('reject') ? returnConsequences({ ...row, start: row.startAt }) : null
  return {
    id: row.id,
    status: hasLeft ? lostStatus : row.status,
    isHot: row.isHot && !hasLeft,
    workingUnitId: unit.unitId,
    totalPence: isOwner ? totalPence : null,
    finalPence: isOwner ? row.finalPence : null,
    youKeepPence: isOwner ? payoutAfterCommission(row, commissionPercent).keptPence : null,
    paymentMethod: row.paymentMethod,
    cashToTakePence: row.toTakePence === null ? null : cashToTake({ ...row, totalPence: row.toTakePence }),
    isByTransfer: row.isByTransfer,
    startAt: row.startAt.toISOString(),
    endAt: row.endAt.toISOString(),
    respondBy: hasLeft ? null : (row.respondBy?.toISOString() ?? null),
    reconfirmBy: hasLeft || row.reconfirmedAt ? null : (row.reconfirmBy?.toISOString() ?? null),
    offeredTime: hasLeft || !row.offeredTime ? null : offerView(row.offeredTime),
    routePoints: row.routePoints.map((point, index) => pointOf(point, work.places[index]?.town ?? '', isOpen)),
    part: row.part && row.van !== null ? { ...row.part, van: row.van } : null,
    vanCategory: move.vanCategory,
    needTailLift: move.needTailLift,
    manPower: row.help ?? move.manPower,
    distance: order.distance,
    estimated: order.estimated,
    totalTime: timeTaken(row),
    trips: row.trips ?? order.trips ?? 1,
    breaksTime: order.breaksTime ?? timeString(0),
    declaredWaiting: order.declaredWaiting ?? timeString(0),
    items: isOpen ? itemsOf(move) : itemsOf(move).map((item) => ({ ...item, note: null })),
    load: { pieces, weightKg, volumeM3 },
    van: van || null,
    customer: isOpen ? { firstName: row.firstName, phone: row.phone } : null,
    customerNote: isOpen ? row.customerNote : null,
    photosId: isOpen ? row.photosId : null,
    reason: row.reason,
    lastMessage:
      !isLost(row.status) && !hasLeft
        ? lastMessageOf(row.lastMessage, { userId: userIdOf(ctx.actor), side: 'company', status: row.status })
        : null,
    claimStatus: isOwner && !hasLeft ? row.claimStatus : null,
    allowedActions: actions,
    ifRejected: back && {
      othersAreAsked: back.othersAreAsked,
      owesFrom: back.owesFrom?.toISOString() ?? null,
      owedPence: isOwner ? back.owedPence : null,
    },
  }
}

const offerView = ({ newStartAt, expiresAt, ...offer }: NonNullable<Row['offeredTime']>) => ({
  ...offer,
  newStartAt: new Date(newStartAt).toISOString(),
  expiresAt: new Date(expiresAt).toISOString(),
})

const pointOf = ({ number, postcode, stairs, ...point }: BookedPoint, place: string, isOpen: boolean) => ({
  number,
  outcode: outcodeOf(postcode) ?? '',
  place,
  stairs,
  postcode: isOpen ? postcode : null,
  address: isOpen ? point.formattedAddress : null,
  flatAndHouse: isOpen ? point.flatAndHouse : null,
  contactName: isOpen ? point.contactName : null,
  contactNumber: isOpen ? point.contactNumber : null,
})
