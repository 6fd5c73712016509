import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { VAN_CATEGORIES, FURNITURE_TYPES } from '#modules/fleet/rules.ts'
import rows from './data.json' with { type: 'json' }
import { ITEMS, type Item, findItem, ITEM_CATEGORIES } from './data.ts'
import {
  EMPTY_LOAD,
  entersVan,
  loadOf,
  loadOfItems,
  longestInsideCm,
  pieceOf,
  pieceText,
  type ItemMeasures,
  HOME_SIZES,
  type HomeSize,
} from './rules.ts'
import { TYPICAL_HOMES, type Listed } from './typical-homes-data.ts'

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
  it('is nothing for nothing', () => {
    expect(loadOf([])).toEqual(EMPTY_LOAD)
    expect(loadOf([{ item: measures(), amount: 0 }])).toEqual(EMPTY_LOAD)
    expect(loadOf([{ item: measures(), amount: Number.NaN }])).toEqual(EMPTY_LOAD)
  })

  it('adds volume, weight and pieces by amount, and keeps the largest sides', () => {
    const pole = measures({ lengthCm: 10, widthCm: 300, heightCm: 10, weightKg: 5, volumeM3: 0.03 })
    const box = measures({ lengthCm: 60, widthCm: 80, heightCm: 70, weightKg: 20, volumeM3: 0.34 })
    expect(
      loadOf([
        { item: pole, amount: 2 },
        { item: box, amount: 3 },
      ]),
    ).toEqual({ pieces: 5, volumeM3: 1.08, weightKg: 70, longestCm: 300, secondCm: 70, thirdCm: 60 })
  })

  it('has no floating crumbs', () => {
    expect(loadOf([{ item: measures({ volumeM3: 0.1 }), amount: 3 }]).volumeM3).toBe(0.3)
  })

  it('is found by catalogue ids, leaving out the unknown', () => {
    const sofa = named('Sofa, three-seater')
    expect(
      loadOfItems([
        { movingItem: sofa.id, amount: 2 },
        { movingItem: 999_999, amount: 5 },
      ]),
    ).toEqual(loadOf([{ item: sofa, amount: 2 }]))
  })

  it('counts an own item by the box that it fills', () => {
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

  it('an own item is named with its size, one of the catalogue by its name', () => {
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

it('the longest inside dimension counts the room over a Luton cab', () => {
  expect(VAN_CATEGORIES.map((category) => longestInsideCm(VAN_DETAILS[category]))).toEqual([170, 240, 420, 480])
})

it.each([
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
  it('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(order, (lines) => {
        expect(loadOf(lines.toReversed())).toEqual(loadOf(lines))
      }),
    )
  })
})

describe('the list of items', () => {
  const misfits = (isWrong: (item: Item) => boolean) => ITEMS.filter(isWrong).map((item) => item.name)
  const boxOf = (item: Item) => (item.lengthCm * item.widthCm * item.heightCm) / 1e6
  const density = (item: Item) => item.weightKg / item.volumeM3
  const isBad = (figure: number) => !Number.isInteger(figure) || figure <= 0

  it('the categories are the ten of spec §3', () => {
    expect(ITEM_CATEGORIES.map((category) => category.name)).toEqual([
      'Living Room',
      'Dining Room',
      'Hobbies & Activities',
      'Office',
      'Kitchen / Hallway',
      'Storeroom',
      'Outdoor & Garage',
      'Boxes/Bags & Suitcases',
      'Bedroom',
      'Bathroom',
    ])
  })

  it('there are at least 160 items, and twelve in every category', () => {
    expect(ITEMS.length).toBeGreaterThanOrEqual(160)
    const sizes = ITEM_CATEGORIES.map(({ id }) => ITEMS.filter((item) => item.categoryId === id).length)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
  })

  it('ids and names are unique, and each id is found', () => {
    expect(new Set(ITEMS.map((item) => item.id)).size).toBe(ITEMS.length)
    expect(new Set(ITEMS.map((item) => item.name)).size).toBe(ITEMS.length)
    for (const item of ITEMS) expect(findItem(item.id)).toBe(item)
    expect(findItem(0)).toBeUndefined()
  })

  it('every furniture type has pieces', () => {
    const types = new Set(ITEMS.map((item) => item.furnitureType))
    expect(FURNITURE_TYPES.filter((type) => !types.has(type))).toEqual([])
  })

  it('a bay of archive shelving weighs what its files weigh', () => {
    // Five shelves of 90 cm: 4.5 m of paper at 55 to 60 kg a metre, and the steel.
    expect(findItem(617)).toMatchObject({ name: 'Archive shelving with files, one bay', weightKg: 270 })
  })

  describe('every item', () => {
    it('takes no more room than its box, and no less than a third of it', () => {
      expect(misfits((item) => item.volumeM3 > boxOf(item) + 0.011 || item.volumeM3 < boxOf(item) / 3)).toEqual([])
    })

    it('has whole centimetres and kilograms above nothing', () => {
      expect(misfits((item) => [item.lengthCm, item.widthCm, item.heightCm, item.weightKg].some(isBad))).toEqual([])
    })

    it('is neither lighter than a bag of bedding nor heavier than stone', () => {
      expect(misfits((item) => density(item) < 8 || density(item) > 1100)).toEqual([])
    })

    it('goes in a Luton van, so that trips can always carry it', () => {
      expect(misfits((item) => !entersVan(item, 'luton_van'))).toEqual([])
    })
  })

  it('each row has the form that pages read without looking', () => {
    const isRow = (row: unknown[]) => {
      const [id, name, ...rest] = row
      const more = rest.slice(4) as Record<string, unknown>[]
      const { type, volumeM3, also, ...unknown } = more[0] ?? {}
      return (
        [id, ...rest.slice(0, 4)].every(Number.isInteger) &&
        typeof name === 'string' &&
        row.length <= 7 &&
        Object.keys(unknown).length === 0 &&
        (type === undefined || FURNITURE_TYPES.some((known) => known === type)) &&
        (volumeM3 === undefined || typeof volumeM3 === 'number') &&
        (also === undefined || (Array.isArray(also) && also.every((name) => typeof name === 'string')))
      )
    }
    expect(rows.filter((row) => !isRow(row))).toEqual([])
  })

  const volumeOf = (items: Listed): number =>
    items.reduce((sum, { id, amount }) => sum + (findItem(id)?.volumeM3 ?? Number.NaN) * amount, 0)

  const VOLUMES = { studio: [6, 10], one: [11, 15], two: [16, 22], three: [26, 34], four: [38, 48] } as const

  it.each(HOME_SIZES.map(({ name, id }): [string, HomeSize] => [name, id]))(
    '%s holds about what such homes hold, each thing once',
    (_name, id) => {
      const [least, most] = VOLUMES[id]
      const items = TYPICAL_HOMES[id]
      expect(volumeOf(items)).toBeGreaterThanOrEqual(least)
      expect(volumeOf(items)).toBeLessThanOrEqual(most)
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      expect(items.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true)
      // The room is for sleeping and sitting, and has packed boxes.
      for (const needed of [802, 923]) expect(items.map(({ id }) => id)).toContain(needed)
    },
  )

  it('a bigger home holds more', () => {
    const volumes = HOME_SIZES.map(({ id }) => volumeOf(TYPICAL_HOMES[id]))
    expect(volumes).toEqual(volumes.toSorted((one, other) => one - other))
  })
})
