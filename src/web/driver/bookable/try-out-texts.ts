// A search tried out: the question in the form the API takes it, and its answer in words.
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { tryOutUnit } from '#modules/quoting/from-price/contract.ts'
import type { SeenOutcome } from '#modules/quoting/insights/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, dayOfWeek, formatTime, isRealDay, type LocalDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import type { businessDaysOf } from '#web/driver/calendar/calendar-data.ts'
import { lackingOf, type LackingUnit } from '#web/kit/driver-setup/why-no-bookings.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import type { Mend } from './bookable-texts.ts'

export type TryOut = AnswerOf<typeof tryOutUnit>

/** Place as the driver entered it. */
export interface TriedSearch {
  from: string
  to: string
  day: LocalDay
  time: string
  help: HelpLevel
}

/** The body to send, or null until it is complete. */
export function tryOutOf({ from, to, day, time, help }: TriedSearch, vanCategory: VanCategory): object | null {
  const [pickUp, dropOff] = [normalisePostcode(from), normalisePostcode(to)]
  if (!pickUp || !dropOff || !isRealDay(day)) return null
  return {
    routePoints: [
      { number: 0, postcode: pickUp, stairs: 0, date: day, time },
      { number: 1, postcode: dropOff, stairs: 0 },
    ],
    manPower: help,
    vanCategory,
  }
}

interface Week {
  days: ReturnType<typeof businessDaysOf>
  vacations: readonly { startTime: LocalDay; endTime: LocalDay }[]
  /** Days with a booking, or with hours taken off by hand. */
  taken: readonly LocalDay[]
}

const TEN = 10 * 60
/** Room for a small job before the day ends. */
const ROOM_MINUTES = 4 * 60
const DAYS_AHEAD = 60

/**
 * The next day with hours, from tomorrow on, if there is one with nothing in them: at ten where that leaves room for a job, else when the
 * day begins.
 */
export function nextTimeToTry(week: Week, today: LocalDay): { day: LocalDay; time: string } {
  const free = firstTime(week, today, week.taken) ?? firstTime(week, today, [])
  return free ?? { day: addDays(today, 1), time: formatTime(TEN) }
}

function firstTime({ days, vacations }: Week, today: LocalDay, taken: readonly LocalDay[]) {
  for (let daysAhead = 1; daysAhead <= DAYS_AHEAD; daysAhead++) {
    const day = addDays(today, daysAhead)
    if (taken.includes(day)) continue
    const hours = days.find((one) => one.dayOfWeek === dayOfWeek(day) && !one.dayOff)
    if (!hours || vacations.some(({ startTime, endTime }) => startTime <= day && day <= endTime)) continue
    const { startMinute, endMinute } = hours
    const isTenFine = startMinute <= TEN && TEN + ROOM_MINUTES <= endMinute
    return { day, time: formatTime(isTenFine ? TEN : Math.ceil(startMinute / 30) * 30) }
  }
  return null
}

export interface Verdict {
  isShown: boolean
  title: string
  reasons: { text: string; fix: Mend | null }[]
}

/** Whether it would be shown; if not, the first reason, and what would be without it. */
export function verdictOf(found: TryOut, unit: LackingUnit & Pick<UnitState, 'lacks'>, day: LocalDay): Verdict {
  const { outcome, reason, otherwise: withoutFirst, offer } = found
  const price = offer ? ` for ${formatPence(offer.totalPence)}` : ''
  if (outcome === 'shown') return { isShown: true, title: `You’d be shown${price}`, reasons: [] }
  const first = { text: reason, fix: fixFor(outcome, unit, day) }
  if (withoutFirst.outcome === outcome) return { isShown: false, title: 'You wouldn’t be shown', reasons: [first] }
  const second = { text: withoutFirst.reason, fix: fixFor(withoutFirst.outcome, unit, day) }
  const isRight = withoutFirst.outcome === 'shown'
  return {
    isShown: false,
    title: isRight ? `You wouldn’t be shown now. Otherwise you would${price}` : 'You wouldn’t be shown',
    reasons: isRight ? [first] : [first, second],
  }
}

const VAN: Mend = { to: '/settings/driving-profile', action: 'Your van' }
const JOBS: Mend = { to: '/working-unit#jobs', action: 'Jobs it takes' }
const RATES: Mend = { to: '/settings/operations-and-pricing-hourly-rates', action: 'Hourly rates' }
const HOURS: Mend = { to: '/working-unit/working-hours', action: 'Working hours' }
const calendarOn = (day: LocalDay): Mend => ({ to: `/calendar?day=${day}`, action: 'Calendar' })

/** Where each reason is mended. */
const MENDS: Record<Exclude<SeenOutcome, 'shown' | 'not_operating'>, Mend | ((day: LocalDay) => Mend)> = {
  area: { to: '/settings/operations-and-pricing', action: 'Operating area' },
  van: VAN,
  tail_lift: VAN,
  load: VAN,
  zone: VAN,
  job_kind: JOBS,
  help: JOBS,
  rate: RATES,
  cheaper_colleague: RATES,
  people: { to: '/settings/people', action: 'People' },
  papers: { to: '/settings/driving-profile', action: 'Send the document' },
  vacation: HOURS,
  day_off: HOURS,
  hours: HOURS,
  unavailable: calendarOn,
  busy: calendarOn,
  drive: calendarOn,
  drivers_hours: calendarOn,
}

export function fixFor(outcome: SeenOutcome, unit: LackingUnit & Pick<UnitState, 'lacks'>, day: LocalDay): Mend | null {
  if (outcome === 'shown') return null
  if (outcome !== 'not_operating') {
    const fix = MENDS[outcome]
    return typeof fix === 'function' ? fix(day) : fix
  }
  const [lack] = unit.lacks
  if (!lack) return { to: '/driver-profile', action: 'See its status' }
  const { to, action } = lackingOf(lack, unit)
  return { to, action }
}
