import type { Role, StaffRole } from '#shared/endpoint.ts'
import { parseEmail } from '#shared/email.ts'
import { officeStartOf } from '#web/kit/office/office-pages.ts'
import { ownValue } from '#shared/records.ts'

/** Field name → what to do about it. */
export type FormErrors<Name extends string = string> = Partial<Record<Name, string>>

/** Spec §5: a valid email address. */
export function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Required'
  return parseEmail(email) ? undefined : 'Invalid email'
}

/** Spec §5: a valid email address, and any password. */
export function loginErrors(email: string, password: string): FormErrors<'email' | 'password'> {
  const wrongEmail = emailError(email)
  return {
    ...(wrongEmail ? { email: wrongEmail } : {}),
    ...(password === '' ? { password: 'Required' } : {}),
  }
}

export const hasErrors = (errors: FormErrors): boolean => Object.values(errors).some(Boolean)

/** What the account problem dialog is about (spec §2): an expired link, or one of the three states of an account. */
export type AccountProblemReason = 'verify-failed' | 'confirm-email' | 'deleted' | 'blocked'

const accountProblemReasons: Record<string, AccountProblemReason> = {
  unverified_email: 'confirm-email',
  account_deleted: 'deleted',
  account_blocked: 'blocked',
}

export const accountProblemReason = (code: string): AccountProblemReason | undefined =>
  ownValue(accountProblemReasons, code)

/** The facts about a driver's first working unit that decide where a login leads. */
export interface FirstUnit {
  status: string
  hasVehicle: boolean
}

/** Where a login leads unless a driver has a job today (spec §4). A driver without a unit counts as without a vehicle. */
export function pageAfterLogin(
  role: Role,
  { unit = null, staffRole }: { unit?: FirstUnit | null; staffRole?: StaffRole | undefined } = {},
): string {
  if (role === 'admin') return officeStartOf(staffRole)
  if (role === 'customer') return '/my-bookings/future-bookings'
  if (unit?.status === 'operating') return '/my-bookings/new-bookings'
  return unit?.hasVehicle ? '/settings/general' : '/settings/driving-profile'
}
