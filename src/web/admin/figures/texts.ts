import { shareOf, type Period, type Step } from '#modules/figures/rules.ts'
import { formatDateUk, formatDay, type LocalDay } from '#shared/local-time.ts'
import { formatPence, formatPounds, groupThousands, type Pence } from '#shared/money.ts'

/** How figures are written. A dash stands for what there is nothing of. */
export const NONE = '–'

export const countText = (count: number | null): string => (count === null ? NONE : groupThousands(count))

/** "72%", "0.4%": below ten to a tenth. */
export function shareText(share: number | null): string {
  if (share === null) return NONE
  const percent = share * 100
  return `${percent > 0 && percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)}%`
}

/** Whole pounds: pence are for documents. */
export const moneyText = (pence: Pence): string => formatPounds(Math.round(pence / 100) * 100)
export const exactMoneyText = (pence: Pence): string => formatPence(pence)

/** "18 min", "1 h 5 min". */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return NONE
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** "01/11/2026 to 23/11/2026". */
export const periodText = ({ from, to }: Period): string =>
  from === to ? formatDateUk(from) : `${formatDateUk(from)} to ${formatDateUk(to)}`

/** "+12%" beside what there was before; null if there is nothing to compare. */
export function changeText(now: number, before: number): string | null {
  const share = shareOf(now - before, before)
  if (share === null) return null
  const percent = Math.round(share * 100)
  return percent === 0 ? 'no change' : `${percent > 0 ? '+' : '−'}${groupThousands(Math.abs(percent))}%`
}

/** "+3 points": shares are not compared by percents of percents. */
export function pointsText(now: number | null, before: number | null): string | null {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 100)
  if (points === 0) return 'no change'
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const monthName = (day: LocalDay): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ''

/** Of a part, below the picture: "23", "Mon 16", "Nov". */
export function shortName({ from }: Period, step: Step): string {
  if (step === 'month') return monthName(from)
  return `${Number(from.slice(8))} ${monthName(from)}`
}

/** Of a part, in the table: "Mon 23 November", "16/11/2026 to 22/11/2026", "November 2026". */
export function longName(part: Period, step: Step): string {
  if (step === 'day') return `${formatDay(part.from)} ${part.from.slice(0, 4)}`
  return step === 'week' ? periodText(part) : `${monthName(part.from)} ${part.from.slice(0, 4)}`
}
