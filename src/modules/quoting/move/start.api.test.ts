import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aMove } from '#test/support/factories/move.ts'
import { findQuotes, getRouteDetails } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const at = (date: string, time: string) => aMove({ points: [{ date, time }] })

describe('a start on the day of a clock change', () => {
  it.each(['01:00', '01:30'])('at %s in spring, which no clock shows, is refused with what to choose', async (time) => {
    app.clock.set('2027-03-20T09:00:00Z')
    const refused = {
      status: 422,
      problem: {
        errors: {
          'route_points.0.time': [expect.stringContaining(`${time} doesn’t exist. Choose 02:00 or later.`)],
        },
      },
    }
    expect(await app.call()(findQuotes, { body: at('2027-03-28', time), query: {} })).toMatchObject(refused)
    expect(await app.call()(getRouteDetails, { body: at('2027-03-28', time) })).toMatchObject(refused)
  })

  it.each([
    ['2027-03-28', '00:30', '2027-03-28T00:30:00.000Z'],
    ['2027-03-28', '02:00', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31', '01:30', '2027-10-31T00:30:00.000Z'],
    ['2027-10-31', '02:00', '2027-10-31T02:00:00.000Z'],
  ])('%s at %s is %s, in autumn the first of the two', async (date, time, startAt) => {
    app.clock.set(`${date.slice(0, 8)}20T09:00:00Z`)
    const answer = await app.call()(getRouteDetails, { body: at(date, time) })
    expect(answer).toMatchObject({ ok: true, data: { order: { startAt } } })
  })
})
