import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { ITEMS } from './data.ts'
import type { Item } from './data.ts'
import { EMPTY_LOAD, entersVan, loadOf, loadOfCatalogueItems, longestInsideCm } from './rules.ts'
import type { ItemMeasures } from './rules.ts'

const measures = (over: Partial<ItemMeasures> = {}): ItemMeasures => ({
  lengthCm: 50,
  widthCm: 40,
  heightCm: 30,
  weightKg: 10,
  volumeM3: 0.06,
  ...over,
})
const named = (name: string): Item => {
  const item = ITEMS.find((one) => one.name === name)
  if (!item) throw new Error(`no item called ${name}`)
  return item
}

const order = fc.array(fc.record({ item: fc.constantFrom(...ITEMS), amount: fc.integer({ min: 1, max: 40 }) }), {
  maxLength: 30,
})

describe('the load of an order', () => {
  test('is nothing for nothing', () => {
    expect(loadOf([])).toEqual(EMPTY_LOAD)
    expect(loadOf([{ item: measures(), amount: 0 }])).toEqual(EMPTY_LOAD)
    expect(loadOf([{ item: measures(), amount: Number.NaN }])).toEqual(EMPTY_LOAD)
  })

  test('adds volume, weight and pieces by amount, and keeps the largest sides', () => {
    const pole = measures({ lengthCm: 10, widthCm: 300, heightCm: 10, weightKg: 5, volumeM3: 0.03 })
    const box = measures({ lengthCm: 60, widthCm: 80, heightCm: 70, weightKg: 20, volumeM3: 0.34 })
    expect(
      loadOf([
        { item: pole, amount: 2 },
        { item: box, amount: 3 },
      ]),
    ).toEqual({ pieces: 5, volumeM3: 1.08, weightKg: 70, longestCm: 300, secondCm: 70, thirdCm: 60 })
  })

  test('has no floating crumbs', () => {
    expect(loadOf([{ item: measures({ volumeM3: 0.1 }), amount: 3 }]).volumeM3).toBe(0.3)
  })

  test('is found by catalogue ids, leaving out the unknown', () => {
    const sofa = named('Sofa, three-seater')
    expect(
      loadOfCatalogueItems([
        { id: sofa.id, amount: 2 },
        { id: 999_999, amount: 5 },
      ]),
    ).toEqual(loadOf([{ item: sofa, amount: 2 }]))
  })
})

test('the longest inside dimension counts the room over a Luton cab', () => {
  expect(VAN_CATEGORIES.map((category) => longestInsideCm(VAN_DETAILS[category]))).toEqual([170, 240, 420, 480])
})

test.each([
  ['small_van', { lengthCm: 120, widthCm: 170, heightCm: 120 }, true],
  ['small_van', { lengthCm: 171, widthCm: 10, heightCm: 10 }, false],
  ['small_van', { lengthCm: 170, widthCm: 121, heightCm: 20 }, false],
  ['medium_van', { lengthCm: 160, widthCm: 140, heightCm: 240 }, true],
  ['medium_van', { lengthCm: 200, widthCm: 160, heightCm: 141 }, false],
  ['luton_van', { lengthCm: 480, widthCm: 50, heightCm: 50 }, true],
  ['luton_van', { lengthCm: 481, widthCm: 50, heightCm: 50 }, false],
] as const)('whether a %s is entered by %j: %s', (category, sides, enters) => {
  expect(entersVan(sides, category)).toBe(enters)
})

describe('for any order', () => {
  test('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(order, (lines) => {
        expect(loadOf(lines.toReversed())).toEqual(loadOf(lines))
      }),
    )
  })
})
