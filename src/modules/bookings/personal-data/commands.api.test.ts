import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { removeOrphans } from '#modules/files/commands.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { eraseExpiredData } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await aUnit(app)
})
afterAll(() => app.close())

const daysAfter = (instant: string, days: number) => new Date(Date.parse(instant) + days * 86_400_000)

async function uploaded(id: string): Promise<string> {
  const row = { id, addressDigest: Buffer.alloc(32), createdAt: app.clock.now() }
  await app.ctx.db.insertInto('files.upload').values(row).execute()
  return id
}

const uploads = async (id: string) =>
  (await app.ctx.db.selectFrom('files.upload').select('id').where('id', '=', id).execute()).map((row) => row.id)

it('photos go 90 days after the move, the booking stays', async () => {
  const photosId = await uploaded('photos-of-a-move')
  const { id, endAt } = await aBooking(app, { photosId })
  for (const [days, left] of [
    [89.9, [photosId]],
    [90.1, []],
  ] as const) {
    app.clock.set(daysAfter(endAt, days))
    await eraseExpiredData(app.ctx)
    await removeOrphans(app.ctx)
    expect(await uploads(photosId)).toEqual(left)
  }
  expect(await storedBooking(app, id)).toMatchObject({ photosId: null, events: ['created'] })
})

it('photos of a claim go 90 days after it is over, not before; the claim stays', async () => {
  const { id, endAt } = await aBooking(app)
  const photosId = await uploaded('photos-of-a-claim')
  const claims = app.ctx.db.updateTable('bookings.claim')
  const { companyId } = await storedBooking(app, id)
  const at = new Date(endAt)
  await app.ctx.db.updateTable('files.upload').set({ attachedAt: at }).where('id', '=', photosId).execute()
  await app.ctx.db
    .insertInto('bookings.claim')
    .values({
      bookingId: id,
      companyId: companyId ?? '',
      status: 'with_office',
      askedPence: 5000,
      madeAt: at,
      answerBy: at,
    })
    .execute()
  await app.ctx.db
    .insertInto('bookings.claim_item')
    .values({ bookingId: id, position: 0, words: 'A lamp.', askedPence: 5000, photosId })
    .execute()
  const after = async (days: number) => {
    app.clock.set(daysAfter(endAt, days))
    await eraseExpiredData(app.ctx)
    await removeOrphans(app.ctx)
    return uploads(photosId)
  }
  expect(await after(300)).toEqual([photosId])
  const answeredAt = daysAfter(endAt, 300)
  await claims.set({ status: 'settled', answeredAt, acceptedPence: 5000 }).where('bookingId', '=', id).execute()
  expect(await after(389.9)).toEqual([photosId])
  expect(await after(390.1)).toEqual([])
})

it('a booking whose address nobody verified goes a week after its day, with what was said about it', async () => {
  const unverified = await aBooking(app)
  const verified = await aBooking(app, { move: aMove({ date: '2026-12-02' }) })
  await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', unverified.id).execute()
  await app.ctx.db
    .updateTable('bookings.booking')
    .set({ awaitingVerification: true, status: 'no_one_took' })
    .where('id', '=', unverified.id)
    .execute()
  expect(await messagesAbout(app, unverified.id)).not.toEqual([])

  app.clock.set(daysAfter(unverified.endAt, 6.9))
  await eraseExpiredData(app.ctx)
  expect(await storedBooking(app, unverified.id)).toMatchObject({ status: 'no_one_took' })

  app.clock.set(daysAfter(unverified.endAt, 30))
  await eraseExpiredData(app.ctx)
  await expect(storedBooking(app, unverified.id)).rejects.toThrow('no result')
  expect(await messagesAbout(app, unverified.id)).toEqual([])
  expect(await storedBooking(app, verified.id)).toMatchObject({ status: 'new_booking' })
})
