import type { Ctx } from '#platform/ctx.ts'
import { NEW_CLOCK, type DayClock } from './rules.ts'

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
  hours: 'open' | 'disputed' | 'confirmed'
  hoursBy: 'customer' | 'silence' | 'office' | null
  confirmBy: Date | null
  billedMinutes: number | null
}

export const NEW_DAY: KeptDay = {
  ...NEW_CLOCK,
  sharesPosition: false,
  loaded: [],
  hours: 'open',
  hoursBy: null,
  confirmBy: null,
  billedMinutes: null,
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
      'hours',
      'hoursBy',
      'confirmBy',
      'billedMinutes',
    ])
    .where('bookingId', 'in', [...bookingIds])
    .execute()
  return new Map(rows.map(({ bookingId, ...day }) => [bookingId, day]))
}

export const findDay = async (ctx: Ctx, bookingId: string): Promise<KeptDay> =>
  (await listDays(ctx, [bookingId])).get(bookingId) ?? NEW_DAY
