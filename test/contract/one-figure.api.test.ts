import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exportBookings, findBookings, getBoardBooking } from '#modules/board/bookings/contract.ts'
import { agreeChange, proposeChange } from '#modules/bookings/changes/contract.ts'
import { getBooking, getSharedBooking, listPastBookings } from '#modules/bookings/contract.ts'
import { findCustomers } from '#modules/bookings/create/contract.ts'
import { finishJob, startJob } from '#modules/bookings/day/actions/contract.ts'
import { getDay, getDriverDay, getMyDay } from '#modules/bookings/day/contract.ts'
import { confirmHours } from '#modules/bookings/day/hours/contract.ts'
import { getDriverBooking, listUnitPastBookings } from '#modules/bookings/lists/contract.ts'
import { getUnitNews } from '#modules/bookings/lists/driver-dashboard-contract.ts'
import { getSchedule } from '#modules/calendar/contract.ts'
import { payoutAfterCommission } from '#modules/pricing/commission-rules.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { plainPounds } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { must } from '#test/support/driver.ts'
import { listEndpoints } from '#test/support/endpoints.ts'
import { storedBooking } from '#test/support/factories/booking.ts'
import { mailboxOf } from '#test/support/people.ts'
import { aConfirmedJob, anOffice, dayHelpers, dayTime, type TestDay } from '#test/support/factories/day.ts'

/** A booking has one final figure once its hours are confirmed: every answer about it reads that one. */

let app: TestApp
let day: TestDay
/** Booked, agreed to since, and over on the day. */
/** As booked, and as it is agreed. */
let time: { minutes: number; start: Date; end: Date }
let figure: { booked: number; agreed: number; final: number; kept: number }
/** Every answer as it was between the finish and the confirmation of the hours. */
let before: Record<string, unknown>
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-20T09:00:00Z')
  day = await aConfirmedJob(app)
  const { phone } = dayHelpers(() => app)
  const params = { id: day.id }
  const booked = (await storedBooking(app, day.id)).totalPence
  const asked = {
    kind: 'item' as const,
    words: 'A piano',
    extraMinutes: 30,
    line: { label: 'A piano', amountPence: 2000 },
  }
  const change = await must(day.driver(proposeChange, { params, body: asked }))
  await must(day.customer(agreeChange, { params, body: { changeId: change.id, version: change.version } }))
  // The day before, the driver is asked to reconfirm.
  app.clock.set('2026-11-27T12:00:00Z')
  await app.runJobs()
  app.clock.set(dayTime('09:00'))
  const { clock } = await must(day.driver(startJob, { params, body: phone() }))
  app.clock.set(new Date(Date.parse(dayTime('09:00')) + (clock.agreedMinutes + 20) * 60_000))
  await must(day.driver(finishJob, { params, body: phone() }))
  const names = Object.keys(VIEWS)
  before = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await VIEWS[name]?.()] as const)))
  await must(day.customer(confirmHours, { params }))
  await app.runJobs()
  const { finalPence, totalPence, commissionablePence } = await app.ctx.db
    .selectFrom('bookings.booking')
    .select(['finalPence', 'totalPence', 'commissionablePence'])
    .where('id', '=', day.id)
    .executeTakeFirstOrThrow()
  const { startAt: start, endAt: end, work } = await storedBooking(app, day.id)
  time = { minutes: minutesOfTimeString(work.order.totalTime), start, end }
  const final = finalPence ?? 0
  const { keptPence } = payoutAfterCommission(
    { totalPence: final, commissionablePence: commissionablePence + final - totalPence },
    15,
  )
  figure = { booked, agreed: 2000, final, kept: keptPence }
})
afterAll(() => app.close())

type Found = Record<string, unknown>

/** Every object of an answer that is about the booking. */
function aboutBooking(answer: unknown): Found[] {
  if (typeof answer !== 'object' || answer === null) return []
  const own = answer as Found
  const isIts = [own['id'], own['bookingId']].includes(day.id)
  return [...(isIts ? [own] : []), ...Object.values(own).flatMap(aboutBooking)]
}

/** The figure that an object states: the last word first. */
const stated = (one: Found): unknown => {
  const hours = (one['hours'] ?? {}) as Found
  return one['finalPence'] ?? one['duePence'] ?? hours['toPayPence'] ?? one['totalPence']
}

const id = () => ({ id: day.id })
const unit = () => ({ id: day.unit.id })
const VIEWS: Record<string, () => Promise<unknown>> = {
  getBooking: () => must(day.customer(getBooking, { params: id() })),
  listPastBookings: () => must(day.customer(listPastBookings, {})),
  getSharedBooking: () => must(app.call()(getSharedBooking, { params: { hash: day.hash } })),
  getDay: () => must(day.customer(getDay, { params: id() })),
  getDriverDay: () => must(day.driver(getDriverDay, { params: { ...unit(), bookingId: day.id } })),
  getMyDay: () => must(day.driver(getMyDay, { params: unit(), query: { date: '2026-11-28' } })),
  listUnitPastBookings: () => must(day.driver(listUnitPastBookings, { params: unit() })),
  getDriverBooking: () => must(day.driver(getDriverBooking, { params: { ...unit(), bookingId: day.id } })),
  getSchedule: () => must(day.driver(getSchedule, { params: unit(), query: { from: '2026-11-28', days: 1 } })),
  findBookings: async () => must((await anOffice(app))(findBookings, { query: { q: day.id } })),
  getBoardBooking: async () => must((await anOffice(app))(getBoardBooking, { params: id() })),
  findCustomers: async () => {
    const { firstName } = await app.ctx.db
      .selectFrom('bookings.booking as b')
      .innerJoin('identity.user as u', 'u.id', 'b.customerId')
      .select('u.firstName')
      .where('b.id', '=', day.id)
      .executeTakeFirstOrThrow()
    return must((await anOffice(app))(findCustomers, { query: { q: firstName.padEnd(3) } }))
  },
}

/** Money of something else: prices that are asked for, terms, documents with tests of their own, or jobs that are not over. */
const OF_OTHER_THINGS =
  `getCustomerTerms getRebookPrice listRebookings listNewBookings listConfirmedBookings listHotJobs getLinkedChange
  getAgreedTerms getJobSheet listFutureBookings getCompanyPage getEarnings getSources getBoard listBoardCases listDayQuestions
  getAnswerLink getBookedMove`.split(/\s+/)

describe('one figure everywhere', () => {
  it('is what was booked, what was agreed since, and the half hour over', () => {
    expect(figure.final).toBe(figure.booked + figure.agreed + 2500)
  })

  it.each(Object.keys(VIEWS))('%s says it', async (name) => {
    const found = aboutBooking(await VIEWS[name]?.()).filter((one) => stated(one) !== undefined)
    expect(found.length).toBeGreaterThan(0)
    const own = (name: string) => found.map((one) => one[name]).filter((value) => typeof value === 'number')
    expect(new Set(found.map(stated))).toEqual(new Set([figure.final]))
    expect(own('youKeepPence').filter((pence) => pence !== figure.kept)).toEqual([])
    expect(own('cashToTakePence').filter((pence) => pence !== figure.final)).toEqual([])
  })

  it.each(Object.keys(VIEWS))('%s says it from the finish on, before the hours are confirmed', (name) => {
    const found = aboutBooking(before[name]).filter((one) => stated(one) !== undefined)
    expect(found.length).toBeGreaterThan(0)
    const figures = found.flatMap((one) => [stated(one), one['cashToTakePence'] ?? figure.final])
    expect(new Set(figures)).toEqual(new Set([figure.final]))
    expect(found.flatMap((one) => one['youKeepPence'] ?? []).filter((pence) => pence !== figure.kept)).toEqual([])
  })

  it.each(Object.keys(VIEWS))('%s names no ceiling beside it', async (name) => {
    const found = [await VIEWS[name]?.()].flatMap(aboutBooking)
    const stated = found.flatMap((one) => [one['ceilingPence'], ((one['hours'] ?? {}) as Found)['ceilingPence']])
    expect(stated.filter((pence) => typeof pence === 'number')).toEqual([])
  })

  it.each(Object.keys(VIEWS))('%s says how long it takes with what was agreed since, or not at all', async (name) => {
    const { minutes, start, end } = time
    expect(end.getTime() - start.getTime()).toBe((minutes + 30) * 60_000)
    const said = aboutBooking(await VIEWS[name]?.()).flatMap(({ totalTime }) => totalTime ?? [])
    expect(said.filter((text) => text !== timeString(minutes + 30))).toEqual([])
  })

  it('asks the driver to reconfirm the time as it is agreed', async () => {
    const mails = await mailboxOf(app, day.unit.company.owner.email)
    const asked = mails.find(({ subject }) => subject.startsWith('Is it still going ahead?'))
    const clock = (instant: Date) => formatTime(toLocal(instant).minute)
    expect(asked?.text).toContain(`from ${clock(time.start)} to ${clock(time.end)}.`)
  })

  it('is in the office’s CSV and in the takings of the week', async () => {
    const csv = await must((await anOffice(app))(exportBookings, { query: { q: day.id } }))
    expect(rowsOfCsv(csv).map((row) => row['Price (GBP)'])).toEqual([plainPounds(figure.final)])
    const { takings } = await must(day.driver(getUnitNews, { params: unit() }))
    expect(takings?.thisWeek.donePence).toBe(figure.kept)
  })

  it('stands on the bill as what was booked, each agreed change, and what came on top', async () => {
    const { hours } = await must(day.customer(getDay, { params: id() }))
    expect(hours).toMatchObject({ bookedPence: figure.booked, changeLines: [{ label: 'A piano', amountPence: 2000 }] })
    const sum = [...hours.changeLines, ...hours.lines].reduce((all, one) => all + one.amountPence, hours.bookedPence)
    expect(sum).toBe(figure.final)
  })

  it('leaves no answer out that names a booking’s price', () => {
    const names = /"(total|final|to_pay|cash_to_take|you_keep)_pence"/
    const found = listEndpoints().filter(
      ({ method, answer }) =>
        method === 'GET' &&
        answer instanceof z.ZodType &&
        names.test(JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any' }))),
    )
    const known = [...Object.keys(VIEWS), ...OF_OTHER_THINGS]
    expect(found.map(({ id: name }) => name).filter((name) => !known.includes(name))).toEqual([])
  })
})
