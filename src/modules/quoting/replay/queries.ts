import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { localDayOf } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import { neededTrips } from '../load/queries.ts'
import { inTrips, zonesOn, type TimedMove } from '../move/queries.ts'
import { stairsOf, waitingMinutesOf } from '../move/rules.ts'
import { pricedJobOf, type Offer } from '../queries.ts'
import type { ReplayedMove, ReplayedPlace, StoredSearch } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.search.replay': ReplayedMove | null
  }
}

/** What a search stores of its move. */
export function replayedMove(move: TimedMove): ReplayedMove {
  const { asked, legs, work, load, start } = move
  const waiting = waitingMinutesOf(asked)
  const zones = zonesOn(move.zones, localDayOf(start))
  return {
    legs: legs.map(({ minutes }) => minutes),
    metres: Math.round(move.onceMetres),
    stairs: stairsOf(asked),
    furniture: [work.dismantling, work.assembling],
    load: [load.weightKg, load.volumeM3],
    nation: move.nation,
    ...(waiting > 0 ? { waiting } : {}),
    ...(zones.length > 0
      ? { zones: zones.map(({ zone, isInside }) => [zone.code, isInside.map(flagOf), zone.edgeMinutes]) }
      : {}),
    ...(move.tolls.some(({ isCertain }) => isCertain) ? { tolls: tollPence(move) } : {}),
  }
}

const flagOf = (isInside: boolean) => (isInside ? 1 : 0)

/** Of the certain tolls, by the number of trips from one on. */
function tollPence(move: TimedMove): number[] {
  const needed = neededTrips(move.asked)
  return Array.from({ length: Math.max(0, ...needed) }, (_, index) => {
    const trips = index + 1
    const { tolls = [] } = needed.includes(trips) ? pricedJobOf(inTrips(move, trips)) : {}
    return tolls.reduce((sum, { amountPence, passages }) => sum + amountPence * passages, 0)
  })
}

/** The cheapest company, and the price of the next: what a company's own offer has to beat. */
export function cheapestTwo(offers: readonly Offer[]): {
  company: string | null
  pence: number | null
  next: number | null
} {
  let [first, second]: (Offer | undefined)[] = []
  for (const offer of offers)
    if (!first || offer.price.totalPence < first.price.totalPence) [first, second] = [offer, first]
    else if (!second || offer.price.totalPence < second.price.totalPence) second = offer
  return {
    company: first?.unit.company.id ?? null,
    pence: first?.price.totalPence ?? null,
    next: second?.price.totalPence ?? null,
  }
}

/** A row of quoting.search, as far as a replay reads it. */
export interface SearchRow {
  district: string
  area: string
  vanCategory: VanCategory
  helpLevel: HelpLevel
  jobKind: string
  needTailLift: boolean
  startAt: Date
  places: [outcode: string, town: string][]
  /** Null in those stored before there were replays. */
  replay: ReplayedMove | null
  rivalPence: number | null
}

/** Undefined where nothing was stored to replay it. */
export function storedSearch(row: SearchRow): StoredSearch | undefined {
  const { district, area, vanCategory, helpLevel: help, jobKind, needTailLift, startAt: start, rivalPence } = row
  const [startPlace, endPlace] = [placeOf(row.places[0]), placeOf(row.places.at(-1))]
  if (!row.replay || !startPlace || !endPlace) return undefined
  const asked = { district, area, vanCategory, help, jobKind, needTailLift }
  return { ...asked, start, startPlace, endPlace, move: row.replay, rivalPence }
}

/** A search keeps outcodes only: the middle of one, or of the area of one that is not in the table. */
function placeOf([outcode]: readonly string[] = []): ReplayedPlace | undefined {
  if (outcode === undefined) return undefined
  const found = outcodes.get(outcode) ?? areas.get(areaOf(outcode) ?? '')
  return found && { lat: found.lat, lng: found.lng, outcode }
}
