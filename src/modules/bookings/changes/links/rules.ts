/** How long a link for the keys works, and how many there may be. Pure. */
import { addDays, endOfDay, localDayOf } from '#shared/local-time.ts'

const LATEST_DAYS = 1

/** Maximum number of links for one booking, withdrawn ones included. */
export const MOST_KEYS_LINKS = 20

/** Characters of the name of a person or a firm. */
export const LONGEST_NAME = 80

/**
 * Expiry at the end of the day on which the job ends; a day later while it is still running, because keys come late.
 */
export const keysLinkExpiry = ({ end, isInProgress }: { end: Date; isInProgress: boolean }): Date =>
  endOfDay(isInProgress ? addDays(localDayOf(end), LATEST_DAYS) : localDayOf(end))

/** The code on a driver’s screen. Pure. */
export const CODE_LENGTH = 6
export const CODE_MINUTES = 15
