import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aCustomer, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { getDay } from '../../day/contract.ts'
import { tokenOf } from '../gateway.ts'
import { getKeys, listKeysLinks, makeKeysLink, releaseKeys, withdrawKeysLink } from './contract.ts'
import { MOST_KEYS_LINKS } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const tokenIn = (url: string | null) => url?.split('/').at(-1) ?? ''
const link = async () => {
  const sides = await anAgreedBooking(app)
  const { url, expiresAt } = await must(sides.driver(makeKeysLink, { params: { id: sides.id }, body: {} }))
  return { ...sides, url, expiresAt, params: { token: tokenIn(url) } }
}

it('one tap says when, both sides are told at once, and a second says the same', async () => {
  const { id, call, url, params, customer, unit, expiresAt } = await link()
  expect(expiresAt).toBe('2026-11-29T00:00:00.000Z')
  // The address speaks for the agent: the other side sees the link, not its address, and has one of its own.
  expect((await must(call(listKeysLinks, { params: { id } }))).map((one) => one.url)).toEqual([null])
  expect((await must(call(makeKeysLink, { params: { id }, body: {} }))).url).not.toBe(url)
  app.clock.set('2026-11-28T13:42:00Z')
  const shown = await must(app.call()(getKeys, { params }))
  expect(shown).toEqual({
    outcode: 'BN1',
    startAt: '2026-11-28T09:00:00.000Z',
    moverName: expect.any(String),
    releasedAt: null,
  })
  const taps = await Promise.all([1, 2, 3].map(() => app.call()(releaseKeys, { params, body: {} })))
  expect(taps.map(({ status }) => status)).toEqual([200, 200, 200])
  app.clock.advance({ minutes: 10 })
  expect(await must(app.call()(releaseKeys, { params, body: {} }))).toMatchObject({
    releasedAt: '2026-11-28T13:42:00.000Z',
  })
  const notices = (await messagesAbout(app, id)).filter(({ kind }) => kind === 'keys_released')
  expect(new Set(notices.map(({ recipient }) => recipient))).toEqual(
    new Set([
      customer.email,
      unit.company.owner.email,
      ...notices.map(({ recipient }) => recipient).filter((to) => to.startsWith('+')),
    ]),
  )
  expect(notices.filter(({ recipient }) => recipient === customer.email)).toHaveLength(1)
  expect((await storedBooking(app, id)).events.filter((kind) => kind === 'keys_released')).toHaveLength(1)
  const entries = app.ctx.db.selectFrom('bookings.day_entry').select(['kind', 'who', 'at']).where('bookingId', '=', id)
  expect(await entries.execute()).toEqual([
    { kind: 'keys_released', who: 'link', at: new Date('2026-11-28T13:42:00Z') },
  ])
})

it('does nothing once its day is over, nor for a stranger’s booking', async () => {
  const { id, params } = await link()
  const stranger = callAs(app, (await aCustomer(app)).id)
  expect((await stranger(makeKeysLink, { params: { id }, body: {} })).status).toBe(404)
  app.clock.set('2026-11-29T00:00:01Z')
  for (const endpoint of [getKeys, releaseKeys] as const)
    expect(await app.call()(endpoint, { params, body: {} } as never)).toMatchObject({ problem: { code: 'link_over' } })
  expect((await app.call()(getKeys, { params: { token: 'x'.repeat(64) } })).status).toBe(404)
})

it('each firm has a link of its own, both sides see whose, and the record names who said it', async () => {
  const sides = await anAgreedBooking(app)
  const params = { id: sides.id }
  const make = (by: typeof sides.call, forName: string | null) => must(by(makeKeysLink, { params, body: { forName } }))
  const solicitor = await make(sides.call, 'Quillfeather LLP')
  app.clock.advance({ minutes: 1 })
  const agent = await make(sides.driver, 'Harrop & Sons')
  expect(agent.url).not.toBe(solicitor.url)
  // Asked for again, in whatever letters, it is the same.
  expect((await make(sides.driver, ' quillfeather llp ')).id).toBe(solicitor.id)
  const listed = await must(sides.call(listKeysLinks, { params }))
  expect(listed.map(({ forName, madeBy }) => [forName, madeBy])).toEqual([
    ['Harrop & Sons', 'mover'],
    ['Quillfeather LLP', 'customer'],
  ])
  // Each side reads the address of its own, and of the other's only that there is one.
  expect(listed.map(({ url }) => url === null)).toEqual([true, false])
  const seen = await must(sides.driver(listKeysLinks, { params }))
  expect(seen.map(({ url }) => url === null)).toEqual([false, true])
  expect(seen.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))

  app.clock.set('2026-11-28T13:42:00Z')
  await must(app.call()(releaseKeys, { params: { token: tokenIn(agent.url) }, body: {} }))
  // The other link says when, and not who.
  const other = await must(app.call()(releaseKeys, { params: { token: tokenIn(solicitor.url) }, body: {} }))
  expect(other).toMatchObject({ releasedAt: '2026-11-28T13:42:00.000Z' })
  expect(JSON.stringify(other)).not.toContain('Harrop')
  const after = await must(sides.call(listKeysLinks, { params }))
  expect(after.map(({ releasedAt }) => releasedAt)).toEqual(['2026-11-28T13:42:00.000Z', null])
  const { events } = await must(sides.call(getDay, { params }))
  expect(events.map(({ kind, name }) => [kind, name])).toEqual([['keys_released', 'Harrop & Sons']])
  const messages = app.ctx.db.selectFrom('notifications.message').select('text').where('subjectId', '=', sides.id)
  const mails = await messages.where('kind', '=', 'keys_released').where('channel', '=', 'email').execute()
  expect(mails.map(({ text }) => text.includes('Harrop & Sons has just confirmed it'))).toEqual([true, true])
})

it('either side withdraws a link, and whoever opens it is told so; one that was used stays', async () => {
  const { id, driver, call, url, params } = await link()
  const [made] = await must(call(listKeysLinks, { params: { id } }))
  const body = { keysLinkId: made?.id ?? '' }
  const stranger = callAs(app, (await aCustomer(app)).id)
  expect((await stranger(withdrawKeysLink, { params: { id }, body })).status).toBe(404)
  expect((await stranger(listKeysLinks, { params: { id } })).status).toBe(404)

  const withdrawn = await must(call(withdrawKeysLink, { params: { id }, body }))
  expect(withdrawn).toMatchObject({ url: null, withdrawnAt: app.clock.now().toISOString() })
  app.clock.advance({ minutes: 5 })
  expect(await must(driver(withdrawKeysLink, { params: { id }, body }))).toEqual(withdrawn)
  for (const endpoint of [getKeys, releaseKeys] as const)
    expect(await app.call()(endpoint, { params, body: {} } as never)).toMatchObject({
      problem: { code: 'link_withdrawn' },
    })
  expect((await storedBooking(app, id)).events).not.toContain('keys_released')

  // A new one has an address of its own, and cannot be withdrawn once it was used.
  const next = await must(driver(makeKeysLink, { params: { id }, body: {} }))
  expect(next.url).not.toBe(url)
  app.clock.set('2026-11-28T13:42:00Z')
  await must(app.call()(releaseKeys, { params: { token: tokenIn(next.url) }, body: {} }))
  expect(await call(withdrawKeysLink, { params: { id }, body: { keysLinkId: next.id } })).toMatchObject({
    problem: { code: 'link_used' },
  })
})

it('a customer’s own data name every link and what became of it, but are no link', async () => {
  const { id, customer, call, driver } = await anAgreedBooking(app)
  const agent = await must(call(makeKeysLink, { params: { id }, body: { forName: 'Harrop & Sons' } }))
  app.clock.advance({ minutes: 5 })
  const spare = await must(driver(makeKeysLink, { params: { id }, body: {} }))
  await must(driver(withdrawKeysLink, { params: { id }, body: { keysLinkId: spare.id } }))
  app.clock.set('2026-11-28T13:42:00Z')
  await must(app.call()(releaseKeys, { params: { token: tokenIn(agent.url) }, body: {} }))
  const exportOf = async (userId: string) => {
    const { bearer } = await sessionFor(app, userId)
    const headers = { authorization: `Bearer ${bearer}` }
    const { body } = await app.app.fastify.inject({ url: '/api/users/export/', headers })
    const { bookings } = JSON.parse(body) as { bookings: { moves: { id: string; keys_links: object[] }[] } }
    return { body, links: bookings.moves.find((move) => move.id === id)?.keys_links }
  }
  const own = await exportOf(customer.id)
  const released = { for_name: 'Harrop & Sons', made_by: 'customer', withdrawn_at: null }
  expect(own.links).toMatchObject([
    { ...released, released_at: expect.stringContaining('2026-11-28T13:42:00') },
    { for_name: null, made_by: 'mover', released_at: null, withdrawn_at: expect.any(String) },
  ])
  for (const { url } of [agent, spare]) expect(own.body).not.toContain(tokenIn(url))
  expect((await exportOf((await aCustomer(app)).id)).body).not.toContain('Harrop')
})

it('there are only so many, and a name is one line', async () => {
  const { id, call } = await anAgreedBooking(app)
  const params = { id }
  for (const forName of ['x'.repeat(81), 'two\nlines'])
    expect((await call(makeKeysLink, { params, body: { forName } })).status).toBe(422)
  for (let number = 0; number < MOST_KEYS_LINKS; number += 1)
    await must(call(makeKeysLink, { params, body: { forName: `Agent ${number}` } }))
  expect(await call(makeKeysLink, { params, body: { forName: 'One more' } })).toMatchObject({
    problem: { code: 'too_many_keys_links' },
  })
})

it('an address from before there were names goes on working', async () => {
  const { id } = await anAgreedBooking(app)
  await app.ctx.db.insertInto('bookings.keys_link').values({ id, bookingId: id, createdAt: app.clock.now() }).execute()
  const token = tokenOf(app.ctx, 'keys', id)
  expect((await app.call()(getKeys, { params: { token } })).status).toBe(200)
})
