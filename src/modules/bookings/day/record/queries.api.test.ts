import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayTime, dayHelpers } from '#test/support/factories/day.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { jpeg } from '#test/support/pictures.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { cancelBooking, rejectBooking, takeBooking } from '../../answers/contract.ts'
import { pauseJob, resumeJob, setOff, startJob } from '../actions/contract.ts'
import { getDay } from '../contract.ts'
import { addDayPhotos, getDayRecord, getDriverDayRecord, verifyRecord } from './contract.ts'

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

describe('the record', () => {
  it('is downloaded by both sides, verifies, and cannot be changed in the database', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:00'))
    await must(day.driver(startJob, { params, body: phone() }))
    await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'access', note: 'Café’s lorry' } }))
    const theirs = await must(day.customer(getDayRecord, { params }))
    const own = await must(day.driver(getDriverDayRecord, { params: { id: day.unit.id, bookingId: day.id } }))
    for (const record of [theirs, own])
      expect(await must(app.call()(verifyRecord, { body: { record } }))).toEqual({
        isValid: true,
        entries: 2,
        bookingId: day.id,
        wrong: null,
      })
    const changed = theirs.replace('lorry', 'Lorry')
    expect(await must(app.call()(verifyRecord, { body: { record: changed } }))).toMatchObject({
      isValid: false,
      wrong: { part: 'entry', seq: 2 },
    })
    for (const statement of [
      sql`update bookings.day_entry set who = 'hired' where booking_id = ${day.id}`,
      sql`delete from bookings.day_entry where booking_id = ${day.id}`,
    ])
      await expect(statement.execute(app.ctx.db)).rejects.toThrow('never changed')
    // The texts of an entry can be erased.
    await sql`update bookings.day_detail set payload = null, salt = null where booking_id = ${day.id}`.execute(
      app.ctx.db,
    )
    const erased = await must(day.customer(getDayRecord, { params }))
    expect(erased).not.toContain('lorry')
    expect(await must(app.call()(verifyRecord, { body: { record: erased } }))).toMatchObject({ isValid: true })
  })
})

describe('the record of a job that went to somebody else', () => {
  const verified = async (record: string) => must(app.call()(verifyRecord, { body: { record } }))

  it('is read by whoever had it as far as their own part goes, and by nobody who never had it', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    const stranger = await aUnit(app, { company: { pencePerHour: 9000 } })
    const second = await aUnit(app, { company: { pencePerHour: 9100 } })
    const recordOf = (call: Call, id: string) => call(getDriverDayRecord, { params: { id, bookingId: day.id } })
    await must(day.driver(rejectBooking, { params, body: { reason: 'broken_van' } }))
    await app.runJobs()
    const taker = callAs(app, second.company.owner.id)
    await must(taker(takeBooking, { params, body: { workingUnitId: second.id } }))
    // They had it, but nothing of the day had happened then.
    expect((await recordOf(day.driver, day.unit.id)).status).toBe(404)
    await at(dayTime('09:00'))
    await must(taker(startJob, { params, body: phone() }))
    await must(taker(pauseJob, { params, body: { ...phone(), reason: 'other', note: 'A word of the second' } }))
    expect((await recordOf(day.driver, day.unit.id)).status).toBe(404)
    await at(dayTime('09:30'))
    expect((await day.driver(startJob, { params, body: phone() })).status).toBe(409)
    await must(taker(resumeJob, { params, body: phone() }))
    const own = await must(recordOf(day.driver, day.unit.id))
    expect(await verified(own)).toMatchObject({ isValid: true, entries: 3 })
    expect(own).not.toContain('A word of the second')
    expect(own).toContain('"is_conflict":true')
    const all = await must(recordOf(taker, second.id))
    expect(await verified(all)).toMatchObject({ isValid: true, entries: 4 })
    expect((await recordOf(callAs(app, stranger.company.owner.id), stranger.id)).status).toBe(404)
    // The record is not found under another company's unit.
    expect((await recordOf(callAs(app, stranger.company.owner.id), day.unit.id)).status).toBe(404)
  })

  it('is read after it was cancelled by whoever did it', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('08:30'))
    await must(day.driver(setOff, { params, body: { ...phone(), sharePosition: false } }))
    await must(day.customer(cancelBooking, { params, body: { feePence: 10_000 } }))
    const own = await must(day.driver(getDriverDayRecord, { params: { id: day.unit.id, bookingId: day.id } }))
    expect(await verified(own)).toMatchObject({ isValid: true, entries: 1 })
  })
})

describe('photos of the day', () => {
  it('are seen by both sides and nobody else; the record holds the digest of what is sent', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:00'))
    const uploaded = async () =>
      (await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])).data.id
    const body = { ...phone(), stage: 'before' as const, photosId: await uploaded() }
    const [photo] = await must(day.driver(addDayPhotos, { params, body }))
    expect(await must(day.driver(addDayPhotos, { params, body }))).toHaveLength(1)
    expect(await day.driver(addDayPhotos, { params, body: { ...body, ...phone() } })).toMatchObject({
      status: 409,
      problem: { code: 'upload_gone' },
    })
    const theirs = { ...phone(), stage: 'after' as const, photosId: await uploaded() }
    expect(await must(day.customer(addDayPhotos, { params, body: theirs }))).toHaveLength(2)
    const stranger = await aCustomer(app)
    expect((await app.call(stranger.bearer)(addDayPhotos, { params, body: theirs })).status).toBe(404)

    const fetch = async (bearer: string) =>
      app.app.fastify.inject({ url: photo?.url ?? '', headers: { authorization: `Bearer ${bearer}` } })
    const owner = await sessionFor(app, day.unit.company.owner.id)
    const answer = await fetch(owner.bearer)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(photo?.sha256)
    expect((await fetch(stranger.bearer)).statusCode).toBe(404)
    const record = await must(day.customer(getDayRecord, { params }))
    expect(record).toContain(photo?.sha256)
    expect((await must(day.customer(getDay, { params }))).photos.map(({ stage }) => stage)).toEqual(['before', 'after'])
    expect((await must(day.customer(getDay, { params }))).events.map(({ who }) => who)).toEqual(['driver', 'customer'])
  })
})
