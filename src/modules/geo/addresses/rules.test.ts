import { describe, expect, it } from 'vitest'
import { suggestionsOf } from './rules.ts'

const offered = (text: string, units: string[] = []) =>
  suggestionsOf(text, units).map(({ postcode, place }) => `${postcode} ${place}`)

describe('places that begin like what was typed', () => {
  it.each([
    ['E17', [], ['E17 Walthamstow']],
    ['e17', ['E17 4QH', 'E17 4QJ'], ['E17 Walthamstow', 'E17 4QH Walthamstow', 'E17 4QJ Walthamstow']],
    ['E17 4', ['E17 4QH'], ['E17 4QH Walthamstow']],
    ['E17 4', [], []],
    ['Walthamstow', [], ['E17 Walthamstow']],
    ['  walthamst', [], ['E17 Walthamstow']],
    ['XX99', [], []],
    ['Nowhere at all', [], []],
    ['', [], []],
  ])('%j with %j', (text, units, expected) => {
    expect(offered(text, units)).toEqual(expected)
  })

  it('finds a town’s districts: first those that are named like it, then the rest of its area', () => {
    const found = suggestionsOf('Leeds', [])
    expect(found).toHaveLength(10)
    expect(found[0]).toEqual({ postcode: 'LS1', place: 'Leeds city centre' })
    expect(found.every(({ postcode }) => postcode.startsWith('LS'))).toBe(true)
    const firstOfArea = found.findIndex(({ place }) => !place.includes('Leeds'))
    expect(found.slice(firstOfArea).some(({ place }) => place.startsWith('Leeds'))).toBe(false)
  })

  it.each([
    ['kings cross', /^N1C /],
    ["King's Cross", /^N1C /],
    ['stoke newington', /^N16 /],
    ['BRIGHTON', /^BN1 /],
    ['wa', /^WA1 /],
  ])('reads %j without its apostrophes and capitals', (text, first) => expect(offered(text)[0]).toMatch(first))
})
