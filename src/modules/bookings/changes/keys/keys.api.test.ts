import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anAgreedBooking, callAs } from '#test/support/factories/agreed-booking.ts'
import { aCustomer, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { getKeys, makeKeysLink, releaseKeys } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const tokenIn = (url: string) => url.split('/').at(-1) ?? ''
const link = async () => {
  const sides = await anAgreedBooking(app)
  const { url, expiresAt } = await must(sides.driver(makeKeysLink, { params: { id: sides.id }, body: {} }))
  return { ...sides, url, expiresAt, params: { token: tokenIn(url) } }
}

it('one tap says when, both sides are told at once, and a second says the same', async () => {
  const { id, call, url, params, customer, unit, expiresAt } = await link()
  expect(expiresAt).toBe('2026-11-29T00:00:00.000Z')
  // Either side has the same link.
  expect((await must(call(makeKeysLink, { params: { id }, body: {} }))).url).toBe(url)
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
  const told = (await messagesAbout(app, id)).filter(({ kind }) => kind === 'keys_released')
  expect(new Set(told.map(({ recipient }) => recipient))).toEqual(
    new Set([
      customer.email,
      unit.company.owner.email,
      ...told.map(({ recipient }) => recipient).filter((to) => to.startsWith('+')),
    ]),
  )
  expect(told.filter(({ recipient }) => recipient === customer.email)).toHaveLength(1)
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
