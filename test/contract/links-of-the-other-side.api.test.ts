import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { confirmArrivalByLink, startJob } from '#modules/bookings/day/actions/contract.ts'
import { makeScreenCode, makeKeysLink } from '#modules/bookings/changes/links/contract.ts'
import { proposeChange } from '#modules/bookings/changes/contract.ts'
import { tokenOf } from '#modules/bookings/changes/gateway.ts'
import { reviewHashOf } from '#modules/reviews/queries.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { listEndpoints } from '#test/support/endpoints.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { sessionFor } from '#test/support/session.ts'

/** A link speaks for whoever holds it, so neither side is ever shown one that is evidence against it. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-20T09:00:00Z' })
})
afterAll(() => app.close())

const readings = listEndpoints().filter(({ method }) => method === 'GET')

/** All that somebody is answered about a booking and a unit, under whichever name an address takes their ids. */
async function everythingFor(bearer: string, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const { id, path } of readings) {
    if (/\/(live|events|stream)\/$/.test(path)) continue
    for (const first of ids)
      for (const second of ids) {
        const url = `/api${path.replace(/\{[^}]+\}/, first).replaceAll(/\{[^}]+\}/g, second)}`
        const answer = await app.app.fastify.inject({
          method: 'GET',
          url,
          headers: { authorization: `Bearer ${bearer}` },
        })
        if (answer.statusCode < 300) texts.set(`${id} ${url}`, answer.body)
      }
  }
  return texts
}

const leaks = (texts: Map<string, string>, secrets: readonly string[]): string[] =>
  [...texts].flatMap(([where, text]) => (secrets.some((secret) => text.includes(secret)) ? [where] : []))

/** What the links in somebody's messages hold. */
async function tokensTo(recipient: string): Promise<string[]> {
  const messages = await app.ctx.db
    .selectFrom('notifications.message')
    .select('text')
    .where('recipient', '=', recipient)
    .execute()
  return messages.flatMap(({ text }) => [...text.matchAll(/\/([\w-]{40,})/g)].map(([, token]) => token ?? 'none'))
}

async function aJobWithLinks() {
  const { id, booking, unit, customer, driver, call } = await anAgreedBooking(app)
  const hired = await aHiredDriver(app, driver, unit.id)
  const made = async (by: typeof call) => {
    const { url } = await must(by(makeKeysLink, { params: { id }, body: { forName: crypto.randomUUID() } }))
    return /\/keys\/([\w-]+)/.exec(url ?? '')?.[1] ?? 'none'
  }
  const [keysOfCustomer, keysOfMover] = [await made(call), await made(driver)]
  const change = await must(
    driver(proposeChange, { params: { id }, body: { kind: 'item', words: 'An armchair', extraMinutes: 30 } }),
  )
  const { code } = await must(driver(makeScreenCode, { params: { id }, body: {} }))
  await app.runJobs()
  // The mover starts early, so that the customer gets a link to agree to that.
  app.clock.set('2026-11-28T08:20:00Z')
  const now = app.clock.now().toISOString()
  await must(driver(startJob, { params: { id }, body: { actionKey: crypto.randomUUID(), happenedAt: now } }))
  await app.runJobs()
  const derived = [booking.hash, reviewHashOf(app.ctx, id), tokenOf(app.ctx, 'change', change.id), keysOfCustomer]
  const ofCustomer = [...new Set([...derived, ...(await tokensTo(customer.email))])]
  return { id, unit, customer, hired, ofCustomer, ofMover: [keysOfMover, code] }
}

describe('a link', () => {
  it('of the customer is in no answer and no message to the mover, and one of the mover in none to the customer', async () => {
    const { id, unit, customer, hired, ofCustomer, ofMover } = await aJobWithLinks()
    const { owner } = unit.company
    const ids = [id, unit.id]
    for (const person of [owner.id, hired.id]) {
      const texts = await everythingFor((await sessionFor(app, person)).bearer, ids)
      // It was really asked: the lists of the day and of the changes are among them.
      expect([...texts.keys()].filter((where) => where.startsWith('listChanges '))).not.toEqual([])
      expect(leaks(texts, ofCustomer)).toEqual([])
    }
    const own = await everythingFor((await sessionFor(app, customer.id)).bearer, ids)
    expect(ofCustomer.length).toBeGreaterThan(4)
    expect(leaks(own, ofMover)).toEqual([])
    expect(leaks(own, ofCustomer)).not.toEqual([])
    const told = await app.ctx.db
      .selectFrom('notifications.message')
      .select(['kind', 'recipient', 'text'])
      .where('subjectId', '=', id)
      .execute()
    const to = (email: string) =>
      new Map(told.filter(({ recipient }) => recipient === email).map(({ kind, text }) => [kind, text]))
    expect(to(owner.email).size).toBeGreaterThan(0)
    expect(leaks(to(owner.email), ofCustomer)).toEqual([])
    expect(leaks(to(customer.email), ofMover)).toEqual([])
  })

  it('that a mover has all the same is marked where they use it', async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    const { id, booking, unit } = await anAgreedBooking(app)
    app.clock.set('2026-11-28T08:50:00Z')
    const address = '203.0.113.90'
    const { bearer } = await sessionFor(app, unit.company.owner.id)
    await must(createCall(app.app.fastify, { bearer, address })(makeScreenCode, { params: { id }, body: {} }))
    app.clock.set('2026-11-28T09:01:00Z')
    await must(createCall(app.app.fastify, { address })(confirmArrivalByLink, { params: { hash: booking.hash } }))
    const day = await app.ctx.db
      .selectFrom('bookings.day')
      .select('isStartDoubted')
      .where('bookingId', '=', id)
      .executeTakeFirstOrThrow()
    expect(day.isStartDoubted).toBe(true)
  })
})
