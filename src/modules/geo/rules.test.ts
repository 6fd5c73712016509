import { describe, expect, it } from 'vitest'
import { parseTable, type TablePlace } from './outcodes/rules.ts'
import { isApproximate, locate, worstPrecision, type PlaceSource, type UnitFacts } from './rules.ts'

const table = (text: string) => new Map(parseTable(text).map((place): [string, TablePlace] => [place.code, place]))
const source: PlaceSource = {
  outcodes: table('E17 51.586 -0.019 Walthamstow\nSW1A 51.502 -0.133 Westminster'),
  areas: table('E 51.54 -0.03 East London\nSW 51.46 -0.17 South West London\nBT 54.6 -6.2 Belfast'),
}
const unit = (facts: Partial<UnitFacts> = {}): UnitFacts => ({
  lat: 51.5861,
  lng: -0.0214,
  districtCode: 'E09000031',
  countryCode: 'E92000001',
  ...facts,
})

describe('locate: the first of three tiers that knows', () => {
  it('answers to the metre from the unit', () => {
    expect(locate('e174qh', { ...source, unit: unit() })).toEqual({
      postcode: 'E17 4QH',
      outcode: 'E17',
      area: 'E',
      lat: 51.5861,
      lng: -0.0214,
      precision: 'unit',
      town: 'Walthamstow',
      nation: 'england',
      districtCode: 'E09000031',
    })
  })

  it('answers by the outcode without it', () => {
    expect(locate('E17 4QH', source)).toMatchObject({
      lat: 51.586,
      precision: 'outcode',
      town: 'Walthamstow',
      districtCode: null,
    })
  })

  it('answers by the outcode for a real postcode without a place, and keeps what else is known', () => {
    const found = locate('E17 4QH', {
      ...source,
      unit: unit({ lat: null, lng: null, districtCode: null, countryCode: 'S92000003' }),
    })
    expect(found).toMatchObject({ lat: 51.586, precision: 'outcode', nation: 'scotland' })
  })

  it('answers by the area for an outcode it does not know', () => {
    expect(locate('E99 1AA', source)).toMatchObject({
      lat: 51.54,
      precision: 'area',
      town: 'East London',
      outcode: 'E99',
    })
  })

  it.each(['XX1 1AA', 'E17', 'not a postcode', ''])('refuses %j', (text) => expect(locate(text, source)).toBeNull())

  it("prefers the exact source's town", () => {
    expect(locate('E17 4QH', { ...source, unit: unit({ town: 'London' }) })?.town).toBe('London')
  })
})

describe('precision', () => {
  it.each([
    [['unit', 'unit'], 'unit'],
    [['unit', 'outcode'], 'outcode'],
    [['area', 'outcode', 'unit'], 'area'],
    [[], 'unit'],
  ] as const)('of %j together is %s', (precisions, expected) => expect(worstPrecision(precisions)).toBe(expected))

  it('is approximate unless to the metre', () => {
    expect([isApproximate('unit'), isApproximate('outcode'), isApproximate('area')]).toEqual([false, true, true])
  })
})
