import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { findUnits } from './contract.ts'

let app: TestApp
let office: Call
beforeAll(async () => {
  app = await createTestApp()
  await removeCompanies(app)
  office = await anOffice(app)
})
afterAll(() => app.close())

it('finds units by company and plate, and pages through them without losing one', async () => {
  const units: TestUnit[] = []
  for (const registration of ['LK72 VNF', 'LJ20 PDX', 'GX21 OPL'])
    units.push(await aUnit(app, { van: { registration } }))
  const all = await must(office(findUnits))
  expect(all.results.map(({ id }) => id).toSorted()).toEqual(units.map(({ id }) => id).toSorted())
  const [first] = all.results
  const plate = first?.registration?.replaceAll(' ', '').toLowerCase() ?? ''
  expect(plate).not.toBe('')
  const byPlate = await must(office(findUnits, { query: { q: plate } }))
  expect(byPlate.results.map(({ id }) => id)).toEqual([first?.id])
  const byName = await must(office(findUnits, { query: { q: first?.company.name ?? '' } }))
  expect(byName.results).toContainEqual(first)
  expect((await must(office(findUnits, { query: { q: 'nobody has this name' } }))).results).toEqual([])

  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await must(office(findUnits, { query: { pageSize: 1, after } }))
    seen.push(...page.results.map(({ id }) => id))
    after = page.nextCursor ?? undefined
  } while (after)
  expect(seen).toEqual(all.results.map(({ id }) => id))
})
