import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { download, must, upload } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { renewCalendarFeed } from '#modules/calendar/contract.ts'
import { aMove } from '#test/support/factories/move.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { parseIcalendar, unescaped, valuesOf } from '#test/support/icalendar.ts'
import { jpeg } from '#test/support/pictures.ts'
import { sessionFor } from '#test/support/session.ts'
import { cancelBooking, confirmBooking } from '../answers/contract.ts'
import { referenceOf } from '../rules.ts'
import { listMovePhotos } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

describe('the calendar file', () => {
  it('is one event in UTC with towns and outward codes, to whoever holds the link; cancelled, it is struck out', async () => {
    await aUnit(app)
    const customer = await aCustomer(app)
    const booking = await aBooking(app, { customer })
    const path = `/api/booking/${booking.hash}/calendar-file/`
    const file = await download(app, undefined, path)
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      `attachment; filename="vanfare-${referenceOf(booking.id)}.ics"`,
    ])
    const [event, ...others] = parseIcalendar(file.body).components.filter(({ name }) => name === 'VEVENT')
    if (!event) throw new Error('There is no event')
    expect(others).toEqual([])
    const read = (name: string) => unescaped(valuesOf(event, name)[0] ?? '')
    expect([read('DTSTART'), read('SUMMARY'), read('STATUS')]).toEqual([
      '20261128T090000Z',
      'Move: Walthamstow E17 to Brighton BN1',
      'TENTATIVE',
    ])
    expect(file.body).not.toMatch(/4QH|4QL|Jane/)
    await must(app.call(customer.bearer)(cancelBooking, { params: { id: booking.id }, body: { feePence: 0 } }))
    const after = parseIcalendar((await download(app, undefined, path)).body).components.find(
      ({ name }) => name === 'VEVENT',
    )
    if (!after) throw new Error('It is gone, so a calendar would keep it')
    const sequence = (one: typeof event) => Number(valuesOf(one, 'SEQUENCE')[0])
    expect([valuesOf(after, 'STATUS'), valuesOf(after, 'UID')]).toEqual([['CANCELLED'], valuesOf(event, 'UID')])
    expect(sequence(after)).toBeGreaterThan(sequence(event))
    expect((await download(app, undefined, `/api/booking/${'x'.repeat(43)}/calendar-file/`)).statusCode).toBe(404)
  })
})

describe('the customer’s own calendar file', () => {
  it('is the same event with the addresses, for nobody else, and in London’s summer an hour from UTC', async () => {
    await aUnit(app)
    const customer = await aCustomer(app)
    const routePoints = [0, 1].map((number) => ({ number, flatAndHouse: `Flat ${number + 1}; x, y` }))
    const booking = await aBooking(app, { customer, routePoints, move: aMove({ date: '2027-04-05', time: '09:00' }) })
    const path = `/api/booking/${booking.id}/calendar/`
    const file = await download(app, customer.bearer, path)
    const event = parseIcalendar(file.body).components.find(({ name }) => name === 'VEVENT')
    if (!event) throw new Error('There is no event')
    const read = (name: string) => unescaped(valuesOf(event, name)[0] ?? '')
    expect([read('DTSTART'), read('LOCATION')]).toEqual(['20270405T080000Z', 'Flat 1; x, y, E17 4QH'])
    expect(read('DESCRIPTION')).toContain('Flat 2; x, y, BN1 4QL')
    const byLink = parseIcalendar((await download(app, undefined, `/api/booking/${booking.hash}/calendar-file/`)).body)
    expect(valuesOf(byLink.components.find(({ name }) => name === 'VEVENT') ?? event, 'UID')).toEqual(
      valuesOf(event, 'UID'),
    )
    expect((await download(app, (await aCustomer(app)).bearer, path)).statusCode).toBe(404)
    expect((await download(app, undefined, path)).statusCode).toBe(401)
  })
})

describe('the private feed of a driver', () => {
  it('has what is booked and confirmed, and no more what is cancelled', async () => {
    const unit = await aUnit(app)
    const customer = await aCustomer(app)
    const booking = await aBooking(app, { customer })
    const call = app.call((await sessionFor(app, unit.company.owner.id)).bearer)
    const { url } = await must(call(renewCalendarFeed, { params: { id: unit.id }, body: {} }))
    const events = async () =>
      parseIcalendar((await download(app, undefined, new URL(url ?? '').pathname)).body)
        .components.filter(({ name }) => name === 'VEVENT')
        .map((event) => [valuesOf(event, 'STATUS')[0], unescaped(valuesOf(event, 'SUMMARY')[0] ?? '')])
    expect(await events()).toEqual([['TENTATIVE', 'To answer: Walthamstow to Brighton']])
    await must(call(confirmBooking, { params: { id: booking.id } }))
    expect(await events()).toEqual([['CONFIRMED', 'Walthamstow to Brighton']])
    await must(app.call(customer.bearer)(cancelBooking, { params: { id: booking.id }, body: { feePence: 0 } }))
    expect(await events()).toEqual([])
  })
})

describe('the photos of a move', () => {
  async function withPhotos(at: TestApp = app) {
    const unit = await aUnit(at)
    const photos = await upload<{ id: string }>(at, undefined, '/booking/images/', [
      { content: await jpeg() },
      { content: await jpeg() },
    ])
    const booking = await aBooking(at, { photosId: photos.data.id })
    const driver = (await sessionFor(at, unit.company.owner.id)).bearer
    return { unit, booking, driver, params: { id: booking.id } }
  }

  it('are its customer’s to see, and its driver’s once it is confirmed', async () => {
    const { booking, driver, params } = await withPhotos()
    const { results } = await must(app.call(booking.customer.bearer)(listMovePhotos, { params }))
    expect(results).toHaveLength(2)
    const url = results[0]?.url ?? ''
    const file = await download(app, booking.customer.bearer, url)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await app.call(driver)(listMovePhotos, { params })).status).toBe(404)
    expect((await download(app, driver, url)).statusCode).toBe(404)
    await must(app.call(driver)(confirmBooking, { params }))
    expect((await must(app.call(driver)(listMovePhotos, { params }))).results).toHaveLength(2)
    expect((await download(app, driver, url)).statusCode).toBe(200)
  })

  it('are nobody else’s: neither of whom it does not concern, nor by the id of another booking', async () => {
    const { booking, params } = await withPhotos()
    const { results } = await must(app.call(booking.customer.bearer)(listMovePhotos, { params }))
    const stranger = await aCustomer(app)
    const url = results[0]?.url ?? ''
    expect((await app.call(stranger.bearer)(listMovePhotos, { params })).status).toBe(404)
    expect((await download(app, stranger.bearer, url)).statusCode).toBe(404)
    expect((await download(app, undefined, url)).statusCode).toBe(401)
    await aUnit(app)
    const other = await aCustomer(app)
    const theirs = await aBooking(app, { customer: other })
    const crossed = url.replace(booking.id, theirs.id)
    expect((await download(app, other.bearer, crossed)).statusCode).toBe(404)
  })

  it('the control: without the guard, a stranger sees them', async () => {
    const unguarded = await withoutGuards(app, 'own_photos')
    const { params } = await withPhotos()
    const stranger = await aCustomer(app)
    const headers = { authorization: `Bearer ${stranger.bearer}` }
    const { statusCode } = await unguarded.fastify.inject({ url: `/api/booking/${params.id}/photos/`, headers })
    await unguarded.close()
    expect(statusCode).toBe(200)
  })
})
