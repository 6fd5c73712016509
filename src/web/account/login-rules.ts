import type { Role } from '#shared/endpoint.ts'
import { parseEmail } from '#shared/email.ts'

/** Field name → what to do about it. */
export type FormErrors<Name extends string = string> = Partial<Record<Name, string>>

/** Spec §5: an e-mail that is one, and no rule for the password but that there is one. */
export function loginErrors(email: string, password: string): FormErrors<'email' | 'password'> {
  return {
    ...(email.trim() === '' ? { email: 'Required' } : parseEmail(email) ? {} : { email: 'Invalid email' }),
    ...(password === '' ? { password: 'Required' } : {}),
  }
}

export const hasErrors = (errors: FormErrors): boolean => Object.values(errors).some(Boolean)

/** The three states of an account that have a dialog of their own (spec §8). */
export type SorryReason = 'confirm-email' | 'deleted' | 'blocked'

const sorryReasons: Record<string, SorryReason> = {
  unverified_email: 'confirm-email',
  account_deleted: 'deleted',
  account_blocked: 'blocked',
}

export const sorryReason = (code: string): SorryReason | undefined => sorryReasons[code]

/** Where a log-in leads (spec §4), as far as those pages exist; null stays. */
export const pageAfterLogin = (role: Role): string | null =>
  role === 'customer' ? '/my-bookings/future-bookings' : null
