/**
 * Compares a stored search with a unit in its present state (ADR 0030). The rules are those of the search: trips,
 * people, calendar, drivers' hours, zones, price. Pure.
 */
import { isWithinDriversHours } from '#modules/calendar/drivers-hours-rules.ts'
import { reasonNotFree, type DriveMinutes, type ProviderCalendar, type Stay } from '#modules/calendar/rules.ts'
import { coversDay } from '#modules/fleet/documents/rules.ts'
import { canBring, type UnitPeople } from '#modules/fleet/people/rules.ts'
import type { HelpLevel, Stairs, VanCategory } from '#modules/fleet/rules.ts'
import { isOperating, type UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Nation } from '#modules/geo/outcodes/rules.ts'
import { bannedClasses, vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { totalOfJob, type PricedJob, type PricedVan, type Tariff } from '#modules/pricing/rules.ts'
import type { LatLng } from '#shared/distance.ts'
import { localPieces, type LocalDay } from '#shared/local-time.ts'
import { scheduleJob } from '../schedule/rules.ts'
import { hoursOfWork, tripsFor } from '../load/rules.ts'
import { isShownBefore, type Outcome } from '../rules.ts'
import type { SeenOutcome } from '../insights/rules.ts'

/** What a search stores for its replay: the work in minutes and metres, and no word of who asked or where exactly. */
export interface ReplayedMove {
  /** Driving minutes of each leg. */
  legs: number[]
  /** Metres of the legs, driven once. */
  metres: number
  /** Stairs at each point, as on the wire. */
  stairs: Stairs[]
  /** Minutes of dismantling and of assembling. */
  furniture: [dismantling: number, assembling: number]
  /** Kilograms and cubic metres. */
  load: [weightKg: number, volumeM3: number]
  nation: Nation
  /** Minutes of waiting that was declared; left out: none. */
  waiting?: number
  /** Zones of its day: 1 for each point inside, and the minutes to the edge; left out: none. */
  zones?: [code: string, inside: (0 | 1)[], edgeMinutes: number][]
  /** Pence of the tolls that are certain, for one trip, two and three; left out: none. */
  tolls?: number[]
}

/** An end of a job as the drive model needs it, known to its outcode. */
export interface ReplayedPlace extends LatLng {
  outcode: string
}

/** A stored search, read back. */
export interface StoredSearch {
  /** The pick-up's district and its area. */
  district: string
  area: string
  vanCategory: VanCategory
  help: HelpLevel
  jobKind: string
  needTailLift: boolean
  start: Date
  startPlace: ReplayedPlace
  endPlace: ReplayedPlace
  move: ReplayedMove
  /** The cheapest price of another company; null if there was none. */
  rivalPence: number | null
}

/** A unit as far as searches look at it. */
export interface ReplayedUnit {
  id: string
  status: UnitStatus
  /** The postcode areas and districts of its pick-ups. */
  districts: ReadonlySet<string>
  jobKinds: readonly string[]
  helpLevels: readonly HelpLevel[]
  people: Pick<UnitPeople, 'until' | 'graceUntil'>
  /** The first day that its documents do not cover, or 'infinity', or '-infinity'. */
  papersUntil: string
  van: (PricedVan & { hasTailLift: boolean; payloadKg: number | null }) | null
  calendar: ProviderCalendar<ReplayedPlace>
}

/** What is the same for every unit. */
export interface Surroundings {
  charges: readonly RoadCharge[]
  drive: DriveMinutes<ReplayedPlace>
}

/** The search in a given number of trips. */
interface SearchInTrips {
  stay: Stay<ReplayedPlace>
  lastDay: LocalDay
  job: PricedJob
}

export interface ReplayedSearch extends StoredSearch {
  inTrips: (trips: number) => SearchInTrips
}

/** Ready to be held against many units: its work is laid out once for each number of trips. */
export function toReplay(stored: StoredSearch): ReplayedSearch {
  const known = new Map<number, SearchInTrips>()
  return {
    ...stored,
    inTrips(trips) {
      const scheduled = known.get(trips) ?? scheduleInTrips(stored, trips)
      known.set(trips, scheduled)
      return scheduled
    },
  }
}

function scheduleInTrips(
  { vanCategory, help, start, startPlace, endPlace, move }: StoredSearch,
  trips: number,
): SearchInTrips {
  const [dismantling, assembling] = move.furniture
  const waitingMinutes = move.waiting ?? 0
  const zones = (move.zones ?? []).map(([code, inside, edgeMinutes]) => ({
    zone: { code, edgeMinutes },
    isInside: inside.map((flag) => flag === 1),
  }))
  const work = {
    van: vanCategory,
    trips,
    helpLevel: help,
    stairs: move.stairs,
    legMinutes: move.legs,
    // The minutes of the pieces were worked out by the search.
    furniture: [],
    addedDismantlingMinutes: dismantling,
    addedAssemblingMinutes: assembling,
  }
  const schedule = scheduleJob(work, { onceMetres: move.metres, waitingMinutes, zones }, start)
  const stay = { start, end: schedule.heldUntil, startPlace, endPlace, ...hoursOfWork(schedule.work, waitingMinutes) }
  const tollPence = move.tolls?.[trips - 1] ?? 0
  const tolls = tollPence === 0 ? [] : [{ code: 'tolls', name: 'Tolls', amountPence: tollPence, passages: 1 }]
  return {
    stay,
    lastDay: localPieces(start, schedule.heldUntil).at(-1)?.day ?? '',
    job: {
      start,
      minutes: schedule.work.labour,
      trips,
      metres: schedule.metres,
      help,
      nation: move.nation,
      zoneVisits: schedule.zoneVisits,
      declaredWaitingMinutes: waitingMinutes,
      tolls,
    },
  }
}

/** Outcome of one unit alone: its price, or the first reason against it. */
type Stand = { totalPence: number } | { why: SeenOutcome }

export function standOf(
  unit: ReplayedUnit,
  search: ReplayedSearch,
  tariff: Tariff,
  { charges, drive }: Surroundings,
): Stand {
  const { van } = unit
  const unfit = findUnfitReason(unit, search)
  if (unfit || !van) return { why: unfit ?? 'van' }
  if (tariff.pencePerHour[van.category]?.[search.help] === undefined) return { why: 'rate' }
  const [weightKg, volumeM3] = search.move.load
  const trips = tripsFor({ weightKg, volumeM3 }, van, search.help)
  if (trips === undefined) return { why: 'load' }
  const { stay, lastDay, job } = search.inTrips(trips)
  if (!isWithinDriversHours(stay)) return { why: 'drivers_hours' }
  if (!canBring(unit.people, search.help, lastDay)) return { why: 'people' }
  if (!coversDay(unit.papersUntil, lastDay)) return { why: 'papers' }
  const why = reasonNotFree(unit.calendar, stay, drive)
  if (why) return { why }
  if (bannedClasses(charges, job.zoneVisits).has(vehicleClassOf(van))) return { why: 'zone' }
  const totalPence = totalOfJob(tariff, van, job, charges)
  return totalPence === undefined ? { why: 'rate' } : { totalPence }
}

/** Whatever of a unit has nothing to do with day and load, in the order of the search's statement. */
function findUnfitReason({ status, districts, jobKinds, helpLevels, van }: ReplayedUnit, search: StoredSearch) {
  const checks: [SeenOutcome, boolean][] = [
    ['area', districts.has(search.district) || districts.has(search.area)],
    ['not_operating', isOperating(status)],
    ['van', van?.category === search.vanCategory],
    ['tail_lift', !search.needTailLift || van?.hasTailLift === true],
    ['job_kind', jobKinds.includes(search.jobKind)],
    ['help', helpLevels.includes(search.help)],
  ]
  return checks.find(([, isFit]) => !isFit)?.[0]
}

/** A unit with all that decides whether it is the one of its company that is shown. */
export interface Snapshot {
  unit: ReplayedUnit
  /** Other units of the company with such a van. */
  colleagues: readonly ReplayedUnit[]
  tariff: Tariff
}

export interface Verdict {
  outcome: SeenOutcome
  /** Shown, and no other company's price was as low. */
  isCheapest: boolean
}

export function replay(
  { unit, colleagues, tariff }: Snapshot,
  search: ReplayedSearch,
  surroundings: Surroundings,
): Verdict {
  const own = standOf(unit, search, tariff, surroundings)
  if ('why' in own) return { outcome: own.why, isCheapest: false }
  const isBeaten = colleagues.some((colleague) => {
    const other = standOf(colleague, search, tariff, surroundings)
    return 'totalPence' in other && isShownBefore({ id: colleague.id, ...other }, { id: unit.id, ...own })
  })
  const outcome: Outcome = isBeaten ? 'cheaper_colleague' : 'shown'
  return { outcome, isCheapest: !isBeaten && (search.rivalPence === null || own.totalPence < search.rivalPence) }
}
