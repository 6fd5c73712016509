import type { HourMask, LocalDay } from '#shared/local-time.ts'
import { skippedHours } from '../hours/rules.ts'
import { availableHours, type ProviderWeek } from '../rules.ts'

/** The hours of a day in which jobs can be done, ignoring bookings and without the hour skipped in spring. Pure. */
export const openHours = (week: ProviderWeek, day: LocalDay): HourMask => availableHours(week, day) & ~skippedHours(day)
