import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HELP_LEVELS, VAN_CATEGORIES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { EMPTY_LOAD, entersVan, loadOfItems, type AskedItem, type Load, type HomeSize } from '#modules/items/rules.ts'
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import {
  bestTripsFor,
  carriedKg,
  hoursOfOrder,
  liftingWarning,
  pieceProblems,
  roomText,
  suggestedVan,
  tripsFor,
  weightInText,
} from './rules.ts'

const load = (volumeM3: number, weightKg: number): Load => ({ ...EMPTY_LOAD, pieces: 1, volumeM3, weightKg })
const usual = (category: VanCategory) => ({ category, payloadKg: null })
const idOf = (name: string): number => {
  const item = ITEMS.find((one) => one.name === name)
  if (!item) throw new Error(`no item called ${name}`)
  return item.id
}
const items = (...names: string[]): AskedItem[] => names.map((name) => ({ movingItem: idOf(name), amount: 1 }))

// Payloads and volumes: specification §9. Low end, less 80 kg a person: decisions §11.
describe('what a typical home takes', () => {
  const home = (size: HomeSize) => TYPICAL_HOMES[size].map(({ id, amount }): AskedItem => ({ movingItem: id, amount }))
  test.each(
    HELP_LEVELS.flatMap((help): [HomeSize, HelpLevel, VanCategory][] => [
      ['studio', help, 'large_van'],
      ['one', help, 'luton_van'],
    ]),
  )('%s, %s: one trip of a %s', (size, help, category) =>
    expect(suggestedVan(home(size), help)).toEqual({ category, trips: 1 }),
  )
  test.each(HELP_LEVELS)('two bedrooms, %s: two trips', (help) =>
    expect(suggestedVan(home('two'), help)).toMatchObject({ trips: 2 }),
  )
})

describe('what a van carries beside its crew', () => {
  test.each([
    ['small_van', null, 'driver_helps', 420],
    ['small_van', null, 'one_porter', 340],
    ['medium_van', null, 'two_porters', 660],
    ['large_van', null, 'no_help', 920],
    ['luton_van', null, 'one_porter', 1040],
    ['luton_van', 980, 'one_porter', 820],
    ['luton_van', 1480, 'two_porters', 1240],
    ['small_van', 150, 'one_porter', 0],
  ] as const)('%s of payload %s with %s: %i kg', (category, payloadKg, help, kg) =>
    expect(carriedKg({ category, payloadKg }, help)).toBe(kg),
  )
})

describe('trips', () => {
  // 85 % of 2.5, 6, 14 and 20 m³ are 2.125, 5.1, 11.9 and 17 m³.
  test.each([
    ['nothing', 'luton_van', 0, 0, 1],
    ['a Luton to the brim', 'luton_van', 17, 0, 1],
    ['ten litres more', 'luton_van', 17.01, 0, 2],
    ['two Lutons', 'luton_van', 34, 0, 2],
    ['three Lutons', 'luton_van', 51, 0, 3],
    ['more than three', 'luton_van', 51.01, 0, undefined],
    ['a large van', 'large_van', 11.9, 0, 1],
    ['more than a large van', 'large_van', 11.91, 0, 2],
    ['a medium van', 'medium_van', 5.1, 0, 1],
    ['more than a medium van', 'medium_van', 5.11, 0, 2],
    ['a small van', 'small_van', 2.12, 0, 1],
    ['more than a small van', 'small_van', 2.13, 0, 2],
    ['as heavy as a Luton and two people allow', 'luton_van', 1, 1040, 1],
    ['a kilogram more', 'luton_van', 1, 1041, 2],
    ['twice as heavy', 'luton_van', 1, 2080, 2],
    ['three times as heavy', 'luton_van', 1, 3120, 3],
    ['more than that', 'luton_van', 1, 3121, undefined],
    ['room decides', 'luton_van', 40, 1100, 3],
    ['weight decides', 'luton_van', 18, 2100, 3],
  ] as const)('%s in a %s: %d m³, %d kg make %s', (_name, category, m3, kg, trips) =>
    expect(tripsFor(load(m3, kg), usual(category), 'one_porter')).toBe(trips),
  )

  test('each van goes by its own payload, less its own crew', () => {
    const heavy = load(10, 1300)
    const trips = (payloadKg: number | null, help: HelpLevel) =>
      tripsFor(heavy, { category: 'luton_van', payloadKg }, help)
    expect(trips(1500, 'one_porter')).toBe(1)
    expect(trips(1459, 'one_porter')).toBe(2)
    expect(trips(1459, 'driver_helps')).toBe(1)
    expect(trips(560, 'one_porter')).toBe(undefined)
    expect(trips(160, 'one_porter')).toBe(undefined)
    expect(tripsFor(load(10, 0), { category: 'luton_van', payloadKg: 160 }, 'one_porter')).toBe(1)
  })

  test('the best of a category is its high end', () => {
    expect(bestTripsFor(load(10, 1340), 'luton_van', 'one_porter')).toBe(1)
    expect(bestTripsFor(load(10, 1341), 'luton_van', 'one_porter')).toBe(2)
  })

  test('a house with three bedrooms', () => {
    const house = loadOfItems(threeBedHouse)
    expect([roomText(house), weightInText(house)]).toEqual(['31.2 m³', '2,838 kg'])
    expect(HELP_LEVELS.map((help) => tripsFor(house, usual('luton_van'), help))).toEqual([3, 3, 3, 3])
    expect(tripsFor(house, usual('large_van'), 'one_porter')).toBeUndefined()
    expect(tripsFor(house, { category: 'luton_van', payloadKg: 1500 }, 'driver_helps')).toBe(2)
  })
})

describe('the suggested van', () => {
  const boxes = (amount: number) => [{ movingItem: idOf('Medium box'), amount }]
  test.each([
    ['nothing', [], 'one_porter', { category: 'small_van', trips: 1 }],
    ['nothing, three men', [], 'two_porters', { category: 'medium_van', trips: 1 }],
    ['a kayak', items('Kayak'), 'one_porter', { category: 'large_van', trips: 1 }],
    ['two cubic metres', boxes(20), 'one_porter', { category: 'small_van', trips: 1 }],
    [
      '375 kg, which two men and a small van can’t carry',
      boxes(25),
      'one_porter',
      { category: 'medium_van', trips: 1 },
    ],
    ['1,050 kg with one man', boxes(70), 'driver_helps', { category: 'luton_van', trips: 1 }],
    ['1,050 kg with two', boxes(70), 'one_porter', { category: 'medium_van', trips: 2 }],
    ['a house', threeBedHouse, 'one_porter', { category: 'luton_van', trips: 3 }],
    ['far too much', boxes(500), 'one_porter', undefined],
  ] as const)('for %s', (_name, requestedItems, help, van) => expect(suggestedVan(requestedItems, help)).toEqual(van))
})

describe('pieces', () => {
  test.each([
    ['Kayak', 'large_van', true],
    ['Kayak', 'medium_van', false],
    ['Carpet, rolled', 'large_van', true],
    ['Ladder, extending', 'medium_van', false],
    ['Sofa, three-seater', 'medium_van', true],
    ['Sofa, three-seater', 'small_van', false],
    ['Shed, small, in panels', 'medium_van', false],
    ['Super king-size mattress', 'large_van', true],
    ['Corner sofa', 'luton_van', true],
  ] as const)('%s in a %s: %s', (name, category, canEnter) => {
    const [item] = ITEMS.filter((one) => one.name === name)
    expect(item && entersVan(item, category)).toBe(canEnter)
    expect(pieceProblems(items(name), category, 'two_porters')).toHaveLength(canEnter ? 0 : 1)
  })

  test('what is too long is named, with the van that takes it', () => {
    expect(pieceProblems(items('Armchair', 'Kayak'), 'medium_van', 'one_porter')).toEqual([
      {
        index: 1,
        why: 'size',
        text: '“Kayak” doesn’t fit into a Medium Van: it is 3.00 × 0.75 × 0.35 m, and the van is 2.40 × 1.60 × 1.40 m inside. Choose a Large Van.',
        reason:
          '“Kayak” doesn’t fit into a Medium Van: it is 3.00 × 0.75 × 0.35 m, and the van is 2.40 × 1.60 × 1.40 m inside.',
        biggerVan: 'large_van',
      },
    ])
  })

  test('an own item is judged as those of the list are, by its own name', () => {
    const boat = (weight: number) => ({ name: 'Rowing boat', length: 400, width: 120, height: 60, weight })
    const itemsWithBoat = (weight: number) => [{ movingItem: null, ownItem: boat(weight), amount: 1 }]
    expect(pieceProblems(itemsWithBoat(80), 'medium_van', 'one_porter')[0]?.text).toBe(
      '“Rowing boat” doesn’t fit into a Medium Van: it is 4.00 × 1.20 × 0.60 m, and the van is 2.40 × 1.60 × 1.40 m inside. Choose a Large Van.',
    )
    expect(pieceProblems(itemsWithBoat(101), 'large_van', 'driver_helps')[0]?.text).toContain(
      '“Rowing boat” weighs 101 kg',
    )
    expect(liftingWarning(itemsWithBoat(80), 'no_help')?.detail).toContain('Rowing boat (80 kg)')
    expect(suggestedVan(itemsWithBoat(80), 'one_porter')).toEqual({ category: 'large_van', trips: 1 })
  })

  test.each([
    ['no_help', 1],
    ['driver_helps', 1],
    ['one_porter', 0],
    ['two_porters', 0],
  ] as const)('over 100 kg with %s: %i problems', (help, problems) =>
    expect(pieceProblems(items('Upright piano'), 'large_van', help)).toHaveLength(problems),
  )

  test('are weighed as they are carried: ten slabs of 15 kg are not one of 150', () => {
    expect(pieceProblems(items('Paving slabs, ten', 'Chest of drawers'), 'large_van', 'driver_helps')).toEqual([])
    expect(pieceProblems(items('Range cooker'), 'large_van', 'driver_helps')[0]?.text).toBe(
      '“Range cooker” weighs 110 kg. Anything over 100 kg needs two people. Choose two men or more.',
    )
  })
})

describe('who lifts', () => {
  test('is said with nobody to help, of what weighs over 25 kg', () => {
    const requestedItems = [
      ...items('Sofa, two-seater', 'Armchair'),
      { movingItem: idOf('Washing machine'), amount: 2 },
    ]
    expect(liftingWarning(requestedItems, 'no_help')).toEqual({
      code: 'customer_lifts',
      detail:
        'The driver won’t lift anything. You and your own helpers carry everything, including items over 25 kg: Sofa, two-seater (40 kg); 2 × Washing machine (72 kg).',
    })
  })

  test('names five, and counts the others', () => {
    const many = ITEMS.filter(({ weightKg }) => weightKg > 25 && weightKg < 100).slice(0, 7)
    const { detail = '' } =
      liftingWarning(
        many.map(({ id }) => ({ movingItem: id, amount: 1 })),
        'no_help',
      ) ?? {}
    expect(detail.split(';')).toHaveLength(6)
    expect(detail).toMatch(/; 2 more\.$/)
  })

  test('needs no word for light things, nor where the crew lifts', () => {
    expect(liftingWarning(items('Armchair'), 'no_help')).toBeUndefined()
    expect(liftingWarning(items('Washing machine'), 'driver_helps')).toBeUndefined()
  })
})

test('an order takes its work and its waiting of the driver’s day', () => {
  const order = {
    travelTime: '01:40:00',
    loadUnloadTime: '02:00:00',
    stairsTime: '00:15:00',
    stopsTime: '00:15:00',
    assemblingTime: '00:30:00',
    disassemblingTime: '00:20:00',
  }
  expect(hoursOfOrder(order)).toEqual({ drivingMinutes: 100, dutyMinutes: 300 })
  expect(hoursOfOrder({ ...order, declaredWaiting: '01:30:00' })).toEqual({ drivingMinutes: 100, dutyMinutes: 390 })
})

const anyItems = fc.uniqueArray(
  fc.record({ movingItem: fc.constantFrom(...ITEMS).map(({ id }) => id), amount: fc.integer({ min: 1, max: 30 }) }),
  { selector: ({ movingItem }) => movingItem, maxLength: 25 },
)

test('another thing, or more of one, never takes fewer trips or fits a van that the rest did not', () => {
  fc.assert(
    fc.property(
      anyItems,
      fc.nat(24),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(...VAN_CATEGORIES),
      fc.constantFrom(...HELP_LEVELS),
      fc.option(fc.integer({ min: 100, max: 2000 }), { nil: null }),
      (requestedItems, at, more, category, help, payloadKg) => {
        const [index, others] = [
          at % (requestedItems.length || 1),
          requestedItems.filter((_, place) => place !== at % (requestedItems.length || 1)),
        ]
        const fuller = requestedItems.map((item, place) =>
          place === index ? { ...item, amount: item.amount + more } : item,
        )
        const trips = (list: AskedItem[]) => tripsFor(loadOfItems(list), { category, payloadKg }, help) ?? Infinity
        expect(trips(fuller)).toBeGreaterThanOrEqual(trips(requestedItems))
        expect(trips(requestedItems)).toBeGreaterThanOrEqual(trips(others))
        expect(pieceProblems(requestedItems, category, help).length).toBeGreaterThanOrEqual(
          pieceProblems(others, category, help).length,
        )
      },
    ),
    { numRuns: 1000 },
  )
})
