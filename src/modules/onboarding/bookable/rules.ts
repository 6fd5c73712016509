/**
 * What a unit can be booked for, apart from its status: the help levels that its driver offers, its company prices, its van seats and its
 * people can do, in its area and hours. Pure.
 */
import type { BusinessDay } from '#modules/calendar/rules.ts'
import { peopleOn, type UnitPeople } from '#modules/fleet/people/rules.ts'
import { CREW_SIZE, helpLevelsFor, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'

/** Why a help level that fits the seats cannot be booked: switched off by the driver, without a price, or with too few people. */
export const CREW_REASONS = ['off', 'rate', 'people'] as const
export type CrewReason = (typeof CREW_REASONS)[number]

export interface Rate {
  vanCategory: VanCategory
  helpLevel: HelpLevel
}

export interface CrewFacts {
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
  return helpLevelsFor(vanCategory).map((helpLevel) => ({ helpLevel, whyNot: whyNot(helpLevel) }))

  function whyNot(helpLevel: HelpLevel): CrewReason | null {
    if (!offered.includes(helpLevel)) return 'off'
    if (!priced.has(helpLevel)) return 'rate'
    return CREW_SIZE[helpLevel] > people ? 'people' : null
  }
}

/** A level that is offered has a price, whether or not enough people can come. */
export const hasPricedCrew = (crews: readonly Crew[]): boolean =>
  crews.some(({ whyNot }) => whyNot === null || whyNot === 'people')

export const canComeWith = (crews: readonly Crew[]): HelpLevel[] =>
  crews.filter(({ whyNot }) => whyNot === null).map(({ helpLevel }) => helpLevel)

const LARGEST_CREW = Math.max(...Object.values(CREW_SIZE))

/**
 * How many people a unit is reckoned with: those who count on the day. While nobody does, those whose check waits, so that a driver who
 * has sent everything is not told to price another crew; the unit itself waits until one of them is checked.
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

export interface Bookable {
  vanCategory: VanCategory | null
  helpLevels: HelpLevel[]
  districts: readonly string[]
  /** The weekdays that it works. */
  days: BusinessDay[]
  /** Nothing of these is empty. Whether it is offered now is up to its status. */
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
