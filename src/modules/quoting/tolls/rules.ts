/** Which tolls a move meets or might meet, when, and what they cost its van. */
import type { VanCategory } from '#modules/fleet/rules.ts'
import { mayMeet, type Passage, type Toll } from '#modules/geo/tolls/rules.ts'
import type { LngLat } from '#modules/geo/outlines/rules.ts'
import { holdsOn } from '#modules/geo/zones/rules.ts'
import { tollPence } from '#modules/pricing/tolls/rules.ts'
import type { LatLng } from '#shared/distance.ts'
import { addMinutes, localDayOf } from '#shared/local-time.ts'
import { onClock, type Segment } from '../work/rules.ts'

/** A passage of a toll: certain where a routing engine saw the road, else one that a route between these places might have. */
export interface MetToll extends Omit<Passage, 'code'> {
  toll: Toll
  isCertain: boolean
  /** Met on the drive back along this leg, between two trips. */
  isOnReturn: boolean
}

/** `passages` is null where no engine saw the roads. */
export function tollsMet(
  tolls: readonly Toll[],
  places: readonly LatLng[],
  passages: readonly Passage[] | null,
): MetToll[] {
  const there = passages
    ? passages.flatMap(({ code, ...where }) =>
        tolls.filter((toll) => toll.code === code).map((toll) => ({ toll, ...where, isCertain: true })),
      )
    : places.slice(1).flatMap((to, legIndex) => {
        const from = places[legIndex]
        const near = from ? tolls.filter((toll) => mayMeet(toll, from, to)) : []
        return near.map((toll) => ({ toll, legIndex, share: 0.5, isCertain: false }))
      })
  return [
    ...there.map((one) => ({ ...one, isOnReturn: false })),
    ...there.flatMap(({ toll, share, ...one }) =>
      tolls
        .filter((back) => isSameRoadBack(toll, back))
        .map((back) => ({ ...one, toll: back, share: 1 - share, isOnReturn: true })),
    ),
  ]
}

/** Of a toll for one direction, the row for the other has the same gates turned round. */
function isSameRoadBack(toll: Toll, back: Toll): boolean {
  if (!toll.isOneWay) return back === toll
  const [[a, b] = []] = toll.gates
  return back.isOneWay && back.gates.some(([c, d]) => isAt(c, b) && isAt(d, a))
}

const isAt = (one: LngLat, other: LngLat | undefined) => one[0] === other?.[0] && one[1] === other[1]

export interface TollOfJob {
  code: string
  name: string
  /** Of one passage; null where it depends on the hour, and that is open. */
  amountPence: number | null
  passages: number
  isCertain: boolean
}

/**
 * What is met on each drive of the job's work (`layWork`), those back between trips included, at its time. A toll that is free then is none. One that might be met is named once, however often;
 * certain ones are added up where they cost the same.
 */
export function tollsOfJob(
  met: readonly MetToll[],
  van: VanCategory,
  segments: readonly Segment[],
  start: Date | undefined,
): TollOfJob[] {
  const found: TollOfJob[] = []
  for (const drive of segments.filter(({ kind }) => kind === 'driving' || kind === 'returning')) {
    for (const { toll, legIndex, share, isCertain, isOnReturn } of met) {
      if (isOnReturn !== (drive.kind === 'returning')) continue
      const at = start && addMinutes(start, minuteOf(drive, share))
      if (legIndex !== drive.index || (at && !holdsOn(toll, localDayOf(at)))) continue
      const amountPence = tollPence(toll, van, at)
      const same = found.find(({ code, ...other }) => code === toll.code && other.amountPence === amountPence)
      if (same && isCertain) same.passages += 1
      if (!same && amountPence !== 0)
        found.push({ code: toll.code, name: toll.name, amountPence, passages: 1, isCertain })
    }
  }
  return found
}

/** The minute of the job, breaks included, at which so much of the drive lies behind. */
function minuteOf({ from, to }: Segment, share: number): number {
  const driven = from + Math.floor(share * (to - from))
  return onClock({ from: driven, to: driven }).from
}
