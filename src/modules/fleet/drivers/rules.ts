import type { EventRules } from '#modules/notifications/rules.ts'

/** Hired drivers: who drives a unit besides the company's owner (ADR 0026). Pure. */

/** How long the link of an invitation works. */
export const INVITATION_SECONDS = 7 * 24 * 3600
/** Seconds for which an unaccepted invitation is kept after its expiry, so that the owner sees its state. */
export const KEPT_AFTER_EXPIRY_SECONDS = 30 * 24 * 3600

export type DriverState = 'invited' | 'expired' | 'active'

export const driverState = (
  { hasJoined, expiresAt }: { hasJoined: boolean; expiresAt: Date },
  now: Date,
): DriverState => (hasJoined ? 'active' : expiresAt > now ? 'invited' : 'expired')

/**
 * A company's name for an email to a possible stranger. The owner chose it, so one that reads like an address or a
 * message is left out.
 */
export const companyInMail = (name: string): string =>
  /^[\p{L}\p{M}\p{N}'’&(),. -]{1,80}$/u.test(name) && !/\.\S|www|https?/i.test(name) ? name : 'A company on Vanfare'

/** What a hired driver is notified of, about the jobs of their unit, and the default channels. Pure. */

export const HIRED_EVENTS = [
  'job_offered',
  'job_confirmed',
  'job_changed',
  'job_reminder',
  'job_question',
  'job_message',
] as const
export type HiredEvent = (typeof HIRED_EVENTS)[number]

export const HIRED_EVENT_RULES: EventRules<HiredEvent> = {
  job_offered: {
    label: 'A new job to be answered',
    usual: { email: true, sms: true, push: true },
    always: ['email'],
  },
  job_confirmed: { label: 'A job is confirmed', usual: { email: true, sms: true, push: true }, always: ['email'] },
  job_changed: {
    label: 'A job is cancelled or changed',
    usual: { email: true, sms: true, push: true },
    always: ['email'],
  },
  job_reminder: { label: 'The day before a job', usual: { email: true, sms: true, push: true }, always: [] },
  job_question: {
    label: 'We ask you about a job: whether it goes ahead, the time, the cash',
    usual: { email: true, sms: true, push: true },
    always: ['email'],
  },
  job_message: { label: 'A message from a customer', usual: { email: true, sms: false, push: true }, always: [] },
}
