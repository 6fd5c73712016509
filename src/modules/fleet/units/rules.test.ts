import { expect, test, describe, it } from 'vitest'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { districtsWithin, knownCode, tidyDistricts, possessive, unitCalled, unitPath } from './rules.ts'

test.each([
  ['/calendar', '/calendar?unit=7'],
  ['/calendar?day=2026-11-23', '/calendar?day=2026-11-23&unit=7'],
  ['/working-unit#jobs', '/working-unit?unit=7#jobs'],
  ['/calendar?unit=8&day=2026-11-23', '/calendar?unit=8&day=2026-11-23'],
  ['?page=2', '?page=2&unit=7'],
])('%s names its unit as %s', (path, named) => expect(unitPath(path, '7')).toBe(named))

test('a unit is called by its name and plate, once it has one', () => {
  expect(unitCalled({ name: 'Dawn P.', registration: 'KX70 RMV' })).toBe('Dawn P. (KX70 RMV)')
  expect(unitCalled({ name: 'Dawn P.', registration: null })).toBe('Dawn P.')
})

test.each([
  ['Mick', 'Mick’s'],
  ['Mick (KX70 RMV)', 'Mick’s (KX70 RMV)'],
])('%s has %s papers', (called, owned) => expect(possessive(called)).toBe(owned))

const gazetteer = { districts: outcodes, areas }

describe('a code', () => {
  it.each([
    ['e17', 'E17'],
    [' SW1A ', 'SW1A'],
    ['sw', 'SW'],
    ['ZZ9', null],
    ['ZZ', null],
    ['E17 4QH', null],
    ['', null],
  ])('%j is %j', (text, code) => {
    expect(knownCode(text, gazetteer)).toBe(code)
  })
})

describe('a radius', () => {
  const base = { outcode: 'E17', lat: 51.586, lng: -0.018 }
  it('holds the districts whose middle is within it', () => {
    const found = districtsWithin(base, 10_000, gazetteer)
    expect(found).toEqual(expect.arrayContaining(['E17', 'E10', 'E11', 'N17', 'E4']))
    expect(found).not.toContain('SW1A')
    expect(found).not.toContain('BN1')
  })

  it('grows with its radius, and always holds its own district', () => {
    const sizes = [1000, 5000, 20_000, 100_000].map((radius) => districtsWithin(base, radius, gazetteer).length)
    expect(sizes[0]).toBeGreaterThanOrEqual(1)
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(districtsWithin({ ...base, lat: 60, lng: 2 }, 1000, gazetteer)).toEqual(['E17'])
  })
})

describe('what is stored', () => {
  it('has each code once, and no district beside its whole area', () => {
    expect(tidyDistricts(['E17', 'E17', 'SW1A', 'SW', 'SW2', 'S1']).toSorted()).toEqual(['E17', 'S1', 'SW'])
  })
})
