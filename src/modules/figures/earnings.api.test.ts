import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '#modules/billing/ledger/commands.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { postedJob } from '#test/support/factories/billed-month.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import { getEarnings } from './contract.ts'
import { LEAST_VANS } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-24T12:00:00Z' })
})
afterAll(() => app.close())

async function earned(district: string, vanCategory: 'large_van' | 'small_van' = 'large_van') {
  const answer = await app.call()(getEarnings, { query: { district, vanCategory } })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

const vansOf = async (district: string, count: number) => {
  const vans: TestUnit[] = []
  while (vans.length < count) vans.push(await aUnit(app, { districts: [district] }))
  return vans
}

const did = (unit: TestUnit, day: string, pricePence: number) =>
  app.ctx.tx((tx) => post(tx, [postedJob(app, { unit, day, pricePence })]))

describe('what a van would have earned', () => {
  it('is the middle of what vans of its kind there earned last month, after commission and its VAT', async () => {
    const vans = await vansOf('BN1', LEAST_VANS + 1)
    for (const [index, van] of vans.entries()) if (index >= 3) await did(van, '2026-10-15', index * 10_000)
    const [idle, , , first] = vans
    if (!idle || !first) throw new Error('There are vans')
    await did(first, '2026-10-31', 20_000)
    // The earnings are of other months, or of another kind or place of van.
    await did(idle, '2026-09-30', 900_000)
    await did(idle, '2026-11-01', 900_000)
    const elsewhere = await aUnit(app, { districts: ['BN2'] })
    await did(elsewhere, '2026-10-15', 900_000)
    const small = await aUnit(app, { districts: ['BN1'], van: { category: 'small_van' } })
    await did(small, '2026-10-15', 900_000)
    const stopped = await aUnit(app, { districts: ['BN1'], status: 'deactivated' })
    await did(stopped, '2026-10-15', 900_000)
    // 0, 0, 0, 40000, 50000, 50000 (two jobs), 60000 … 100000: the sixth of eleven, less 15 % and a fifth of them.
    const prices = [0, 0, 0, 30_000 + 20_000, ...Array.from({ length: 7 }, (_, n) => (n + 4) * 10_000)].toSorted(
      (a, b) => a - b,
    )
    const netPence = (pence: number) => pence - Math.round(pence * 0.15) - Math.round(pence * 0.03)
    const total = prices.reduce((sum, price) => sum + netPence(price), 0)
    expect(await earned('bn1')).toEqual({
      district: 'BN1',
      vanCategory: 'large_van',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      vans: 11,
      least: 10,
      medianPence: netPence(prices[5] ?? 0),
      medianJobs: 1,
      totalPence: total,
      jobs: 9,
    })
  })

  it('counts vans whose whole area is the district’s, and is counted once an hour', async () => {
    await vansOf('LS', LEAST_VANS)
    expect(await earned('LS6')).toMatchObject({ vans: LEAST_VANS, medianPence: 0, totalPence: 0, jobs: 0 })
    expect(await sentStatementsOf(app, () => earned('LS6'))).toEqual([])
    expect(await sentStatementsOf(app, () => earned('LS7'))).toHaveLength(1)
  })

  it('is not said of fewer than ten', async () => {
    const vans = await vansOf('YO1', LEAST_VANS - 1)
    for (const van of vans) await did(van, '2026-10-15', 50_000)
    const nothing = { medianPence: null, medianJobs: null, totalPence: null, jobs: null }
    expect(await earned('YO1')).toMatchObject({ vans: LEAST_VANS - 1, ...nothing })
    expect(await earned('YO2', 'small_van')).toMatchObject({ vans: 0, ...nothing })
  })

  it.each(['', 'E17 4QH', '<b>', '17'])('is not asked of what is no district: %j', async (district) => {
    const answer = await app.call()(getEarnings, { query: { district, vanCategory: 'large_van' } })
    expect(answer).toMatchObject({ ok: false, status: 422, problem: { errors: { district: [expect.any(String)] } } })
  })
})
