import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { findQuotes } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-20T09:00:00Z' })
})
beforeEach(() => removeCompanies(app))
afterAll(() => app.close())

const ask = (workingUnit?: string) => must(app.call()(findQuotes, { body: aMove(), query: { workingUnit } }))
const unitsOf = ({ results }: Awaited<ReturnType<typeof ask>>) => results.map(({ workingUnit }) => workingUnit.id)

const keptSearches = async () =>
  Number((await app.app.pool.query<{ count: string }>('select count(*) from quoting.search')).rows[0]?.count)

it('a price that has run out is asked for of one unit, and is the price that the whole list has for it', async () => {
  const [one, other] = [await aUnit(app), await aUnit(app)]
  const all = await ask()
  expect(unitsOf(all).toSorted()).toEqual([one.id, other.id].toSorted())
  const before = await keptSearches()
  const answerForOther = await ask(other.id.toUpperCase())
  expect(unitsOf(answerForOther)).toEqual([other.id])
  expect(answerForOther.count).toBe(1)
  const listed = all.results.find(({ workingUnit }) => workingUnit.id === other.id)
  expect(answerForOther.results[0]).toMatchObject({ totalPence: listed?.totalPence, lines: listed?.lines })
  expect(answerForOther.results[0]?.quoteId).not.toBe(listed?.quoteId)
  // It is no search: what one unit alone was found for says nothing of the others.
  expect(await keptSearches()).toBe(before)
})

it('nobody else is looked for where that unit cannot come, and no other time', async () => {
  await aUnit(app)
  expect(await ask(crypto.randomUUID())).toMatchObject({
    count: 0,
    results: [],
    nearestTimes: [],
    cheapestDays: [],
    biggerVan: null,
  })
  const refused = await app.call()(findQuotes, { body: aMove(), query: { workingUnit: 'x' } })
  expect(refused).toMatchObject({ status: 422 })
})
