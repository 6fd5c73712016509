import { afterAll, beforeAll, expect, it } from 'vitest'
import { getReviewPage, reviewBooking } from '#modules/reviews/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, storedBooking, type Booking, type Customer } from '#test/support/factories/booking.ts'
import { dayTime, driverDayOf, dayHelpers, type TestDay } from '#test/support/factories/day.ts'
import { callAs } from '#test/support/session.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { confirmBooking, reconfirmBooking } from './answers/contract.ts'
import { proposeChange, answerLinkedChange, getChangeCode, openChange } from './changes/contract.ts'
import { getKeys, makeKeysLink, releaseKeys } from './changes/links/contract.ts'
import { answerClaim, createClaim, getClaim } from './claims/contract.ts'
import { getBooking } from './contract.ts'
import { getDay, getSharedDay } from './day/contract.ts'
import { finishJob, pauseJob, resumeJob, setOff, startJob } from './day/actions/contract.ts'

/** One booking through its whole life, over the API alone: the effects and the notices of each step. */

let app: TestApp
let unit: TestUnit
let customer: Customer
let booking: Booking
let day: TestDay
let reviewHash: string
const read = new Set<string>()
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-20T09:00:00Z')
  const tariff = { waitingPencePerHalfHour: 2000, freeWaitingMinutes: 30 }
  unit = await aUnit(app, { company: { pencePerHour: 5000, tariff } })
  customer = await aCustomer(app)
})
afterAll(() => app.close())

const { phone } = dayHelpers(() => app)
const stored = () => storedBooking(app, booking.id)

/** Moves the clock to a time and runs the jobs due by then. */
async function at(time: string): Promise<void> {
  app.clock.set(time)
  await app.runJobs()
}

interface SentNotice {
  kind: string
  who: string
  text: string
}

/** Notices since the last call: recipients, by email and by text. */
async function news(): Promise<SentNotice[]> {
  await app.runJobs()
  const rows = await app.ctx.db
    .selectFrom('notifications.message')
    .select(['id', 'kind', 'recipient', 'text'])
    .orderBy('id')
    .execute()
  const fresh = rows.filter(({ id }) => !read.has(id))
  for (const { id } of fresh) read.add(id)
  const owner = unit.company.owner
  const names = new Map([
    [customer.email, 'customer'],
    ['+447700900123', 'customer by text'],
    [owner.email, 'mover'],
  ])
  return fresh.map(({ recipient, kind, text }) => ({ kind, text, who: names.get(recipient) ?? recipient }))
}
const notified = async () => (await news()).map(({ who, kind }) => `${who}: ${kind}`)

/** Token of the address in a notice. */
const tokenIn = (text: string, path: string): string =>
  new RegExp(`/${path}/([A-Za-z0-9_-]{20,})`).exec(text)?.[1] ?? `no ${path} in ${text}`

it('is booked and confirmed', async () => {
  booking = await aBooking(app, { customer })
  const driver = callAs(app, unit.company.owner.id)
  day = { id: booking.id, hash: booking.hash, unit, driver, customer: callAs(app, customer.id) }
  expect(await stored()).toMatchObject({ status: 'new_booking', totalPence: booking.totalPence })
  expect(await notified()).toEqual(['customer: booking_received', 'mover: new_job'])
  await must(driver(confirmBooking, { params: { id: booking.id } }))
  expect(await stored()).toMatchObject({ status: 'confirmed' })
  expect(await notified()).toEqual(['customer: booking_confirmed'])
})

it('is near: its driver is asked whether it stands, and both are reminded in the evening', async () => {
  await at('2026-11-27T09:00:00Z')
  expect(await notified()).toEqual(['mover: job_reconfirm'])
  await must(day.driver(reconfirmBooking, { params: { id: day.id } }))
  await at('2026-11-27T17:59:59Z')
  expect(await notified()).toEqual([])
  await at('2026-11-27T18:00:00Z')
  expect(await notified()).toEqual(['customer: day_evening_before', 'mover: job_evening_before'])
})

it('is its day: set off and started, and whoever holds the link sees it without a word of anybody', async () => {
  const params = { id: day.id }
  await at(dayTime('08:00'))
  await must(day.driver(setOff, { params, body: { ...phone(), sharePosition: false } }))
  expect(await notified()).toEqual(['customer: day_on_the_way'])
  await at(dayTime('09:00'))
  await must(day.driver(startJob, { params, body: phone() }))
  expect(await notified()).toEqual(['customer: day_started'])
  const shared = await must(app.call()(getSharedDay, { params: { hash: day.hash } }))
  expect(shared).toMatchObject({ status: 'in_progress', clock: { state: 'running', startedAt: dayTime('09:00') } })
})

it('stands still for keys until the agent says by the link that they are released', async () => {
  const params = { id: day.id }
  await at(dayTime('10:00'))
  await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'keys_not_released' } }))
  expect(await notified()).toEqual(['customer: day_waiting'])
  const { url } = await must(day.customer(makeKeysLink, { params, body: {} }))
  const token = { params: { token: url?.split('/').at(-1) ?? '' } }
  expect(await must(app.call()(getKeys, token))).toMatchObject({ outcode: 'BN1', releasedAt: null })
  await at(dayTime('10:55'))
  await must(app.call()(releaseKeys, { ...token, body: {} }))
  expect(await notified()).toEqual(['customer: keys_released', 'mover: keys_released'])
  await at(dayTime('11:00'))
  await must(day.driver(resumeJob, { params, body: phone() }))
  expect(await notified()).toEqual([])
  expect((await driverDayOf(day)).clock).toMatchObject({ state: 'running', waitedSeconds: 3600 })
})

it('costs more where the customer agrees, by a code to their phone', async () => {
  await at(dayTime('11:10'))
  const line = { label: 'The shed too', amountPence: 4000 }
  const body = { kind: 'time' as const, words: 'Two bicycles and a mower', extraMinutes: 30, line }
  const change = await must(day.driver(proposeChange, { params: { id: day.id }, body }))
  const notices = await news()
  expect(notices.map(({ who, kind }) => `${who}: ${kind}`)).toEqual(['customer: change_proposed'])
  const params = { token: tokenIn(notices.find(({ kind }) => kind === 'change_proposed')?.text ?? '', 'change') }
  await must(app.call()(getChangeCode, { params, body: {} }))
  const [text] = await news()
  expect(text).toMatchObject({ who: 'customer by text', kind: 'change_code' })
  const code = /\b\d{6}\b/.exec(text?.text ?? '')?.[0] ?? ''
  const { pass } = await must(app.call()(openChange, { params, body: { code } }))
  expect(await stored()).toMatchObject({ totalPence: booking.totalPence, ceilingPence: booking.ceilingPence })
  await must(app.call()(answerLinkedChange, { params, body: { pass, version: change.version, agree: true } }))
  expect(await notified()).toEqual(['customer: change_agreed', 'mover: change_agreed'])
  expect(await stored()).toMatchObject({
    totalPence: booking.totalPence + 4000,
    ceilingPence: booking.ceilingPence + 4000,
  })
})

it('is finished, and what silence confirms is what is owed', async () => {
  const params = { id: day.id }
  const { agreedMinutes } = (await driverDayOf(day)).clock
  const finish = new Date(Date.parse(dayTime('10:00')) + agreedMinutes * 60_000)
  await at(finish.toISOString())
  await must(day.driver(finishJob, { params, body: phone() }))
  expect(await notified()).toEqual(['customer: day_finished'])
  expect(await stored()).toMatchObject({ status: 'completed', finalPence: null })
  app.clock.set(finish)
  app.clock.advance({ hours: 23, minutes: 59 })
  expect(await notified()).toEqual([])
  app.clock.advance({ minutes: 1 })
  const notices = await news()
  expect
    .soft(notices.map(({ who, kind }) => `${who}: ${kind}`))
    .toEqual(['customer: day_hours_confirmed', 'mover: job_hours_confirmed', 'customer: review_request'])
  // An hour was waited, half of it free: a half hour. The half hour more was agreed to, and is paid by its line alone.
  expect(await stored()).toMatchObject({ finalPence: booking.totalPence + 4000 + 2000 })
  expect((await must(day.customer(getDay, { params }))).hours).toMatchObject({
    state: 'confirmed',
    confirmedBy: 'silence',
    workedMinutes: agreedMinutes,
    waitedMinutes: 60,
  })
  const request = notices.find(({ kind }) => kind === 'review_request')
  reviewHash = tokenIn(request?.text ?? '', 'company-review')
})

it('is reviewed by the emailed link, once', async () => {
  const params = { hash: reviewHash }
  expect(await must(app.call()(getReviewPage, { params }))).toMatchObject({ isFinished: true, review: null })
  const body = { punctuality: 5, care: 4, value: 4, text: 'They waited for the keys without a murmur.' }
  await must(app.call()(reviewBooking, { params, body }))
  expect(await notified()).toEqual(['mover: review_received'])
  expect(await must(day.customer(getBooking, { params: { id: day.id } }))).toMatchObject({ hasFeedback: true })
})

it('is claimed for, and answered', async () => {
  const params = { id: day.id }
  app.clock.advance({ days: 2 })
  expect(await notified()).toEqual([])
  await must(
    day.customer(createClaim, { params, body: { items: [{ words: 'The mirror: cracked.', askedPence: 12_000 }] } }),
  )
  expect(await notified()).toEqual(['customer: claim_made', 'mover: claim_received'])
  app.clock.advance({ days: 1 })
  await must(day.driver(answerClaim, { params, body: { acceptedPence: 12_000, text: 'We are sorry. We pay.' } }))
  expect(await notified()).toEqual(['customer: claim_answered'])
  expect(await must(day.customer(getClaim, { params }))).toMatchObject({ status: 'settled' })
})

it('is quiet afterwards, and its trail tells it in order', async () => {
  app.clock.advance({ days: 20 })
  expect(await notified()).toEqual([])
  expect
    .soft((await stored()).events)
    .toEqual([
      'created',
      'confirmed',
      'reconfirmation_asked',
      'reconfirmed',
      'set_off',
      'started',
      'waiting',
      'keys_released',
      'resumed',
      'change_proposed',
      'change_agreed',
      'finished',
      'hours_confirmed',
      'claimed',
      'claim_answered',
    ])
  const { events } = await must(day.customer(getDay, { params: { id: day.id } }))
  expect(events.map(({ kind, who }) => [kind, who])).toEqual([
    ['set_off', 'driver'],
    ['started', 'driver'],
    ['paused', 'driver'],
    ['keys_released', 'link'],
    ['resumed', 'driver'],
    ['change_proposed', 'driver'],
    ['change_agreed', 'link'],
    ['finished', 'driver'],
    ['hours_confirmed', 'system'],
  ])
})
