import { describe, expect, it } from 'vitest'
import { toPlace, type TablePlace } from './outcodes/rules.ts'
import {
  FORCES_POST_MESSAGE,
  GIROBANK_MESSAGE,
  isApproximate,
  locate,
  NOT_A_POSTCODE_MESSAGE,
  notAPostcode,
  unknownPostcodeMessage,
  unlistedMessage,
  worstPrecision,
  type PlaceSource,
  type UnitFacts,
} from './rules.ts'

const table = (...rows: [string, number, number, string][]) =>
  new Map(rows.map((row): [string, TablePlace] => [row[0], toPlace(row)]))
const source: PlaceSource = {
  outcodes: table(['E17', 51.586, -0.019, 'Walthamstow'], ['SW1A', 51.502, -0.133, 'Westminster']),
  areas: table(
    ['E', 51.54, -0.03, 'East London'],
    ['SW', 51.46, -0.17, 'South West London'],
    ['BT', 54.6, -6.2, 'Belfast'],
  ),
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
      isUnlisted: false,
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

  it('places an outward code alone by its district, and is never asked about', () => {
    const found = locate(' e17 ', { ...source, listedAreas: new Set(['E']) })
    expect(found).toMatchObject({
      postcode: 'E17',
      outcode: 'E17',
      precision: 'outcode',
      town: 'Walthamstow',
      isUnlisted: false,
    })
  })

  it.each(['XX1 1AA', 'E99', 'XX1', 'not a postcode', ''])('refuses %j', (text) =>
    expect(locate(text, source)).toBeNull(),
  )

  it("prefers the exact source's town", () => {
    expect(locate('E17 4QH', { ...source, unit: unit({ town: 'London' }) })?.town).toBe('London')
  })
})

describe('a postcode that the imported data does not name', () => {
  const listedAreas = new Set(['E'])
  it.each<[string, Partial<PlaceSource>, boolean]>([
    ['in an area that it names every postcode of', { listedAreas }, true],
    ['named in it', { listedAreas, unit: unit() }, false],
    ['named in it without a place', { listedAreas, unit: unit({ lat: null, lng: null }) }, false],
    ['in another area', { listedAreas: new Set(['SW']) }, false],
    ['without an import', {}, false],
  ])('%s: %j', (_, more, expected) =>
    expect(locate('E17 9ZZ', { ...source, ...more })).toMatchObject({ isUnlisted: expected }),
  )

  it('is placed by its outcode, and asked about', () => {
    expect(locate('E17 9ZZ', { ...source, listedAreas })).toMatchObject({ precision: 'outcode', town: 'Walthamstow' })
    expect(unlistedMessage('E17 9ZZ')).toBe("We don't know E17 9ZZ. Check it — or go on if it is new.")
  })
})

describe('postcodes that people know and that are no place', () => {
  it.each([
    ['GIR 0AA', GIROBANK_MESSAGE],
    ['gir0aa', GIROBANK_MESSAGE],
    ['BF1 0AX', FORCES_POST_MESSAGE],
    ['bf13aa', FORCES_POST_MESSAGE],
    ['BFPO 58', FORCES_POST_MESSAGE],
    ['bfpo801', FORCES_POST_MESSAGE],
  ])('%s is answered by name', (text, message) => {
    expect([notAPostcode(text), unknownPostcodeMessage(text)]).toEqual([message, message])
  })
  it.each(['XX1 1AA', 'BF', 'BFPO', 'GIR', 'B1 1AA', 'GIR 0AA and more than that'])('%s is not', (text) => {
    expect(notAPostcode(text)).toBe(NOT_A_POSTCODE_MESSAGE)
    expect(unknownPostcodeMessage(text)).not.toMatch(/BFPO addresses|Girobank/)
  })
})

describe('a beginning that does not exist', () => {
  it.each([
    ['XX99 9XX', 'No UK postcode starts with XX99. Check it.'],
    ['xx99', 'No UK postcode starts with XX99. Check it.'],
    ['Brighton', 'We don’t know this postcode. Check how it starts.'],
  ])('of %j is named where it can be', (text, sentence) => expect(unknownPostcodeMessage(text)).toBe(sentence))
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
