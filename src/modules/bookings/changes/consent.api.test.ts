import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { codeTries } from '#modules/identity/verification/rules.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { jpeg } from '#test/support/pictures.ts'
import {
  proposeChange,
  withdrawChange,
  answerLinkedChange,
  getChangeCode,
  getLinkedChange,
  getLinkedPhoto,
  openChange,
} from './contract.ts'
import { tokenOf } from './gateway.ts'
import { makeScreenCode, findPageByCode, textDayCode } from './links/contract.ts'
import { hashOf } from '../gateway.ts'
import { getSharedBooking } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

async function proposed() {
  const sides = await anAgreedBooking(app)
  const { data: photos } = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
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
    newCeilingPence: booking.ceilingPence + 3100,
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
  expect(await must(visitor()(answerLinkedChange, { params, body }))).toMatchObject({ state: 'agreed', isAsked: false })
  const { totalPence, ceilingPence } = await storedBooking(app, id)
  expect([totalPence, ceilingPence]).toEqual([booking.totalPence + 3100, booking.ceilingPence + 3100])
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

  it('works for its time, until there is another', async () => {
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
