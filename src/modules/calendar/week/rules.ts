import { isHeldAgreed, type HeldStatus } from '#modules/fleet/rules.ts'
import type { HourMask, LocalDay } from '#shared/local-time.ts'
import { skippedHours } from '../hours/rules.ts'
import { availableHours, type ProviderWeek } from '../rules.ts'

/** The hours of a day in which jobs can be done, ignoring bookings and without the hour skipped in spring. Pure. */
export const openHours = (week: ProviderWeek, day: LocalDay): HourMask => availableHours(week, day) & ~skippedHours(day)

/** What the customer pays in cash on the day: of a job that is confirmed or under way, and not paid by card. */
export const cashToTake = (job: { status: HeldStatus; paymentMethod: string; totalPence: number }): number | null =>
  job.paymentMethod === 'cash' && isHeldAgreed(job.status) ? job.totalPence : null

/** A calendar as a hired driver sees it: no prices, but the cash to take (decisions §11). */
export const withoutPrices = <Calendar extends { bookings: { totalPence: number | null }[] }>(
  calendar: Calendar,
): Calendar => ({ ...calendar, bookings: calendar.bookings.map((job) => ({ ...job, totalPence: null })) })
