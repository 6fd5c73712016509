import * as fc from 'fast-check'
import * as peer from 'postcode'
import { describe, expect, it } from 'vitest'
import {
  formatHundredths,
  formatMiles,
  haversineMetres,
  hundredthsOfMile,
  metresToMiles,
  milesToMetres,
} from './distance.ts'
import {
  areaOf,
  isPartialPostcode,
  isPostcode,
  meantPostcode,
  twinOutcodes,
  normaliseOutcode,
  normalisePartial,
  normalisePostcode,
  outcodeOf,
  sectorOf,
} from './uk-postcode.ts'

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split(''))
const digit = fc.constantFrom(...'0123456789'.split(''))
const symbol = fc.oneof(letter, digit, fc.constantFrom(' ', '-', '.', 'ſ', 'É', '١', '\0'))
const wellFormed = fc
  .tuple(
    fc.array(letter, { minLength: 1, maxLength: 2 }),
    digit,
    fc.option(fc.oneof(letter, digit), { nil: '' }),
    fc.constantFrom('', ' '),
    digit,
    fc.tuple(letter, letter),
  )
  .map(([area, first, second, space, sector, unit]) => area.join('') + first + second + space + sector + unit.join(''))
const nearMiss = fc.array(symbol, { minLength: 1, maxLength: 8 }).map((symbols) => symbols.join('').trim())

describe('normalisePostcode', () => {
  it.each([
    ['e174qh', 'E17 4QH'],
    ['E17 4QH', 'E17 4QH'],
    ['  bn1   4ql ', 'BN1 4QL'],
    ['SW1A\u00a01AA', 'SW1A 1AA'],
    ['M1 1AE', 'M1 1AE'],
    ['W1A0AX', 'W1A 0AX'],
    ['e17aa', 'E1 7AA'],
    ['E17-4QH', 'E17 4QH'],
    ['E17 4QH.', 'E17 4QH'],
    ['(E17 4QH),', 'E17 4QH'],
    ['\u202AE17 4QH\u200B', 'E17 4QH'],
    ['E17–4QH', 'E17 4QH'],
    ['E174 QH', null],
    ['E17 4Q', null],
    ['E17', null],
    ['', null],
    ['E17 4QH; drop table', null],
    ['../E17 4QH', null],
    ['ſW1A 1AA', null],
    ['E17 4QH'.padEnd(200), null],
  ])('%j is %j', (text, expected) => {
    expect(normalisePostcode(text)).toBe(expected)
    expect(isPostcode(text)).toBe(expected !== null)
  })

  it('accepts exactly what the npm package postcode accepts', () => {
    fc.assert(
      fc.property(fc.oneof(wellFormed, nearMiss), (text) => {
        // Dots and dashes around and inside one are ours to forgive.
        fc.pre(!/[-.]/.test(text))
        expect(isPostcode(text)).toBe(peer.isValid(text))
        expect(normalisePostcode(text)).toBe(peer.toNormalised(text))
        expect(outcodeOf(text)).toBe(peer.toOutcode(text))
        expect(sectorOf(text)).toBe(peer.toSector(text))
      }),
      { numRuns: 5000 },
    )
  })

  it('is settled after one pass', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        const normalised = normalisePostcode(text) ?? ''
        expect(normalisePostcode(normalised)).toBe(normalised)
        expect(normalisePostcode(normalised.toLowerCase().replace(' ', ''))).toBe(normalised)
      }),
    )
  })
})

describe('parts of a postcode', () => {
  it.each([
    ['SW1A 1AA', 'SW1A', 'SW1A 1', 'SW'],
    ['e17 4qh', 'E17', 'E17 4', 'E'],
    ['M1 1AE', 'M1', 'M1 1', 'M'],
  ])('%s', (postcode, outcode, sector, area) => {
    expect([outcodeOf(postcode), sectorOf(postcode), areaOf(postcode)]).toEqual([outcode, sector, area])
  })

  it('takes outcodes of their own', () => {
    expect([normaliseOutcode(' ec1v '), areaOf('EC1V'), areaOf('bn'), normaliseOutcode('E1 7')]).toEqual([
      'EC1V',
      'EC',
      null,
      null,
    ])
  })
})

describe('partial postcodes', () => {
  it.each([
    'E',
    'bn',
    'E1',
    'E17',
    'E17 4',
    'E17-4',
    'e174',
    'E174Q',
    'E17 4QH',
    'SW1A',
    'SW1A1',
    'EC1V 9',
    'E17A',
    'E1 7A',
    'M11AE',
  ])('%s begins a postcode', (text) => expect(isPartialPostcode(text)).toBe(true))
  it.each(['', '1', 'ABC', 'E1AB', 'E17 4QHX', 'E 17', '%2f', '../', 'E17 4QH 1', 'é1'])('%j does not', (text) =>
    expect(isPartialPostcode(text)).toBe(false),
  )

  it('keeps the space that was typed, because it says where the outcode ends', () => {
    expect([normalisePartial('e1 7'), normalisePartial('e17'), normalisePartial(' e17  ')]).toEqual([
      'E1 7',
      'E17',
      'E17',
    ])
  })

  it('accepts every beginning of every postcode', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(8), (text, length) => {
        const beginning = text.slice(0, length + 1)
        expect(isPartialPostcode(beginning)).toBe(true)
      }),
    )
  })
})

it.each([['E'.repeat(1e5)], [' '.repeat(1e5)], ['E1 '.repeat(4e4)], [`${'1'.repeat(1e5)}A`]])(
  'nothing long is a postcode',
  (text) => {
    expect([isPostcode(text), isPartialPostcode(text), normaliseOutcode(text)]).toEqual([false, false, null])
  },
)

it.each([
  ['EC1V OBW', 'EC1V 0BW'],
  ['ec1v obw', 'EC1V 0BW'],
  ['E17 4Q8', 'E17 4QB'],
  ['SWIA 1AA', 'SW1A 1AA'],
  ['L5 IAA', 'L5 1AA'],
  ['MI 1AE', 'M1 1AE'],
  ['BN1 4Q1', 'BN1 4QL'],
  ['0X1 1AA', 'OX1 1AA'],
  ['E174 QH', 'E17 4QH'],
  ['LS 6 3HN', 'LS6 3HN'],
  ['LS6/3HN', 'LS6 3HN'],
  ['E17 4QH, London', 'E17 4QH'],
  ['Postcode: e174qh', 'E17 4QH'],
  ['12 High Street, BN1 4QL', 'BN1 4QL'],
])('%s was probably %s', (text, meant) => expect(meantPostcode(text)).toBe(meant))

it.each(['E17 4QH', 'E17', 'London', 'E17 4QHX', '12345', 'ABCDE', '', 'E17 4QH or E8 1EJ'])(
  '%j is near to no postcode',
  (text) => expect(meantPostcode(text)).toBeNull(),
)

it.each([
  ['EI7', ['E17']],
  ['E1O', ['E10', 'EI0', 'EL0']],
  ['BI', ['B1']],
  ['SOI4', ['SO14']],
  ['E17', ['EI7', 'EL7']],
  ['SW1A', []],
])('%s may have been meant for %j', (outcode, twins) => expect(twinOutcodes(outcode)).toEqual(twins))

describe('miles', () => {
  it.each([
    [0, '0.00 miles'],
    [1609, '1.00 miles'],
    [90_767, '56.40 miles'],
    [100_000, '62.14 miles'],
    [8, '0.00 miles'],
    [9, '0.01 miles'],
  ])('%i m, measured, are %s', (distance, text) => expect(formatMiles({ distance, estimated: false })).toBe(text))

  it.each([
    [0, 'about 1 mile'],
    [800, 'about 1 mile'],
    [2413, 'about 1 mile'],
    [2415, 'about 2 miles'],
    [140_013, 'about 87 miles'],
  ])('%i m by the model are %s', (distance, text) => expect(formatMiles({ distance, estimated: true })).toBe(text))

  it('hundredths never fall as metres grow, and miles come back', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(5000), (metres, more) => {
        expect(hundredthsOfMile(metres + more)).toBeGreaterThanOrEqual(hundredthsOfMile(metres))
      }),
    )
    fc.assert(
      fc.property(fc.nat(1000), (miles) => {
        expect(hundredthsOfMile(milesToMetres(miles))).toBe(miles * 100)
      }),
    )
    expect(metresToMiles(1609.344)).toBe(1)
    expect(formatHundredths(5)).toBe('0.05')
  })
})

describe('haversineMetres', () => {
  const degree = 111_195.08

  it.each([
    [{ lat: 0, lng: 0 }, { lat: 0, lng: 1 }, degree],
    [{ lat: 0, lng: 0 }, { lat: 1, lng: 0 }, degree],
    [{ lat: 60, lng: 0 }, { lat: 60, lng: 1 }, 55_597.0],
    [{ lat: 51.5, lng: -0.12 }, { lat: 51.5, lng: -0.12 }, 0],
    [{ lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 20_015_114.4],
    [{ lat: 51.5074, lng: -0.1278 }, { lat: 50.8225, lng: -0.1372 }, 76_156],
  ])('%j to %j is %d m', (from, to, metres) => {
    const got = haversineMetres(from, to)
    expect(Math.abs(got - metres)).toBeLessThan(Math.max(1, metres * 0.0001))
  })

  it('the same both ways, and no detour is shorter', () => {
    const point = fc.record({
      lat: fc.double({ min: 49, max: 61, noNaN: true }),
      lng: fc.double({ min: -8, max: 2, noNaN: true }),
    })
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(haversineMetres(a, b)).toBeCloseTo(haversineMetres(b, a), 6)
        expect(haversineMetres(a, b)).toBeLessThanOrEqual(haversineMetres(a, c) + haversineMetres(c, b) + 0.001)
      }),
    )
  })
})
