import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { logIn } from '#modules/identity/contract.ts'
import { findFigures } from '#modules/reviews/figures/queries.ts'
import { getSettings } from '#modules/onboarding/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { testPassword } from '#test/support/people.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, driverDayOf, type TestDay } from '#test/support/factories/day.ts'
import { sessionFor } from '#test/support/session.ts'
import { sendPosition, finishJob, confirmArrivalByLink, setOff, startJob } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const { phone, at } = dayHelpers(() => app)

const onTimeOf = async ({ unit }: TestDay) => (await findFigures(app.ctx, unit.company.id))?.onTime

async function finish(day: TestDay, time: string): Promise<void> {
  app.clock.set(dayTime(time))
  await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
  await app.runJobs()
}

describe('what a phone says of time', () => {
  it('is no proof of being on time: a start dated back by hours is marked, and counts as late', async () => {
    const day = await aConfirmedJob(app)
    await at(dayTime('11:50'))
    const body = phone(dayTime('09:00'))
    const begun = await must(day.driver(startJob, { params: { id: day.id }, body }))
    expect(begun.events).toMatchObject([{ happenedAt: dayTime('09:00'), isShifted: true }])
    await finish(day, '12:30')
    expect(await onTimeOf(day)).toBe(0)
  })

  it('is borne out by a position at the door that arrived in time', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('08:40'))
    await must(day.driver(setOff, { params, body: { ...phone(), sharePosition: true } }))
    const { work } = await app.ctx.db
      .selectFrom('bookings.booking')
      .select('work')
      .where('id', '=', day.id)
      .executeTakeFirstOrThrow()
    const { lat, lng } = work.places[0]!
    app.clock.set(dayTime('08:58'))
    await must(day.driver(sendPosition, { params, body: { lat, lng, at: dayTime('08:58') } }))
    app.clock.set(dayTime('10:30'))
    await must(day.driver(startJob, { params, body: phone(dayTime('09:00')) }))
    await finish(day, '11:00')
    expect(await onTimeOf(day)).toBe(1)
  })

  it('is not needed where the customer said that they were there', async () => {
    const day = await aConfirmedJob(app)
    await at(dayTime('09:02'))
    await must(app.call()(confirmArrivalByLink, { params: { hash: day.hash } }))
    app.clock.set(dayTime('11:00'))
    await must(day.driver(startJob, { params: { id: day.id }, body: phone(dayTime('09:00')) }))
    await finish(day, '11:30')
    expect(await onTimeOf(day)).toBe(1)
  })

  it.each(['a network from which the mover acted for this job', 'a device of the mover'])(
    'is not borne out by the customer’s link on %s: it is marked, and counts as late',
    async (where) => {
      const day = await aConfirmedJob(app)
      const { owner } = day.unit.company
      const [device, address] = ['m'.repeat(43), '203.0.113.77']
      await must(
        createCall(app.app.fastify, { device, address: '203.0.113.5' })(logIn, {
          body: { email: owner.email, password: testPassword },
        }),
      )
      await at(dayTime('08:50'))
      const { bearer } = await sessionFor(app, owner.id)
      await must(createCall(app.app.fastify, { bearer, address })(setOff, { params: { id: day.id }, body: phone() }))
      const own = where.startsWith('a network') ? { address } : { device, address: '198.51.100.9' }
      app.clock.set(dayTime('09:02'))
      await must(createCall(app.app.fastify, own)(confirmArrivalByLink, { params: { hash: day.hash } }))
      expect((await driverDayOf(day)).events.at(-1)).toMatchObject({ kind: 'arrived', who: 'link', isFromMover: true })
      await finish(day, '11:30')
      expect(await onTimeOf(day)).toBe(0)
    },
  )

  it('is borne out by the link in another network, and in one that many people share', async () => {
    for (const address of ['198.51.100.9', '100.64.0.7']) {
      const day = await aConfirmedJob(app)
      await at(dayTime('08:50'))
      const { bearer } = await sessionFor(app, day.unit.company.owner.id)
      const driver = createCall(app.app.fastify, { bearer, address: '100.64.0.7' })
      await must(driver(setOff, { params: { id: day.id }, body: phone() }))
      app.clock.set(dayTime('09:02'))
      await must(createCall(app.app.fastify, { address })(confirmArrivalByLink, { params: { hash: day.hash } }))
      expect((await driverDayOf(day)).events.at(-1)).toMatchObject({ kind: 'arrived', isFromMover: false })
      await finish(day, '11:30')
      expect(await onTimeOf(day)).toBe(1)
      app.clock.set('2026-11-20T09:00:00Z')
    }
  })

  it('counts for the hours only a quarter of an hour back once the phone was online in between', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('08:50'))
    await must(day.driver(setOff, { params, body: phone() }))
    // Seen at half past nine by another job of the same unit.
    await app.ctx.db
      .insertInto('bookings.day_action')
      .values({
        bookingId: day.id,
        actionKey: crypto.randomUUID(),
        unitId: day.unit.id,
        kind: 'loaded',
        requestDigest: Buffer.alloc(32),
        isConflict: false,
        at: new Date(dayTime('09:30')),
      })
      .execute()
    app.clock.set(dayTime('11:00'))
    await must(day.driver(startJob, { params, body: phone(dayTime('09:00')) }))
    expect((await driverDayOf(day)).clock.startedAt).toBe(dayTime('10:45'))
  })

  it('is never before its day', async () => {
    const day = await aConfirmedJob(app)
    await at(dayTime('09:00'))
    await must(day.driver(startJob, { params: { id: day.id }, body: phone('2026-11-22T09:00:00.000Z') }))
    expect((await driverDayOf(day)).clock.startedAt).toBe(dayTime('03:00'))
  })
})

it('a unit is not “available now” while a job of its own runs or is about to', async () => {
  const day = await aConfirmedJob(app)
  const isAvailable = async () => (await must(day.driver(getSettings, {}))).workingUnits[0]?.isAvailableNow
  await at(dayTime('07:30'))
  const before = await isAvailable()
  await at(dayTime('08:10'))
  expect(await isAvailable()).toBe(false)
  await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
  await at(dayTime('15:30'))
  expect(await isAvailable()).toBe(false)
  await finish(day, '15:31')
  expect([before, await isAvailable()]).toEqual([true, true])
})
