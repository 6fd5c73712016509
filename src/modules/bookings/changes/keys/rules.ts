/** How long the link for the keys works. Pure. */
import { addDays, endOfDay, localDayOf } from '#shared/local-time.ts'

const LATEST_DAYS = 1

/** To the end of the day on which the job ends; while it is still running, a day longer, since keys come late. */
export const keysLinkExpiry = ({ end, isInProgress }: { end: Date; isInProgress: boolean }): Date =>
  endOfDay(isInProgress ? addDays(localDayOf(end), LATEST_DAYS) : localDayOf(end))
