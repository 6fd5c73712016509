import { buildApp } from '#app/build-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { countSearches, keptPages } from '#test/support/kept-searches.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import { localDayOf } from '#shared/local-time.ts'
import { getFromPrice } from './contract.ts'
import { FROM_PRICE_TIME } from './rules.ts'
import { NAMED_LOADS } from './data.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => removeCompanies(app))
afterAll(() => app.close())

let callers = 0
const ask = (from: string, to: string, size?: 'room' | 'flat' | 'house') =>
  app.call(undefined, `10.77.0.${(callers += 1)}`)(getFromPrice, { query: { from, to, size } })

async function fromPriceOf(from: string, to: string) {
  const answer = await ask(from, to)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

describe('the from-price between two districts', () => {
  it('is the cheapest price that a search for the same load finds on that day, and nothing is kept', async () => {
    await aUnit(app, { company: { pencePerHour: { large_van: { one_porter: 9000 } } } })
    await aUnit(app, { company: { pencePerHour: { large_van: { one_porter: 5500 } } } })
    const before = [await countSearches(app), (await keptPages(app)).length]
    const found = await fromPriceOf('e17', 'BN1')
    expect([await countSearches(app), (await keptPages(app)).length]).toEqual(before)
    const { items, vanCategory, manPower } = NAMED_LOADS.flat
    const date = localDayOf(new Date(found.startAt))
    const move = aMove({ date, time: FROM_PRICE_TIME, items: [...items], vanCategory, manPower })
    const { results, order } = await search(app, move)
    expect(results).toHaveLength(2)
    expect(found).toMatchObject({
      from: { district: 'E17', place: 'Walthamstow' },
      to: { district: 'BN1', place: 'Brighton' },
      load: { size: 'flat', vanCategory: 'large_van', manPower: 'one_porter' },
      startAt: order.startAt,
      distance: order.distance,
      totalTime: order.totalTime,
      fromPence: Math.min(...results.map(({ totalPence }) => totalPence)),
      companies: 2,
    })
    expect(new URL(found.compareUrl)).toMatchObject({ pathname: '/additional-services', search: '?from=E17&to=BN1' })
  })

  it('takes the day a week later where nobody is free, and says that there is no price where nobody works', async () => {
    await aUnit(app)
    const soon = (await fromPriceOf('E17', 'BN2')).startAt
    await removeCompanies(app)
    await aUnit(app, { vacations: [{ startDay: '2026-11-20', endDay: localDayOf(new Date(soon)) }] })
    const found = await fromPriceOf('E17', 'BN3')
    expect(found.fromPence).toBeGreaterThan(0)
    expect(Date.parse(found.startAt) - Date.parse(soon)).toBe(7 * 86_400_000)
    expect(await fromPriceOf('SW1A', 'BN3')).toMatchObject({ fromPence: null, companies: 0 })
  })

  it('costs as many statements for a hundred units as for one, and none at all the second time', async () => {
    await aUnit(app)
    await fromPriceOf('E17', 'RH10')
    const one = await sentStatementsOf(app, () => fromPriceOf('E17', 'RH11'))
    for (let more = 0; more < 99; more += 1) await aUnit(app)
    const many = await sentStatementsOf(app, () => fromPriceOf('E17', 'RH12'))
    expect(many).toHaveLength(one.length)
    expect(await sentStatementsOf(app, () => fromPriceOf('E17', 'RH12'))).toEqual([])
  })

  it('is worked out once for all who ask in the same moment', async () => {
    await aUnit(app)
    await fromPriceOf('E17', 'BN7')
    const statementsOfOne = await sentStatementsOf(app, () => fromPriceOf('E17', 'BN8'))
    const all = await sentStatementsOf(app, () =>
      Promise.all(Array.from({ length: 8 }, () => fromPriceOf('E17', 'BN9'))),
    )
    expect(all).toHaveLength(statementsOfOne.length)
  })

  it.each([
    ['XX1', 'BN1', ['from']],
    ['E17', '<script>', ['to']],
    ['E17 4QH', 'ZZ1', ['from', 'to']],
    ['E17', 'e17', ['to']],
  ])('refuses what is no district, and the same one twice: %s to %s', async (from, to, fields) => {
    const answer = await ask(from, to)
    const errors = answer.ok ? {} : answer.problem.errors
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([422, fields])
  })

  it('says why there is no road', async () => {
    expect(await ask('E17', 'KW15')).toMatchObject({ ok: false, problem: { code: 'sea_crossing' } })
  })

  it('may be read by scripts of other sites, kept for ten minutes, sixty times a minute; a search may not', async () => {
    const headers = { origin: 'https://agent.example' }
    const get = (url: string) => app.app.fastify.inject({ url, headers, remoteAddress: '10.78.0.1' })
    const url = '/api/booking/from-price/?from=E17&to=BN1'
    const answer = await get(url)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=600',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect((await get('/api/van-categories/')).headers).not.toHaveProperty('access-control-allow-origin')
    const { clock, log, config } = app.ctx
    const parts = { clock, log, connection: app.database.connection, work: false }
    const strict = await buildApp({ ...parts, config: { ...config, rateLimitFactor: 1 } })
    const statuses: number[] = []
    for (let more = 0; more < 61; more += 1) statuses.push((await strict.fastify.inject({ url, headers })).statusCode)
    await strict.close()
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })
})
