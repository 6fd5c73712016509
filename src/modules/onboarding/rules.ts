/** How complete a company's setup is, and the status of each unit: the only place that determines a status (decisions §6). Pure. */
import { type BusinessDay, flagsOfMask } from '#modules/calendar/rules.ts'
import type { DocumentsState } from '#modules/fleet/documents/rules.ts'
import { peopleOn, type UnitPeople } from '#modules/fleet/people/rules.ts'
import { CREW_SIZE, helpLevelsFor, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { isOperating, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { type LocalDay, addMinutes, endOfDay, startOfDay, toInstant, type HourMask } from '#shared/local-time.ts'
import { keyed, keysOf } from '#shared/records.ts'

/** The six flags of the profile (spec §3). */
export interface Flags {
  isDrivingProfileSetup: boolean
  isOperationsPricingSetup: boolean
  isMarketingInfoSetup: boolean
  isBankingAccountSetup: boolean
  isMainPhoneSetup: boolean
  isInsuranceNumberSetup: boolean
}

export const FLAG_NAMES = [
  'isDrivingProfileSetup',
  'isOperationsPricingSetup',
  'isMarketingInfoSetup',
  'isBankingAccountSetup',
  'isMainPhoneSetup',
  'isInsuranceNumberSetup',
] as const satisfies readonly (keyof Flags)[]

/** Facts about a company, the same for all its units. */
export interface CompanyFacts {
  hasLogo: boolean
  hasDescription: boolean
  photos: number
  /** Bank details confirmed by the emailed link. */
  hasBankAccount: boolean
  hasPhone: boolean
  hasInsuranceNumber: boolean
  rates: readonly Rate[]
  hasMileage: boolean
  hasTerms: boolean
}

export interface UnitFacts extends CrewFacts {
  districts: number
  /** State of the documents and of the people: without a checked person no van is on the road. */
  documents: DocumentsState
  /** Every required document was submitted, approved or not. */
  areDocumentsSubmitted: boolean
  /** A person was submitted to be checked, or counts. */
  hasPeople: boolean
  /** A working day with hours was saved. */
  hasHours: boolean
  isPaused: boolean
  /** The owner has closed their account. */
  isClosed: boolean
  /** The office has blocked its owner's account. */
  isOwnerBlocked: boolean
  officeBlock: 'blocked' | 'deactivated' | null
}

/**
 * What a unit or its company may lack, in setup order, each with the flag that depends on it. Hours have none: "ready to start" is all
 * six flags without hours (decisions §6).
 */
const FLAG_OF = {
  van: 'isDrivingProfileSetup',
  documents: 'isDrivingProfileSetup',
  people: 'isDrivingProfileSetup',
  area: 'isOperationsPricingSetup',
  rates: 'isOperationsPricingSetup',
  crew: 'isOperationsPricingSetup',
  mileage: 'isOperationsPricingSetup',
  terms: 'isOperationsPricingSetup',
  logo: 'isMarketingInfoSetup',
  description: 'isMarketingInfoSetup',
  photo: 'isMarketingInfoSetup',
  bank_account: 'isBankingAccountSetup',
  phone: 'isMainPhoneSetup',
  insurance_number: 'isInsuranceNumberSetup',
  hours: null,
} as const satisfies Record<string, keyof Flags | null>

export type Lack = keyof typeof FLAG_OF
export const LACKS = keysOf(FLAG_OF)

/** What the office looks at, each of which it may refuse. */
export const CHECKS = ['van', 'documents', 'people'] as const
export type Check = (typeof CHECKS)[number]

/** What is the unit's counts for this unit: rates for its van and what it offers, and a crew for one of them. */
export function missingSetupOf(company: CompanyFacts, unit: UnitFacts | null): Lack[] {
  const crews = unit ? crewsOf(unit, company.rates) : []
  const hasRates = unit ? hasPricedCrew(crews) : company.rates.length > 0
  const has: Record<Lack, boolean> = {
    van: unit !== null && unit.vanCategory !== null,
    documents: unit !== null && unit.areDocumentsSubmitted,
    people: unit !== null && unit.hasPeople,
    area: unit !== null && unit.districts > 0,
    rates: hasRates,
    // The wanted crew is unknown without a rate, and without people the missing step is people.
    crew: !unit || !hasRates || !unit.hasPeople || canComeWith(crews).length > 0,
    mileage: company.hasMileage,
    terms: company.hasTerms,
    logo: company.hasLogo,
    description: company.hasDescription,
    photo: company.photos > 0,
    bank_account: company.hasBankAccount,
    phone: company.hasPhone,
    insurance_number: company.hasInsuranceNumber,
    hours: unit !== null && unit.hasHours,
  }
  return LACKS.filter((lack) => !has[lack])
}

export function flagsOf(company: CompanyFacts, unit: UnitFacts | null): Flags {
  const waiting = new Set<keyof Flags | null>(missingSetupOf(company, unit).map((lack) => FLAG_OF[lack]))
  return keyed(FLAG_NAMES, (name) => !waiting.has(name))
}

export const isWhole = (flags: Flags): boolean => FLAG_NAMES.every((name) => flags[name])

/**
 * A unit's status, derived from facts alone: the office's decision comes first, then the driver's, the documents, the profile and
 * the hours.
 */
export function statusOf(unit: UnitFacts, flags: Flags): UnitStatus {
  if (unit.officeBlock) return unit.officeBlock
  if (unit.isOwnerBlocked) return 'blocked'
  if (unit.isPaused || unit.isClosed) return 'deactivated_by_you'
  if (unit.documents === 'refused') return 'verification_failed'
  if (unit.vanCategory === null || unit.documents === 'missing') return 'not_ready_for_a_job'
  if (unit.documents === 'pending') return 'pending_verification'
  if (!isWhole(flags)) return 'verification_completed'
  if (!unit.hasHours) return 'ready_to_start'
  return unit.documents === 'expiring' ? 'insurance_expires_soon' : 'operating'
}

/** The setup link leads to the first flag that is false (spec §2). Phone and insurance number are entered under general. */
export const SETUP_STEPS = [
  { flag: 'isDrivingProfileSetup', step: 'driving_profile', path: '/settings/driving-profile' },
  { flag: 'isOperationsPricingSetup', step: 'operations_and_pricing', path: '/settings/operations-and-pricing' },
  { flag: 'isMarketingInfoSetup', step: 'marketing', path: '/settings/marketing' },
  { flag: 'isBankingAccountSetup', step: 'banking_account', path: '/settings/payment-setup' },
] as const satisfies readonly { flag: keyof Flags; step: string; path: string }[]

export const LAST_STEP = { step: 'general', path: '/settings/general' } as const

export type SetupStep = (typeof SETUP_STEPS)[number]['step'] | (typeof LAST_STEP)['step']

/** The next setup step; general, too, once everything is done. */
export function nextStep(flags: Flags): { step: SetupStep; path: string } {
  const { step, path } = SETUP_STEPS.find(({ flag }) => !flags[flag]) ?? LAST_STEP
  return { step, path }
}

/** "Setup your profile": a flag is false and no hours are saved (spec §2). */
export const showsSetupPrompt = (flags: Flags, hasHours: boolean): boolean => !isWhole(flags) && !hasHours

/** Spec §4: there is no unit, or a unit cannot work yet for a reason its driver can fix. */
export function isSetupIncomplete(status: UnitStatus | null, flags: Flags): boolean {
  if (status === null) return true
  if (status === 'ready_to_start') return !isWhole(flags)
  return (
    status === 'not_ready_for_a_job' ||
    status === 'verification_completed' ||
    status === 'pending_verification' ||
    status === 'verification_failed'
  )
}

/** "Available now": a unit that takes jobs, in an hour its schedule leaves open, while no job of its own runs or is about to. */
export const isAvailableNow = (status: UnitStatus, isHourOpen: boolean, hasJobNow: boolean): boolean =>
  isOperating(status) && isHourOpen && !hasJobNow

/** A job is about to begin for so long before its start. */
export const JOB_AHEAD_MINUTES = 60

/**
 * What a unit can be booked for, apart from its status: the help levels that its driver offers, its company prices, its van seats and its
 * people can do, in its area and hours. Pure.
 */

/** Why a help level that fits the seats cannot be booked: switched off by the driver, without a price, or with too few people. */
export const CREW_REASONS = ['off', 'rate', 'people'] as const
export type CrewReason = (typeof CREW_REASONS)[number]

interface Rate {
  vanCategory: VanCategory
  helpLevel: HelpLevel
}

interface CrewFacts {
  vanCategory: VanCategory | null
  /** What its driver has not switched off, whether it fits the seats or not. */
  offered: readonly HelpLevel[]
  /** Who of it can come, driver included. */
  people: number
}

export interface Crew {
  helpLevel: HelpLevel
  /** The first reason that applies; null if it can be booked. */
  whyNot: CrewReason | null
}

/** Every help level that fits the unit's van, in ascending order; none without a van. */
export function crewsOf({ vanCategory, offered, people }: CrewFacts, rates: readonly Rate[]): Crew[] {
  if (vanCategory === null) return []
  const priced = new Set(rates.filter((rate) => rate.vanCategory === vanCategory).map(({ helpLevel }) => helpLevel))
  return helpLevelsFor(vanCategory).map((helpLevel) => ({ helpLevel, whyNot: findCrewReason(helpLevel) }))

  function findCrewReason(helpLevel: HelpLevel): CrewReason | null {
    if (!offered.includes(helpLevel)) return 'off'
    if (!priced.has(helpLevel)) return 'rate'
    return CREW_SIZE[helpLevel] > people ? 'people' : null
  }
}

/** A level that is offered has a price, whether or not enough people can come. */
const hasPricedCrew = (crews: readonly Crew[]): boolean =>
  crews.some(({ whyNot: reason }) => reason === null || reason === 'people')

export const canComeWith = (crews: readonly Crew[]): HelpLevel[] =>
  crews.filter(({ whyNot: reason }) => reason === null).map(({ helpLevel }) => helpLevel)

const LARGEST_CREW = Math.max(...Object.values(CREW_SIZE))

/**
 * Number of people counted for a unit: those who count on the day. While there are none, those whose check waits, so
 * that a driver who has sent everything is not asked to price another crew; the unit itself waits until one of them is
 * checked.
 */
export function peopleOfCrew(people: UnitPeople | null, waiting: number, day: LocalDay): number {
  if (!people) return 0
  if (people.graceUntil !== null && day < people.graceUntil) return LARGEST_CREW
  return peopleOn(people.until, day) || Math.min(waiting, LARGEST_CREW)
}

export interface BookableFacts {
  vanCategory: VanCategory | null
  crews: readonly Crew[]
  districts: readonly string[]
  week: readonly BusinessDay[]
}

interface Bookable {
  vanCategory: VanCategory | null
  helpLevels: HelpLevel[]
  districts: readonly string[]
  /** The weekdays that it works. */
  days: BusinessDay[]
  /** Whether all of these are set. The unit is offered now if its status allows it. */
  isBookable: boolean
}

/** What customers could book a unit for once its status lets it take jobs. */
export function bookableFor({ vanCategory, crews, districts, week }: BookableFacts): Bookable {
  const helpLevels = canComeWith(crews)
  const days = week.filter(({ dayOff }) => !dayOff)
  return {
    vanCategory,
    helpLevels,
    districts,
    days,
    isBookable: helpLevels.length > 0 && districts.length > 0 && days.length > 0,
  }
}

/** A unit's days at a glance. Pure. */

export const OVERVIEW_DAYS = 7

interface DayAtAGlance<Job> {
  date: LocalDay
  state: 'busy' | 'open' | 'off'
  openHours: number
  jobs: Job[]
}

interface OverviewBookable {
  /** No hour is open from this day on: a document has expired. */
  expiresOn: LocalDay | null
  /** A van that can't be booked has no open hour. */
  takesJobs: boolean
  now: Date
}

/** A job belongs to every day that it touches, and its hours are open no more; nor are those that have begun. */
export function dayAtAGlance<Job extends { startAt: string; endAt: string }>(
  { day, hours }: { day: LocalDay; hours: HourMask },
  jobs: readonly Job[],
  { expiresOn, takesJobs, now }: OverviewBookable,
): DayAtAGlance<Job> {
  const [from, to] = [startOfDay(day), endOfDay(day)]
  const own = jobs.filter(({ startAt, endAt }) => new Date(startAt) < to && new Date(endAt) > from)
  const isBookable = takesJobs && (expiresOn === null || day < expiresOn)
  const isFree = (hour: number) => {
    const start = toInstant(day, hour * 60)
    const end = addMinutes(start, 60)
    return start >= now && !own.some(({ startAt, endAt }) => new Date(startAt) < end && new Date(endAt) > start)
  }
  const openHours = flagsOfMask(isBookable ? hours : 0).filter((isOpen, hour) => isOpen && isFree(hour)).length
  return { date: day, state: own.length > 0 ? 'busy' : openHours > 0 ? 'open' : 'off', openHours, jobs: own }
}
