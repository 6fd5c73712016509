import type { EventRules } from '#modules/notifications/choices/rules.ts'

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
