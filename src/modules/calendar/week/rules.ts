import type { HourMask, LocalDay } from '#shared/local-time.ts'
import { skippedHours } from '../hours/rules.ts'
import { availableHours, type ProviderWeek } from '../rules.ts'

/** The hours of a day that can take jobs, bookings not counted, and without the one that the clock skips in spring. Pure. */
export const openHours = (week: ProviderWeek, day: LocalDay): HourMask => availableHours(week, day) & ~skippedHours(day)
