import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { turnsOf } from '#platform/loop-turns.ts'
import { formatTime, localDayOf, minutesBetween, toLocal } from '#shared/local-time.ts'
import { findFittingUnits } from '../search/eligible-units-queries.ts'
import type { FreeUnit } from './unit-availability-queries.ts'
import { moveAt, type TimedMove } from '../move/queries.ts'
import { byTrips, priceUnit, type Offer } from '../queries.ts'
import { isShownBefore } from '../rules.ts'

/**
 * Companies that could not come at the start that was asked for, each with its free start nearest to it on that day: of two as near
 * the earlier one, then its cheapest unit. Two statements, however many units there are.
 */
export async function findOffersAtOtherStarts(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  free: readonly Offer[],
): Promise<Offer[]> {
  const shown = new Set(free.map(({ unit }) => unit.company.id))
  const day = localDayOf(move.start)
  const fitting = await findFittingUnits(ctx, move, charges, [day])
  const minutesAway = (at: Date) => Math.abs(minutesBetween(move.start, at))
  const turn = turnsOf()
  const starts: { at: Date; unit: FreeUnit }[] = []
  for (const unit of fitting.units) {
    if (shown.has(unit.company.id)) continue
    const nearest = fitting
      .startsOn(day, unit.trips)
      .toSorted((a, b) => minutesAway(a.start) - minutesAway(b.start) || a.start.getTime() - b.start.getTime())
      .find((start) => fitting.isFree(unit, start))
    if (nearest) starts.push({ at: nearest.start, unit })
    await turn()
  }
  const inOrder = starts.toSorted((a, b) => minutesAway(a.at) - minutesAway(b.at) || a.at.getTime() - b.at.getTime())
  const movedTo = new Map<number, ReturnType<typeof byTrips>>()
  const best = new Map<string, Offer>()
  for (const { at, unit } of inOrder) {
    const rival = best.get(unit.company.id)
    if (rival && rival.move.start.getTime() !== at.getTime()) continue
    const movedInTrips = movedTo.get(at.getTime()) ?? byTrips(startingAt(move, at))
    movedTo.set(at.getTime(), movedInTrips)
    const own = movedInTrips(unit.trips)
    const offer = priceUnit(unit, own.move, own.job, charges)
    if (offer && (!rival || isShownBefore(rankedAs(offer), rankedAs(rival)))) best.set(unit.company.id, offer)
    await turn()
  }
  return [...best.values()]
}

const rankedAs = ({ unit: { id }, price: { totalPence } }: Offer) => ({ id, totalPence })

/** What was asked says the new start too, since a booking is made from it. */
function startingAt(move: TimedMove, start: Date): TimedMove {
  const { day: date, minute } = toLocal(start)
  const routePoints = move.request.routePoints.map((point, index) =>
    index === 0 ? { ...point, date, time: formatTime(minute) } : point,
  )
  return moveAt({ ...move, request: { ...move.request, routePoints } }, start)
}
