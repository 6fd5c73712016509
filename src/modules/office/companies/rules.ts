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
