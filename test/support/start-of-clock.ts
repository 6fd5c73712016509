// When a run of tests begins: its products' clock and, for unit and API tests, the machine's (machine-clock.ts).
import { addDays, dayOfWeek, isRealDay, localDayOf, parseTime, toInstant } from '#shared/local-time.ts'

const MINUTE_MS = 60_000

/** London's time as `npm test -- --at 2027-03-28T00:30` says it; nothing where nobody asked, or where it is none. */
export function askedStart(at = process.env['VANFARE_TEST_AT'] ?? ''): Date | undefined {
  const [day = '', time = ''] = at.split('T')
  const minute = parseTime(time)
  return isRealDay(day) && minute !== undefined ? toInstant(day, minute) : undefined
}

/** An hour and a weekday on which nothing special is: the next Wednesday at ten. */
export function usualStart(machine: Date): Date {
  const today = localDayOf(machine)
  const wednesday = toInstant(addDays(today, (10 - dayOfWeek(today)) % 7), 10 * 60)
  return wednesday > machine ? wednesday : toInstant(addDays(today, 7), 10 * 60)
}

/** Whole minutes by which a demonstration's clock has to be ahead. It is never behind. */
export function minutesAhead(machine: Date, start = askedStart() ?? usualStart(machine)): number {
  const minutes = Math.ceil((start.getTime() - machine.getTime()) / MINUTE_MS)
  if (minutes < 0 || minutes > 370 * 1440)
    throw new Error('A demonstration’s clock begins at most 370 days ahead, and never in the past.')
  return minutes
}

/** How far the clock of the products under test is ahead of the machine's and the browser's: browser-setup.ts set it. */
export const aheadMs = (): number => Number(process.env['VANFARE_TEST_AHEAD'] ?? 0) * MINUTE_MS

/** What that clock says. */
export const now = (): Date => new Date(Date.now() + aheadMs())
