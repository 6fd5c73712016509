import type { Ctx } from '#platform/ctx.ts'
import type { CashState } from '../rules.ts'
import type { Arrival } from '../stops/rules.ts'
import { NEW_CLOCK, type DayClock } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'bookings.day.arrivals': Arrival[]
  }
}

const clockColumns = [
  'setOffAt',
  'startedAt',
  'pausedAt',
  'pauseReason',
  'finishedAt',
  'waitedSeconds',
  'pausedSeconds',
  'lateEta',
] as const

/** What is kept of a day: its clock, its ticks, and how far its hours are. */
export interface KeptDay extends DayClock {
  sharesPosition: boolean
  loaded: number[]
  arrivals: Arrival[]
  hours: 'open' | 'disputed' | 'confirmed'
  hoursBy: 'customer' | 'silence' | 'office' | null
  confirmBy: Date | null
  billedMinutes: number | null
  cashState: CashState
  cashPence: number | null
  cashAt: Date | null
}

export const NEW_DAY: KeptDay = {
  ...NEW_CLOCK,
  sharesPosition: false,
  loaded: [],
  arrivals: [],
  hours: 'open',
  hoursBy: null,
  confirmBy: null,
  billedMinutes: null,
  cashState: 'open',
  cashPence: null,
  cashAt: null,
}

/** The days of bookings; none for those with which nothing was done yet. One statement. */
export async function listDays(ctx: Ctx, bookingIds: readonly string[]): Promise<Map<string, KeptDay>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('bookings.day')
    .select([
      ...clockColumns,
      'bookingId',
      'sharesPosition',
      'loaded',
      'arrivals',
      'hours',
      'hoursBy',
      'confirmBy',
      'billedMinutes',
      'cashState',
      'cashPence',
      'cashAt',
    ])
    .where('bookingId', 'in', [...bookingIds])
    .execute()
  return new Map(rows.map(({ bookingId, ...day }) => [bookingId, day]))
}

export const findDay = async (ctx: Ctx, bookingId: string): Promise<KeptDay> =>
  (await listDays(ctx, [bookingId])).get(bookingId) ?? NEW_DAY
