import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { codeTries } from '#modules/identity/verification/rules.ts'
import { toWire } from '#shared/wire.ts'
import { createTestApp, type TestApp, withoutGuards } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aCustomer, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { jpeg } from '#test/support/pictures.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { cancelBooking } from '../../answers/contract.ts'
import { getSharedBooking, getBooking } from '../../contract.ts'
import { STREET_MESSAGE } from '../../create/rules.ts'
import { getDay } from '../../day/contract.ts'
import { hashOf } from '../../gateway.ts'
import { getDriverBooking } from '../../lists/contract.ts'
import {
  proposeChange,
  withdrawChange,
  answerLinkedChange,
  getChangeCode,
  getLinkedChange,
  getLinkedPhoto,
  openChange,
} from '../contract.ts'
import { editBooking } from '../editing/contract.ts'
import { tokenOf } from '../gateway.ts'
import {
  getKeys,
  listKeysLinks,
  makeKeysLink,
  releaseKeys,
  withdrawKeysLink,
  makeScreenCode,
  findPageByCode,
  textDayCode,
} from './contract.ts'
import { MOST_KEYS_LINKS } from '../rules.ts'

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

describe('consent to changes', () => {
  async function proposed() {
    const sides = await anAgreedBooking(app)
    const { data: photos } = await upload<{ id: string }>(app, undefined, '/booking/images/', [
      { content: await jpeg() },
    ])
    const line = { label: 'An armchair', amountPence: 3100 }
    const body = { kind: 'item' as const, words: 'In the shed at 48 Hoe Street', photosId: photos.id, line }
    const change = await must(sides.driver(proposeChange, { params: { id: sides.id }, body }))
    return { ...sides, change, token: tokenOf(app.ctx, 'change', change.id) }
  }

  const visitor = () => app.call()
  async function texted(bookingId: string): Promise<string> {
    const { text } = await app.ctx.db
      .selectFrom('notifications.message')
      .select('text')
      .where('subjectId', '=', bookingId)
      .where('kind', '=', 'change_code')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /\b\d{6}\b/.exec(text)?.[0] ?? ''
  }
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

  it('the link shows outward codes and the sum; the code shows the rest and agrees', async () => {
    const { id, booking, change, token } = await proposed()
    const params = { token }
    const shown = await must(visitor()(getLinkedChange, { params }))
    expect(shown).toMatchObject({
      from: 'E17',
      to: 'BN1',
      isAsked: true,
      line: { amountPence: 3100 },
      newTotalPence: booking.totalPence + 3100,
      newCeilingPence: (booking.ceilingPence ?? NaN) + 3100,
    })
    expect(JSON.stringify(shown)).not.toMatch(/Hoe Street|E17 4QH|Jane|7700/)
    const response = await must(visitor()(getChangeCode, { params, body: {} }))
    expect(response.phoneEnding).toBe('123')
    const { pass, change: opened } = await must(visitor()(openChange, { params, body: { code: await texted(id) } }))
    expect(opened).toMatchObject({ words: 'In the shed at 48 Hoe Street', photos: [{ id: change.photos[0]?.id }] })
    const photo = { params: { token, fileId: change.photos[0]?.id ?? '' } }
    expect((await visitor()(getLinkedPhoto, { ...photo, query: { pass } })).ok).toBe(true)
    expect((await visitor()(getLinkedPhoto, { ...photo, query: { pass: 'x' } })).status).toBe(409)
    const body = { pass, version: change.version, agree: true }
    expect(await must(visitor()(answerLinkedChange, { params, body }))).toMatchObject({
      state: 'agreed',
      isAsked: false,
    })
    const { totalPence, ceilingPence } = await storedBooking(app, id)
    expect([totalPence, ceilingPence]).toEqual([booking.totalPence + 3100, (booking.ceilingPence ?? NaN) + 3100])
    const { consent } = await app.ctx.db.selectFrom('bookings.change').select('consent').executeTakeFirstOrThrow()
    expect(consent).toBe('code')
  })

  it('without a code nobody agrees, and the ceiling holds', async () => {
    const { id, booking, change, token } = await proposed()
    const other = await proposed()
    await must(visitor()(getChangeCode, { params: { token: other.token }, body: {} }))
    const { pass } = await must(
      visitor()(openChange, { params: { token: other.token }, body: { code: await texted(other.id) } }),
    )
    // An invalid pass is refused, and so is that of another change.
    for (const given of ['x', 'x.y', pass]) {
      const body = { pass: given, version: change.version, agree: true }
      expect(await visitor()(answerLinkedChange, { params: { token }, body })).toMatchObject({
        status: 409,
        problem: { code: 'code_expired' },
      })
    }
    app.clock.advance({ minutes: 16 })
    const late = { pass, version: other.change.version, agree: true }
    expect((await visitor()(answerLinkedChange, { params: { token: other.token }, body: late })).status).toBe(409)
    app.clock.advance({ days: 1 })
    await app.runJobs()
    const { totalPence, ceilingPence } = await storedBooking(app, id)
    expect([totalPence, ceilingPence]).toEqual([booking.totalPence, booking.ceilingPence])
  })

  it('five wrong guesses end a code, and without the guard they would not', async () => {
    const { id, token } = await proposed()
    const params = { token }
    await must(visitor()(getChangeCode, { params, body: {} }))
    const code = await texted(id)
    for (let guess = 1; guess <= codeTries; guess += 1)
      expect((await visitor()(openChange, { params, body: { code: wrong(code) } })).status).toBe(
        guess < codeTries ? 422 : 409,
      )
    expect(await visitor()(openChange, { params, body: { code } })).toMatchObject({ problem: { code: 'code_expired' } })
    const careless = await withoutGuards(app, 'code_tries')
    expect((await createCall(careless.fastify, {})(openChange, { params, body: { code } })).ok).toBe(true)
    await careless.close()
  })

  it('a code for what was taken back opens nothing, and a booking’s own link is no link of a change', async () => {
    const { id, driver, change, token, booking } = await proposed()
    await must(visitor()(getChangeCode, { params: { token }, body: {} }))
    const code = await texted(id)
    await must(driver(withdrawChange, { params: { id }, body: { changeId: change.id, version: change.version } }))
    expect(await visitor()(openChange, { params: { token }, body: { code } })).toMatchObject({
      problem: { code: 'change_gone' },
    })
    expect((await visitor()(getLinkedChange, { params: { token: booking.hash } })).status).toBe(404)
    expect((await visitor()(getSharedBooking, { params: { hash: token } })).status).toBe(404)
  })

  describe('the code on the driver’s screen', () => {
    const page = (codeInput: string, as = visitor(), textCode?: string) =>
      as(findPageByCode, { body: { code: codeInput, ...(textCode ? { textCode } : {}) } })
    const dayCode = async (bookingId: string) => {
      const { text } = await app.ctx.db
        .selectFrom('notifications.message')
        .select(['text', 'recipient'])
        .where('subjectId', '=', bookingId)
        .where('kind', '=', 'day_code')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return /\b\d{6}\b/.exec(text)?.[0] ?? ''
    }

    it('leads to the change that waits, whose page asks for a code itself, and agrees to nothing', async () => {
      const { id, driver, call, token, booking } = await proposed()
      const { code } = await must(driver(makeScreenCode, { params: { id }, body: {} }))
      expect((await call(makeScreenCode, { params: { id }, body: {} })).status).toBe(403)
      expect(await must(page(` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()}`))).toEqual({
        address: `/change/${token}`,
      })
      expect((await storedBooking(app, id)).totalPence).toBe(booking.totalPence)
    })

    it('opens the booking for its customer, signed in or by a text, and for nobody else who reads the screen', async () => {
      const { id, driver, call } = await anAgreedBooking(app)
      const { code } = await must(driver(makeScreenCode, { params: { id }, body: {} }))
      const address = `/booking/${hashOf(app.ctx, id)}`
      expect(await must(page(code, driver))).toEqual({ address: null })
      expect(await must(page(code))).toEqual({ address: null })
      expect(await must(page(code, call))).toEqual({ address })
      const sent = await must(visitor()(textDayCode, { body: { code } }))
      expect(sent.phoneEnding).toBe('123')
      const right = await dayCode(id)
      expect(await page(code, driver, wrong(right))).toMatchObject({
        status: 422,
        problem: { errors: { text_code: [expect.any(String)] } },
      })
      expect(await must(page(code, visitor(), right))).toEqual({ address })
      // It works once.
      expect(await page(code, visitor(), right)).toMatchObject({ status: 409, problem: { code: 'code_expired' } })
    })

    it('is guessed at five times at most', async () => {
      const { id, driver } = await anAgreedBooking(app)
      const { code } = await must(driver(makeScreenCode, { params: { id }, body: {} }))
      await must(visitor()(textDayCode, { body: { code } }))
      const right = await dayCode(id)
      for (let guess = 1; guess <= codeTries; guess += 1) await page(code, driver, wrong(right))
      expect(await page(code, visitor(), right)).toMatchObject({ problem: { code: 'code_expired' } })
    })

    it('is accepted for its time, until there is another', async () => {
      const { id, driver, call } = await anAgreedBooking(app)
      const { code } = await must(driver(makeScreenCode, { params: { id }, body: {} }))
      // A new code replaces it, and each has its time.
      const { code: next } = await must(driver(makeScreenCode, { params: { id }, body: {} }))
      expect((await page(code, call)).status).toBe(404)
      app.clock.advance({ minutes: 16 })
      expect((await page(next, call)).status).toBe(404)
      expect((await page('0', call)).status).toBe(422)
    })
  })
})

describe('PUT booking/{id}/', () => {
  const changed = async (id: string) => (await messagesAbout(app, id)).filter(({ kind }) => kind === 'details_changed')

  it('takes back its own answer, unknown keys and all, and changes nothing', async () => {
    const { id, call, customer } = await anAgreedBooking(app)
    const before = await must(call(getBooking, { params: { id } }))
    const { bearer } = await sessionFor(app, customer.id)
    const answer = await app.app.fastify.inject({
      method: 'PUT',
      url: `/api/booking/${id}/`,
      headers: { authorization: `Bearer ${bearer}` },
      payload: { ...(toWire(before) as object), something_new: { of: 'tomorrow' } },
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, toWire(before)])
    expect(await changed(id)).toEqual([])
    expect((await storedBooking(app, id)).events).not.toContain('details_changed')
  })

  it('changes note, contacts, flat, address words, photos and notes on items at once, and the driver is told', async () => {
    const { id, call, driver, unit } = await anAgreedBooking(app)
    const { data: photos } = await upload<{ id: string }>(app, undefined, '/booking/images/', [
      { content: await jpeg() },
    ])
    const booking = await must(call(getBooking, { params: { id } }))
    const [first, last] = booking.routePoints
    const body = {
      ...booking,
      customerNote: 'Gate code 4',
      photosId: photos.id,
      routePoints: [
        {
          ...first,
          number: 0,
          flatAndHouse: 'Flat 9',
          formattedAddress: '48 Hoe Street',
          contactName: 'Ann',
          contactNumber: '+44 7700 900199',
        },
        { ...last, number: 1 },
      ],
      items: booking.items.map((item) => ({ ...item, note: 'The blue one' })),
    }
    const after = await must(call(editBooking, { params: { id }, body }))
    expect(after).toMatchObject({
      customerNote: 'Gate code 4',
      photosId: photos.id,
      totalPence: booking.totalPence,
      routePoints: [
        {
          flatAndHouse: 'Flat 9',
          formattedAddress: '48 Hoe Street',
          contactName: 'Ann',
          contactNumber: '+447700900199',
        },
        // It had the pick-up's contact, and follows it.
        { contactName: 'Ann', contactNumber: '+447700900199' },
      ],
      items: booking.items.map(() => ({ note: 'The blue one' })),
    })
    expect((await changed(id)).map(({ recipient }) => recipient)).toContain(unit.company.owner.email)
    const job = await must(driver(getDriverBooking, { params: { id: unit.id, bookingId: id } }))
    expect(job).toMatchObject({ customerNote: 'Gate code 4', routePoints: [{ contactName: 'Ann' }, {}] })
  })

  it.each([
    ['another price', { totalPence: 1 }, ['total_pence']],
    ['another start', { startAt: '2026-11-28T12:00:00.000Z' }, ['start_at']],
    ['another floor', { routePoints: [{ number: 1, stairs: 5 }] }, ['route_points.1.stairs']],
    ['another postcode', { routePoints: [{ number: 1, postcode: 'BN1 1AA' }] }, ['route_points.1.postcode']],
    ['another stop', { routePoints: [{ number: 2, postcode: 'BN1 1AA' }] }, ['route_points']],
    ['other items', { items: [] }, ['items']],
    ['another van', { vanCategory: 'small_van' as const }, ['van_category']],
  ])('%s needs a proposal', async (_name, body, fields) => {
    const { id, call } = await anAgreedBooking(app)
    const before = await storedBooking(app, id)
    const answer = await call(editBooking, { params: { id }, body })
    expect(answer.ok ? {} : [answer.status, answer.problem.code, Object.keys(answer.problem.errors ?? {})]).toEqual([
      409,
      'needs_proposal',
      fields,
    ])
    expect(await storedBooking(app, id)).toEqual(before)
  })

  it('a street is changed, but not taken away', async () => {
    const { id, call } = await anAgreedBooking(app)
    const street = (formattedAddress: string) => ({ routePoints: [{ number: 0, formattedAddress }] })
    await must(call(editBooking, { params: { id }, body: street('48 Hoe Street') }))
    expect(await call(editBooking, { params: { id }, body: street(' ') })).toMatchObject({
      status: 422,
      problem: { errors: { 'route_points.0.formatted_address': [STREET_MESSAGE] } },
    })
    expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
      routePoints: [{ formattedAddress: '48 Hoe Street' }, {}],
    })
  })

  it('keeps a number to call, is nobody else’s, and ends with the booking', async () => {
    const { id, call } = await anAgreedBooking(app)
    const none = {
      routePoints: [
        { number: 0, contactNumber: '' },
        { number: 1, contactNumber: '' },
      ],
    }
    expect((await call(editBooking, { params: { id }, body: none })).status).toBe(422)
    const stranger = callAs(app, (await aCustomer(app)).id)
    expect((await stranger(editBooking, { params: { id }, body: {} })).status).toBe(404)
    await must(call(cancelBooking, { params: { id }, body: { feePence: 0 } }))
    expect(await call(editBooking, { params: { id }, body: { customerNote: 'x' } })).toMatchObject({
      problem: { code: 'booking_over' },
    })
  })
})
