import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aRandomMove, aWorld, dice, makeChanges, type WorldUnit } from '#test/support/gains-world.ts'
import { saveSearch } from '../commands.ts'
import type { TimedMove } from '../move/queries.ts'
import { findOffers } from '../queries.ts'
import { districtsBeside, countGains, listSearches, readSnapshot } from './queries.ts'
import { toReplay, type ReplayedSearch, type Snapshot, type StoredSearch } from '../replay/rules.ts'
import { changesFor, type Change } from './rules.ts'

const NOW = '2026-11-20T09:00:00Z'
const UNITS = 200
const SEARCHES = 28
/** Each company makes one change in each round: whether it is shown does not depend on any other company. */
const ROUNDS = 12

let app: TestApp
let units: WorldUnit[]
let searches: Searched[]
let charges: readonly RoadCharge[]

interface Searched {
  move: TimedMove
  /** Company and price of each offer, when it was searched. */
  offers: [companyId: string, pence: number][]
}

beforeAll(async () => {
  app = await createTestApp({ now: NOW })
  units = await aWorld(app, UNITS, 7)
  charges = await listRoadCharges(app.ctx)
  const at = dice(11)
  searches = []
  while (searches.length < SEARCHES) {
    const move = await aRandomMove(app, at)
    const found = await findOffers(app.ctx, move, charges)
    await saveSearch(app.ctx, move, { ...found, charges }, [], true)
    const offers = found.offers.map(({ unit, price }): [string, number] => [unit.company.id, price.totalPence])
    searches.push({ move, offers })
  }
  app.clock.set(NOW)
}, 120_000)
afterAll(() => app.close())

/** What the search finds for each move: the price of each unit that is shown. */
async function searchAgain(ctx: Ctx): Promise<Map<string, number>[]> {
  const shown: Map<string, number>[] = []
  for (const { move } of searches) {
    const { offers } = await findOffers(ctx, move, charges)
    shown.push(new Map(offers.map(({ unit, price }) => [unit.id, price.totalPence])))
  }
  return shown
}

const isCheapest = (index: number, { companyId }: WorldUnit, pence: number | undefined): boolean =>
  pence !== undefined &&
  (searches[index]?.offers ?? []).every(([company, other]) => company === companyId || pence < other)

function naively(unit: WorldUnit, before: Map<string, number>[], after: Map<string, number>[]) {
  let [moreShown, moreCheapest] = [0, 0]
  before.forEach((shown, index) => {
    const [was, is] = [shown.get(unit.id), after[index]?.get(unit.id)]
    if (was === undefined && is !== undefined) moreShown += 1
    if (!isCheapest(index, unit, was) && isCheapest(index, unit, is)) moreCheapest += 1
  })
  return { moreShown, moreCheapest }
}

interface Trial {
  unit: WorldUnit
  snapshot: Snapshot
  change: Change
}

/** There are more of them than of all others. */
const isOfDay = ({ kind }: Change) => kind === 'start_earlier' || kind === 'end_later'

/** Rounds of trials: one change of each company in each, its units taking turns. */
async function trials(): Promise<Trial[][]> {
  const ofCompany = new Map<string, Trial[][]>()
  for (const unit of units) {
    const { snapshot } = await readSnapshot(app.ctx, { unitId: unit.id, companyId: unit.companyId })
    const adjacent = districtsBeside(snapshot.unit.districts)
    const changes = changesFor(
      snapshot,
      adjacent.filter((one) => searches.some(({ move }) => move.places[0]?.outcode === one)),
    )
    const at = dice(units.indexOf(unit))
    const own = changes
      .map((change) => ({ key: at.next() * (isOfDay(change) ? 2 : 1), trial: { unit, snapshot, change } }))
      .toSorted((a, b) => a.key - b.key)
    ofCompany.set(unit.companyId, [...(ofCompany.get(unit.companyId) ?? []), own.map(({ trial }) => trial)])
  }
  const rounds: Trial[][] = Array.from({ length: ROUNDS }, () => [])
  for (const lists of ofCompany.values())
    rounds.forEach((round, index) => {
      const trial = lists[index % lists.length]?.[Math.floor(index / lists.length)]
      if (trial) round.push(trial)
    })
  return rounds
}

interface Tried extends Trial {
  naive: ReturnType<typeof naively>
}

let before: Map<string, number>[]
let tried: Map<WorldUnit, Tried[]>
/** Searches of each unit that its gains are counted over. */
const stored = new Map<WorldUnit, ReplayedSearch[]>()

beforeAll(async () => {
  before = await searchAgain(app.ctx)
  const all: Tried[] = []
  for (const round of await trials()) {
    await app.ctx.tx(async (tx) => {
      await makeChanges(
        tx,
        round.map(({ unit, change }) => ({ unit, change })),
      )
      const after = await searchAgain(tx)
      all.push(...round.map((trial) => ({ ...trial, naive: naively(trial.unit, before, after) })))
      // Rolls back.
      return refuse(commonRefusals.conflict)
    })
  }
  tried = Map.groupBy(all, ({ unit }) => unit)
  for (const [unit, [first]] of tried) {
    const { searches: own = [], nearby = [] } = first ? await listSearches(app.ctx, first.snapshot) : {}
    stored.set(unit, [...own, ...nearby])
  }
}, 120_000)

/** What a replay counts of each change that was tried, and what making it found. */
async function compare(ready: (search: ReplayedSearch) => ReplayedSearch = (search) => search) {
  const [found, expected]: [string, unknown][][] = [[], []]
  const gained = new Map<string, number>()
  for (const [unit, own] of tried) {
    const snapshot = own[0]?.snapshot
    if (!snapshot) continue
    const changes = own.map(({ change }) => change)
    const replayed = (stored.get(unit) ?? []).map(ready)
    const { shown, cheapest, gains } = await countGains(charges, snapshot, changes, replayed)
    found?.push([unit.id, { shown, cheapest }])
    expected?.push([
      unit.id,
      {
        shown: before.filter((one) => one.has(unit.id)).length,
        cheapest: before.filter((one, index) => isCheapest(index, unit, one.get(unit.id))).length,
      },
    ])
    gains.forEach(({ change, moreShown, moreCheapest }, index) => {
      found?.push([unit.id, { change, moreShown, moreCheapest }])
      expected?.push([unit.id, { change, ...own[index]?.naive }])
      gained.set(change.kind, (gained.get(change.kind) ?? 0) + moreShown + moreCheapest)
    })
  }
  return { found, expected, gained }
}

it('counts for 200 random units what really making each change and searching again finds', async () => {
  const { found, expected, gained } = await compare()
  expect(found).toEqual(expected)
  expect(tried.size).toBe(UNITS)
  // Each kind of change must have brought something, so that no result is right only by being 0.
  const kinds: Change['kind'][] = [
    'open_day',
    'start_earlier',
    'end_later',
    'offer_help',
    'add_district',
    'take_job_kind',
    'charge_less',
  ]
  expect(kinds.filter((kind) => !gained.get(kind))).toEqual([])
})

const inverness = { lat: 57.47, lng: -4.23, outcode: 'IV1' }

it.each<[string, (search: ReplayedSearch) => Partial<StoredSearch>]>([
  ['the load', ({ move }) => ({ move: { ...move, load: [0, 0] } })],
  ['the stairs', ({ move }) => ({ move: { ...move, stairs: move.stairs.map(() => 0) } })],
  ['the waiting', ({ move }) => ({ move: { ...move, waiting: 0 } })],
  ['the zones', ({ move }) => ({ move: { ...move, zones: [] } })],
  ['the miles', ({ move }) => ({ move: { ...move, metres: 0 } })],
  ['what the others charge', () => ({ rivalPence: null })],
  ['the places', () => ({ startPlace: inverness, endPlace: inverness })],
])('the control: without %s the counts differ', async (_name, without) => {
  const { found, expected } = await compare((search) => toReplay({ ...search, ...without(search) }))
  expect(found).not.toEqual(expected)
})
