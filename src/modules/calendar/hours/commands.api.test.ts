import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BookingStatus } from '#modules/bookings/rules.ts'
import { updateUnit } from '#modules/fleet/units/contract.ts'
import type { UserStatus } from '#modules/identity/rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, type TestDriver, download, must, anOperatingDriver } from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { parseIcalendar, unescaped, valuesOf, type Component } from '#test/support/icalendar.ts'
import { mailboxOf } from '#test/support/people.ts'
import { statementsOf } from '#test/support/statements.ts'
import {
  addVacation,
  getSchedule,
  removeVacation,
  saveAvailability,
  saveSchedule,
  getCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const at = (text: string) => new Date(text)

describe('working hours', () => {
  let driver: TestDriver
  let params: { id: string }
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:40:00Z')
    // a Friday
    driver = await aDriver(app)
    params = { id: driver.unitId }
  })
  const send = (method: 'PUT' | 'POST', path: string, payload: object, bearer = driver.bearer) =>
    app.app.fastify.inject({
      method,
      url: `/api/company/working-unit/${params.id}/${path}/`,
      headers: { authorization: `Bearer ${bearer}` },
      payload,
    })

  describe('the week', () => {
    it('is set from a list without days, Monday onwards; what is not named is off', async () => {
      const week = ['08:00', '08:00', '08:00', '09:00', '08:00'].map((startTime) => ({ startTime, endTime: '24:00' }))
      const saved = await driver.call(saveSchedule, { params, body: week })
      expect(saved).toMatchObject({
        ok: true,
        data: {
          schedule: [1, 2, 3, 4, 5].map((day) => ({
            dayOfWeek: String(day),
            startTime: day === 4 ? '09:00:00' : '08:00:00',
            endTime: '23:59:59',
            dayOff: false,
          })),
          bookingsOutside: [],
        },
      })
      const read = await driver.call(getSchedule, { params })
      expect(read.ok && read.data.days.map(({ date, hours }) => [date, hours.filter(Boolean).length])).toEqual([
        ['2026-11-16', 16],
        ['2026-11-17', 16],
        ['2026-11-18', 16],
        ['2026-11-19', 15],
        ['2026-11-20', 16],
        ['2026-11-21', 0],
        ['2026-11-22', 0],
      ])
    })

    it.each(['9999-12-28', '0000-01-01', '2026-02-30'])('cannot be read from %s on', async (from) => {
      const url = `/api/company/working-unit/${params.id}/schedule/?from=${from}`
      const answer = await app.app.fastify.inject({ url, headers: { authorization: `Bearer ${driver.bearer}` } })
      expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
        422,
        { from: ['Enter a date as YYYY-MM-DD.'] },
      ])
    })

    it('names the entry that starts after it ends, at its start_time', async () => {
      const response = await send('POST', 'schedule', [
        { start_time: '08:00', end_time: '18:00' },
        { start_time: '18:00', end_time: '08:00' },
        { start_time: 7, end_time: '08:00' },
      ])
      expect([response.statusCode, response.json<{ errors: object }>().errors]).toEqual([
        422,
        { 'workingHours.2.start_time': [expect.any(String)] },
      ])
      const second = await send('POST', 'schedule', [{ day_of_week: '0', start_time: '18:00', end_time: '08:00' }])
      expect([second.statusCode, Object.keys(second.json<{ errors: object }>().errors)]).toEqual([
        422,
        ['workingHours.0.start_time'],
      ])
    })

    it('T-062: takes no hours of another unit, by path or by payload', async () => {
      const other = await aDriver(app)
      const byPayload = await send('PUT', 'schedule', [
        { start_time: '08:00', end_time: '18:00', working_unit: other.unitId },
      ])
      expect([byPayload.statusCode, Object.keys(byPayload.json<{ errors: object }>().errors)]).toEqual([
        422,
        ['workingHours.0.working_unit'],
      ])
      const byPath = await send('PUT', 'schedule', [{ start_time: '08:00', end_time: '18:00' }], other.bearer)
      expect(byPath.statusCode).toBe(404)
    })

    it('T-103: is nobody else’s to read: another driver’s does not exist, as none does', async () => {
      const other = await aDriver(app)
      const own = await driver.call(getSchedule, { params })
      expect(own.ok).toBe(true)
      for (const id of [params.id, crypto.randomUUID()])
        expect(await other.call(getSchedule, { params: { id } })).toMatchObject({
          status: 404,
          problem: { code: 'not_found' },
        })
    })

    it('draws a booking that began days before', async () => {
      const unit = await aDriver(app)
      const long = await aHold(
        app,
        { id: unit.unitId },
        { start: at('2026-12-01T09:00Z'), end: at('2026-12-05T12:00Z') },
      )
      const drawn = async (from: string) => {
        const read = await unit.call(getSchedule, { params: { id: unit.unitId }, query: { from, days: 1 } })
        return read.ok && read.data.bookings.map(({ id }) => id)
      }
      expect([await drawn('2026-11-30'), await drawn('2026-12-05'), await drawn('2026-12-06')]).toEqual([
        [],
        [long],
        [],
      ])
    })

    it('keeps bookings that lie outside the new hours, and names them', async () => {
      const unit = await aDriver(app)
      const inside = await aHold(
        app,
        { id: unit.unitId },
        { start: at('2026-11-23T09:00Z'), end: at('2026-11-23T12:00Z') },
      )
      const outside = await aHold(
        app,
        { id: unit.unitId },
        { start: at('2026-11-24T17:00Z'), end: at('2026-11-24T19:00Z') },
      )
      const saved = await unit.call(saveSchedule, {
        params: { id: unit.unitId },
        body: [
          { startTime: '08:00', endTime: '18:00' },
          { startTime: '08:00', endTime: '18:00' },
        ],
      })
      expect(saved.ok && saved.data.bookingsOutside.map(({ id }) => id)).toEqual([outside])
      const week = await unit.call(getSchedule, { params: { id: unit.unitId }, query: { from: '2026-11-23' } })
      expect(week.ok && week.data.bookings.map(({ id }) => id)).toEqual([inside, outside])
    })
  })

  describe('hours of single days', () => {
    const flags = (hours: number[]) =>
      Object.fromEntries(hours.map((hour) => [`_${String(hour).padStart(2, '0')}`, false]))

    it('go and come back, under one id', async () => {
      const first = await driver.call(saveAvailability, {
        params,
        body: [
          { dayOfWeek: '2026-11-23', ...flags([8, 9]) },
          { dayOfWeek: '2026-11-24', isAvailable: false },
        ],
      })
      expect(first).toMatchObject({
        ok: true,
        data: [
          { dayOfWeek: '2026-11-23', isAvailable: true, _07: true, _08: false, _09: false, _10: true },
          { dayOfWeek: '2026-11-24', isAvailable: false, _00: false, _23: false },
        ],
      })
      const id = first.ok ? first.data[0]?.id : undefined
      const resaved = await driver.call(saveAvailability, { params, body: { id, dayOfWeek: '2026-11-23' } })
      expect(resaved).toMatchObject({ ok: true, data: [{ id, _08: true }] })
      const read = await driver.call(getSchedule, { params, query: { from: '2026-11-23', days: 2 } })
      expect(read.ok && read.data.days.map(({ hours }) => hours.filter(Boolean).length)).toEqual([16, 0])
      expect(read.ok && read.data.availability.map(({ dayOfWeek }) => dayOfWeek)).toEqual(['2026-11-23', '2026-11-24'])
    })

    it('taken off one by one are remembered by a day off, and named for when it is worked again', async () => {
      const save = (body: object) =>
        driver.call(saveAvailability, { params, body: { dayOfWeek: '2026-11-25', ...body } })
      await save(flags([10]))
      const dayOff = await save({ isAvailable: false })
      const [day] = dayOff.ok ? dayOff.data : []
      expect(day?.hoursWhenWorked?.flatMap((isFree, hour) => (isFree ? [] : [hour]))).toEqual([10])
      const read = await driver.call(getSchedule, { params, query: { from: '2026-11-25', days: 1 } })
      expect(read.ok && read.data.availability).toEqual(dayOff.ok && dayOff.data)
      expect(await save(flags([10]))).toMatchObject({
        ok: true,
        data: [{ _10: false, _11: true, hoursWhenWorked: null }],
      })
    })

    it('are not changed once they are over: today from this hour on', async () => {
      const past = await driver.call(saveAvailability, { params, body: { dayOfWeek: '2026-11-20', ...flags([8]) } })
      expect(past).toMatchObject({ ok: false, status: 422, problem: { errors: { day_of_week: [expect.any(String)] } } })
      const present = await driver.call(saveAvailability, { params, body: { dayOfWeek: '2026-11-20', ...flags([9]) } })
      expect(present.ok).toBe(true)
    })

    it.each([
      ['a day too far back', [{ day_of_week: '2026-11-18' }]],
      ['a day too far ahead', [{ day_of_week: '2028-11-20' }]],
      ['T-109: the last day there is', [{ day_of_week: '9999-12-31' }]],
      ['T-109: a word that PostgreSQL takes for a day', [{ day_of_week: 'tomorrow' }]],
      ['T-109: eternity', [{ day_of_week: 'infinity' }]],
      ['a day that is none', [{ day_of_week: '2027-02-29' }]],
      ['one day twice', [{ day_of_week: '2026-11-25' }, { day_of_week: '2026-11-25' }]],
      [
        'T-109: 61 days at once',
        Array.from({ length: 61 }, (_, day) => ({
          day_of_week: `2027-0${1 + Math.floor(day / 28)}-${String((day % 28) + 1).padStart(2, '0')}`,
        })),
      ],
      ['nothing', []],
    ])('are refused for %s', async (_name, body) => {
      const before = await app.ctx.db.selectFrom('calendar.availability').selectAll().execute()
      expect((await send('PUT', 'availability', body)).statusCode).toBe(422)
      expect(await app.ctx.db.selectFrom('calendar.availability').selectAll().execute()).toEqual(before)
    })

    it.each<[body: object, path: string]>([
      [{}, 'day_of_week'],
      [{ day_of_week: 'tomorrow' }, 'day_of_week'],
      [[{ day_of_week: '2026-12-01' }, { day_of_week: '2026-02-30' }], '1.day_of_week'],
      [{ day_of_week: '2026-12-01', _99: true }, '_99'],
    ])('says where %o is wrong, by either method', async (body, path) => {
      for (const method of ['PUT', 'POST'] as const) {
        const answer = await send(method, 'availability', body)
        expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, [path]])
      }
    })
  })

  describe('a vacation', () => {
    it('takes whole days, first and last included, and one sent twice is one', async () => {
      const body = { startTime: '2026-12-01', endTime: '2026-12-02' }
      const saved = await driver.call(addVacation, { params, body })
      expect(saved).toMatchObject({ ok: true, status: 201, data: body })
      await driver.call(addVacation, { params, body })
      const joined = await driver.call(addVacation, {
        params,
        body: { startTime: '2026-12-03', endTime: '2026-12-04' },
      })
      expect(joined).toMatchObject({ ok: true, data: { startTime: '2026-12-01', endTime: '2026-12-04' } })
      const read = await driver.call(getSchedule, { params, query: { from: '2026-11-30' } })
      expect(read.ok && read.data.vacations).toHaveLength(1)
      expect(read.ok && read.data.days.map(({ hours }) => hours.some(Boolean))).toEqual([
        true,
        false,
        false,
        false,
        false,
        false,
        false,
      ])
      const id = read.ok ? (read.data.vacations[0]?.id ?? '') : ''
      const foreign = await aDriver(app)
      expect(await foreign.call(removeVacation, { params: { id: foreign.unitId, vacationId: id } })).toMatchObject({
        status: 404,
      })
      expect(await driver.call(removeVacation, { params: { ...params, vacationId: id } })).toMatchObject({ ok: true })
      expect(await driver.call(removeVacation, { params: { ...params, vacationId: id } })).toMatchObject({
        status: 404,
      })
    })

    it('is not laid over a booking: the bookings are named and nothing is saved', async () => {
      const unit = await aDriver(app)
      await aHold(app, { id: unit.unitId }, { start: at('2026-12-10T23:00Z'), end: at('2026-12-11T01:00Z') })
      const answer = await unit.call(addVacation, {
        params: { id: unit.unitId },
        body: { startTime: '2026-12-11', endTime: '2026-12-20' },
      })
      expect(answer).toMatchObject({ ok: false, status: 409, problem: { code: 'bookings_held' } })
      expect(answer.ok ? '' : answer.problem.detail).toMatch(
        /a booking then: Thu 10 December, 23:00, Walthamstow to Walthamstow/,
      )
      const next = await unit.call(addVacation, {
        params: { id: unit.unitId },
        body: { startTime: '2026-12-12', endTime: '2026-12-20' },
      })
      expect(next.ok).toBe(true)
    })
  })
})

describe('the calendar feed', () => {
  let driver: TestDriver
  let params: { id: string }

  beforeAll(() => removeCompanies(app))
  beforeAll(() => app.clock.set('2026-11-20T09:40:00Z'))
  beforeEach(async () => {
    driver = await aDriver(app, { firstName: 'Dawn' })
    params = { id: driver.unitId }
  })
  /** The path of a new private address. */
  const renew = async () =>
    new URL((await must(driver.call(renewCalendarFeed, { params, body: {} }))).url ?? '').pathname
  const get = (path: string) => download(app, undefined, path)
  const statusOf = async (path: string) => (await get(path)).statusCode
  const read = async (path: string): Promise<Component> => parseIcalendar((await get(path)).body)
  const eventsOf = (calendar: Component) =>
    calendar.components
      .filter(({ name }) => name === 'VEVENT')
      .map((event) =>
        ['DTSTART', 'DTEND', 'SUMMARY', 'STATUS'].map((name) => unescaped(valuesOf(event, name)[0] ?? '')),
      )

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
})

describe('load of a week', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  it('a driver sees the kilograms and cubic metres of a job beside those of the van', async () => {
    const driver = await anOperatingDriver(app)
    const params = { id: driver.unitId }
    const week = () => must(driver.call(getSchedule, { params, query: { from: '2026-11-23' } }))
    // A sofa of 55 kg, a table of 15, four chairs of 6 each.
    const { id } = await aBooking(app, { move: aMove({ to: 'E10 5AA' }) })
    const before = await week()
    expect(before.bookings).toMatchObject([{ id, items: 6, load: { weightKg: 94, volumeM3: 2.5, trips: 1 } }])
    // What every Large Van carries, until the office has approved what this one does.
    expect(before.van).toEqual({ payloadKg: 1000, volumeM3: 14 })
    await app.ctx.db.updateTable('fleet.van').set({ payloadKg: 1150 }).where('unitId', '=', driver.unitId).execute()
    expect((await week()).van).toEqual({ payloadKg: 1150, volumeM3: 14 })
    const mail = (await mailboxOf(app, driver.email)).find(({ subject }) => subject.startsWith('New booking'))
    expect(mail?.text).toContain('The load: 94 kg of the 1,000 kg that LK72 VNF carries, 2.5 m³ of 14 m³.')
  })

  it('a week costs as many statements with jobs as without', async () => {
    const driver = await anOperatingDriver(app)
    const count = async (from: string) =>
      (await statementsOf(app, () => driver.call(getSchedule, { params: { id: driver.unitId }, query: { from } })))
        .length
    const empty = await count('2026-12-07')
    await aBooking(app, { move: aMove({ to: 'E10 5AA', date: '2026-11-26' }) })
    await aBooking(app, { move: aMove({ to: 'E10 5AA', date: '2026-11-27' }) })
    expect(await count('2026-11-23')).toBe(empty)
  })
})
