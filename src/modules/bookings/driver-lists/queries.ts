import { sql, type RawBuilder } from 'kysely'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { payloadOf } from '#modules/fleet/masses/rules.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { loadOfItems } from '#modules/quoting/load/rules.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows, type KeyPage } from '#platform/key-pages.ts'
import { unitsOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { timeString } from '#shared/duration.ts'
import { pageLink, type KeyPageRequest } from '#shared/page.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { listFit } from '../hot-jobs/queries.ts'
import { stateOf } from '../life/rules.ts'
import { keptOf } from '#modules/pricing/commission/rules.ts'
import { givingBack } from '../answers/rules.ts'
import { allowedActions } from '../policy.ts'
import type { BookedPoint } from '../create/rules.ts'
import type { BookingStatus } from '../rules.ts'
import { itemsOf } from '../views/queries.ts'
import type { driverBooking, listHotJobs as hotEndpoint } from './contract.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'

export type DriverBookingView = Camel<z.output<typeof driverBooking>>
type ListAnswer = AnswerOf<typeof hotEndpoint>

interface Row {
  id: string
  customerId: string
  unitId: string | null
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
  startAt: Date
  endAt: Date
  respondBy: Date | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  paymentMethod: 'cash' | 'card'
  totalPence: number
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
  category: VanCategory | null
  payloadKg: number | null
  /** Of a job that this unit gave back or did not answer. */
  lostStatus: 'rejected' | 'not_taken_by_driver' | null
  reason: string | null
  key: unknown[]
}

/** The jobs in a list, by id and start, with what it says of them beside the booking's own row. */
type Listed = RawBuilder<unknown>

const rowsOf = (
  ctx: Ctx,
  { unitId, companyId }: OwnUnit,
  listed: Listed,
  { key, orderBy }: Pick<KeyPage, 'key' | 'orderBy'>,
) =>
  sql<Row>`/* driver-bookings */
    select b.id, b.customer_id, b.unit_id, b.status, b.is_hot, b.awaiting_verification, b.start_at, b.end_at, b.respond_by,
      b.reconfirm_by, b.reconfirmed_at, b.payment_method, b.total_pence, b.commissionable_pence, b.move, b.work, b.route_points,
      b.customer_note, b.photos_id, b.allow_hot_job, b.minimum_time_pence, p.first_name, p.phone, c.commission_percent, v.category, v.payload_kg,
      l.lost_status, l.reason, ${key} as key
    from (${listed}) l
    join bookings.booking b on b.id = l.id
    join identity."user" p on p.id = b.customer_id
    cross join (select commission_percent from companies.company where id = ${companyId}) c
    left join fleet.van v on v.unit_id = ${unitId}
    order by ${orderBy}`.execute(ctx.db)

const none = sql`null::text as lost_status, b.reject_reason as reason`
/** Of a list that is read whole. */
const bySoonest = { key: sql<unknown[]>`json_build_array()`, orderBy: sql`l.start_at, l.id` }

const LISTS = {
  'new-bookings': {
    direction: 'asc',
    of: (unitId: string) => [
      sql`select b.id, b.start_at, ${none} from bookings.booking b
        where b.unit_id = ${unitId} and b.status = 'new_booking' and not b.is_hot and not b.awaiting_verification`,
    ],
  },
  'confirmed-bookings': {
    direction: 'asc',
    of: (unitId: string) => [
      sql`select b.id, b.start_at, ${none} from bookings.booking b
        where b.unit_id = ${unitId} and b.status in ('confirmed', 'in_progress')`,
    ],
  },
  'past-bookings': {
    direction: 'desc',
    of: (unitId: string) => [
      sql`select b.id, b.start_at, ${none} from bookings.booking b
        where b.unit_id = ${unitId} and not b.awaiting_verification
          and b.status in ('completed', 'canceled_by_customer', 'rejected', 'not_taken_by_driver', 'no_one_took')`,
      sql`select b.booking_id, b.start_at, b.status, b.reason from bookings.lost_job b where b.unit_id = ${unitId}`,
    ],
  },
} as const

/** A page of a unit's list: two statements, however many jobs there are. Each branch is read from its own index as far as the page goes. */
export async function listUnitBookings(
  ctx: Ctx,
  unit: OwnUnit,
  list: keyof typeof LISTS,
  asked: KeyPageRequest,
): Promise<ListAnswer | Refusal> {
  const path = `/api/booking/working-unit/${unit.unitId}/${list}/`
  const { direction, of } = LISTS[list]
  const page = openPage(ctx, { list: path, direction, columns: { 'l.start_at': 'timestamptz', 'l.id': 'uuid' } }, asked)
  if (page instanceof Refusal) return page
  const branches = of(unit.unitId)
  const all = sql.join(branches, sql` union all `)
  const shown = sql`select * from (${all}) l where ${page.isAfter} order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`
  const [count, { rows }] = await Promise.all([
    countOf(ctx, page, ctx.db.selectFrom(sql<{ id: string }>`(${all})`.as('l'))),
    rowsOf(ctx, unit, shown, page),
  ])
  const { rows: kept, ...answer } = pageOfRows(ctx, path, page, { rows, count })
  return { ...answer, results: kept.map((row) => viewOf(ctx, unit, row)) }
}

/** Hot jobs that the unit can do, soonest first. They are few: which, is found out for all of them. */
export async function listHotJobs(ctx: Ctx, unit: OwnUnit, asked: KeyPageRequest): Promise<ListAnswer | Refusal> {
  const path = `/api/booking/working-unit/${unit.unitId}/hot-jobs/`
  if (asked.after !== undefined) return invalidField('after', 'This list has pages by number.')
  const fit = await listFit(ctx, { unitIds: [unit.unitId] })
  const first = (asked.page - 1) * asked.pageSize
  const ids = fit.slice(first, first + asked.pageSize).map(({ bookingId }) => bookingId)
  const link = (page: number) => pageLink(path, { page, page_size: asked.pageSize })
  const { rows } = await rowsOf(ctx, unit, byId(ids), bySoonest)
  return {
    count: fit.length,
    countIsMinimum: false,
    next: first + ids.length < fit.length ? link(asked.page + 1) : null,
    previous: asked.page > 1 ? link(asked.page - 1) : null,
    nextCursor: null,
    results: rows.map((row) => viewOf(ctx, unit, row)),
  }
}

const byId = (ids: readonly string[]): Listed =>
  sql`select b.id, b.start_at, ${none} from bookings.booking b where b.id = any (${[...ids]}::uuid[])`

/** One job of the unit: its own, one that it lost, or a hot one that it can do. Any other is not found (T-113). */
export async function findDriverBooking(ctx: Ctx, unit: OwnUnit, id: string): Promise<DriverBookingView | Refusal> {
  const own = sql`
    select b.id, b.start_at, l.status as lost_status, coalesce(l.reason, b.reject_reason) as reason from bookings.booking b
    left join bookings.lost_job l on l.booking_id = b.id and l.unit_id = ${unit.unitId}
    where b.id = ${id} and not b.awaiting_verification and (b.unit_id = ${unit.unitId} or l.unit_id is not null)`
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

const OPEN_TO_DRIVER: readonly BookingStatus[] = ['confirmed', 'in_progress', 'completed']

function viewOf(ctx: Ctx, unit: OwnUnit, row: Row): DriverBookingView {
  const { move, work, lostStatus, totalPence, commissionPercent } = row
  const { order } = work
  const isLost = lostStatus !== null && row.unitId !== unit.unitId
  // Streets, contacts and notes are for who comes.
  const isOpen = !isLost && row.unitId === unit.unitId && OPEN_TO_DRIVER.includes(row.status)
  const isOwner = ctx.actor.kind === 'driver'
  const { pieces, weightKg, volumeM3 } = loadOfItems(move.items)
  const van = row.category && {
    payloadKg: payloadOf({ category: row.category, payloadKg: row.payloadKg }),
    volumeM3: VAN_DETAILS[row.category].volumeM3,
  }
  const actions = isLost ? [] : allowedActions(ctx.actor, { ...row, state: stateOf(row) })
  const back = actions.includes('reject') ? givingBack({ ...row, start: row.startAt }) : null
  return {
    id: row.id,
    status: isLost ? lostStatus : row.status,
    isHot: row.isHot && !isLost,
    workingUnitId: unit.unitId,
    totalPence: isOwner ? totalPence : null,
    youKeepPence: isOwner ? keptOf(row, commissionPercent).keptPence : null,
    paymentMethod: row.paymentMethod,
    cashToTakePence: row.paymentMethod === 'cash' ? totalPence : null,
    startAt: row.startAt.toISOString(),
    endAt: row.endAt.toISOString(),
    respondBy: isLost ? null : (row.respondBy?.toISOString() ?? null),
    reconfirmBy: isLost || row.reconfirmedAt ? null : (row.reconfirmBy?.toISOString() ?? null),
    routePoints: row.routePoints.map((point, index) => pointOf(point, work.places[index]?.town ?? '', isOpen)),
    vanCategory: move.vanCategory,
    needTailLift: move.needTailLift,
    manPower: move.manPower,
    distance: order.distance,
    estimated: order.estimated,
    totalTime: order.totalTime,
    trips: order.trips ?? 1,
    breaksTime: order.breaksTime ?? timeString(0),
    declaredWaiting: order.declaredWaiting ?? timeString(0),
    items: itemsOf(move),
    load: { pieces, weightKg, volumeM3 },
    van: van || null,
    customer: isOpen ? { firstName: row.firstName, phone: row.phone } : null,
    customerNote: isOpen ? row.customerNote : null,
    photosId: isOpen ? row.photosId : null,
    reason: row.reason,
    allowedActions: actions,
    ifRejected: back && {
      othersAreAsked: back.othersAreAsked,
      owesFrom: back.owesFrom?.toISOString() ?? null,
      owedPence: isOwner ? back.owedPence : null,
    },
  }
}

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
