// What a unit can be booked for and what not, in words (ADR 0027).
import type { getHourlyRates } from '#modules/pricing/contract.ts'
import { CREW_SIZE, VAN_NAMES, type HelpLevel } from '#modules/fleet/rules.ts'
import { JOB_KINDS, type JobKind } from '#modules/fleet/units/rules.ts'
import type { listPeople } from '#modules/fleet/people/contract.ts'
import { bookableFor, canComeWith, type CrewReason } from '#modules/onboarding/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayLong, type LocalDay } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import { businessDaysOf } from '#web/driver/calendar/calendar-data.ts'
import { HELP_COLUMNS } from '#web/driver/prices/rates-form.ts'
import { lackingOf, type LackingUnit } from '#web/kit/driver-setup/why-no-bookings.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { dayName, hoursText, toHours, type DayHours } from '#web/driver/working-hours/hours-form.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'

type Rates = AnswerOf<typeof getHourlyRates>['rates']
type Person = AnswerOf<typeof listPeople>[number]

export interface Known {
  state: LackingUnit & Pick<UnitState, 'vanCategory' | 'lacks'>
  unit: Pick<Unit, 'id' | 'vehicle' | 'allowedJobs' | 'operatingArea' | 'schedule' | 'vacations' | 'docs'>
  rates: Rates
  people: readonly Person[]
  /** The operating area in words; null if there is none. */
  area: string | null
  today: LocalDay
}

export interface Mend {
  to: string
  action: string
}

/** What keeps it from being shown, or from some jobs. Some things are as they are. */
export interface Missing {
  text: string
  fix: Mend | null
}

const NOTHING = 'Nothing yet'

export const isBookable = ({ state, unit }: Pick<Known, 'state' | 'unit'>): boolean =>
  bookableFor({
    vanCategory: state.vanCategory,
    crews: state.crews,
    districts: unit.operatingArea.districts,
    week: businessDaysOf(unit.schedule.entries),
  }).isBookable

/** "You'd be shown for …", a line for each thing that customers choose by. */
export function shownFor(known: Known): { name: string; value: string }[] {
  const { state, unit, area } = known
  const { vehicle, allowedJobs } = unit
  const van = state.vanCategory && `${VAN_NAMES[state.vanCategory]}${vehicle?.hasTailLift ? ', with tail-lift' : ''}`
  const kinds = JOB_KINDS.filter((kind) => allowedJobs.jobKinds.includes(kind)).map((kind) => KIND_NAMES[kind])
  return [
    { name: 'Van', value: van ?? NOTHING },
    { name: 'Crews', value: crewsText(known) },
    { name: 'Jobs', value: kinds.join(', ') || NOTHING },
    { name: 'Hours', value: weekLines(toHours(businessDaysOf(unit.schedule.entries))).join('; ') || NOTHING },
    { name: 'Pick-ups', value: area ?? NOTHING },
    { name: 'Documents', value: documentsText(unit.docs) },
    { name: 'People', value: peopleText(known) },
  ]
}

const KIND_NAMES: Record<JobKind, string> = { home_or_office: 'Homes and offices', furniture: 'Furniture' }

/** "1 man £58 an hour" and "2 men £72 an hour", a line each. */
function crewsText({ state, rates }: Known): string {
  const priced = canComeWith(state.crews).map((help) => {
    const rate = rates.find((one) => one.vanCategory === state.vanCategory && one.helpLevel === help)
    const price = rate?.pencePerHour ? ` ${formatPounds(rate.pencePerHour)} an hour` : ''
    return `${HELP_COLUMNS[help].name}${price}`
  })
  return priced.join('\n') || NOTHING
}

/** "Monday to Friday 08:00 to 18:00", "Saturday 09:00 to 13:00". */
export function weekLines(week: readonly DayHours[]): string[] {
  const runs: { first: DayHours; last: DayHours }[] = []
  for (const day of week.filter(({ isWorked }) => isWorked)) {
    const run = runs.at(-1)
    const goesOn = run && run.last.dayOfWeek + 1 === day.dayOfWeek && hoursText(run.last) === hoursText(day)
    if (goesOn) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs.map(({ first, last }) => {
    const days = first === last ? '' : ` to ${dayName(last.dayOfWeek)}`
    return `${dayName(first.dayOfWeek)}${days} ${hoursText(first)}`
  })
}

/** Earliest expiry of the required documents. */
function documentsText(docs: Known['unit']['docs']): string {
  const required = docs.filter(({ isRequired }) => isRequired)
  if (required.some(({ current }) => current === null)) return 'Not all approved yet'
  const [first] = required
    .flatMap(({ label, current }) => (current?.expiresOn ? [{ label, on: current.expiresOn }] : []))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
  return first ? `Until ${formatDayLong(first.on)}, when this expires: ${first.label}` : 'No expiry date'
}

/** For each crew that can come, until when enough of its people are checked. */
function peopleText({ state, unit, people }: Known): string {
  const own = people.filter(({ isChecked, unitIds }) => isChecked && unitIds.includes(unit.id))
  if (own.length === 0) return 'No one checked yet'
  const ends = own.map(({ current }) => current?.expiresOn ?? NEVER).toSorted((a, b) => (a < b ? 1 : -1))
  const until = (help: HelpLevel) => ends[CREW_SIZE[help] - 1]
  const levels = canComeWith(state.crews)
  const last = new Set(levels.map(until))
  if (last.size <= 1) return untilText([...last][0] ?? ends[0])
  return levels.map((help) => `${HELP_COLUMNS[help].name}: ${untilText(until(help))}`).join('; ')
}

/** Later than any day. */
const NEVER = '9999-12-31'

function untilText(end: LocalDay | undefined): string {
  if (end === undefined) return 'not enough checked people'
  return end === NEVER ? 'no expiry date' : `until ${formatDayLong(end)}`
}

/** Missing steps that keep the unit from being shown at all. */
export const missingAtAll = ({ state }: Pick<Known, 'state'>): Missing[] =>
  state.lacks.map((lack) => {
    const { text, to, action } = lackingOf(lack, state)
    return { text, fix: { to, action } }
  })

const HOURS: Mend = { to: '/working-unit/working-hours', action: 'Working hours' }
const JOBS: Mend = { to: '/working-unit#jobs', action: 'Jobs it takes' }

export const CREW_REASON_WORDS: Record<CrewReason, { text: string; to: string; action: string }> = {
  off: { text: 'switched off for this van.', to: '/working-unit#jobs', action: 'Jobs it takes' },
  rate: {
    text: 'no rate for this van.',
    to: '/settings/operations-and-pricing-hourly-rates',
    action: 'Hourly rates',
  },
  people: { text: 'not enough checked people.', to: '/settings/people', action: 'People' },
}

/** The jobs that go to others. */
export function notShownFor({ state, unit, today }: Known): Missing[] {
  const { vehicle, allowedJobs, schedule, vacations } = unit
  const crews = state.crews.flatMap(({ helpLevel, whyNot: blockedBy }): Missing[] => {
    if (blockedBy === null || (blockedBy === 'rate' && state.lacks.includes('rates'))) return []
    const { text, to, action } = CREW_REASON_WORDS[blockedBy]
    return [{ text: `${HELP_COLUMNS[helpLevel].name}: ${text}`, fix: { to, action } }]
  })
  const kinds = JOB_KINDS.filter((kind) => !allowedJobs.jobKinds.includes(kind)).map((kind) => ({
    text: `${KIND_NAMES[kind]}: switched off for this van.`,
    fix: JOBS,
  }))
  const lift = vehicle && !vehicle.hasTailLift ? [{ text: 'Moves that need a tail-lift.', fix: null }] : []
  const week = toHours(businessDaysOf(schedule.entries))
  const offWeekdays = week.filter(({ isWorked }) => !isWorked).map(({ dayOfWeek }) => `${dayName(dayOfWeek)}s`)
  const daysOff =
    offWeekdays.length > 0 && offWeekdays.length < 7 ? [{ text: `${offWeekdays.join(', ')}: off.`, fix: HOURS }] : []
  const upcomingVacations = vacations
    .filter(({ endTime }) => endTime >= today)
    .map(({ startTime, endTime }) => ({
      text: `Vacation from ${formatDayLong(startTime)} to ${formatDayLong(endTime)}.`,
      fix: HOURS,
    }))
  return [...crews, ...kinds, ...lift, ...daysOff, ...upcomingVacations]
}
