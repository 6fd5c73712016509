import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { jsonRow } from '#platform/json-columns.ts'
import type { CashState } from '../rules.ts'
import type { Arrival } from '../questions/rules.ts'
import { NEW_CLOCK, type DayClock } from './rules.ts'
import { AGREED } from '../../rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'bookings.day.arrivals': Arrival[]
  }
}

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

const NEW_DAY: KeptDay = {
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

const dayJson = jsonRow('bookings.day', 'd', [
  'setOffAt',
  'startedAt',
  'pausedAt',
  'pauseReason',
  'finishedAt',
  'waitedSeconds',
  'pausedSeconds',
  'earlyWaitedSeconds',
  'earlyPausedSeconds',
  'earlyFrom',
  'lateEta',
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

/** The day of the booking `b` in a statement; null as long as nothing was done on it. */
export const dayOf = sql<KeptDay | null>`(select ${dayJson} from bookings.day d where d.booking_id = b.id)`

/** PostgreSQL's JSON has instants as text. */
const instant = (value: Date | null): Date | null => value && new Date(value)

export const keptDay = (row: KeptDay | null): KeptDay =>
  row
    ? {
        ...row,
        setOffAt: instant(row.setOffAt),
        startedAt: instant(row.startedAt),
        pausedAt: instant(row.pausedAt),
        finishedAt: instant(row.finishedAt),
        earlyFrom: instant(row.earlyFrom),
        lateEta: instant(row.lateEta),
        confirmBy: instant(row.confirmBy),
        cashAt: instant(row.cashAt),
      }
    : NEW_DAY

export async function findDay(ctx: Ctx, bookingId: string): Promise<KeptDay> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(dayOf.as('day'))
    .where('b.id', '=', bookingId)
    .executeTakeFirst()
  return keptDay(row?.day ?? null)
}

/** Start for which each notice was sent; null if it was not. */
export const findMarks = async (ctx: Ctx, bookingId: string) =>
  (await ctx.db
    .selectFrom('bookings.day')
    .select(['remindedFor', 'lateToldFor', 'freeToldFor'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()) ?? { remindedFor: null, lateToldFor: null, freeToldFor: null }

/** Bookings that are agreed and not long over, whose deadlines of the day were never queued; those that end first come first. */
export async function listWithoutDeadlines(
  ctx: Ctx,
  { endedAfter, limit }: { endedAfter: Date; limit: number },
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bookings.booking as b')
    .leftJoin('bookings.day_deadlines as d', 'd.bookingId', 'b.id')
    .select('b.id')
    .where('b.status', 'in', AGREED)
    .where('b.endAt', '>', endedAfter)
    .where('d.bookingId', 'is', null)
    .orderBy('b.endAt')
    .orderBy('b.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
