import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkEnds } from '#modules/geo/contract.ts'
import { FORCES_POST_MESSAGE, GIROBANK_MESSAGE } from '#modules/geo/rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { getRouteDetails } from '../contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  await app.ctx.db
    .insertInto('geo.postcode')
    .values({ postcode: 'E17 4QH', lat: 51.5861, lng: -0.0214, districtCode: 'E09000031', countryCode: 'E92000001' })
    .execute()
  await app.ctx.db
    .insertInto('geo.import')
    .values({
      sourceKind: 'code_point_open',
      vintage: '2025.4.0',
      rowCount: 1,
      locatedCount: 1,
      hasNorthernIreland: false,
      attribution: 'Contains OS data.',
      areas: ['E'],
      importedAt: app.clock.now(),
    })
    .execute()
})
afterAll(() => app.close())

const ask = (from: string, to: string) =>
  app.call()(getRouteDetails, {
    body: {
      routePoints: [from, to].map((postcode, number) => ({ number, postcode, stairs: 0 })),
      manPower: 'driver_helps',
      vanCategory: 'large_van',
    },
  })

describe('a postcode that a whole import does not name', () => {
  it('is accepted by its outcode, and named so that it can be asked about', async () => {
    expect(await ask('e17 9zz', 'BN1 4QL')).toMatchObject({
      ok: true,
      data: { order: { unknownPostcodes: ['E17 9ZZ'], precision: 'outcode', estimated: true } },
    })
    expect(await ask('E17 4QH', 'BN1 4QL')).toMatchObject({ ok: true, data: { order: { unknownPostcodes: [] } } })
  })
})

describe('what the first step refuses is refused here in the same words', () => {
  it.each([
    ['E17 4QH', 'XX1 1AA'],
    ['BF1 0AX', 'E17 4QH'],
    ['E17 4QH', 'JE2 3AB'],
    ['E17 4QH', 'PO30 1AA'],
    ['IM1 1AA', 'E17 4QH'],
    ['GIR 0AA', 'E17 4QH'],
    ['E17 4QH', 'BFPO 58'],
    ['XX99', 'E17 4QH'],
    ['Walthamstow', 'E17 4QH'],
  ])('%s to %s', async (from, to) => {
    const [first, third] = [await app.call()(checkEnds, { query: { from, to } }), await ask(from, to)]
    if (first.ok || third.ok) throw new Error('One of them was accepted.')
    const sentences = (errors: Record<string, string[]> = {}) => Object.values(errors)
    expect([third.status, third.problem.code]).toEqual([first.status, first.problem.code])
    expect(sentences(third.problem.errors)).toEqual(sentences(first.problem.errors))
    expect(sentences(third.problem.errors)).toHaveLength(1)
  })

  it('by name', async () => {
    expect(await ask('GIR 0AA', 'E17 4QH')).toMatchObject({
      problem: { errors: { 'route_points.0.postcode': [GIROBANK_MESSAGE] } },
    })
    expect(await ask('E17 4QH', 'BF1 0AX')).toMatchObject({
      problem: { errors: { 'route_points.1.postcode': [FORCES_POST_MESSAGE] } },
    })
  })
})
