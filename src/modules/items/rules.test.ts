import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { ITEMS } from './data.ts'
import type { Item } from './data.ts'
import {
  EMPTY_LOAD,
  fitOf,
  isSmallerThanSuggested,
  loadOf,
  loadOfCatalogueItems,
  longestInsideCm,
  suggestVan,
  vanWarning,
} from './rules.ts'
import type { ItemMeasures, Load } from './rules.ts'

const measures = (over: Partial<ItemMeasures> = {}): ItemMeasures => ({
  lengthCm: 50,
  widthCm: 40,
  heightCm: 30,
  weightKg: 10,
  volumeM3: 0.06,
  ...over,
})
const load = (over: Partial<Load>): Load => ({ ...EMPTY_LOAD, pieces: 1, ...over })
const named = (name: string): Item => {
  const item = ITEMS.find((one) => one.name === name)
  if (!item) throw new Error(`no item called ${name}`)
  return item
}

const suggestionFor = (...names: Array<[string, number]>) =>
  suggestVan(loadOf(names.map(([name, amount]) => ({ item: named(name), amount })))).category

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

describe('the fit of a load in a van', () => {
  test.each([
    ['small_van', { volumeM3: 2.5, weightKg: 500 }, 1, 1, []],
    ['small_van', { volumeM3: 2.51, weightKg: 500 }, 1.004, 1, ['room']],
    ['medium_van', { volumeM3: 3, weightKg: 901 }, 0.5, 901 / 900, ['weight']],
    ['large_van', { volumeM3: 7, weightKg: 500, longestCm: 420 }, 0.5, 0.5, []],
    ['large_van', { volumeM3: 7, weightKg: 500, longestCm: 421 }, 0.5, 0.5, ['length']],
    ['luton_van', { volumeM3: 20, weightKg: 1200, longestCm: 480 }, 1, 1, []],
    ['luton_van', { volumeM3: 20, weightKg: 1200, longestCm: 481 }, 1, 1, ['length']],
    ['small_van', { longestCm: 170, secondCm: 121, thirdCm: 20 }, 0, 0, ['shape']],
    ['medium_van', { longestCm: 200, secondCm: 160, thirdCm: 141 }, 0, 0, ['shape']],
    [
      'small_van',
      { volumeM3: 5, weightKg: 1000, longestCm: 300, secondCm: 200 },
      2,
      2,
      ['room', 'weight', 'length', 'shape'],
    ],
  ] as const)('%s, %o', (category, over, room, weight, shortfalls) => {
    const fit = fitOf(load(over), category)
    expect(fit.room).toBeCloseTo(room, 10)
    expect(fit.weight).toBeCloseTo(weight, 10)
    expect(fit.shortfalls).toEqual(shortfalls)
    expect(fit.fits).toBe(shortfalls.length === 0)
  })

  test('weighs against the low end of the payload range', () => {
    expect(VAN_CATEGORIES.map((category) => fitOf(load({ weightKg: 600 }), category).weight)).toEqual([
      600 / 500,
      600 / 900,
      600 / 1000,
      600 / 1200,
    ])
  })

  test('the longest inside dimension counts the room over a Luton cab', () => {
    expect(VAN_CATEGORIES.map((category) => longestInsideCm(VAN_DETAILS[category]))).toEqual([170, 240, 420, 480])
  })
})

describe('the suggested van', () => {
  test.each<[string, Partial<Load>, VanCategory, number]>([
    ['nothing', {}, 'small_van', 1],
    ['just room for a small van', { volumeM3: 2.5 }, 'small_van', 1],
    ['a little more', { volumeM3: 2.6 }, 'medium_van', 1],
    ['heavy and small', { volumeM3: 1, weightKg: 950 }, 'large_van', 1],
    ['long and light', { volumeM3: 0.1, longestCm: 380 }, 'large_van', 1],
    ['longer than a large van', { volumeM3: 0.1, longestCm: 450 }, 'luton_van', 1],
    ['a full Luton', { volumeM3: 20, weightKg: 1200 }, 'luton_van', 1],
    ['more than a Luton', { volumeM3: 20.1 }, 'luton_van', 2],
    ['two and a half Lutons by weight', { volumeM3: 15, weightKg: 3000 }, 'luton_van', 3],
  ])('for %s', (_, over, category, trips) => {
    expect(suggestVan(load(over))).toEqual({ category, trips })
  })

  test('is believable for homes people have', () => {
    expect(suggestionFor(['Suitcase', 10])).toBe('small_van')
    expect(suggestionFor(['Single bed', 1], ['Single mattress', 1], ['Medium box', 8])).toBe('medium_van')
    expect(
      suggestionFor(
        ['Sofa, three-seater', 1],
        ['Dining table, four-seater', 1],
        ['Dining chair', 4],
        ['Fridge freezer', 1],
        ['Medium box', 14],
        ['Suitcase', 3],
        ['Double bed', 1],
        ['Double mattress', 1],
        ['Double wardrobe', 1],
        ['Chest of drawers', 1],
      ),
    ).toBe('large_van')
    expect(
      suggestionFor(
        ['Corner sofa', 1],
        ['Double bed', 2],
        ['Double mattress', 2],
        ['Triple wardrobe', 2],
        ['Fridge freezer', 1],
        ['Washing machine', 1],
        ['Large box', 25],
      ),
    ).toBe('luton_van')
  })
})

describe('the warning about a smaller van', () => {
  test('is silent when the van holds the load', () => {
    expect(vanWarning(load({ volumeM3: 2 }), 'small_van')).toBeUndefined()
    expect(vanWarning(load({ volumeM3: 2 }), 'luton_van')).toBeUndefined()
  })

  test('says by how much, and which van takes it', () => {
    expect(vanWarning(load({ volumeM3: 9.14, weightKg: 1000 }), 'medium_van')).toEqual({
      suggestion: { category: 'large_van', trips: 1 },
      shortfalls: ['room', 'weight'],
      text: 'Medium Van: your load takes 9.1 m³ and it holds 6 m³; your load weighs 1,000 kg and it carries 900 kg. A Large Van takes it all in one go.',
    })
    expect(vanWarning(load({ longestCm: 260 }), 'small_van')?.text).toBe(
      'Small Van: your longest piece is 2.60 m and it is 1.70 m inside. A Large Van takes it all in one go.',
    )
    expect(vanWarning(load({ longestCm: 160, secondCm: 130 }), 'small_van')?.text).toBe(
      'Small Van: one of your pieces is too wide or too high for it. A Medium Van takes it all in one go.',
    )
  })

  test('speaks of trips when no van holds it', () => {
    expect(vanWarning(load({ volumeM3: 30 }), 'luton_van')?.text).toBe(
      'Luton Van: your load takes 30 m³ and it holds 20 m³. A Luton Van needs 2 trips.',
    )
  })

  test('knows smaller from bigger', () => {
    const suggestion = { category: 'large_van', trips: 1 } as const
    expect(VAN_CATEGORIES.map((van) => isSmallerThanSuggested(van, suggestion))).toEqual([true, true, false, false])
  })
})

describe('for any order', () => {
  test('adding an item never lowers the fractions, nor makes a load fit that did not', () => {
    fc.assert(
      fc.property(order, fc.constantFrom(...ITEMS), fc.integer({ min: 1, max: 20 }), (lines, item, amount) => {
        const before = loadOf(lines)
        const after = loadOf([...lines, { item, amount }])
        for (const van of VAN_CATEGORIES) {
          const [was, is] = [fitOf(before, van), fitOf(after, van)]
          expect(is.room).toBeGreaterThanOrEqual(was.room)
          expect(is.weight).toBeGreaterThanOrEqual(was.weight)
          expect(is.fits && !was.fits).toBe(false)
        }
      }),
    )
  })

  test('the suggestion fits, and is the smallest that does, unless it is several trips', () => {
    fc.assert(
      fc.property(order, (lines) => {
        const whole = loadOf(lines)
        const { category, trips } = suggestVan(whole)
        const fitting = VAN_CATEGORIES.filter((van) => fitOf(whole, van).fits)
        expect(fitting[0]).toBe(trips === 1 ? category : undefined)
        expect(whole.volumeM3 / trips).toBeLessThanOrEqual(VAN_DETAILS[category].volumeM3)
        expect(whole.weightKg / trips).toBeLessThanOrEqual(VAN_DETAILS[category].payloadMinKg)
      }),
    )
  })

  test('there is a warning exactly when the picked van does not hold it', () => {
    fc.assert(
      fc.property(order, fc.constantFrom(...VAN_CATEGORIES), (lines, van) => {
        const whole = loadOf(lines)
        expect(vanWarning(whole, van) === undefined).toBe(fitOf(whole, van).fits)
      }),
    )
  })

  test('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(order, (lines) => {
        expect(loadOf(lines.toReversed())).toEqual(loadOf(lines))
      }),
    )
  })
})
