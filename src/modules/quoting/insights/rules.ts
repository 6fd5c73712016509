/** What a driver could change to be shown in more searches, and what each change would have brought (ADR 0030). Pure. */
import type { BusinessDay } from '#modules/calendar/rules.ts'
import { HELP_LEVELS, helpLevelsFor, type HelpLevel } from '#modules/fleet/rules.ts'
import { JOB_KINDS, type JobKind } from '#modules/fleet/units/rules.ts'
import type { HourlyRates } from '#modules/pricing/rules.ts'
import { BOUNDS } from '#modules/pricing/tariffs/rules.ts'
import { MINUTES_PER_DAY, type DayOfWeek, type MinuteOfDay, type LocalDay } from '#shared/local-time.ts'
import { keysOf } from '#shared/records.ts'
import { replay, type ReplayedSearch, type Snapshot, type Surroundings, type Verdict } from '../replay/rules.ts'
import { OUTCOME_TEXTS, outcomeOf, OUTCOMES } from '../rules.ts'

/** How many of the newest searches are replayed, of the unit's area and of the districts next to it. */
export const MOST_SEARCHES = 2000
export const MOST_SEARCHES_NEARBY = 1000
/** Districts next to the area that are tried: those with the most requests. */
export const MOST_DISTRICTS_TRIED = 5
/** Cuts of the hourly rate, in pence. */
export const RATE_CUTS_PENCE = [100, 200, 300, 500] as const

const DAYS: readonly DayOfWeek[] = [1, 2, 3, 4, 5, 6, 7]
/** Hours assumed for a unit that has no working day to copy. */
const USUAL_HOURS = { startMinute: 480, endMinute: 1080 }

interface DayChange {
  dayOfWeek: DayOfWeek
  startMinute: MinuteOfDay
  endMinute: MinuteOfDay
}

/** One thing a driver could change. Of a day: its hours after the change. */
export type Change =
  | ({ kind: 'open_day' } & DayChange)
  | ({ kind: 'start_earlier' } & DayChange)
  | ({ kind: 'end_later' } & DayChange)
  /** The hourly rate is the one that is set, else that of the nearest level with one. */
  | { kind: 'offer_help'; helpLevel: HelpLevel; pencePerHour: number; hasRate: boolean }
  | { kind: 'add_district'; district: string }
  | { kind: 'take_job_kind'; jobKind: JobKind }
  | { kind: 'charge_less'; pence: number }

export type ChangeKind = Change['kind']

/** The reasons that a change can remove. A search with another first reason keeps it, because a change only ever loosens. */
const REMOVES: Record<ChangeKind, readonly SeenOutcome[]> = {
  open_day: ['day_off'],
  start_earlier: ['hours'],
  end_later: ['hours'],
  offer_help: ['help', 'rate'],
  add_district: ['area'],
  take_job_kind: ['job_kind'],
  charge_less: ['shown', 'cheaper_colleague'],
}

/**
 * The fixed list of changes for a unit in its present state. `districts` are those nearby, the most requested first.
 */
export function changesFor({ unit, tariff }: Snapshot, districts: readonly string[]): Change[] {
  const rates = unit.van && tariff.pencePerHour[unit.van.category]
  const hasRoomFor = (cut: number) => {
    const own = Object.values(rates ?? {})
    return own.length > 0 && own.every((pence) => pence - cut >= BOUNDS.pencePerHour[0])
  }
  return [
    ...dayChanges(unit.calendar.businessDays),
    ...helpChanges({ unit, tariff }),
    ...districts.slice(0, MOST_DISTRICTS_TRIED).map((district): Change => ({ kind: 'add_district', district })),
    ...JOB_KINDS.filter((jobKind) => !unit.jobKinds.includes(jobKind)).map((jobKind): Change => ({
      kind: 'take_job_kind',
      jobKind,
    })),
    ...RATE_CUTS_PENCE.filter(hasRoomFor).map((pence): Change => ({ kind: 'charge_less', pence })),
  ]
}

function dayChanges(week: readonly BusinessDay[]): Change[] {
  const usual = usualHours(week)
  return DAYS.flatMap((dayOfWeek): Change[] => {
    const day = week.find((one) => one.dayOfWeek === dayOfWeek)
    if (!day || day.dayOff) return [{ kind: 'open_day', dayOfWeek, ...usual }]
    const { startMinute, endMinute } = day
    const earlier: Change = {
      kind: 'start_earlier',
      dayOfWeek,
      startMinute: Math.max(0, startMinute - 60),
      endMinute,
    }
    const later: Change = {
      kind: 'end_later',
      dayOfWeek,
      startMinute,
      endMinute: Math.min(MINUTES_PER_DAY, endMinute + 60),
    }
    return [...(startMinute > 0 ? [earlier] : []), ...(endMinute < MINUTES_PER_DAY ? [later] : [])]
  })
}

/** The hours that most of its working days have; of several, those of the earliest such day. */
function usualHours(week: readonly BusinessDay[]): { startMinute: MinuteOfDay; endMinute: MinuteOfDay } {
  const worked = week.filter(({ dayOff }) => !dayOff).toSorted((a, b) => a.dayOfWeek - b.dayOfWeek)
  const alike = Map.groupBy(worked, ({ startMinute, endMinute }) => `${startMinute}-${endMinute}`)
  const [most] = [...alike.values()].toSorted((a, b) => b.length - a.length)
  const [day] = most ?? []
  return day ? { startMinute: day.startMinute, endMinute: day.endMinute } : USUAL_HOURS
}

/** The levels that its van carries and that are switched off, or have no rate. */
function helpChanges({ unit, tariff }: Pick<Snapshot, 'unit' | 'tariff'>): Change[] {
  if (!unit.van) return []
  const rates = tariff.pencePerHour[unit.van.category] ?? {}
  return helpLevelsFor(unit.van.category).flatMap((helpLevel): Change[] => {
    const own = rates[helpLevel]
    if (unit.helpLevels.includes(helpLevel) && own !== undefined) return []
    const pencePerHour = own ?? nearestRate(rates, helpLevel)
    return pencePerHour === undefined
      ? []
      : [{ kind: 'offer_help', helpLevel, pencePerHour, hasRate: own !== undefined }]
  })
}

/** Rate of the nearest lower help level that has one, otherwise of the nearest higher. */
function nearestRate(rates: Partial<Record<HelpLevel, number>>, help: HelpLevel): number | undefined {
  const at = HELP_LEVELS.indexOf(help)
  const order = [...HELP_LEVELS.slice(0, at).toReversed(), ...HELP_LEVELS.slice(at + 1)]
  return order.map((level) => rates[level]).find((pence) => pence !== undefined)
}

/** The unit and its company with that one thing changed. */
export function withChange(snapshot: Snapshot, change: Change): Snapshot {
  const { unit, tariff } = snapshot
  switch (change.kind) {
    case 'open_day':
    case 'start_earlier':
    case 'end_later': {
      const { dayOfWeek, startMinute, endMinute } = change
      const others = unit.calendar.businessDays.filter((day) => day.dayOfWeek !== dayOfWeek)
      const businessDays = [...others, { dayOfWeek, startMinute, endMinute, dayOff: false }]
      return { ...snapshot, unit: { ...unit, calendar: { ...unit.calendar, businessDays } } }
    }
    case 'offer_help': {
      const helpLevels = [...new Set([...unit.helpLevels, change.helpLevel])]
      const changed = { ...snapshot, unit: { ...unit, helpLevels } }
      return change.hasRate
        ? changed
        : { ...changed, tariff: withRate(snapshot, change.helpLevel, change.pencePerHour) }
    }
    case 'add_district':
      return { ...snapshot, unit: { ...unit, districts: new Set([...unit.districts, change.district]) } }
    case 'take_job_kind':
      return { ...snapshot, unit: { ...unit, jobKinds: [...unit.jobKinds, change.jobKind] } }
    default:
      return { ...snapshot, tariff: { ...tariff, pencePerHour: cheaper(snapshot, change.pence) } }
  }
}

/** Rates are the company's: a new one counts for every unit with such a van. */
function withRate({ unit, tariff }: Snapshot, help: HelpLevel, pencePerHour: number): Snapshot['tariff'] {
  if (!unit.van) return tariff
  const { category } = unit.van
  const rates = { ...tariff.pencePerHour[category], [help]: pencePerHour }
  return { ...tariff, pencePerHour: { ...tariff.pencePerHour, [category]: rates } }
}

function cheaper({ unit, tariff }: Snapshot, cut: number): HourlyRates {
  if (!unit.van) return tariff.pencePerHour
  const { category } = unit.van
  const rates = Object.entries(tariff.pencePerHour[category] ?? {}).map(([help, pence]) => [help, pence - cut])
  return { ...tariff.pencePerHour, [category]: Object.fromEntries(rates) }
}

/** Effect of a change, counted over searches and compared with the unit in its present state. */
export interface Gain {
  change: Change
  /** Shown with the change, and not without it. */
  moreShown: number
  /** Cheapest of all with the change, and not without it. */
  moreCheapest: number
}

export interface Counts {
  searches: number
  shown: number
  cheapest: number
  gains: Gain[]
}

export const noCounts = (changes: readonly Change[]): Counts => ({
  searches: 0,
  shown: 0,
  cheapest: 0,
  gains: changes.map((change) => ({ change, moreShown: 0, moreCheapest: 0 })),
})

/** Replays one search with each change that could matter to it, and adds the outcomes to the counts. */
export function countReplay(
  counts: Counts,
  { snapshot, changed }: { snapshot: Snapshot; changed: readonly Snapshot[] },
  search: ReplayedSearch,
  surroundings: Surroundings,
): void {
  const before = replay(snapshot, search, surroundings)
  if (before.outcome !== 'area') counts.searches += 1
  if (before.outcome === 'shown') counts.shown += 1
  if (before.isCheapest) counts.cheapest += 1
  counts.gains.forEach((gain, index) => {
    const other = changed[index]
    if (!other || !mayMatter(gain.change, before)) return
    const after = replay(other, search, surroundings)
    if (after.outcome === 'shown' && before.outcome !== 'shown') gain.moreShown += 1
    if (after.isCheapest && !before.isCheapest) gain.moreCheapest += 1
  })
}

const mayMatter = ({ kind }: Change, { outcome, isCheapest }: Verdict): boolean =>
  !isCheapest && REMOVES[kind].includes(outcome)

/** Gains worth showing: most searches first, then most of the cheapest; a dearer cut only if it brings more. */
export function worthSaying(gains: readonly Gain[]): Gain[] {
  const found = gains.filter(
    (gain) => (gain.moreShown > 0 || gain.moreCheapest > 0) && !gains.some((other) => isAsGoodForLess(other, gain)),
  )
  return found.toSorted((a, b) => b.moreShown - a.moreShown || b.moreCheapest - a.moreCheapest)
}

const isAsGoodForLess = ({ change: a, moreCheapest: most }: Gain, { change: b, moreCheapest }: Gain): boolean =>
  a.kind === 'charge_less' && b.kind === 'charge_less' && a.pence < b.pence && most >= moreCheapest

/** What a driver is shown of a search. Pure. */

/** A unit's outcome in a search, or that the search did not consider it, because it did not work in the area then. */
export const SEEN_OUTCOMES = [...keysOf(OUTCOMES), 'area'] as const
export type SeenOutcome = (typeof SEEN_OUTCOMES)[number]

/** The outcome number stored for a unit; null if there is none. */
export const seenOutcomeOf = (stored: number | null): SeenOutcome =>
  stored === null ? 'area' : (outcomeOf(stored) ?? 'area')

export const audienceText = (outcome: SeenOutcome): string =>
  outcome === 'area' ? 'The pick-up wasn’t in the operating area of this unit at that time.' : OUTCOME_TEXTS[outcome]

/**
 * Counts of searches, and of those without a free driver (ADR 0046). They hold no data of the person searching. Pure.
 */

/** One search. */
interface Tallied {
  /** Day of the search. */
  day: LocalDay
  /** When they wanted the van, on the clock. */
  minute: MinuteOfDay
  /** Outcode of the pick-up. */
  district: string
  hasOffer: boolean
}

export interface HourTally {
  day: LocalDay
  hour: number
  searches: number
  withoutOffer: number
}

export interface UnmetTally {
  day: LocalDay
  hour: number
  district: string
  searches: number
}

/** More than one process sees in a minute; a bound, so that searches for every district there is cannot fill the memory. */
const MOST_PLACES = 20_000

/** Counts in memory until it is emptied. */
export class SearchTally {
  #hours = new Map<string, HourTally>()
  #unmet = new Map<string, UnmetTally>()

  add({ day, minute, district, hasOffer }: Tallied): void {
    const hour = Math.floor((minute % MINUTES_PER_DAY) / 60)
    const key = `${day} ${hour}`
    const counted = this.#hours.get(key) ?? { day, hour, searches: 0, withoutOffer: 0 }
    this.#hours.set(key, counted)
    counted.searches += 1
    if (hasOffer) return
    counted.withoutOffer += 1
    const place = `${key} ${district}`
    const unmet = this.#unmet.get(place) ?? { day, hour, district, searches: 0 }
    if (unmet.searches === 0 && this.#unmet.size >= MOST_PLACES) return
    this.#unmet.set(place, unmet)
    unmet.searches += 1
  }

  /** What was counted since the last time. */
  empty(): { hours: HourTally[]; unmet: UnmetTally[] } {
    const counted = { hours: [...this.#hours.values()], unmet: [...this.#unmet.values()] }
    this.#hours.clear()
    this.#unmet.clear()
    return counted
  }
}
