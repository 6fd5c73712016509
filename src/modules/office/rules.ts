import type { AfterLoss } from '#modules/bookings/rules.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'

/** Companies as the office sees them. Pure. */

export const COMPANIES_SHOWN = ['all', 'blocked', 'vat', 'expiring', 'no_bookings'] as const
export type CompaniesShown = (typeof COMPANIES_SHOWN)[number]

/** The days over which jobs are counted, or found missing. */
export const RECENT_DAYS = 28

/** A company shows the first of these states that one of its units has: units that take jobs come before those that do not. */
const URGENCY: readonly UnitStatus[] = [
  'insurance_expires_soon',
  'operating',
  'blocked',
  'deactivated',
  'verification_failed',
  'pending_verification',
  'ready_to_start',
  'verification_completed',
  'not_ready_for_a_job',
  'deactivated_by_you',
]

/** Null for a company without a unit. */
export const stateOfCompany = (statuses: readonly UnitStatus[]): UnitStatus | null =>
  URGENCY.find((status) => statuses.includes(status)) ?? null

/** People as the office sees them (ADR 0044). Pure. */

export const PERSON_ROLES = ['customer', 'driver', 'hired', 'admin'] as const
export type PersonRole = (typeof PERSON_ROLES)[number]

export const PERSON_STATUSES = ['active', 'blocked', 'pending_delete', 'deleted'] as const
export type PersonStatus = (typeof PERSON_STATUSES)[number]

/** What a block makes of a booking: a customer's stands, a hired driver's is their company's. */
export const AFTER_BLOCK = ['hot', 'ends', 'goes_on', 'stands'] as const satisfies readonly (AfterLoss | 'stands')[]
export type AfterBlock = (typeof AFTER_BLOCK)[number]

export const BLOCK_FLAWS = ['own_account', 'not_open', 'blocked'] as const
export type BlockFlaw = (typeof BLOCK_FLAWS)[number]

/** Refuses a block on oneself, so that an admin always remains. */
export function blockFlawOf(person: { id: string; status: PersonStatus }, callerId: string): BlockFlaw | null {
  if (person.id === callerId) return 'own_account'
  if (person.status === 'blocked') return 'blocked'
  return person.status === 'active' ? null : 'not_open'
}

/**
 * Fewest letters of a search. Without one only blocked people are listed, so that the office cannot browse all people.
 */
export const FEWEST_LETTERS = 3
export const maySearch = (text: string, show: 'all' | 'blocked'): boolean =>
  text.length >= FEWEST_LETTERS || (show === 'blocked' && text === '')
