import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { ITEMS } from './data.ts'
import type { Item } from './data.ts'
import { EMPTY_LOAD, entersVan, loadOf, loadOfItems, longestInsideCm, pieceOf, pieceText } from './rules.ts'
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
      loadOfItems([
        { movingItem: sofa.id, amount: 2 },
        { movingItem: 999_999, amount: 5 },
      ]),
    ).toEqual(loadOf([{ item: sofa, amount: 2 }]))
  })

  test('counts an own item by the box that it fills', () => {
    const boat = { name: 'Rowing boat', length: 400, width: 120, height: 60, weight: 80 }
    expect(loadOfItems([{ movingItem: null, ownItem: boat, amount: 2 }])).toEqual({
      pieces: 2,
      volumeM3: 5.76,
      weightKg: 160,
      longestCm: 400,
      secondCm: 120,
      thirdCm: 60,
    })
    expect(loadOfItems([{ movingItem: null, amount: 1 }])).toEqual(EMPTY_LOAD)
  })

  test('an own item is named with its size, one of the catalogue by its name', () => {
    const [own, sofa] = [
      pieceOf({ movingItem: null, ownItem: { name: 'Boat', length: 400, width: 120, height: 60, weight: 80 } }),
      pieceOf({ movingItem: 102 }),
    ]
    expect([own, sofa].map((piece) => piece && pieceText(piece))).toEqual([
      'Boat (4.00 × 1.20 × 0.60 m, 80 kg)',
      'Sofa, three-seater',
    ])
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
