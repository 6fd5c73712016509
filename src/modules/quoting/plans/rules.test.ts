import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CREW_SIZE, HELP_LEVELS, LIFTING_PEOPLE, SEATS, VAN_CATEGORIES, type HelpLevel } from '#modules/fleet/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { entersVan, pieceOf, type AskedItem } from '#modules/items/rules.ts'
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import { casesOf } from '#test/support/cases.ts'
import {
  ANY_PLAN,
  cheapestPlan,
  crewsOf,
  divideLoad,
  linesToDivide,
  roomOf,
  type DayTrips,
  type VanOnTrips,
  type Plan,
  type PlanPrice,
  type PlanVan,
} from './rules.ts'

const someItems = fc.array(
  fc.record({ movingItem: fc.constantFrom(...ITEMS.map(({ id }) => id)), amount: fc.integer({ min: 1, max: 40 }) }),
  { minLength: 1, maxLength: 12 },
)
const someVan = fc.record({
  category: fc.constantFrom(...VAN_CATEGORIES),
  payloadKg: fc.oneof(fc.constant(null), fc.integer({ min: 300, max: 1600 })),
})
const threeBedrooms = (): AskedItem[] => TYPICAL_HOMES.three.map(({ id, amount }) => ({ movingItem: id, amount }))
const luton = (id: string): PlanVan => ({ id, category: 'luton_van', payloadKg: 1200 })

describe('a load divided among vans', () => {
  const vansOnTrips = fc.array(
    fc.record({
      van: someVan,
      help: fc.constantFrom(...HELP_LEVELS),
      trips: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 })),
    }),
    { minLength: 1, maxLength: 3 },
  )

  test('is all there, and every van can carry and take in what it gets', () =>
    fc.assert(
      fc.property(someItems, vansOnTrips, (items, scheduled) => {
        const vans = scheduled.map(({ van, help, trips }): VanOnTrips => ({ ...van, help, trips }))
        const shares = divideLoad(linesToDivide(items), vans)
        if (!shares) return
        for (const [index, { amount }] of items.entries())
          expect(shares.reduce((sum, share) => sum + (share.get(index) ?? 0), 0)).toBe(amount)
        for (const [index, van] of vans.entries()) {
          const pieces = [...(shares[index] ?? [])].flatMap(([line, amount]) => {
            const piece = items[line] && pieceOf(items[line])
            return piece ? [{ piece, amount }] : []
          })
          expect(pieces.every(({ piece }) => entersVan(piece, van.category))).toBe(true)
          const room = roomOf(van)
          expect(pieces.reduce((sum, { piece, amount }) => sum + piece.weightKg * amount, 0)).toBeLessThanOrEqual(
            room.kg,
          )
          const taken = pieces.reduce((sum, { piece, amount }) => sum + Math.round(piece.volumeM3 * 1000) * amount, 0)
          expect(taken * 100).toBeLessThanOrEqual(room.centilitres)
        }
      }),
      { numRuns: 2000 },
    ))

  test('keeps a line together where one van takes it whole', () => {
    const shares = divideLoad(linesToDivide(threeBedrooms()), [
      { ...luton('a'), help: 'driver_helps', trips: [2, 0] },
      { ...luton('b'), help: 'driver_helps', trips: [2, 0] },
    ])
    const [first, second] = shares ?? []
    const split = threeBedrooms().filter((_, index) => first?.has(index) && second?.has(index))
    expect(shares).toBeDefined()
    expect(split.length).toBeLessThanOrEqual(1)
  })

  test('puts no piece for two people into the van of one', () => {
    const piano = ITEMS.find(({ name }) => name === 'Upright piano')
    expect(piano?.weightKg).toBeGreaterThan(100)
    const lines = linesToDivide([{ movingItem: piano?.id ?? 0, amount: 1 }])
    expect(divideLoad(lines, [{ ...luton('a'), help: 'driver_helps', trips: [1, 0] }])).toBeUndefined()
    expect(divideLoad(lines, [{ ...luton('a'), help: 'one_porter', trips: [1, 0] }])).toHaveLength(1)
  })
})

describe('the people who come with several vans', () => {
  const lutons = (count: number) => Array.from({ length: count }, (_, index) => luton(String(index)))

  test.each<[HelpLevel, number, boolean, HelpLevel[][]]>([
    ['no_help', 2, false, [['no_help', 'no_help']]],
    ['no_help', 1, true, []],
    ['driver_helps', 2, false, [['driver_helps', 'driver_helps']]],
    [
      'two_porters',
      2,
      false,
      [
        ['driver_helps', 'one_porter'],
        ['one_porter', 'driver_helps'],
      ],
    ],
    [
      'one_porter',
      2,
      true,
      [
        ['driver_helps', 'one_porter'],
        ['one_porter', 'driver_helps'],
      ],
    ],
    ['two_porters', 3, false, [['driver_helps', 'driver_helps', 'driver_helps']]],
  ])('%s with %i vans, heavy piece %s', (helpLevel, count, needsTwo, crews) =>
    expect(crewsOf(lutons(count), helpLevel, needsTwo)).toEqual(crews),
  )

  test('have seats, and are as many as were asked for', () =>
    fc.assert(
      fc.property(
        fc.array(someVan, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...HELP_LEVELS),
        (vans, helpLevel) => {
          for (const crew of crewsOf(vans, helpLevel, false)) {
            expect(crew.every((help, index) => CREW_SIZE[help] <= SEATS[vans[index]?.category ?? 'small_van'])).toBe(
              true,
            )
            expect(crew.reduce((sum, help) => sum + LIFTING_PEOPLE[help], 0)).toBeGreaterThanOrEqual(
              LIFTING_PEOPLE[helpLevel],
            )
          }
        },
      ),
    ))
})

describe('the cheapest plan of a company', () => {
  const hourly: PlanPrice<PlanVan> = (_van, help, [first, second]) =>
    [first, second].reduce((sum, trips) => sum + (trips === 0 ? 0 : (1 + trips) * (3000 + 1500 * CREW_SIZE[help])), 0)
  const order = (items: readonly AskedItem[], helpLevel: HelpLevel = 'one_porter') => ({
    lines: linesToDivide(items),
    helpLevel,
    wish: ANY_PLAN,
  })

  test('is several vans on one day where one would need more trips than it may make', () => {
    const plan = cheapestPlan(
      [luton('a'), luton('b'), luton('c')],
      order(threeBedrooms()),
      (van, help, trips, isLead) => (trips[0] > 1 || trips[1] > 0 ? undefined : hourly(van, help, trips, isLead)),
    )
    expect(plan).toMatchObject({ days: 1, vans: [{ trips: [1, 0] }, { trips: [1, 0] }, { trips: [1, 0] }] })
  })

  test('is one van on two days where the company has no other, and none where one day is wished', () => {
    const atMostTwoADay: PlanPrice<PlanVan> = (van, help, trips, isLead) =>
      Math.max(...trips) > 2 ? undefined : hourly(van, help, trips, isLead)
    const plan = cheapestPlan([luton('a')], order(threeBedrooms()), atMostTwoADay)
    expect(plan).toMatchObject({ days: 2, vans: [{ van: { id: 'a' } }] })
    const oneDay = { ...order(threeBedrooms()), wish: { mostVans: 3, mostDays: 1 } }
    expect(cheapestPlan([luton('a')], oneDay, atMostTwoADay)).toBeUndefined()
  })

  test('agrees with every plan that there is, tried one by one', () => {
    const prices = fc.array(
      fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: fc.integer({ min: 5, max: 60 }) }),
      {
        minLength: 64,
        maxLength: 64,
      },
    )
    const world = fc.record({
      items: someItems,
      helpLevel: fc.constantFrom(...HELP_LEVELS),
      vans: fc.array(someVan, { minLength: 1, maxLength: 3 }),
      prices,
      peopleOf: fc.array(fc.option(fc.subarray(['Al', 'Bo', 'Cy', 'Di', 'Ed'], { minLength: 1 }), { nil: undefined }), {
        minLength: 3,
        maxLength: 3,
      }),
      wish: fc.record({ mostVans: fc.integer({ min: 1, max: 3 }), mostDays: fc.integer({ min: 1, max: 2 }) }),
    })
    let plans = 0
    fc.assert(
      fc.property(world, ({ items, helpLevel, vans, prices: table, wish, peopleOf }) => {
        const named = vans.map((van, index) => ({ ...van, id: String(index), people: peopleOf[index] }))
        const priceOf: PlanPrice<PlanVan> = ({ id }, help, [first, second], isLead) => {
          const row = (Number(id) * 5 + HELP_LEVELS.indexOf(help) * 3 + first * 11 + second * 7 + (isLead ? 1 : 0)) % 64
          const pence = table[row]
          return pence == null ? undefined : pence * (first + second)
        }
        const lines = linesToDivide(items)
        const found = cheapestPlan(named, { lines, helpLevel, wish }, priceOf)
        const expected = cheapestByTrying(named, lines, helpLevel, wish, priceOf)
        expect(found?.totalPence).toBe(expected?.totalPence)
        expect(found?.days).toBe(expected?.days)
        expect(found?.vans.length).toBe(expected?.vans)
        if (found) plans += 1
      }),
      { numRuns: casesOf(600, 10_000) },
    )
    expect(plans).toBeGreaterThan(50)
  })
})

/** Every seat tried with everybody who may take it. */
function hasPeople(vans: readonly PlanVan[], crew: readonly HelpLevel[]): boolean {
  const seats = vans.flatMap(({ people }, index) =>
    people ? Array.from({ length: CREW_SIZE[crew[index] ?? 'no_help'] }, () => people) : [],
  )
  const fill = (seat: number, used: readonly string[]): boolean =>
    seat === seats.length ||
    (seats[seat] ?? []).some((person) => !used.includes(person) && fill(seat + 1, [...used, person]))
  return fill(0, [])
}

/** Every set of vans, lead, crew and number of trips, with no thought of order, bound or kind. */
function cheapestByTrying(
  vans: readonly PlanVan[],
  lines: ReturnType<typeof linesToDivide>,
  helpLevel: HelpLevel,
  wish: { mostVans: number; mostDays: number },
  priceOf: PlanPrice<PlanVan>,
): (Pick<Plan<PlanVan>, 'totalPence' | 'days'> & { vans: number }) | undefined {
  const needsTwo = lines.some((line) => line.needsTwo)
  const all: { totalPence: number; days: number; vans: number }[] = []
  const patterns: DayTrips[] = [0, 1, 2, 3].flatMap((first) => [0, 1, 2, 3].map((second): DayTrips => [first, second]))
  for (let set = 1; set < 2 ** vans.length; set += 1) {
    const chosen = vans.filter((_, index) => (set & (1 << index)) !== 0)
    if (chosen.length > wish.mostVans) continue
    for (const lead of chosen) {
      for (const crew of crewsOf(chosen, helpLevel, needsTwo)) {
        if (!hasPeople(chosen, crew)) continue
        const tryTrips = (trips: DayTrips[]) => {
          if (trips.length < chosen.length) {
            for (const pattern of patterns) if (pattern[0] + pattern[1] > 0) tryTrips([...trips, pattern])
            return
          }
          const days = trips.some(([, second]) => second > 0) ? 2 : 1
          const ofLead = trips[chosen.indexOf(lead)] ?? [0, 0]
          if (days > wish.mostDays || ofLead[0] === 0 || (days === 2 && ofLead[1] === 0)) return
          const pence = chosen.map((van, index) =>
            priceOf(van, crew[index] ?? 'no_help', trips[index] ?? [0, 0], van === lead),
          )
          const total = pence.reduce<number>((sum, one) => sum + (one ?? Infinity), 0)
          if (!Number.isFinite(total)) return
          const scheduled = chosen.map((van, index): VanOnTrips => ({
            ...van,
            help: crew[index] ?? 'no_help',
            trips: trips[index] ?? [0, 0],
          }))
          const inOrder = [scheduled[chosen.indexOf(lead)], ...scheduled.filter((_, index) => chosen[index] !== lead)]
          const shares = divideLoad(
            lines,
            inOrder.filter((one) => one !== undefined),
          )
          if (shares?.every(({ size }) => size > 0)) all.push({ totalPence: total, days, vans: chosen.length })
        }
        tryTrips([])
      }
    }
  }
  return all.toSorted((a, b) => a.totalPence - b.totalPence || a.days - b.days || a.vans - b.vans)[0]
}
