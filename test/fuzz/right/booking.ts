import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { rejectBooking } from '#modules/bookings/answers/contract.ts'
import { tokenOf } from '#modules/bookings/changes/gateway.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { handOverMove, shareMove } from '#modules/quoting/saved-moves/contract.ts'
import { getStartCode } from '#modules/bookings/waiting/contract.ts'
import { register } from '#modules/identity/contract.ts'
import { must } from '#test/support/driver.ts'
import { testPassword } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { aMoveToKeep } from '#test/support/factories/kept-move.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aBooking, search } from '#test/support/factories/booking.ts'
import { toJson } from '#platform/json-columns.ts'
import type { StoredMove } from '#modules/quoting/saved-moves/commands.ts'
import { addDays, addMinutes } from '#shared/local-time.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { toWire } from '#shared/wire.ts'
import type { World } from '../world.ts'
import { afterRequests } from './after.ts'
import { billingRequests } from './billing.ts'
import { aPasser, codeTo, newPhone, type Maker } from './maker.ts'

const place = {
  location: { lat: 51.58, lng: -0.02 },
  city: 'London',
  formatted_address: '7 Hoe Street',
  place_id: 'x1',
}
const contacts = { contact_name: 'Jo', contact_number: '+447700900123', flat_and_house: 'Flat 2' }

/** Everything that a request for prices may hold. */
const wholeMove = {
  ...(toWire(aMove({ stops: ['E10 6EQ'], stairs: [1, 0, 9], date: '2026-12-05', to: 'SW1A 1AA' })) as object),
  items: [
    { moving_item: 102, amount: 1, need_assembling: true, need_disassembling: true },
    { moving_item: 207, amount: 4, need_assembling: false, need_disassembling: false },
  ],
  job_kind: 'furniture',
  assembling_help: 'one_porter',
  disassembling_help: 'driver_helps',
  extra_time: '00:30:00',
  customer_note: 'Mind the cat.',
  travel_time: '00:30:00',
  distance: 1200,
  is_ulez_charged: true,
}

/** Everything that a move may hold while it is on its way to another device. */
const keptMove = {
  items: wholeMove.items,
  job_kind: 'furniture',
  man_power: 'one_porter',
  assembling_help: 'one_porter',
  disassembling_help: 'driver_helps',
  van_category: 'luton_van',
  need_tail_lift: true,
  extra_time: '00:30:00',
  declared_waiting: '01:00:00',
  route_points: [
    { postcode: 'E17 4QH', stairs: 1 },
    { postcode: 'SW1A 1AA', stairs: 9 },
  ],
  date: '2026-12-05',
  time: '09:00',
}

const asked: Maker = async () => {
  const [first, ...others] = (wholeMove as unknown as { route_points: object[] }).route_points
  const points = [{ ...first, ...contacts, address: { ...place, postcode: 'E17 4QH' } }, ...others]
  return { body: { ...wholeMove, route_points: points } }
}

let searches = 0

/** Another day and hour each time. */
function aFreshDay(): { date: string; time: string } {
  searches += 1
  const time = `${String(8 + (searches % 9)).padStart(2, '0')}:00`
  return { date: addDays('2027-01-05', searches % 60), time }
}

/** At another day and hour each time, because what is booked is no longer free. */
async function aFreshQuote({ app }: World): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    searches += 1
    const date = addDays('2026-12-01', searches % 50)
    const time = `${String(7 + (searches % 11)).padStart(2, '0')}:00`
    const { results } = await search(app, aMove({ date, time, to: 'SW1A 1AA' }))
    if (results[0]) return results[0].quoteId
  }
  throw new Error('Nobody is free on twenty days')
}

/** A booking that somebody made while registering, and the number that they gave. */
async function aWaitingBooking(world: World): Promise<{ hash: string; phone: string }> {
  const phone = newPhone()
  const email = `waiting-${randomBytes(6).toString('hex')}@example.com`
  const person = { userRole: 'customer' as const, email, password: testPassword, firstName: 'Robin', phone }
  const { bookingToken } = await must(world.app.call()(register, { body: person }))
  const quoteId = await aFreshQuote(world)
  const routePoints = [0, 1].map((number) => ({ number, contactNumber: '+447700900555' }))
  const body = { quoteId, paymentMethod: 'cash' as const, routePoints }
  const { hash } = await must(world.app.call(bookingToken)(createBooking, { body }))
  return { hash, phone }
}

export interface Job {
  id: string
  unitId: string
  /** The owner of its company, and its customer. */
  driver: string
  customer: string
  customerId: string
}

/** Booked with whoever is free, new or as these columns say. */
export async function aJob(
  world: World,
  columns: {
    status?: 'confirmed' | 'in_progress' | 'completed'
    isHot?: true
    reconfirmBy?: Date
    startAt?: Date
    endAt?: Date
    confirmedAt?: Date
  } = {},
): Promise<Job> {
  const { app } = world
  const customer = await aPasser(world)
  const { id, company, workingUnit } = await aBooking(app, { customer, quoteId: await aFreshQuote(world) })
  const { ownerUserId } = await app.ctx.db
    .selectFrom('companies.company')
    .select('ownerUserId')
    .where('id', '=', company?.id ?? '')
    .executeTakeFirstOrThrow()
  const nobodys = columns.isHot ? { unitId: null, companyId: null, companyTerms: null } : {}
  if (columns.isHot) await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', id).execute()
  if (Object.keys(columns).length > 0)
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ ...columns, ...nobodys })
      .where('id', '=', id)
      .execute()
  const driver = (await sessionFor(app, ownerUserId ?? '')).bearer
  return { id, unitId: workingUnit?.id ?? '', driver, customer: customer.bearer, customerId: customer.id }
}

/** Its driver has not come, and may be cancelled free. */
function aLateJob(world: World): Promise<Job> {
  const now = world.app.clock.now().getTime()
  return aJob(world, {
    status: 'confirmed',
    startAt: new Date(now - 40 * 60_000),
    endAt: new Date(now + 240 * 60_000),
  })
}

/** One that its driver says was cancelled. */
async function aReportedJob(world: World): Promise<Job> {
  const job = await aJob(world)
  const body = { reason: 'canceled_by_customer' as const }
  await must(world.app.call(job.driver)(rejectBooking, { params: { id: job.id }, body }))
  return job
}

/** The link that its customer was sent. */
async function aCancellationToken(world: World): Promise<string> {
  const { id: bookingId } = await aReportedJob(world)
  const { ctx } = world.app
  const links = ctx.db.selectFrom('bookings.cancellation_link').select('id').where('bookingId', '=', bookingId)
  return tokenOf(ctx, 'cancellation', (await links.executeTakeFirstOrThrow()).id)
}

/** The start of a job some weeks later, on a day on which its unit has nothing yet: other requests book weeks ahead too. */
async function aFreeWeekday(world: World, { id, unitId }: Job): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select b.start_at + w.weeks * interval '7 days' as at from bookings.booking b, generate_series(1, 9) w (weeks)
    where b.id = ${id} and not exists (select from calendar.hold h where h.unit_id = ${unitId}
      and h.during && tstzrange(b.start_at + w.weeks * interval '7 days' - interval '1 day', b.start_at + w.weeks * interval '7 days' + interval '1 day'))
    order by w.weeks limit 1`.execute(world.app.ctx.db)
  if (!rows[0]) throw new Error('The unit is booked on that weekday for nine weeks')
  return rows[0].at
}

export const bookingRequests: Record<string, Maker> = {
  ...afterRequests(aJob, aFreshDay),
  ...billingRequests(aJob),
  confirmBooking: async (world) => {
    const { id, driver } = await aJob(world)
    return { bearer: driver, params: { id }, body: {} }
  },
  offerTime: async (world) => {
    const job = await aJob(world)
    const newStartAt = await aFreeWeekday(world, job)
    return { bearer: job.driver, params: { id: job.id }, body: { new_start_at: newStartAt.toISOString() } }
  },
  rejectBooking: async (world) => {
    const { id, driver } = await aJob(world)
    return { bearer: driver, params: { id }, body: { reason: 'broken_van' } }
  },
  takeBooking: async (world) => {
    const { id, driver, unitId } = await aJob(world, { isHot: true })
    return { bearer: driver, params: { id }, body: { working_unit_id: unitId } }
  },
  moveBooking: async (world) => {
    const { id, unitId } = await aJob(world, { isHot: true })
    return { bearer: await world.bearerOf('A'), params: { id }, body: { working_unit_id: unitId, seen: 'hot' } }
  },
  askAgain: async (world) => {
    const { id } = await aJob(world)
    return { bearer: await world.bearerOf('A'), params: { id } }
  },
  makeHot: async (world) => {
    const { id } = await aJob(world)
    return { bearer: await world.bearerOf('A'), params: { id }, body: { seen: 'new_booking' } }
  },
  reconfirmBooking: async (world) => {
    const reconfirmBy = new Date(world.app.clock.now().getTime() + 3_600_000)
    const { id, driver } = await aJob(world, { status: 'confirmed', reconfirmBy })
    return { bearer: driver, params: { id } }
  },
  cancelBooking: async (world) => {
    const { id, customer } = await aJob(world)
    return { bearer: customer, params: { id }, body: { fee_pence: 0 } }
  },
  findFreeNow: async (world) => {
    const { id, customer } = await aLateJob(world)
    return { bearer: customer, params: { id } }
  },
  bookInstead: async (world) => {
    const { id, customer } = await aLateJob(world)
    return { bearer: customer, params: { id }, body: { quote_id: await aFreshQuote(world), payment_method: 'cash' } }
  },
  agreeCancellation: async (world) => {
    const { id, customer } = await aReportedJob(world)
    return { bearer: customer, params: { id }, body: { fee_pence: 0 } }
  },
  denyCancellation: async (world) => {
    const { id, customer } = await aReportedJob(world)
    return { bearer: customer, params: { id } }
  },
  answerByLink: async (world) => ({ params: { token: await aCancellationToken(world) }, body: { answer: 'no' } }),
  getJobSheet: async (world) => {
    const { id, driver } = await aJob(world, { status: 'confirmed' })
    return { bearer: driver, params: { id } }
  },
  getReceipt: async (world) => {
    const { id, customer } = await aJob(world, { status: 'completed' })
    return { bearer: customer, params: { id } }
  },
  bookSpecial: async (world) => ({
    bearer: await world.bearerOf('A'),
    body: {
      ...(toWire(aMove({ to: 'SW1A 1AA', date: '2026-12-07' })) as object),
      customer: { first_name: 'Margaret', phone: newPhone() },
      customer_note: 'Ring twice.',
      total_pence: 18_000,
      special_pay_method: 'bank_transfer',
      is_congestion_charged: true,
    },
  }),
  bookOfficePlan: async (world) => {
    const { app } = world
    const registration = `LM21 ${[...randomBytes(3)].map((byte) => 'ABCDEFGHJKLMNPRS'[byte % 16]).join('')}`
    await aUnit(app, { districts: ['E17'], van: { registration } })
    const now = app.clock.now()
    const ringUntil = addMinutes(now, 120)
    const given = aMoveToKeep()
    // Stored as it was read from a request, with what is left out filled in.
    const items = (given.items ?? []).map((item) => ({ needAssembling: false, needDisassembling: false, ...item }))
    const move = toJson<StoredMove>({ ...given, items, names: [] } as unknown as StoredMove)
    const { id } = await app.ctx.db
      .insertInto('quoting.office_plan')
      .values({
        name: 'Megan',
        phone: newPhone(),
        ringFrom: now,
        ringUntil,
        move,
        createdAt: now,
        expiresAt: ringUntil,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      bearer: await world.bearerOf('A'),
      params: { id },
      body: {
        customer: { first_name: 'Megan', phone: newPhone(), email: null },
        postcodes: ['E17 4QH', 'SW1A 1AA'],
        date: '2026-12-07',
        time: '09:00',
        days: 2,
        hours: 6,
        man_power: 'driver_helps',
        vans: [{ registration, lines: [{ label: 'Work', amount_pence: 40_000 }] }],
        ceiling_pence: 50_000,
        special_pay_method: 'cash',
      },
    }
  },
  sendAgain: async (world) => {
    const { hash } = await aWaitingBooking(world)
    return { params: { hash }, body: {} }
  },
  getRouteDetails: asked,
  findLowestPrice: asked,
  listDayPrices: async (world, endpoint) => ({
    ...(await asked(world, endpoint)),
    query: { from: '2026-12-01', to: '2026-12-31' },
  }),
  findQuotes: async (world, endpoint) => ({
    ...(await asked(world, endpoint)),
    query: { ordering: 'price', page: 1, page_size: 5, payment_method: 'cash' },
  }),
  handOverMove: () => Promise.resolve({ body: keptMove }),
  shareMove: () => Promise.resolve({ body: keptMove }),
  openMoveByCode: async ({ app }) => {
    const { code } = await must(app.call()(handOverMove, { body: aMoveToKeep() }))
    return { body: { code } }
  },
  getKeptMove: async ({ app }) => {
    const { token } = await must(app.call()(shareMove, { body: aMoveToKeep() }))
    return { params: { token } }
  },
  getOwnMoveAgain: async (world) => {
    const { id, customer } = await aJob(world, { status: 'completed' })
    return { bearer: customer, params: { id } }
  },
  simulatePrice: async (world) => ({
    bearer: await world.bearerOf('D1'),
    params: { id: world.hood.things.companyId },
    body: {
      ...wholeMove,
      unit_id: world.hood.things.unitId,
      prices: { pence_per_mile: 100, included_miles: 5.5, free_waiting_minutes: 15 },
    },
  }),
  tryOutUnit: async (world) => ({
    bearer: await world.bearerOf('D1'),
    params: { id: world.hood.things.unitId },
    body: wholeMove,
  }),
  getStartCode: async (world) => {
    const { hash } = await aWaitingBooking(world)
    return { params: { hash }, body: {} }
  },
  startBooking: async (world) => {
    const { hash, phone } = await aWaitingBooking(world)
    await must(world.app.call()(getStartCode, { params: { hash }, body: {} }))
    return { params: { hash }, body: { code: await codeTo(world, phone) } }
  },
  createBooking: async (world) => {
    const quoteId = await aFreshQuote(world)
    const { bearer } = await aPasser(world)
    const point = { number: 0, stairs: 0, ...contacts, address: place }
    const words = { customer_note: 'Ring twice.', allow_hot_job: true, payment_method: 'cash' }
    return { bearer, body: { quote_id: quoteId, ...words, route_points: [point] } }
  },
}
