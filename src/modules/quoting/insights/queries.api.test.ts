import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove, type MoveOptions } from '#test/support/factories/move.ts'
import { aUnit, everyDay, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getUnitGains } from './contract.ts'
import { rememberedGains } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  await app.ctx.db.deleteFrom('quoting.search').execute()
})
afterAll(() => app.close())

async function gainsOf({ id, company }: TestUnit) {
  const answer = await app.call((await sessionFor(app, company.owner.id)).bearer)(getUnitGains, { params: { id } })
  if (!answer.ok) throw new Error(answer.problem.code)
  return answer.data
}

const noSaturdays = everyDay(480, 1080).map((day) => ({ ...day, dayOff: day.dayOfWeek === 6 }))
const searchFor = (move: MoveOptions = {}) => search(app, aMove(move))

describe('what would show a unit more often', () => {
  it('is nothing while nobody has searched', async () => {
    expect(await gainsOf(await aUnit(app))).toEqual({
      since: '2026-10-20T23:00:00.000Z',
      searches: 0,
      shown: 0,
      cheapest: 0,
      gains: [],
    })
  })

  it('is a Saturday, a district beside the area and £3 less an hour, best first', async () => {
    const unit = await aUnit(app, { week: noSaturdays })
    await aUnit(app, { districts: ['E'], company: { pencePerHour: 5750 } })
    await searchFor()
    await searchFor({ time: '10:00' })
    await searchFor({ date: '2026-11-27' })
    await searchFor({ from: 'E10 5AA', date: '2026-11-27' })
    await searchFor({ from: 'SW1A 1AA', date: '2026-11-27' })
    expect(await gainsOf(unit)).toEqual({
      since: '2026-10-20T23:00:00.000Z',
      searches: 3,
      shown: 1,
      cheapest: 0,
      gains: [
        {
          change: { kind: 'open_day', dayOfWeek: '6', startTime: '08:00:00', endTime: '18:00:00' },
          moreShown: 2,
          moreCheapest: 0,
        },
        { change: { kind: 'add_district', district: 'E10', town: 'Leyton' }, moreShown: 1, moreCheapest: 0 },
        { change: { kind: 'charge_less', pence: 300 }, moreShown: 0, moreCheapest: 1 },
      ],
    })
  })

  it('counts a search for a day that is past by the calendar of that day', async () => {
    const unit = await aUnit(app, {
      week: noSaturdays,
      vacations: [{ startDay: '2026-11-07', endDay: '2026-11-07' }],
    })
    app.clock.set('2026-11-02T09:00:00Z')
    await searchFor({ date: '2026-11-07' })
    await searchFor({ date: '2026-11-14' })
    app.clock.set('2026-11-20T09:00:00Z')
    expect(await gainsOf(unit)).toMatchObject({
      searches: 2,
      gains: [{ change: { kind: 'open_day' }, moreShown: 1, moreCheapest: 1 }],
    })
  })

  it('leaves out searches that were stored with nothing to replay, and says from when it counts', async () => {
    const unit = await aUnit(app)
    app.clock.set('2026-11-10T09:00:00Z')
    await searchFor()
    await app.ctx.db.updateTable('quoting.search').set({ replay: null }).execute()
    app.clock.set('2026-11-20T09:00:00Z')
    await searchFor()
    expect(await gainsOf(unit)).toMatchObject({ since: '2026-11-10T09:00:00.000Z', searches: 1, shown: 1 })
  })

  it('remembers many searches for ten minutes, but not what has changed since', async () => {
    const unit = await aUnit(app, { week: noSaturdays })
    const gains = rememberedGains(2)
    const counted = async () => (await gains(app.ctx, { unitId: unit.id, companyId: unit.company.id })).searches
    await searchFor()
    expect(await counted()).toBe(1)
    await searchFor()
    expect(await counted()).toBe(2)
    await searchFor()
    expect(await counted()).toBe(2)
    await app.ctx.db.updateTable('calendar.business_day').set({ dayOff: false }).execute()
    expect(await counted()).toBe(3)
  })

  it('takes as many statements for many searches and units as for one', async () => {
    const unit = await aUnit(app)
    const read = () => statementsOf(app, () => gainsOf(unit))
    await searchFor()
    const one = await read()
    for (let more = 0; more < 3; more++) await aUnit(app, { company: unit.company })
    for (let more = 0; more < 3; more++) await searchFor()
    expect(await read()).toHaveLength(one.length)
    expect(one.filter((text) => text.includes('gains-'))).toHaveLength(2)
  })
})

it('T-103: a stored search says nothing of who asked, and takes some 200 bytes more', async () => {
  await aUnit(app)
  const contact = { flatAndHouse: 'Flat 9', contactName: 'Ada Quill', contactNumber: '+447700900123' }
  await searchFor({
    stops: ['BN3 1AA'],
    points: [contact],
    customerNote: 'Key under the mat',
    declaredWaiting: '01:30:00',
  })
  const rows = await app.ctx.db.selectFrom('quoting.search').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/4QH|4QL|1AA|Quill|Flat 9|447700|mat"/)
  const bytes = JSON.stringify(rows[0]?.replay).length
  expect(bytes).toBeLessThan(300)
})
