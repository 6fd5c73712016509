/** A company's track record in numbers that cannot be edited (decisions §5). Pure. */

/** Number of finished jobs from which the figures are shown. */
export const FIGURES_FROM = 5
/** A job that begins later than this is late. */
export const ON_TIME_MINUTES = 15

/** Counted from what happened to the bookings of a company's units. */
export interface Counted {
  finished: number
  /** Finished jobs with a recorded start. */
  started: number
  onTime: number
  /** Ended at the price booked, or agreed on the day. */
  priceKept: number
  /** Confirmed, and then given up, not confirmed again, or so late that the customer cancelled free. */
  cancelled: number
  lastCancelledAt: Date | null
  replies: number
  /** Half of the bookings were answered quicker. */
  replyMinutes: number | null
}

export const areShown = ({ finished }: Pick<Counted, 'finished'>): boolean => finished >= FIGURES_FROM

/** The share of confirmed jobs that it did, to four decimals; null until figures are shown. */
export const reliabilityOf = ({ finished, cancelled }: Pick<Counted, 'finished' | 'cancelled'>): number | null =>
  areShown({ finished }) ? Math.round((finished / (finished + cancelled)) * 10_000) / 10_000 : null

/** "97%", "0.7%": whole where that says as much; never all of them, nor none, where it was not. */
export function shareText(part: number, total: number): string {
  if (total === 0) return '–'
  const percent = (part / total) * 100
  if (part === 0 || part === total) return `${percent}%`
  const isEdge = percent > 99 || percent < 1
  const rounded = isEdge ? Math.min(99.9, Math.max(0.1, Math.round(percent * 10) / 10)) : Math.round(percent)
  return `${rounded}%`
}

/** "18 min", "2 h", "1 h 30 min". */
export function replyText(minutes: number): string {
  if (minutes < 1) return 'Under a minute'
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours >= 10 || rest === 0 ? `${Math.round(minutes / 60)} h` : `${hours} h ${rest} min`
}
