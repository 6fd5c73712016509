import { expect, test } from 'vitest'
import { areasText, compress, countText, districtsWithin, expand, findAreas, postcodeAreas } from './districts.ts'

const area = (code: string) => postcodeAreas.find((one) => one.code === code) ?? { code, name: '', districts: [] }

test('there are 124 areas with at least one district each', () => {
  expect(postcodeAreas).toHaveLength(124)
  expect(postcodeAreas.filter(({ districts }) => districts.length === 0)).toEqual([])
})

test.each([[['SW']], [['E17', 'E4']], [['SW', 'E17']], [[]], [['ZZ9']]])('%j is the same again', (saved) => {
  expect(compress(expand(saved))).toEqual([...saved].sort())
})

test('an area is every one of its districts', () => {
  expect(expand(['SW'])).toEqual(new Set(area('SW').districts))
  expect([...expand(['SW'])]).toContain('SW1A')
  expect([...expand(['S'])]).not.toContain('SW1A')
})

test('what lies within a distance', () => {
  const walthamstow = { lat: 51.5886, lng: -0.0118 }
  const near = districtsWithin(walthamstow, 5000)
  expect(near).toContain('E17')
  expect(near).not.toContain('SW1A')
  expect(districtsWithin(walthamstow, 2_000_000)).toHaveLength(
    postcodeAreas.flatMap(({ districts }) => districts).length,
  )
})

test('counts in words', () => {
  const districts = area('SW').districts
  expect(countText(area('SW'), new Set())).toBe(`None of ${districts.length} districts`)
  expect(countText(area('SW'), new Set(districts))).toBe(`All of ${districts.length} districts`)
  expect(countText(area('SW'), new Set(['SW1A', 'E17']))).toBe(`1 of ${districts.length} districts`)
  expect(areasText(new Set(['SW1A', 'E17', 'E4']))).toBe('In E, SW')
  expect(areasText(new Set())).toBe('You won’t be offered any moves')
  expect(areasText(expand(['AB', 'AL', 'B', 'BA', 'BB', 'BD', 'BH']))).toBe('In 7 areas')
})

test.each([
  ['sw1', ['SW']],
  ['Romford', ['RM']],
  ['zzz', []],
])('a search for %s', (text, codes) => expect(findAreas(text, new Set()).near.map(({ code }) => code)).toEqual(codes))

test('without a search those with something chosen come first', () => {
  const { near, others } = findAreas(' ', new Set(['SW1A']))
  expect(near.map(({ code }) => code)).toEqual(['SW'])
  expect(others).toHaveLength(123)
})
