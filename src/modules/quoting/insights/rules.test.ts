import { describe, expect, it } from 'vitest'
import type { HourlyRates } from '#modules/pricing/rules.ts'
import { USUAL } from '#modules/pricing/tariffs/rules.ts'
import { ALL_HOURS, toInstant } from '#shared/local-time.ts'
import { replay, toReplay, type ReplayedUnit, type Snapshot, type StoredSearch } from '../replay/rules.ts'
import {
  SearchTally,
  type SeenOutcome,
  changesFor,
  countReplay,
  noCounts,
  withChange,
  worthSaying,
  type Change,
  type Gain,
} from './rules.ts'

const E17 = { lat: 51.584, lng: -0.02, outcode: 'E17' }
const BN1 = { lat: 50.83, lng: -0.14, outcode: 'BN1' }
const SATURDAY = '2026-11-28'
const surroundings = { charges: [], drive: () => 60 }

const aTariff = (pencePerHour: HourlyRates) => ({
  ...USUAL,
  outOfHoursPercent: 0,
  pencePerHour,
  vatRegisteredFrom: null,
})

/** A unit that does everything from eight to six, but on Sundays. */
const aReplayedUnit = (more: Partial<ReplayedUnit> = {}): ReplayedUnit => ({
  id: 'b',
  status: 'operating',
  districts: new Set(['E17']),
  jobKinds: ['home_or_office', 'furniture'],
  helpLevels: ['no_help', 'driver_helps', 'one_porter', 'two_porters'],
  people: { until: ['infinity', 'infinity', 'infinity'], graceUntil: null },
  papersUntil: 'infinity',
  van: { category: 'large_van', hasTailLift: false, payloadKg: null, fuel: 'electric', euroClass: null },
  calendar: { businessDays: week(480, 1080), availability: [], vacations: [], holds: [] },
  ...more,
})

const week = (startMinute: number, endMinute: number) =>
  ([1, 2, 3, 4, 5, 6] as const).map((dayOfWeek) => ({ dayOfWeek, startMinute, endMinute, dayOff: false }))

const rates = { no_help: 3500, driver_helps: 4500, one_porter: 6000, two_porters: 7500 }
const snapshotOf = (unit: ReplayedUnit, colleagues: ReplayedUnit[] = []): Snapshot => ({
  unit,
  colleagues,
  tariff: aTariff({ large_van: rates }),
})

/** Nine on a Saturday, an hour and a half of driving: three hours of work, £180. */
const aSearch = (more: Partial<StoredSearch> = {}) =>
  toReplay({
    district: 'E17',
    area: 'E',
    vanCategory: 'large_van',
    help: 'one_porter',
    jobKind: 'home_or_office',
    needTailLift: false,
    start: toInstant(SATURDAY, 540),
    startPlace: E17,
    endPlace: BN1,
    rivalPence: 17_000,
    move: { legs: [90], metres: 100_000, stairs: [0, 0], furniture: [0, 0], load: [100, 1], nation: 'england' },
    ...more,
  })

describe('what becomes of a unit in a search', () => {
  const cases: [SeenOutcome, Partial<ReplayedUnit>, Partial<StoredSearch>?][] = [
    ['shown', {}],
    ['area', { districts: new Set(['N17']) }],
    ['shown', { districts: new Set(['E']) }],
    ['not_operating', { status: 'blocked' }],
    ['shown', { status: 'insurance_expires_soon' }],
    ['van', { van: null }],
    ['van', {}, { vanCategory: 'luton_van' }],
    ['tail_lift', {}, { needTailLift: true }],
    ['job_kind', { jobKinds: ['furniture'] }],
    ['help', { helpLevels: ['no_help'] }],
    ['load', {}, { move: { ...aSearch().move, load: [20_000, 1] } }],
    ['drivers_hours', {}, { move: { ...aSearch().move, legs: [700] } }],
    ['people', { people: { until: ['infinity', SATURDAY], graceUntil: null } }],
    ['shown', { people: { until: ['infinity', '2026-11-29'], graceUntil: null } }],
    ['shown', { people: { until: [], graceUntil: '2026-11-29' } }],
    ['papers', { papersUntil: SATURDAY }],
    ['papers', { papersUntil: '-infinity' }],
    ['shown', { papersUntil: '2026-11-29' }],
    ['day_off', {}, { start: toInstant('2026-11-29', 540) }],
    ['hours', {}, { start: toInstant(SATURDAY, 420) }],
    [
      'unavailable',
      {
        calendar: { ...aReplayedUnit().calendar, availability: [{ day: SATURDAY, freeHours: ALL_HOURS & ~(1 << 10) }] },
      },
    ],
  ]
  it.each(cases)('%s', (outcome, unit, search) => {
    expect(replay(snapshotOf(aReplayedUnit(unit)), aSearch(search), surroundings).outcome).toBe(outcome)
  })

  it.each([
    ['the same one of two at one price', 'a', 'cheaper_colleague'],
    ['the same one of two at one price', 'c', 'shown'],
  ])('%s is shown', (_name, id, outcome) => {
    const colleague = { ...aReplayedUnit(), id }
    expect(replay(snapshotOf(aReplayedUnit(), [colleague]), aSearch(), surroundings).outcome).toBe(outcome)
  })

  it.each([
    [18_001, true],
    [18_000, false],
    [null, true],
  ])('beside another company at %s pence it is the cheapest: %s', (rivalPence, isCheapest) => {
    expect(replay(snapshotOf(aReplayedUnit()), aSearch({ rivalPence }), surroundings)).toEqual({
      outcome: 'shown',
      isCheapest,
    })
  })
})

const changes = (unit: Partial<ReplayedUnit> = {}, districts: string[] = []) =>
  changesFor(snapshotOf(aReplayedUnit(unit)), districts)

describe('the changes that are tried', () => {
  it('opens each day off with the usual hours, and each other day an hour earlier or later', () => {
    const found = changes()
    expect(found.filter(({ kind }) => kind === 'open_day')).toEqual([
      { kind: 'open_day', dayOfWeek: 7, startMinute: 480, endMinute: 1080 },
    ])
    expect(found.filter(({ kind }) => kind === 'start_earlier')).toHaveLength(6)
    expect(found).toContainEqual({ kind: 'end_later', dayOfWeek: 6, startMinute: 480, endMinute: 1140 })
  })

  it('goes no further than midnight', () => {
    const found = changes({ calendar: { ...aReplayedUnit().calendar, businessDays: week(0, 1410) } })
    expect(found.some(({ kind }) => kind === 'start_earlier')).toBe(false)
    expect(found).toContainEqual({ kind: 'end_later', dayOfWeek: 1, startMinute: 0, endMinute: 1440 })
  })

  it('offers the help that is switched off or has no rate, at the rate of the level below', () => {
    const unit = aReplayedUnit({ helpLevels: ['driver_helps', 'two_porters'] })
    const tariff = aTariff({ large_van: { driver_helps: 4500, one_porter: 6000 } })
    expect(changesFor({ unit, colleagues: [], tariff }, []).filter(({ kind }) => kind === 'offer_help')).toEqual([
      { kind: 'offer_help', helpLevel: 'no_help', pencePerHour: 4500, hasRate: false },
      { kind: 'offer_help', helpLevel: 'one_porter', pencePerHour: 6000, hasRate: true },
      { kind: 'offer_help', helpLevel: 'two_porters', pencePerHour: 6000, hasRate: false },
    ])
  })

  it('tries the five districts that were asked for most, and the kind of job that it does not take', () => {
    const found = changes({ jobKinds: ['furniture'] }, ['N17', 'E10', 'E11', 'E4', 'IG8', 'E18'])
    expect(found.flatMap((one) => ('district' in one ? [one.district] : []))).toEqual([
      'N17',
      'E10',
      'E11',
      'E4',
      'IG8',
    ])
    expect(found).toContainEqual({ kind: 'take_job_kind', jobKind: 'home_or_office' })
  })

  it('suggests no rate below the least that can be saved', () => {
    const tariff = aTariff({ large_van: { driver_helps: 1250 } })
    const found = changesFor({ ...snapshotOf(aReplayedUnit()), tariff }, [])
    expect(found.flatMap((one) => (one.kind === 'charge_less' ? [one.pence] : []))).toEqual([100, 200])
  })
})

describe('what a change brings', () => {
  const gainOf = (change: Change, unit: Partial<ReplayedUnit>, search: Partial<StoredSearch>) => {
    const snapshot = snapshotOf(aReplayedUnit(unit))
    const counts = noCounts([change])
    countReplay(counts, { snapshot, changed: [withChange(snapshot, change)] }, aSearch(search), surroundings)
    const { moreShown = 0, moreCheapest = 0 } = counts.gains[0] ?? {}
    return [moreShown, moreCheapest]
  }
  const sunday = { start: toInstant('2026-11-29', 540) }
  const open: Change = { kind: 'open_day', dayOfWeek: 7, startMinute: 480, endMinute: 1080 }

  it.each<[string, Change, Partial<ReplayedUnit>, Partial<StoredSearch>, number[]]>([
    ['a Sunday that was off', open, {}, sunday, [1, 0]],
    ['a Sunday that was off, with nobody else', open, {}, { ...sunday, rivalPence: null }, [1, 1]],
    ['a Sunday that was off, with too little help', open, { helpLevels: [] }, sunday, [0, 0]],
    ['a Saturday that was on', open, {}, {}, [0, 0]],
    [
      'an hour earlier',
      { kind: 'start_earlier', dayOfWeek: 6, startMinute: 420, endMinute: 1080 },
      {},
      { start: toInstant(SATURDAY, 420) },
      [1, 0],
    ],
    ['a district', { kind: 'add_district', district: 'N17' }, {}, { district: 'N17', area: 'N' }, [1, 0]],
    [
      'help without a rate',
      { kind: 'offer_help', helpLevel: 'one_porter', pencePerHour: 6000, hasRate: false },
      { helpLevels: [] },
      {},
      [1, 0],
    ],
    ['a kind of job', { kind: 'take_job_kind', jobKind: 'home_or_office' }, { jobKinds: [] }, {}, [1, 0]],
    // Three hours at £57 are £171, at £55 £165.
    ['£3 less', { kind: 'charge_less', pence: 300 }, {}, {}, [0, 0]],
    ['£5 less', { kind: 'charge_less', pence: 500 }, {}, {}, [0, 1]],
    ['£5 less, where it was the cheapest', { kind: 'charge_less', pence: 500 }, {}, { rivalPence: 18_100 }, [0, 0]],
  ])('%s', (_name, change, unit, search, expected) => {
    expect(gainOf(change, unit, search)).toEqual(expected)
  })

  it('a cheaper rate counts for a colleague too', () => {
    const snapshot = snapshotOf(aReplayedUnit(), [{ ...aReplayedUnit(), id: 'a' }])
    const cheaper = withChange(snapshot, { kind: 'charge_less', pence: 500 })
    expect(replay(cheaper, aSearch(), surroundings)).toEqual({ outcome: 'cheaper_colleague', isCheapest: false })
  })
})

describe('what is worth saying', () => {
  const cut = (pence: number, moreCheapest: number): Gain => ({
    change: { kind: 'charge_less', pence },
    moreShown: 0,
    moreCheapest,
  })
  const district = (code: string, moreShown: number, moreCheapest = 0): Gain => ({
    change: { kind: 'add_district', district: code },
    moreShown,
    moreCheapest,
  })

  it('is what brings anything, most searches first', () => {
    const [none, few, many] = [district('E4', 0), district('E10', 2), district('E11', 9)]
    expect(worthSaying([none, few, many, cut(100, 5)])).toEqual([many, few, cut(100, 5)])
  })

  it('is not a bigger cut that brings no more', () => {
    expect(worthSaying([cut(100, 0), cut(200, 3), cut(300, 3), cut(500, 4)])).toEqual([cut(500, 4), cut(200, 3)])
  })
})

const search = { day: '2026-10-25', minute: 90, district: 'E17', hasOffer: true }

describe('a tally of searches', () => {
  it('counts by day and hour, and by district those that found nobody', () => {
    const tally = new SearchTally()
    tally.add(search)
    tally.add({ ...search, minute: 119, hasOffer: false })
    tally.add({ ...search, minute: 60, hasOffer: false, district: 'RM1' })
    tally.add({ ...search, hasOffer: false })
    tally.add({ ...search, minute: 120, day: '2026-10-26' })
    expect(tally.empty()).toEqual({
      hours: [
        { day: '2026-10-25', hour: 1, searches: 4, withoutOffer: 3 },
        { day: '2026-10-26', hour: 2, searches: 1, withoutOffer: 0 },
      ],
      unmet: [
        { day: '2026-10-25', hour: 1, district: 'E17', searches: 2 },
        { day: '2026-10-25', hour: 1, district: 'RM1', searches: 1 },
      ],
    })
    expect(tally.empty()).toEqual({ hours: [], unmet: [] })
  })

  it('keeps to its room, and counts the searches all the same', () => {
    const tally = new SearchTally()
    for (let place = 0; place < 20_050; place += 1) tally.add({ ...search, hasOffer: false, district: `X${place}` })
    tally.add({ ...search, hasOffer: false, district: 'X7' })
    const { hours, unmet } = tally.empty()
    expect(hours).toMatchObject([{ searches: 20_051, withoutOffer: 20_051 }])
    expect(unmet).toHaveLength(20_000)
    expect(unmet[7]).toMatchObject({ district: 'X7', searches: 2 })
  })
})
