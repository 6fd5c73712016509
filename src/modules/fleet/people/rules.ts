/** People of a company and their right to work: what a check needs, what it is worth, whom a unit may offer (ADR 0024). Pure. */
import { addDays, formatDateUk, lateDayProblem, type LocalDay } from '#shared/local-time.ts'
import { expiresSoon, documentStatusOf, type DocumentStatus, type Standing } from '../documents/rules.ts'
import { CREW_SIZE, type HelpLevel } from '../rules.ts'

/**
 * Ways of checking, in the terms of GOV.UK: a share code for most people from abroad, a passport for British and Irish
 * citizens, or a document.
 */
export const CHECK_METHODS = ['share_code', 'british_or_irish_passport', 'other_document'] as const
export type CheckMethod = (typeof CHECK_METHODS)[number]

export const CHECK_METHOD_LABELS: Record<CheckMethod, string> = {
  share_code: 'Share code',
  british_or_irish_passport: 'British or Irish passport',
  other_document: 'Another document',
}

/** A share code needs no photos: the office asks GOV.UK. */
export const needsFiles = (method: CheckMethod): boolean => method !== 'share_code'
/** A British or Irish passport proves the right without a time limit, even when the passport itself has expired. */
export const mayExpire = (method: CheckMethod): boolean => method !== 'british_or_irish_passport'

/** Anchor of a person on the page of people: emails link there. */
export const personPlace = (personId: string): string => `person-${personId}`

/** Anchor of the question who works on a van, on the page of people: setup and banners link there. */
export const unitPeoplePlace = (unitId: string): string => `who-works-${unitId}`

export const MOST_PEOPLE = 150
/** The longer edge of a kept photo of a person, in pixels. */
export const PERSON_EDGE = 800

/** 'w12 abc 345' → 'W12ABC345': nine characters, and for work the first is W; null where it is none. */
export function parseShareCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^W[A-Z0-9]{8}$/.test(code) ? code : null
}

/** Youngest age of a worker: school-leaving age. */
const YOUNGEST_YEARS = 16
const OLDEST_YEARS = 100

/** What is wrong with the date of birth of somebody who works; undefined if nothing is. */
export function birthDayProblem(day: LocalDay, today: LocalDay): string | undefined {
  const [first, last] = [yearsBefore(today, OLDEST_YEARS), yearsBefore(today, YOUNGEST_YEARS)]
  if (day < first) return `Check the date of birth: enter a day after ${formatDateUk(addDays(first, -1))}.`
  return lateDayProblem(day, last, `Check the date of birth: people must be at least ${YOUNGEST_YEARS}, born`)
}

/** The last day on which somebody was born who is that old. */
const yearsBefore = (today: LocalDay, years: number): LocalDay =>
  `${Number(today.slice(0, 4)) - years}${today.slice(4)}`

export interface Check {
  status: DocumentStatus
  expiresOn: LocalDay | null
  submittedAt: Date
}

/** A check is worth what a document of its dates would be. */
export const asDocument = <One extends Check>(check: One) => ({ ...check, kind: 'right_to_work' as const })

export const checkStanding = (checks: readonly Check[], today: LocalDay): Standing =>
  documentStatusOf(checks.map(asDocument), today)

/** PostgreSQL’s text for a day that never comes. */
const NEVER = 'infinity'

/** How a unit stands with its people, as it is stored. */
export interface UnitPeople {
  /** Element n: the first day on which fewer than n + 1 of its people count, or 'infinity'. */
  until: readonly string[]
  /** First day on which the unit needs a checked person; null without a period of grace. */
  graceUntil: LocalDay | null
  isWaiting: boolean
  isRefused: boolean
}

const isBefore = (day: LocalDay, until: string | null | undefined) =>
  until !== null && until !== undefined && (until === NEVER || day < until)

/** Standing of the one person a unit cannot do without: its driver. */
export function peopleStanding({ until, graceUntil, isWaiting, isRefused }: UnitPeople, today: LocalDay): Standing {
  const first = until[0]
  if (isBefore(today, first)) return first !== NEVER && expiresSoon(first ?? null, today) ? 'expiring' : 'approved'
  if (isBefore(today, graceUntil)) return 'approved'
  if (isWaiting) return 'pending'
  if (isRefused) return 'refused'
  return first === undefined ? 'missing' : 'expired'
}

/** People of a unit who count on a day, of three at most. */
export const peopleOn = (until: readonly string[], day: LocalDay): number =>
  until.filter((end) => isBefore(day, end)).length

/** Whether a unit can bring this crew on a day: as many checked people as the help level needs. */
export const canBring = (people: Pick<UnitPeople, 'until' | 'graceUntil'>, help: HelpLevel, day: LocalDay): boolean =>
  isBefore(day, people.graceUntil) || peopleOn(people.until, day) >= CREW_SIZE[help]
