/** Plans of a move that one van cannot do in a day: which vans of a company, in how many trips, on which day, with whom (ADR 0071). Pure. */
import { canCarryCrew, CREW_SIZE, HELP_LEVELS, LIFTING_PEOPLE, type HelpLevel } from '#modules/fleet/rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { heaviestPartKg } from '#modules/items/data.ts'
import { entersVan, pieceOf, type AskedItem } from '#modules/items/rules.ts'
import { carriedKg, MOST_TRIPS, ONE_PERSON_KG, PACKED_PERCENT, type LoadedVan } from '../load/rules.ts'

/** The most vans of one plan, and the most days, which follow one another. */
export const MOST_VANS = 3
export const MOST_DAYS = 2
export const PLAN_DAYS = [1, 2] as const
export type PlanDay = (typeof PLAN_DAYS)[number]

/** What the customer will have: the fewest are what everybody would rather have, so both default to the most. */
export interface PlanWish {
  /** The most vans, 1 to 3. */
  mostVans: number
  /** The most days, 1 or 2. */
  mostDays: number
}
export const ANY_PLAN: PlanWish = { mostVans: MOST_VANS, mostDays: MOST_DAYS }

/** A van with its people, and its trips of each day: `[2, 0]` goes twice on the first day and stays away on the second. */
export interface VanOnTrips extends LoadedVan {
  help: HelpLevel
  trips: DayTrips
}
export type DayTrips = readonly [first: number, second: number]

export const tripsInAll = ([first, second]: DayTrips): number => first + second

/** What a van can do in one day, and the trips of each number that it may make on two: every pair but none at all. */
const TRIPS_OF_DAY = Array.from({ length: MOST_TRIPS + 1 }, (_, trips) => trips)
const oneDay: DayTrips[] = TRIPS_OF_DAY.filter((trips) => trips > 0).map((trips) => [trips, 0])
/** A van of a two-day plan may come on one of its days only. As much as can be is done on the first. */
const twoDays: DayTrips[] = TRIPS_OF_DAY.flatMap((second) =>
  TRIPS_OF_DAY.filter((first) => first + second > 0).map((first): DayTrips => [first, second]),
)
export const tripsWithin = (days: number): readonly DayTrips[] => (days === 1 ? oneDay : twoDays)

/**
 * The crews that a number of vans may come with: each driver lifts if anybody is asked for, all together are as many as asked, and where
 * a piece needs two people one van has them. Levels by van; none where the seats do not suffice.
 */
export function crewsOf(vans: readonly LoadedVan[], helpLevel: HelpLevel, needsTwo: boolean): HelpLevel[][] {
  if (helpLevel === 'no_help') return needsTwo ? [] : [vans.map(() => 'no_help')]
  const people = Math.max(LIFTING_PEOPLE[helpLevel], vans.length)
  const withinSeats = levelsOf(vans)
  const isEnough = (crew: readonly HelpLevel[]) => !needsTwo || crew.some((help) => LIFTING_PEOPLE[help] > 1)
  const exact = withinSeats.filter((crew) => liftingIn(crew) === people)
  const fit = exact.filter(isEnough)
  return fit.length > 0 ? fit : withinSeats.filter((crew) => liftingIn(crew) === people + 1 && isEnough(crew))
}

const liftingIn = (crew: readonly HelpLevel[]) => crew.reduce((sum, help) => sum + LIFTING_PEOPLE[help], 0)

function levelsOf(vans: readonly LoadedVan[]): HelpLevel[][] {
  return vans.reduce<HelpLevel[][]>(
    (crews, { category }) =>
      crews.flatMap((crew) =>
        HELP_LEVELS.filter((help) => help !== 'no_help' && canCarryCrew(category, help)).map((help) => [...crew, help]),
      ),
    [[]],
  )
}

/** A line of the order as it is divided: litres and kilograms of one of its pieces, and the van kinds that it enters. */
export interface DividedLine {
  /** Index in the order. */
  index: number
  amount: number
  litres: number
  kg: number
  needsTwo: boolean
  enters: (van: LoadedVan) => boolean
}

/** The lines in the order in which they are loaded: what needs two people first, then the heaviest and largest pieces. */
export function linesToDivide(items: readonly AskedItem[]): DividedLine[] {
  const lines = items.flatMap((item, index): DividedLine[] => {
    const piece = pieceOf(item)
    if (!piece || !(item.amount > 0)) return []
    const enters = new Map<string, boolean>()
    return [
      {
        index,
        amount: item.amount,
        litres: Math.round(piece.volumeM3 * 1000),
        kg: piece.weightKg,
        needsTwo: heaviestPartKg(piece) > ONE_PERSON_KG,
        enters: ({ category }) => {
          const known = enters.get(category) ?? entersVan(piece, category)
          enters.set(category, known)
          return known
        },
      },
    ]
  })
  return lines.toSorted(
    (a, b) => Number(b.needsTwo) - Number(a.needsTwo) || b.kg - a.kg || b.litres - a.litres || a.index - b.index,
  )
}

/** What a van takes in all of its trips, in hundredths of a litre, which the packing loss leaves whole, and kilograms. */
export const roomOf = (van: VanOnTrips) => ({
  centilitres: Math.round(VAN_DETAILS[van.category].volumeM3 * 1000) * PACKED_PERCENT * tripsInAll(van.trips),
  kg: carriedKg(van, van.help) * tripsInAll(van.trips),
})

/** Pieces of each line of the order that each van takes, by the line's index. */
export type Shares = ReadonlyMap<number, number>[]

/**
 * The order divided among vans, or undefined where it does not go in. Each line goes whole into the van with the most room left for its
 * size, so that pieces that belong together stay together; only one that no van takes whole is split.
 */
export function divideLoad(lines: readonly DividedLine[], vans: readonly VanOnTrips[]): Shares | undefined {
  const free = vans.map((van) => ({ van, all: roomOf(van), left: roomOf(van), share: new Map<number, number>() }))
  const fits = (one: (typeof free)[number], line: DividedLine) => {
    if (!goesIn(line, one.van)) return 0
    const { litres, kg } = line
    const byRoom = litres === 0 ? Infinity : Math.floor(one.left.centilitres / (litres * 100))
    return Math.min(byRoom, kg === 0 ? Infinity : Math.floor(one.left.kg / kg))
  }
  const load = (one: (typeof free)[number], { index, litres, kg }: DividedLine, amount: number) => {
    one.left.centilitres -= litres * 100 * amount
    one.left.kg -= kg * amount
    one.share.set(index, (one.share.get(index) ?? 0) + amount)
  }
  const emptiest = (among: typeof free) => among.reduce((a, b) => (shareLeft(b) > shareLeft(a) ? b : a))
  for (const line of lines) {
    const takers = free.filter((one) => fits(one, line) >= line.amount)
    if (takers.length > 0) {
      load(emptiest(takers), line, line.amount)
      continue
    }
    let left = line.amount
    while (left > 0) {
      const some = free.filter((one) => fits(one, line) > 0)
      if (some.length === 0) return undefined
      const one = emptiest(some)
      const amount = Math.min(left, fits(one, line))
      load(one, line, amount)
      left -= amount
    }
  }
  return free.map(({ share }) => share)
}

/** Whether one piece of the line goes into the van in one of its trips, lifted by the people who come with it. */
function goesIn({ litres, kg, needsTwo, enters }: DividedLine, van: VanOnTrips): boolean {
  const oneTrip = roomOf({ ...van, trips: [1, 0] })
  return (
    enters(van) && litres * 100 <= oneTrip.centilitres && kg <= oneTrip.kg && (!needsTwo || CREW_SIZE[van.help] > 1)
  )
}

interface Room {
  centilitres: number
  kg: number
}
/** The part of its room that a van has left, by whichever of volume and weight is scarcer. */
const shareLeft = ({ all, left }: { all: Room; left: Room }): number =>
  Math.min(all.centilitres === 0 ? 0 : left.centilitres / all.centilitres, all.kg === 0 ? 0 : left.kg / all.kg)

/** A van of a company that may come, with an id that settles what else is equal. */
export interface PlanVan extends LoadedVan {
  id: string
  /** Ids of the people who may come with it, some perhaps with another van too; left out where each van brings its own. */
  people?: readonly string[] | undefined
}

interface Crewed<Van> {
  van: Van
  help: HelpLevel
}

/** A check that all seats of the vans can be filled, each by another person. */
export const canStaff = (crewed: readonly Crewed<Pick<PlanVan, 'people'>>[]): boolean => findStaff(crewed) !== undefined

/** Who comes with each van, each person with one of them; none named for one that brings its own. Undefined where they are too few. */
export function findStaff(crewed: readonly Crewed<Pick<PlanVan, 'people'>>[]): string[][] | undefined {
  const seats = crewed.flatMap(({ van: { people }, help }) =>
    people ? Array.from({ length: CREW_SIZE[help] }, () => people) : [],
  )
  const vanOfSeat = crewed.flatMap(({ van: { people }, help }, van) =>
    people ? Array.from({ length: CREW_SIZE[help] }, () => van) : [],
  )
  const seatOf = new Map<string, number>()
  const findSeat = (seat: number, tried: Set<string>): boolean =>
    (seats[seat] ?? []).some((person) => {
      if (tried.has(person)) return false
      tried.add(person)
      const taken = seatOf.get(person)
      if (taken !== undefined && !findSeat(taken, tried)) return false
      seatOf.set(person, seat)
      return true
    })
  if (!seats.every((_, seat) => findSeat(seat, new Set()))) return undefined
  return crewed.map((_, van) => [...seatOf].filter(([, seat]) => vanOfSeat[seat] === van).map(([person]) => person))
}

/** One van of a plan. The lead is van 1: its driver runs the clock, and its people take furniture apart and put it together. */
export interface PlannedVan<Van extends PlanVan> extends VanOnTrips {
  van: Van
  share: ReadonlyMap<number, number>
}

export interface Plan<Van extends PlanVan> {
  totalPence: number
  days: number
  /** The lead first, then by id. */
  vans: PlannedVan<Van>[]
}

/** What a van costs with these people in these trips, furniture work included for the lead; undefined where it cannot come so. */
export type PlanPrice<Van> = (van: Van, help: HelpLevel, trips: DayTrips, isLead: boolean) => number | undefined

export interface PlanOrder {
  lines: readonly DividedLine[]
  helpLevel: HelpLevel
  wish: PlanWish
}

/**
 * The cheapest plan of one company; of two at the same price that on fewer days, then with fewer vans, then the first by ids. Each van
 * may make up to three trips a day. The lead comes on every day of the plan, so of two days on both.
 */
export function cheapestPlan<Van extends PlanVan>(
  vans: readonly Van[],
  { lines, helpLevel, wish }: PlanOrder,
  priceOf: PlanPrice<Van>,
): Plan<Van> | undefined {
  const needs = needsOf(lines)
  const needsTwo = lines.some((line) => line.needsTwo)
  let best: Plan<Van> | undefined
  for (let days = 1; days <= wish.mostDays; days += 1) {
    const cost = cheapestOfTrips(days, priceOf)
    for (const set of setsUpTo(vans, wish.mostVans)) {
      for (const crew of crewsOf(set, helpLevel, needsTwo)) {
        for (const ordered of leadFirst(set, crew)) {
          const atMost = best?.totalPence ?? Infinity
          const found = cheapestOfSet(ordered, { lines, needs, days, atMost }, cost)
          if (found && (!best || isPlanBefore(found, best))) best = found
        }
      }
    }
  }
  return best
}

/** What the whole load takes, and never more than that can be taken away by a van. */
const needsOf = (lines: readonly DividedLine[]): Room => ({
  centilitres: lines.reduce((sum, { litres, amount }) => sum + litres * 100 * amount, 0),
  kg: lines.reduce((sum, { kg, amount }) => sum + kg * amount, 0),
})

export function isPlanBefore<Van extends PlanVan>(a: Plan<Van>, b: Plan<Van>): boolean {
  if (a.totalPence !== b.totalPence) return a.totalPence < b.totalPence
  if (a.days !== b.days) return a.days < b.days
  if (a.vans.length !== b.vans.length) return a.vans.length < b.vans.length
  return idsOf(a) < idsOf(b)
}

const idsOf = <Van extends PlanVan>({ vans }: Plan<Van>) =>
  vans.map(({ van, trips }) => `${van.id} ${trips.join()}`).join()

/** All sets of vans up to that number, each in the order of the list. */
function setsUpTo<Van>(vans: readonly Van[], most: number): Van[][] {
  const sets: Van[][] = vans.map((van) => [van])
  let largest = vans.map((van, index) => ({ set: [van], next: index + 1 }))
  for (let count = 2; count <= most; count += 1) {
    largest = largest.flatMap(({ set, next }) =>
      vans.slice(next).map((van, index) => ({ set: [...set, van], next: next + index + 1 })),
    )
    for (const { set } of largest) sets.push(set)
  }
  return sets
}

/** The set with each of its vans as the lead in turn. */
function leadFirst<Van>(set: readonly Van[], crew: readonly HelpLevel[]): Crewed<Van>[][] {
  const crewed = set.map((van, index) => ({ van, help: crew[index] ?? 'no_help' }))
  return crewed.map((lead) => [lead, ...crewed.filter((one) => one !== lead)])
}

interface TripsAtCost {
  trips: DayTrips
  pence: number
}

/** A van's numbers of trips, the fewest first, each spread over the days as is cheapest. */
type CostsOfTrips<Van> = (van: Van, help: HelpLevel, isLead: boolean) => readonly TripsAtCost[]

function cheapestOfTrips<Van extends PlanVan>(days: number, priceOf: PlanPrice<Van>): CostsOfTrips<Van> {
  const known = new Map<string, TripsAtCost[]>()
  return (van, help, isLead) => {
    const key = `${van.id} ${help} ${String(isLead)}`
    const cached = known.get(key)
    if (cached) return cached
    const byNumber = new Map<number, TripsAtCost>()
    for (const trips of tripsWithin(days)) {
      if (isLead && days > 1 && (trips[0] === 0 || trips[1] === 0)) continue
      const pence = priceOf(van, help, trips, isLead)
      const number = tripsInAll(trips)
      if (pence !== undefined && pence < (byNumber.get(number)?.pence ?? Infinity))
        byNumber.set(number, { trips, pence })
    }
    const costs = [...byNumber].toSorted(([a], [b]) => a - b).map(([, cost]) => cost)
    known.set(key, costs)
    return costs
  }
}

interface SetSearch {
  lines: readonly DividedLine[]
  needs: Room
  days: number
  atMost: number
}

/** The cheapest numbers of trips in which these vans with these people, the lead first, take the load for at most that much. */
function cheapestOfSet<Van extends PlanVan>(
  crewed: readonly Crewed<Van>[],
  { lines, needs, days, atMost }: SetSearch,
  cost: CostsOfTrips<Van>,
): Plan<Van> | undefined {
  if (!canStaff(crewed)) return undefined
  const options = crewed.map(({ van, help }, index) =>
    cost(van, help, index === 0).map(({ trips, pence }) => {
      const vanOnTrips = { category: van.category, payloadKg: van.payloadKg, help, trips, van }
      return { vanOnTrips, pence, room: roomOf(vanOnTrips) }
    }),
  )
  let best: Plan<Van> | undefined
  const choose = (chosen: (typeof options)[number], pence: number, room: Room) => {
    if (pence > (best?.totalPence ?? atMost)) return
    const next = options[chosen.length]
    if (next) {
      for (const option of next) {
        const more = {
          centilitres: room.centilitres + option.room.centilitres,
          kg: room.kg + option.room.kg,
        }
        choose([...chosen, option], pence + option.pence, more)
      }
      return
    }
    if (room.centilitres < needs.centilitres || room.kg < needs.kg) return
    const vans = chosen.map(({ vanOnTrips }) => vanOnTrips)
    const shares = divideLoad(lines, vans)
    if (!shares?.every(({ size }) => size > 0)) return
    const planned = vans.map((vanOnTrips, index) => ({
      ...vanOnTrips,
      share: shares[index] ?? new Map<number, number>(),
    }))
    const [lead, ...others] = planned
    if (!lead) return
    const byId = others.toSorted((a, b) => (a.van.id < b.van.id ? -1 : 1))
    const plan = { totalPence: pence, days, vans: [lead, ...byId] }
    if (!best || isPlanBefore(plan, best)) best = plan
  }
  choose([], 0, { centilitres: 0, kg: 0 })
  return best
}
