import { describe, expect, test, it } from 'vitest'
import { FURNITURE_TYPES } from '#modules/fleet/rules.ts'
import rows from './data.json' with { type: 'json' }
import { findItem, ITEM_CATEGORIES, ITEMS, type Item } from './data.ts'
import { entersVan, HOME_SIZES, type HomeSize } from './rules.ts'
import { TYPICAL_HOMES, type Listed } from './typical-homes-data.ts'

const misfits = (isWrong: (item: Item) => boolean) => ITEMS.filter(isWrong).map((item) => item.name)
const boxOf = (item: Item) => (item.lengthCm * item.widthCm * item.heightCm) / 1e6
const density = (item: Item) => item.weightKg / item.volumeM3
const isBad = (figure: number) => !Number.isInteger(figure) || figure <= 0

test('the categories are the ten of spec §3', () => {
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

test('there are at least 160 items, and twelve in every category', () => {
  expect(ITEMS.length).toBeGreaterThanOrEqual(160)
  const sizes = ITEM_CATEGORIES.map(({ id }) => ITEMS.filter((item) => item.categoryId === id).length)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
})

test('ids and names are unique, and each id is found', () => {
  expect(new Set(ITEMS.map((item) => item.id)).size).toBe(ITEMS.length)
  expect(new Set(ITEMS.map((item) => item.name)).size).toBe(ITEMS.length)
  for (const item of ITEMS) expect(findItem(item.id)).toBe(item)
  expect(findItem(0)).toBeUndefined()
})

test('every furniture type has pieces', () => {
  const types = new Set(ITEMS.map((item) => item.furnitureType))
  expect(FURNITURE_TYPES.filter((type) => !types.has(type))).toEqual([])
})

test('a bay of archive shelving weighs what its files weigh', () => {
  // Five shelves of 90 cm: 4.5 m of paper at 55 to 60 kg a metre, and the steel.
  expect(findItem(617)).toMatchObject({ name: 'Archive shelving with files, one bay', weightKg: 270 })
})

describe('every item', () => {
  test('takes no more room than its box, and no less than a third of it', () => {
    expect(misfits((item) => item.volumeM3 > boxOf(item) + 0.011 || item.volumeM3 < boxOf(item) / 3)).toEqual([])
  })

  test('has whole centimetres and kilograms above nothing', () => {
    expect(misfits((item) => [item.lengthCm, item.widthCm, item.heightCm, item.weightKg].some(isBad))).toEqual([])
  })

  test('is neither lighter than a bag of bedding nor heavier than stone', () => {
    expect(misfits((item) => density(item) < 8 || density(item) > 1100)).toEqual([])
  })

  test('goes in a Luton van, so that trips can always carry it', () => {
    expect(misfits((item) => !entersVan(item, 'luton_van'))).toEqual([])
  })
})

test('each row has the form that pages read without looking', () => {
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
