import type { findQuotes } from '#modules/quoting/contract.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { addDays, dayOfWeek, localDayOf, type LocalDay } from '#shared/local-time.ts'

export type Move = CallInput<typeof findQuotes>['body']
export type MovePoint = Move['routePoints'][number]

export interface MoveOptions extends Partial<Omit<Move, 'routePoints'>> {
  from?: string
  to?: string
  /** Postcodes on the way. */
  stops?: string[]
  /** At the pick-up, the stops and the drop-off. */
  stairs?: number[]
  date?: string
  time?: string
  /** More about the points, by their number. */
  points?: Partial<MovePoint>[]
}

/** From Walthamstow to Brighton, on Saturday 28 November 2026 at nine: a large van, the driver and one porter, a few things. */
export function aMove(options: MoveOptions = {}): Move {
  const { from = 'E17 4QH', to = 'BN1 4QL', stops = [], stairs = [], points = [], ...more } = options
  const { date = '2026-11-28', time = '09:00', ...rest } = more
  return {
    routePoints: [from, ...stops, to].map((postcode, number) => ({
      number,
      postcode,
      stairs: stairs[number] ?? 0,
      ...(number === 0 ? { date, time } : {}),
      ...points[number],
    })),
    items: [
      { movingItem: 102, amount: 1 },
      { movingItem: 112, amount: 1 },
      { movingItem: 207, amount: 4 },
    ],
    manPower: 'one_porter',
    vanCategory: 'large_van',
    ...rest,
  }
}

/** For the few tests whose product goes by the machine's clock: a Saturday at least a week from today. */
export function saturdayAhead(): LocalDay {
  const week = addDays(localDayOf(new Date()), 7)
  return addDays(week, (6 - dayOfWeek(week) + 7) % 7)
}
