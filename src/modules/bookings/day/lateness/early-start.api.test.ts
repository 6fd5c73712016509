import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, driverDayOf, type TestDay } from '#test/support/factories/day.ts'
import { tokenOf } from '../../changes/gateway.ts'
import { finishJob, confirmArrivalByLink, startJob } from '../actions/contract.ts'
import { getDay } from '../contract.ts'
import { answerCorrection, correctTime } from '../hours/corrections-contract.ts'
import { confirmHours } from '../hours/contract.ts'
import { agreeToEarlyStart, getEarlyStart } from './contract.ts'

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

const messages = (id: string) =>
  app.ctx.db
    .selectFrom('notifications.message')
    .select(['text', 'recipient', 'channel', 'holdsSecret'])
    .where('subjectId', '=', id)
    .where('kind', '=', 'day_started_early')
    .execute()

const tokenIn = (text: string | null | undefined): string => /\/early-start\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

/** Begun forty minutes before nine, with the link that the booker got. */
async function begunEarly(): Promise<TestDay & { token: string; agreed: number }> {
  const day = await aConfirmedJob(app)
  await at(dayTime('08:20'))
  const { clock } = await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
  const [message] = await messages(day.id)
  return { ...day, token: tokenIn(message?.text), agreed: clock.agreedMinutes }
}

const look = (token: string) => app.call()(getEarlyStart, { params: { token } })
const agree = (token: string) => app.call()(agreeToEarlyStart, { params: { token }, body: {} })
const clockOf = async ({ customer, id }: TestDay) => (await must(customer(getDay, { params: { id } }))).clock

describe('the link to agree to an early start', () => {
  it('goes to the booker alone, names act and amount, and is in no answer to anybody', async () => {
    const day = await begunEarly()
    const sent = await messages(day.id)
    expect(sent.length).toBeGreaterThan(0)
    const { email } = await app.ctx.db
      .selectFrom('bookings.booking as b')
      .innerJoin('identity.user as u', 'u.id', 'b.customerId')
      .select('u.email')
      .where('b.id', '=', day.id)
      .executeTakeFirstOrThrow()
    expect(sent.flatMap(({ channel, recipient }) => (channel === 'email' ? [recipient] : []))).toEqual([email])
    for (const { text, holdsSecret } of sent) {
      expect(holdsSecret).toBe(true)
      expect(text).toMatch(/from 08:20/)
      expect(text).toMatch(/up to £[\d.]+ more/)
    }
    expect(
      JSON.stringify([await driverDayOf(day), await day.customer(getDay, { params: { id: day.id } })]),
    ).not.toContain('early-start/')
    const trail = await app.ctx.db.selectFrom('bookings.event').select('data').where('bookingId', '=', day.id).execute()
    expect(JSON.stringify(trail)).not.toContain(day.token)
  })

  it('does nothing when it is opened, and agrees by the button, once', async () => {
    const day = await begunEarly()
    expect(await must(look(day.token))).toMatchObject({
      state: 'open',
      startAt: dayTime('09:00'),
      startedAt: dayTime('08:20'),
    })
    expect((await clockOf(day)).billedFrom).toBe(dayTime('09:00'))
    expect(await must(agree(day.token))).toMatchObject({ state: 'agreed' })
    expect(await must(agree(day.token))).toMatchObject({ state: 'agreed' })
    const own = await must(day.customer(getDay, { params: { id: day.id } }))
    expect(own.clock).toMatchObject({ billedFrom: dayTime('08:20'), mayAgreeToStart: false })
    expect(own.events.map(({ kind, who }) => [kind, who])).toEqual([
      ['started', 'driver'],
      ['early_start_agreed', 'link'],
    ])
  })

  it('costs no more than it names', async () => {
    const day = await begunEarly()
    const { mostPence } = await must(agree(day.token))
    app.clock.set(new Date(Date.parse(dayTime('09:00')) + (day.agreed + 10) * 60_000))
    await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
    await must(day.customer(confirmHours, { params: { id: day.id } }))
    const { finalPence, totalPence } = await storedBooking(app, day.id)
    expect(finalPence).toBeGreaterThan(totalPence)
    expect(finalPence).toBeLessThanOrEqual(totalPence + mostPence)
  })

  it('comes too if the customer, or whoever holds the booking’s link, says that they are here', async () => {
    const day = await aConfirmedJob(app)
    await at(dayTime('08:30'))
    await must(app.call()(confirmArrivalByLink, { params: { hash: day.hash } }))
    const [message] = await messages(day.id)
    expect(await must(look(tokenIn(message?.text)))).toMatchObject({ state: 'open', startedAt: dayTime('08:30') })
  })

  it.each(['09:00', '08:56'])('isn’t sent for a start at %s, which is as good as agreed', async (time) => {
    const day = await aConfirmedJob(app)
    await at(dayTime(time))
    await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
    expect(await messages(day.id)).toEqual([])
  })

  it.each(['a day later', 'once the hours are settled', 'once the start is another'])(
    'agrees to nothing %s',
    async (when) => {
      const day = await begunEarly()
      const params = { id: day.id }
      if (when === 'a day later') app.clock.advance({ days: 1, minutes: 1 })
      if (when === 'once the hours are settled') {
        app.clock.set(dayTime('11:00'))
        await must(day.driver(finishJob, { params, body: phone() }))
        await must(day.customer(confirmHours, { params }))
      }
      if (when === 'once the start is another') {
        const { id } = await must(
          day.driver(correctTime, { params, body: { seq: 1, happenedAt: dayTime('08:10'), why: '' } }),
        )
        await must(day.customer(answerCorrection, { params, body: { correctionId: id, agree: true } }))
      }
      expect(await must(look(day.token))).toMatchObject({ state: 'over' })
      expect(await agree(day.token)).toMatchObject({ status: 409, problem: { code: 'early_start_over' } })
      expect((await clockOf(day)).billedFrom).toBe(dayTime('09:00'))
    },
  )

  it('is no other link, and no other link is it', async () => {
    const day = await begunEarly()
    const links = [day.hash, tokenOf(app.ctx, 'keys', day.id), tokenOf(app.ctx, 'early start', day.id), 'x'.repeat(64)]
    for (const token of links) {
      expect((await look(token)).status).toBe(404)
      expect((await agree(token)).status).toBe(404)
    }
  })
})
