import { ZONES } from '#modules/geo/charges/data.ts'
import { compareZones, zoneOf, zonesOfJourney } from '#modules/geo/charges/rules.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { locate } from '#modules/geo/rules.ts'
import { modelJourney } from '#modules/geo/osrm/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import { priceJob, type Tariff } from '#modules/pricing/rules.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { inTrips, moveAt, moveOf } from '../move/queries.ts'
import type { AskedMove } from '../move/rules.ts'
import { pricedJobOf } from '../queries.ts'
import { possibleTrips, usualTrips, refuseIfImpossible } from './queries.ts'
import { loadOfItems } from '#modules/items/rules.ts'
import { tripsFor } from './rules.ts'

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
  start: fc.integer({ min: 0, max: 47 }).map((half) => new Date(Date.parse('2026-11-27T00:00:00Z') + half * 1_800_000)),
})

/** The time and the price in one van, or undefined where it cannot do it. */
function reckon(items: Items, tariff: Tariff, { to, stairs, payloadKg, start, vanCategory, manPower }: FromArbitrary) {
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
