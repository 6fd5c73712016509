import type { shareMove, saveMove } from '#modules/quoting/saved-moves/contract.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { aMove, type MoveOptions } from './move.ts'

export type MoveToKeep = CallInput<typeof shareMove>['body']

/** A move as it is handed over or shared: without numbers, names and houses. */
export function aMoveToKeep(options: MoveOptions = {}, more: Partial<MoveToKeep> = {}): MoveToKeep {
  const { routePoints, items, manPower, vanCategory } = aMove(options)
  const [first] = routePoints
  return {
    items,
    manPower,
    vanCategory,
    routePoints: routePoints.map(({ postcode, stairs }) => ({ postcode, stairs })),
    date: first?.date,
    time: first?.time,
    ...more,
  }
}

export type MoveToSave = CallInput<typeof saveMove>['body']['move']

/** The same as a customer saves it: without a day, and with what they say of the pick-up. */
export function aMoveToSave(pickUp: Partial<MoveToSave['routePoints'][number]> = {}): MoveToSave {
  const { date: _date, time: _time, routePoints, ...move } = aMoveToKeep()
  return { ...move, routePoints: routePoints.map((point, index) => (index === 0 ? { ...point, ...pickUp } : point)) }
}
