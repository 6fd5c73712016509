import { literals } from '#platform/db.ts'
import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { cancellationSteps, stepsOnWire } from '#modules/pricing/terms/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows, countedUpTo, COUNT_UP_TO } from '#platform/key-pages.ts'
import { timeString } from '#shared/duration.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import type { Camel } from '#shared/wire.ts'
import { cancellationFeeNow, isReportOpen } from '../answers/rules.ts'
import { claimUntil } from '../claims/rules.ts'
import type { booking, listFutureBookings } from '../contract.ts'
import { isByTransfer } from '../create/queries.ts'
import { hashOf, bookingIdOf } from '../gateway.ts'
import { hotPairs, listFitOf, type Pair } from '../hot-jobs/queries.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { allowedActions } from '../policy.ts'
import { ceilingPence, changeAwaits, contactPhone, dayFacts } from '../queries.ts'
import { AHEAD, WAYS_TO_LEAVE, isCancelled, isFinished, timeTaken, type PastStatus, type WayToLeave } from '../rules.ts'
import { lastMessageToCustomer } from '../thread/queries.ts'
import { lastMessageOf } from '../thread/rules.ts'
import type { getJobCounts } from './contract.ts'
import { LISTS } from './driver-lists-queries.ts'
import { itemsOf, loadOf, pointsOf } from './rules.ts'

/** Leaves out the agreed terms, which are long and read separately. */
const shownColumns = [
  'b.id',
  'b.customerId',
  'b.companyId',
  'b.unitId',
  'b.status',
  'b.isHot',
  'b.awaitingVerification',
  'b.startAt',
  'b.endAt',
  'b.respondBy',
  'b.reconfirmBy',
  'b.reconfirmedAt',
  'b.cancelledBy',
  'b.cancellationFeePence',
  'b.claimedFeePence',
  'b.disputedAt',
  'b.paymentMethod',
  'b.totalPence',
  'b.duePence',
  'b.finalPence',
  'b.extraLines',
  'b.byMover',
  'b.vatPence',
  'b.minimumTimePence',
  'b.feeFloorPence',
  'b.cancellation',
  'b.freeUntil',
  'b.lines',
  'b.move',
  'b.work',
  'b.routePoints',
  'b.customerNote',
  'b.photosId',
  'b.rebookRequestSent',
  'b.hasFeedback',
  'b.createdAt',
  'b.plan',
] as const

type Agreed = NonNullable<z.output<typeof booking>['agreed']>

const agreedWithoutTexts = sql<Camel<Agreed> | null>`case when b.company_terms is not null then json_build_object(
  'waiting', json_build_object('waitingPencePerHalfHour', b.company_terms -> 'waitingPencePerHalfHour',
    'freeWaitingMinutes', b.company_terms -> 'freeWaitingMinutes'),
  'cover', b.company_terms -> 'cover', 'trader',
  json_build_object('name', b.company_terms #> '{trader,name}', 'companyNumber', b.company_terms #> '{trader,companyNumber}')) end`

/** The events of one step share their instant; the office's leaves only that it became hot. */
const leftBy = sql<LeftBy | null>`(
  select json_build_object('name', c.name, 'how', e.kind, 'owedPence', coalesce((e.data ->> 'owedToCustomerPence')::int, 0))
  from (
    select unit_id, kind, data from bookings.event
    where booking_id = b.id and kind in (${sql.join(WAYS_TO_LEAVE.map((how) => sql.lit(how)))})
    order by at desc, kind = 'became_hot', id desc limit 1) e
  join fleet.working_unit u on u.id = e.unit_id
  join companies.company c on c.id = u.company_id)`

type PlanVan = Camel<z.output<typeof booking>['working_units'][number]>

const planVanOf = (one: PlanVan): PlanVan => ({
  ...one,
  startAt: new Date(one.startAt).toISOString(),
  endAt: new Date(one.endAt).toISOString(),
})

/** The vans of a plan; nothing is looked up for any other booking. */
const planVans = sql<PlanVan[] | null>`case when b.plan is not null then (
  select json_agg(json_build_object('number', p.van, 'day', p.day, 'id', p.unit_id, 'name', w.name,
    'van', json_build_object('category', pv.category, 'registration', pv.registration), 'manPower', p.help, 'trips', p.trips,
    'startAt', lower(p.during), 'endAt', upper(p.during) - bookings.declared_waiting(b.work), 'isDone', p.done_at is not null) order by p.van, p.day)
  from bookings.booking_van p join fleet.working_unit w on w.id = p.unit_id join fleet.van pv on pv.unit_id = p.unit_id
  where p.booking_id = b.id) end`

interface LeftBy {
  name: string
  how: WayToLeave
  owedPence: number
}

/** The last day is over so long after the finish. */
const finishedAt = sql<Date | null>`(select max(e.at) from bookings.event e where e.booking_id = b.id and e.kind = 'finished')`

/** A company that had it before and has it no more is not heard. */
const unreadMessages = sql<number>`coalesce((
  select t.customer_unread from bookings.thread t
  where t.booking_id = b.id and (b.company_id is null or t.company_id = b.company_id)), 0)`

const bookings = (ctx: Ctx) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .leftJoin('fleet.working_unit as u', 'u.id', 'b.unitId')
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .select([...shownColumns, ceilingPence.as('ceilingPence')])
    .select(agreedWithoutTexts.as('agreed'))
    .select(leftBy.as('leftBy'))
    .select(planVans.as('planVans'))
    .select(isByTransfer.as('isByTransfer'))
    .select(dayFacts.as('day'))
    .select(changeAwaits('b').as('changeAwaits'))
    .select(finishedAt.as('finishedAt'))
    .select(unreadMessages.as('unreadMessages'))
    .select(contactPhone.as('contactPhone'))
    .select(lastMessageToCustomer.as('lastMessage'))
    .select((eb) =>
      eb.selectFrom('bookings.claim as k').select('k.status').whereRef('k.bookingId', '=', 'b.id').as('claimStatus'),
    )
    .select([
      'c.name as companyName',
      'c.markColour',
      'c.logoUrl',
      'c.rating',
      'c.reviewsCount',
      'u.name as unitName',
      'v.category',
      'v.make',
      'v.model',
      'v.registration',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof bookings>['executeTakeFirstOrThrow']>>

/** One booking of the signed-in customer, or of the bearer of a booking token. */
export async function getOwnBooking(ctx: Ctx, id: string, customerId: string) {
  const row = await bookings(ctx)
    .where('b.id', '=', id)
    .where('b.customerId', '=', customerId)
    .executeTakeFirstOrThrow()
  return viewOf(ctx, row)
}

/** Finds a booking of the customer by its id alone; undefined if it is another's. */
export async function findOwnBooking(ctx: Ctx, id: string, customerId: string) {
  const row = await bookings(ctx)
    .where('b.id', '=', id)
    .where('b.customerId', '=', customerId)
    .where(isTheirs)
    .executeTakeFirst()
  return row && viewOf(ctx, row)
}

export async function findSharedBooking(ctx: Ctx, id: string) {
  const row = await bookings(ctx).where('b.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const {
    routePoints,
    customerNote: _note,
    photosId: _photos,
    rebookRequestSent: _sent,
    hasFeedback: _feedback,
    unreadMessages: _unread,
    contactPhone: _phone,
    lastMessage: _last,
    allowedActions: _actions,
    claimStatus: _claim,
    claimUntil: _until,
    ...view
  } = viewOf(ctx, row)
  const points = routePoints.map(({ number, postcode, place, stairs }) => ({
    number,
    outcode: outcodeOf(postcode) ?? '',
    place,
    stairs,
  }))
  return { ...view, routePoints: points }
}

// An unverified booking may have been made by a stranger with this address, so it has no owner yet.
const isTheirs = sql<SqlBool>`not b.awaiting_verification`
const isUpcoming = sql<SqlBool>`b.status in ${literals(AHEAD)}`
const isOver = sql<SqlBool>`b.status not in ${literals(AHEAD)}`

const byStart = { 'b.start_at': 'timestamptz', 'b.id': 'uuid' } as const
/** Upcoming bookings soonest first; past bookings most recent first. */
const lists = {
  future: { path: '/api/booking/future-bookings/', isOfIt: isUpcoming, direction: 'asc' },
  past: { path: '/api/booking/past-bookings/', isOfIt: isOver, direction: 'desc' },
} as const

/** A page of the customer's bookings: two statements, however many bookings there are. */
export async function listCustomerBookings(
  ctx: Ctx,
  customerId: string,
  which: keyof typeof lists,
  { status, ...pageRequest }: KeyPageRequest & { status?: PastStatus | undefined },
): Promise<AnswerOf<typeof listFutureBookings> | Refusal> {
  const { path, isOfIt: isOfList, direction } = lists[which]
  const isListed = status ? sql<SqlBool>`${isOfList} and b.status = ${status}` : isOfList
  const order = { list: `${path} ${customerId} ${status ?? ''}`, direction, columns: byStart, query: { status } }
  const page = openPage(ctx, order, pageRequest)
  if (page instanceof Refusal) return page
  const [count, found] = await Promise.all([
    countOf(
      ctx,
      page,
      ctx.db.selectFrom('bookings.booking as b').where('b.customerId', '=', customerId).where(isTheirs).where(isListed),
    ),
    bookings(ctx)
      .select(page.key.as('key'))
      .where('b.customerId', '=', customerId)
      .where(isTheirs)
      .where(isListed)
      .$call(page.cut)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  return { ...answer, results: rows.map((row) => viewOf(ctx, row)) }
}

/** Columns shown under the same name in the contract. */
function viewOf(
  ctx: Ctx,
  {
    customerId,
    move,
    work,
    routePoints,
    startAt,
    minimumTimePence,
    feeFloorPence,
    freeUntil,
    day,
    finishedAt: over,
    ...row
  }: Row,
) {
  const until = isFinished(row.status) && over ? claimUntil(over) : null
  const mayClaim = until !== null && until > ctx.clock.now() && row.claimStatus === null
  const wasCancelled = isCancelled(row.status)
  const steps = cancellationSteps(startAt, minimumTimePence, row.cancellation, { feeFloorPence, freeUntil })
  return {
    ...row,
    hash: hashOf(ctx, row.id),
    routePoints: pointsOf(routePoints, work),
    startAt: startAt.toISOString(),
    endAt: row.endAt.toISOString(),
    respondBy: row.respondBy?.toISOString() ?? null,
    reconfirmBy: row.reconfirmedAt ? null : (row.reconfirmBy?.toISOString() ?? null),
    createdAt: row.createdAt.toISOString(),
    vanCategory: move.vanCategory,
    needTailLift: move.needTailLift,
    manPower: move.manPower,
    distance: work.order.distance,
    estimated: work.order.estimated,
    totalTime: timeTaken({ startAt, endAt: row.endAt }),
    trips: work.order.trips ?? 1,
    breaksTime: work.order.breaksTime ?? timeString(0),
    declaredWaiting: work.order.declaredWaiting ?? timeString(0),
    claimedFeePence: row.cancelledBy === 'driver' || isReportOpen(row) ? row.claimedFeePence : null,
    cancellation: stepsOnWire(steps),
    cancellationFeePence: wasCancelled
      ? row.cancellationFeePence
      : cancellationFeeNow({ ...row, start: startAt, minimumTimePence, feeFloorPence, freeUntil }, ctx.clock.now()),
    tolls: work.order.tolls ?? [],
    items: itemsOf(move),
    load: loadOf(move),
    company: companyOf(row),
    workingUnit: unitOf(row),
    plan: row.plan,
    workingUnits: (row.planVans ?? []).map(planVanOf),
    contactPhone: row.contactPhone,
    lastMessage: lastOf(ctx, row),
    claimUntil: until?.toISOString() ?? null,
    allowedActions: allowedActions(ctx.actor, {
      ...row,
      state: stateOf(row),
      customerId,
      start: startAt,
      day,
      now: ctx.clock.now(),
      mayClaim,
    }),
  }
}

/** The link alone identifies no author, so it shows no message. */
const lastOf = ({ actor }: Ctx, { lastMessage, status }: Pick<Row, 'lastMessage' | 'status'>) =>
  actor.kind === 'visitor' ? null : lastMessageOf(lastMessage, { userId: actor.userId, side: 'customer', status })

function companyOf(row: Pick<Row, 'companyId' | 'companyName' | 'markColour' | 'logoUrl' | 'rating' | 'reviewsCount'>) {
  const { companyId: id, companyName: name, markColour, logoUrl, rating, reviewsCount } = row
  return id && name && markColour ? { id, name, markColour, logoUrl, rating, reviewsCount: reviewsCount ?? 0 } : null
}

function unitOf(row: Pick<Row, 'unitId' | 'unitName' | 'category' | 'make' | 'model' | 'registration'>) {
  const { unitId: id, unitName: name, category, make, model, registration } = row
  if (!id || !name || !category || !make || !model || !registration) return null
  return { id, name, van: { category, make, model, registration } }
}

/** A booking's page by link, for slices after this one. */
export const linkOf = (ctx: Ctx, bookingId: string): string => hashOf(ctx, bookingId)

/** The booking that a link opens; undefined for anything this server did not sign. */
export const linkedBooking = (ctx: Ctx, hash: string): string | undefined => bookingIdOf(ctx, hash)

/** Counts of the lists, repeated with each pair of the unit and a hot job near it; one row without a pair. */
type ListCountRow = { newBookings: number; confirmedBookings: number } & (Pair | { bookingId: null })

/** How many jobs each list of a unit holds. One statement, and up to two more if there are hot jobs, to find out which it can do; none `without` them. */
export async function countJobs(
  ctx: Ctx,
  { unitId }: OwnUnit,
  { without }: { without?: 'hot-jobs' | undefined } = {},
): Promise<AnswerOf<typeof getJobCounts>> {
  const pairs = without ? sql`select null::uuid as booking_id` : hotPairs(ctx, { unitIds: [unitId] })
  const { rows } = await sql<ListCountRow>`/* job-counts */
    select ${countOfList('new-bookings', unitId)} as new_bookings, ${countOfList('confirmed-bookings', unitId)} as confirmed_bookings, p.*
    from (select) own left join (${pairs}) p on true`.execute(ctx.db)
  const hot = await listFitOf(
    ctx,
    rows.flatMap((row) => (row.bookingId === null ? [] : [row])),
  )
  return {
    hotJobs: without ? null : countedUpTo(hot.length),
    newBookings: countedUpTo(rows[0]?.newBookings ?? 0),
    confirmedBookings: countedUpTo(rows[0]?.confirmedBookings ?? 0),
  }
}

const countOfList = (list: 'new-bookings' | 'confirmed-bookings', unitId: string) =>
  sql<number>`(select count(*)::int from (${LISTS[list].of(unitId)[0]} limit ${COUNT_UP_TO}) l)`
