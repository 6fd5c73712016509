import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BookingStatus } from '#modules/bookings/rules.ts'
import type { UserStatus } from '#modules/identity/rules.ts'
import { updateUnit } from '#modules/fleet/units/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, download, must, type TestDriver } from '#test/support/driver.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { parseIcalendar, unescaped, valuesOf, type Component } from '#test/support/icalendar.ts'
import { addVacation, getCalendarFeed, renewCalendarFeed, revokeCalendarFeed } from '../contract.ts'

let app: TestApp
let driver: TestDriver
let params: { id: string }
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-20T09:40:00Z' })
})
beforeEach(async () => {
  driver = await aDriver(app, { firstName: 'Dawn' })
  params = { id: driver.unitId }
})
afterAll(() => app.close())

const at = (text: string) => new Date(text)
/** The path of a new private address. */
const renew = async () => new URL((await must(driver.call(renewCalendarFeed, { params, body: {} }))).url ?? '').pathname
const get = (path: string) => download(app, undefined, path)
const statusOf = async (path: string) => (await get(path)).statusCode
const read = async (path: string): Promise<Component> => parseIcalendar((await get(path)).body)
const eventsOf = (calendar: Component) =>
  calendar.components
    .filter(({ name }) => name === 'VEVENT')
    .map((event) => ['DTSTART', 'DTEND', 'SUMMARY', 'STATUS'].map((name) => unescaped(valuesOf(event, name)[0] ?? '')))

describe('the private feed', () => {
  it('is a calendar that a strict reader takes: bookings in UTC, vacations as days, over both clock changes', async () => {
    await aHold(app, params, { start: at('2027-03-27T23:30Z'), end: at('2027-03-28T03:00Z'), to: 'BN1 4QL' })
    const waiting = await aHold(app, params, { start: at('2026-12-10T09:00Z'), end: at('2026-12-10T12:00Z') })
    const cancelled = await aHold(app, params, { start: at('2026-12-11T09:00Z'), end: at('2026-12-11T12:00Z') })
    const old = await aHold(app, params, { start: at('2026-09-01T09:00Z'), end: at('2026-09-01T12:00Z') })
    const update = (id: string, status: BookingStatus) =>
      app.ctx.db.updateTable('bookings.booking').set({ status }).where('id', '=', id).execute()
    await update(waiting, 'new_booking')
    await update(cancelled, 'canceled_by_customer')
    await update(old, 'completed')
    await must(driver.call(addVacation, { params, body: { startTime: '2027-10-30', endTime: '2027-10-31' } }))
    const path = await renew()
    const file = await get(path)
    expect([
      file.statusCode,
      file.headers['content-type'],
      file.headers['cache-control'],
      file.headers['x-robots-tag'],
    ]).toEqual([200, 'text/calendar; charset=utf-8', 'no-store, private', 'noindex'])
    expect(eventsOf(parseIcalendar(file.body))).toEqual([
      ['20261210T090000Z', '20261210T120000Z', 'To answer: Walthamstow to Walthamstow', 'TENTATIVE'],
      ['20270327T233000Z', '20270328T030000Z', 'Walthamstow to Brighton', 'CONFIRMED'],
      ['20271030', '20271101', 'Vacation', 'CONFIRMED'],
    ])
    // Each leads to its day in the calendar of this unit.
    expect(file.body.replaceAll('\r\n ', '')).toContain(`/calendar?day=2026-12-10&unit=${params.id}`)
    // The file has towns and times only, so a leaked address does not reveal where a customer lives.
    expect(file.body).not.toMatch(/E17|BN1|4QH|4QL|Jane|example\.com/)
  })

  it('is one without any event too', async () => {
    expect(eventsOf(await read(await renew()))).toEqual([])
  })

  it.each([String.raw`Sam; "Van, 1" \n`, `Émile’s 🚚 ${'été '.repeat(12)}`, 'BEGIN:VEVENT'])(
    'keeps the name %j whole, and it begins no line',
    async (name) => {
      await must(driver.call(updateUnit, { params, body: { name } }))
      const calendar = await read(await renew())
      expect(unescaped(valuesOf(calendar, 'X-WR-CALNAME')[0] ?? '')).toBe(`Vanfare: ${name.trim()}`)
      expect(eventsOf(calendar)).toEqual([])
    },
  )
})

describe('its address', () => {
  it('is shown to its driver as often as they look, and made anew on demand: the one before is shut', async () => {
    expect(await must(driver.call(getCalendarFeed, { params }))).toEqual({ url: null, changedAt: null })
    const first = await renew()
    expect((await must(driver.call(getCalendarFeed, { params }))).url).toContain(first)
    const second = await renew()
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await must(driver.call(revokeCalendarFeed, { params }))
    expect((await must(driver.call(getCalendarFeed, { params }))).url).toBeNull()
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 404])
    const third = await renew()
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([404, 404, 200])
  })

  it('is one, however many are asked for at once', async () => {
    const paths = await Promise.all(Array.from({ length: 8 }, renew))
    expect(new Set(paths).size).toBe(8)
    const statuses = await Promise.all(paths.map(statusOf))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('cannot be guessed from another: whatever byte is changed, nothing is there', async () => {
    const path = await renew()
    const token = path.split('/').at(-2) ?? ''
    const bytes = Buffer.from(token, 'base64url')
    // The unit and its number, and 192 bits that only the server can make.
    expect(bytes.length).toBe(16 + 4 + 24)
    const forged = Array.from(bytes, (byte, index) => {
      const other = Buffer.from(bytes)
      other[index] = byte ^ 1
      return other.toString('base64url')
    })
    for (const other of [...forged, token.slice(0, 30), `${token}AA`])
      expect([other, await statusOf(`/api/calendar/${other}/`)]).toEqual([other, 404])
    expect(await statusOf(path)).toBe(200)
  })

  it('is of the unit’s own driver: for others there is none to see, to make or to shut', async () => {
    const path = await renew()
    const stranger = await aDriver(app)
    expect((await stranger.call(getCalendarFeed, { params })).status).toBe(404)
    expect((await stranger.call(renewCalendarFeed, { params, body: {} })).status).toBe(404)
    expect((await stranger.call(revokeCalendarFeed, { params })).status).toBe(404)
    expect(await statusOf(path)).toBe(200)
  })

  it.each(['blocked', 'pending_delete'] as const)('is shut while its driver’s account is %s', async (status) => {
    const path = await renew()
    const become = (next: UserStatus) =>
      app.ctx.db.updateTable('identity.user').set({ status: next }).where('id', '=', driver.id).execute()
    await become(status)
    expect(await statusOf(path)).toBe(404)
    await become('active')
    expect(await statusOf(path)).toBe(200)
  })
})
