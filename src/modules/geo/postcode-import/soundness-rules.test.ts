import { describe, expect, it } from 'vitest'
import { placeOfGrid } from './rules.ts'
import {
  astrayProblem,
  isAstray,
  isExchanged,
  countIfMisplaced,
  lossProblem,
  emptyMisplacedCount,
  type AreaChange,
  type ReleaseFacts,
} from './soundness-rules.ts'

const walthamstow = { lat: 51.586, lng: -0.019 }

describe('isAstray: over 25 km from the middle of the district', () => {
  it.each([
    ['itself', walthamstow, false],
    ['10 km north', { lat: 51.676, lng: -0.019 }, false],
    ['24 km north', { lat: 51.8015, lng: -0.019 }, false],
    ['26 km north', { lat: 51.8205, lng: -0.019 }, true],
    ['26 km east', { lat: 51.586, lng: 0.357 }, true],
    ['Brighton', { lat: 50.838, lng: -0.139 }, true],
  ])('%s: %s', (_, place, expected) => expect(isAstray(place, walthamstow)).toBe(expected))
})

describe('isExchanged', () => {
  it('knows a place whose easting and northing changed places', () => {
    const swapped = placeOfGrid(189_000, 537_000)
    expect(swapped && isExchanged(swapped, walthamstow)).toBe(true)
  })
  it('and one that is merely wrong', () => expect(isExchanged({ lat: 50.838, lng: -0.139 }, walthamstow)).toBe(false))
})

describe('astrayProblem', () => {
  const judged = (near: number, far: number, place = { lat: 50.838, lng: -0.139 }) => {
    const found = emptyMisplacedCount()
    for (let index = 0; index < near; index++) countIfMisplaced(found, 'E17 4QH', walthamstow, walthamstow)
    for (let index = 0; index < far; index++) countIfMisplaced(found, 'E17 9ZZ', place, walthamstow)
    return found
  }

  it('bears one in a hundred, and what our table does not know', () => {
    expect(astrayProblem(judged(990, 10))).toBeNull()
    const found = emptyMisplacedCount()
    countIfMisplaced(found, 'E99 1AA', walthamstow, undefined)
    expect([astrayProblem(found), found.judged]).toEqual([null, 0])
  })

  it('says how many, and the first', () => {
    expect(astrayProblem(judged(989, 11))).toBe(
      '11 of 1000 located postcodes (1.1 %) lie over 25 km from their district, the first E17 9ZZ.',
    )
  })

  it('says that eastings and northings are swapped where they are', () => {
    const place = placeOfGrid(189_000, 537_000) ?? walthamstow
    expect(astrayProblem(judged(0, 300, place))).toMatch(/^Eastings and northings are swapped: 300 of 300 /)
  })
})

describe('lossProblem', () => {
  const release = (facts: Partial<ReleaseFacts> = {}): ReleaseFacts => ({
    kind: 'code_point_open',
    rows: 1000,
    located: 995,
    areas: new Set(['AB', 'E']),
    hasNorthernIreland: false,
    ...facts,
  })
  const change = (area: string, before: number, dropped: number, locatedBefore = before): AreaChange => ({
    area,
    before,
    dropped,
    locatedBefore,
  })
  const all = ['AB', 'E', 'BT', 'GY', 'IM', 'JE']

  it.each<[string, ReleaseFacts, AreaChange[], string | null]>([
    ['a first release with every area', release(), [], null],
    [
      'a first release without one',
      release({ areas: new Set(['E']) }),
      [],
      'This release has no postcode of the area AB.',
    ],
    [
      'a first release without any',
      release({ areas: new Set() }),
      [],
      'This release has no postcode of the areas AB, E.',
    ],
    [
      'a first directory that was asked for Northern Ireland and has it',
      release({ kind: 'onspd', hasNorthernIreland: true, areas: new Set(['AB', 'E', 'BT']) }),
      [],
      null,
    ],
    [
      'a first release with few places',
      release({ located: 899 }),
      [],
      'Only 89.9 % of the postcodes in this release have a place.',
    ],
    ['a first release with nine in ten', release({ located: 900 }), [], null],
    ['one in five of an area gone', release(), [change('AB', 100, 20), change('E', 900, 0)], null],
    [
      'more than one in five of an area gone',
      release(),
      [change('AB', 100, 21), change('E', 900, 0)],
      'This release lacks 21 of the 100 postcodes of the area AB, more than one in five.',
    ],
    [
      'an area gone',
      release(),
      [change('AB', 10, 10), change('E', 990, 0)],
      'This release lacks the whole area AB, 10 postcodes.',
    ],
    [
      'several areas gone',
      release(),
      [change('AB', 10, 10), change('E', 990, 300), change('N', 10, 9)],
      'This release lacks the whole area AB, 10 postcodes, and too many of the areas E, N.',
    ],
    [
      'areas gone that Code-Point Open never has',
      release(),
      [change('E', 990, 0), change('BT', 9, 9), change('JE', 9, 9)],
      null,
    ],
    [
      'an island gone from a directory',
      release({ kind: 'nspl' }),
      [change('E', 990, 0), change('JE', 9, 9)],
      'This release lacks the whole area JE, 9 postcodes.',
    ],
    ['one in twenty gone', release(), [change('AB', 500, 25), change('E', 500, 25)], null],
    [
      'more than one in twenty gone',
      release(),
      [change('AB', 500, 25), change('E', 500, 26)],
      'This release lacks 51 of the 1000 postcodes we have, more than one in twenty.',
    ],
    ['two in a hundred places gone', release({ located: 980 }), [change('E', 1000, 0)], null],
    [
      'more than two in a hundred places gone',
      release({ located: 979 }),
      [change('E', 1000, 0)],
      'Only 97.9 % of the postcodes in this release have a place, 100.0 % of those we have.',
    ],
  ])('%s', (_, facts, changes, expected) => expect(lossProblem(facts, changes, all)).toBe(expected))
})
