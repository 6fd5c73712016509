import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HELP_LEVELS, VAN_CATEGORIES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { ZONES } from '#modules/geo/charges/data.ts'
import { compareZones, zoneOf, zonesOfJourney } from '#modules/geo/charges/rules.ts'
import { modelJourney } from '#modules/geo/osrm/rules.ts'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { locate } from '#modules/geo/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { EMPTY_LOAD, entersVan, loadOfItems, type AskedItem, type Load, type HomeSize } from '#modules/items/rules.ts'
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import { priceJob, type Tariff } from '#modules/pricing/rules.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { inTrips, moveAt, moveOf } from '../move/queries.ts'
import type { AskedMove } from '../move/rules.ts'
import { pricedJobOf } from '../queries.ts'
import { possibleTrips, usualTrips, refuseIfImpossible } from './queries.ts'
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
  ] as const)('is the right one for %s', (_name, requestedItems, help, van) =>
    expect(suggestedVan(requestedItems, help)).toEqual(van),
  )
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

describe('finding the load', () => {
  const zones = ZONES.map(zoneOf).sort(compareZones)

  const placesOf = (...postcodes: string[]) =>
    postcodes.map((postcode) => {
      const place = locate(postcode, { outcodes, areas })
      if (!place) throw new Error(`${postcode} is nowhere`)
      return place
    })

  type Items = AskedMove['items']
  const aRequest = (items: Items, more: Partial<AskedMove> = {}): AskedMove => ({
    routePoints: ['E17 4QH', 'N15 4QL'].map((postcode, number) => ({ number, postcode, stairs: 0 })),
    items,
    jobKind: 'home_or_office',
    manPower: 'one_porter',
    vanCategory: 'luton_van',
    needTailLift: false,
    ...more,
  })
  const plain = (list: { movingItem: number; amount: number }[]): Items =>
    list.map((item) => ({ ...item, needAssembling: false, needDisassembling: false }))
  const house = plain(threeBedHouse)

  describe('a day of one driver', () => {
    // Three trips of a Luton: five drives and six hours of loading. 11 hours of duty leave an hour for each drive.
    test.each([
      [20, 3, undefined],
      [60, 3, undefined],
      [61, undefined, 'beyond_drivers_hours'],
      [300, undefined, 'beyond_drivers_hours'],
    ] as const)('with drives of %i minutes: %s trips, %s', (minutes, trips, code) => {
      const legs = [{ minutes }]
      expect(usualTrips(aRequest(house), legs, loadOfItems(house))).toBe(trips)
      expect(refuseIfImpossible(aRequest(house), legs)?.kind.code).toBe(code)
    })

    test('counts the waiting that was declared', () => {
      const code = (declaredWaiting: string) =>
        refuseIfImpossible(aRequest(house, { declaredWaiting }), [{ minutes: 50 }])?.kind.code
      expect([code('00:30:00'), code('01:00:00')]).toEqual([undefined, 'beyond_drivers_hours'])
    })

    test('allows ten hours at the wheel in one trip, and no minute more', () => {
      const small = (minutes: number) =>
        refuseIfImpossible(aRequest([], { vanCategory: 'small_van' }), [{ minutes }])?.kind.code
      expect([small(600), small(601)]).toEqual([undefined, 'beyond_drivers_hours'])
    })

    test('may be enough for a van that carries more', () => {
      const alone = aRequest(house, { manPower: 'driver_helps' })
      const legs = [{ minutes: 105 }]
      expect(usualTrips(alone, legs, loadOfItems(house))).toBeUndefined()
      expect(possibleTrips(alone, legs, loadOfItems(house))).toEqual([2])
      expect(refuseIfImpossible(alone, legs)).toBeUndefined()
      expect(refuseIfImpossible(alone, legs, null)?.kind.code).toBe('beyond_drivers_hours')
    })

    test('is named in words with a bigger van where that helps', () => {
      // Eight cubic metres: two trips of a medium van, one of a large.
      const boxes = plain([
        { movingItem: 802, amount: 40 },
        { movingItem: 817, amount: 35 },
      ])
      const refused = refuseIfImpossible(aRequest(boxes, { vanCategory: 'medium_van' }), [{ minutes: 200 }])
      expect(refused?.detail).toBe(
        '2 trips, with 3 drives, take 12 h of work, 10 h of it driving. In one day a driver may work 11 hours and drive 10. ' +
          'A Large Van does it in one trip. Or move fewer things, split the move over two days, or call us and we’ll plan it with you.',
      )
      expect(refused?.suggested).toEqual({ van_category: 'large_van' })
    })
  })

  const movable = ITEMS.filter(({ lengthCm, widthCm, heightCm }) => Math.max(lengthCm, widthCm, heightCm) < 240)
  const anyItems = fc.uniqueArray(
    fc
      .record({
        item: fc.constantFrom(...movable),
        amount: fc.integer({ min: 1, max: 12 }),
        needAssembling: fc.boolean(),
        needDisassembling: fc.boolean(),
      })
      .map(({ item, amount, ...work }) => ({
        movingItem: item.id,
        amount,
        needAssembling: item.furnitureType !== null && work.needAssembling,
        needDisassembling: item.furnitureType !== null && work.needDisassembling,
      })),
    { selector: ({ movingItem }) => movingItem, minLength: 1, maxLength: 20 },
  )
  const hours = Array.from({ length: 7 }, (_, day) => (day === 6 ? null : ([480, 1080] as const)))
  const rates = Object.fromEntries(
    VAN_CATEGORIES.map((van) => [van, Object.fromEntries(HELP_LEVELS.map((help) => [help, 5390]))]),
  )
  const anyTariff: fc.Arbitrary<Tariff> = fc.record({
    pencePerHour: fc.constant(rates),
    minimumMinutes: fc.constantFrom(120, 240, 480),
    minimumMinutesTwoPorters: fc.constantFrom(180, 600),
    includedMiles: fc.constantFrom(0, 25),
    pencePerMile: fc.constantFrom(0, 83),
    standardHours: fc.constant(hours),
    outOfHoursPercent: fc.constantFrom(0, 33),
    waitingPencePerHalfHour: fc.constant(1250),
    freeWaitingMinutes: fc.constant(30),
    vatRegisteredFrom: fc.constant(null),
  })
  const anyMove = fc.record({
    to: fc.constantFrom('N15 4QL', 'EC1A 1BB', 'CR0 2AA', 'BN1 4QL'),
    stairs: fc.nat(3),
    vanCategory: fc.constantFrom('medium_van', 'large_van', 'luton_van'),
    manPower: fc.constantFrom(...HELP_LEVELS),
    payloadKg: fc.option(fc.integer({ min: 400, max: 1500 }), { nil: null }),
    start: fc
      .integer({ min: 0, max: 47 })
      .map((half) => new Date(Date.parse('2026-11-27T00:00:00Z') + half * 1_800_000)),
  })

  /** The time and the price in one van, or undefined where it cannot do it. */
  function reckon(
    items: Items,
    tariff: Tariff,
    { to, stairs, payloadKg, start, vanCategory, manPower }: FromArbitrary,
  ) {
    const places = placesOf('E17 4QH', to)
    const journey = modelJourney(places)
    const points = ['E17 4QH', to].map((postcode, number) => ({ number, postcode, stairs }))
    const move = aRequest(items, { routePoints: points, vanCategory: vanCategory as 'luton_van', manPower })
    if (refuseIfImpossible(move, journey.legs, payloadKg)) return undefined
    const trips = tripsFor(loadOfItems(items), { category: move.vanCategory, payloadKg }, manPower) ?? 0
    const scheduled = inTrips(
      moveAt(moveOf(move, places, journey, { zones: zonesOfJourney(zones, places), tolls: [] }), start),
      trips,
    )
    const job = pricedJobOf(scheduled)
    const van = { category: move.vanCategory, fuel: 'diesel', euroClass: 5 } as const
    const price = (zoneVisits = job.zoneVisits) => priceJob(tariff, van, { ...job, zoneVisits }, ROAD_CHARGES)
    return {
      trips,
      minutes: scheduled.work.rounded,
      metres: scheduled.metres,
      beforeZones: price([])?.totalPence ?? NaN,
      pence: price()?.totalPence ?? NaN,
      ceiling: price([])?.ceilingPence ?? NaN,
    }
  }
  type FromArbitrary = typeof anyMove extends fc.Arbitrary<infer T> ? T : never

  type Reckoned = ReturnType<typeof reckon>

  /** What got less although there is more to move. */
  function lowered(less: Reckoned, greater: Reckoned, isCarriedOnly: boolean): string[] {
    if (!greater) return []
    if (!less) return ['possible only with more']
    // Taking furniture apart can put off the way into a zone to an hour at which it is free; nothing else can.
    const compared = [
      'trips',
      'minutes',
      'metres',
      'beforeZones',
      'ceiling',
      ...(isCarriedOnly ? ['pence'] : []),
    ] as const
    return compared.filter((what) => greater[what as 'pence'] < less[what as 'pence'])
  }

  test('another thing, or more of one, never lowers trips, time, miles or price, and what it makes possible was so before', () => {
    fc.assert(
      fc.property(
        anyItems,
        fc.nat(19),
        fc.integer({ min: 1, max: 30 }),
        anyTariff,
        anyMove,
        (items, at, more, tariff, move) => {
          const chosen = at % items.length
          const fuller = items.map((item, index) => (index === chosen ? { ...item, amount: item.amount + more } : item))
          const others = items.filter((_, index) => index !== chosen)
          const [least, some, most] = [others, items, fuller].map((list) => reckon(list, tariff, move))
          const isCarriedOnly = items.every((item) => !item.needAssembling && !item.needDisassembling)
          expect([...lowered(least, some, isCarriedOnly), ...lowered(some, most, isCarriedOnly)]).toEqual([])
        },
      ),
      { numRuns: 1500 },
    )
  })
})
