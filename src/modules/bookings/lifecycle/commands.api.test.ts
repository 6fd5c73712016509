import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, heldTimes, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import type { Actor } from '#platform/session.ts'
import { Refusal } from '#shared/endpoint.ts'
import { STATUSES } from '../rules.ts'
import { lockBooking } from '../queries.ts'
import { stored, transition, type Taker } from './commands.ts'
import { columnsOf, stateOf, TRANSITIONS, type BookingState, type Step, type Transition, type Who } from './rules.ts'

let app: TestApp
let taker: Taker
let customer: Awaited<ReturnType<typeof aCustomer>>
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  const unit = await aUnit(app)
  taker = { unitId: unit.id, companyId: unit.company.id }
  customer = await aCustomer(app)
})
afterAll(() => app.close())

const rows = (Object.entries(TRANSITIONS) as [Step, Transition][]).filter(([, { from }]) => from.length > 0)
const STATES: BookingState[] = [...STATUSES, 'awaiting_verification', 'hot']
const HOLDING: BookingState[] = ['new_booking', 'confirmed', 'in_progress', 'completed']

const ctxOf = (who: Who | undefined): Ctx => {
  const person = { userId: customer.id, sessionId: customer.id, company: null }
  const actors: Record<Who, Actor> = {
    clock: { kind: 'visitor' },
    link: { kind: 'visitor' },
    customer: { kind: 'customer', ...person },
    driver: { ...person, kind: 'driver', company: { id: customer.id, unitIds: [] } },
    hired: { ...person, kind: 'hired', company: { id: customer.id, unitIds: [], mayAnswer: false } },
    trusted: { ...person, kind: 'hired', company: { id: customer.id, unitIds: [], mayAnswer: true } },
    office: { kind: 'admin', ...person },
  }
  return withActor(app.ctx, actors[who ?? 'clock'])
}

/** A booking that has come as far as this. */
async function aBookingIn(state: BookingState): Promise<string> {
  const { id } = await aBooking(app, { customer })
  await bringTo(id, state)
  await app.ctx.db.deleteFrom('notifications.message').execute()
  await app.ctx.db.deleteFrom('bookings.event').execute()
  await app.app.pool.query(`delete from pgboss.job where name like 'bookings.%'`)
  return id
}

async function bringTo(id: string, state: BookingState): Promise<void> {
  const left = state === 'hot' ? { unitId: null, companyId: null } : { unitId: taker.unitId }
  await app.ctx.db
    .updateTable('bookings.booking')
    .set({ ...stored(columnsOf(state)), ...left })
    .where('id', '=', id)
    .execute()
  if (!HOLDING.includes(state)) await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', id).execute()
}

const attempt = (ctx: Ctx, id: string, step: Step) =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking) throw new Error('The booking is gone')
    return transition(tx, booking, step, step === 'take_hot' || step === 'give' ? { taker } : {})
  })

const read = async (id: string) => {
  const row = await storedBooking(app, id)
  const { awaitingVerification, isHot } = row
  const state = stateOf({ status: row.status, isHot, awaitingVerification })
  const { rows: jobs } = await app.app.pool.query<{ name: string }>(
    `select name from pgboss.job where name like 'bookings.%' order by name`,
  )
  return { ...row, state, jobs: jobs.map(({ name }) => name) }
}

const DUE = {
  response: ['bookings.response-due'],
  no_one_took: ['bookings.no-one-took-due'],
  reconfirm: ['bookings.reconfirmation-due'],
  day: ['bookings.evening-due', 'bookings.lateness-due', 'bookings.outcome-due'],
}
/** Whatever moves a job's end may make the unit late for the jobs after it. */
const MOVES_LATER = [
  'bookings.running-late',
  'bookings.started',
  'bookings.paused',
  'bookings.waiting',
  'bookings.resumed',
  'bookings.finished',
]
const jobsOf = ({ deadlines, notices, events }: Transition) =>
  [
    ...(events.some((event) => MOVES_LATER.includes(event)) ? ['bookings.later-jobs-at-risk'] : []),
    ...deadlines.flatMap((name) => DUE[name]),
    ...(notices.includes('hot_job') ? ['bookings.hot-job-offered'] : []),
  ].toSorted()

describe('every step, from wherever it can be taken', () => {
  const cases = rows.flatMap(([step, row]) => row.from.map((from) => [step, from, row] as const))
  it.each(cases)('%s, from %s', async (step, from, row) => {
    const id = await aBookingIn(from)
    const before = await read(id)
    app.clock.advance({ hours: 3 })
    expect(await attempt(ctxOf(row.by[0]), id, step)).toBeUndefined()
    const after = await read(id)
    const held = { take: 1, free: 0, leave: HOLDING.includes(from) ? 1 : 0 }
    expect(await heldTimes(app)).toHaveLength(held[row.hold])
    const isUnproved = from === 'awaiting_verification' && !row.proves
    expect(after).toMatchObject({
      state: row.to,
      awaitingVerification: isUnproved,
      version: before.version + 1,
      respondBy: new Date(row.deadlines.includes('response') ? '2026-11-21T00:00:00Z' : '2026-11-20T21:00:00Z'),
      unitId: row.leavesUnit || (from === 'hot' && row.hold !== 'take') ? null : taker.unitId,
      events: row.events.map((name) => name.replace('bookings.', '').replaceAll('-', '_')),
      jobs: jobsOf(row),
    })
    // Each company that can do a hot job is notified by a queued job of its own, and a booking without a company
    // notifies none.
    const notices = row.notices.filter((name) => name !== 'hot_job' && (name !== 'job_cancelled' || from !== 'hot'))
    const sentCount = isUnproved ? 0 : notices.length
    expect(await messagesAbout(app, id)).toHaveLength(sentCount)
  })

  it('is refused from anywhere else, and changes nothing', async () => {
    const id = await aBookingIn('new_booking')
    for (const state of STATES) {
      await bringTo(id, state)
      const before = await read(id)
      for (const [step] of rows.filter(([, { from }]) => !from.includes(state)))
        expect([step, await attempt(ctxOf('clock'), id, step)]).toEqual([step, expect.any(Refusal)])
      expect(await read(id)).toEqual(before)
    }
  })
})

it('is not for anybody: a step that its table gives to others is a defect, and changes nothing', async () => {
  const id = await aBookingIn('new_booking')
  const before = await read(id)
  for (const [who, step] of [
    ['customer', 'confirm'],
    ['driver', 'nobody'],
    ['office', 'reject'],
  ] as const)
    await expect(attempt(ctxOf(who), id, step)).rejects.toThrow('may not take the step')
  expect(await read(id)).toEqual(before)
})

it('that needs a time which has gone is refused, and changes nothing', async () => {
  for (const [from, step, who] of [
    ['awaiting_verification', 'verify', 'link'],
    ['hot', 'take_hot', 'driver'],
  ] as const) {
    const id = await aBookingIn(from)
    await aBooking(app)
    const before = await read(id)
    expect(await attempt(ctxOf(who), id, step)).toMatchObject({ kind: { code: 'slot_taken' } })
    expect(await read(id)).toEqual(before)
    await app.ctx.db.deleteFrom('bookings.booking').execute()
  }
})
