import { expect, test, describe } from 'vitest'
import {
  areasText,
  compress,
  countText,
  districtsWithin,
  expand,
  findAreas,
  postcodeAreas,
  began,
  changedTo,
  picked,
  redo,
  toggled,
  undo,
  withCircle,
  type AreaChoice,
  type Circle,
} from './districts.ts'

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
  expect(countText(area('SW'), new Set())).toBe(`0 of ${districts.length} districts`)
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

const circle = (radiusMetres: number): Circle => ({ basePostcode: 'E17 4QH', radiusMetres, place: null })
const choice = (chosen: string[], more: Partial<AreaChoice> = {}): AreaChoice => ({
  chosen: new Set(chosen),
  byHand: new Set(),
  circle: null,
  ...more,
})
const [near, far] = [
  ['E17', 'E4'],
  ['E17', 'E4', 'N17', 'E10'],
]

describe('all within a distance', () => {
  test.each<[string, AreaChoice, string[], string[], string[]]>([
    ['is added to what was picked by hand', picked(choice([]), ['BN1'], true), [], near, ['BN1', 'E17', 'E4']],
    ['takes the place of a wider circle', choice(far, { circle: circle(9000) }), far, near, ['E17', 'E4']],
    [
      'leaves what was outside the circle before',
      choice([...near, 'BN1']),
      near,
      far,
      ['BN1', 'E10', 'E17', 'E4', 'N17'],
    ],
    [
      'leaves what was picked by hand inside a circle that was drawn later',
      withCircle(picked(choice([]), ['N17'], true), circle(9000), { before: [], within: far }),
      far,
      near,
      ['E17', 'E4', 'N17'],
    ],
    ['chooses again what was taken out by hand', toggled(choice(near), 'E4'), near, near, ['E17', 'E4']],
  ])('%s', (_, before, last, within, expected) => {
    const after = withCircle(before, circle(5000), { before: last, within })
    expect([...after.chosen].sort()).toEqual(expected)
    expect(after.circle?.radiusMetres).toBe(5000)
  })

  test('is remembered while single districts are added and taken out', () => {
    const after = toggled(toggled(choice(near, { circle: circle(5000) }), 'BN1'), 'E4')
    expect([...after.chosen]).toEqual(['E17', 'BN1'])
    expect(after.circle?.radiusMetres).toBe(5000)
  })
})

test('the same tap twice is nothing', () => {
  const before = choice(near)
  expect(toggled(toggled(before, 'N17'), 'N17')).toEqual(before)
})

test('steps are undone one at a time and done again, until something else is done', () => {
  const three = [1, 2, 3].reduce((history, step) => changedTo(history, step), began(0))
  expect(undo(three).now).toBe(2)
  expect(undo(undo(undo(undo(three)))).now).toBe(0)
  expect(redo(undo(undo(three)))).toEqual(undo(three))
  expect(redo(three)).toBe(three)
  expect(redo(changedTo(undo(three), 9)).now).toBe(9)
  expect(undo(changedTo(undo(three), 9)).now).toBe(2)
})
