import type { EventRules } from '#modules/notifications/choices/rules.ts'

/** The events a company is notified of, and the default channels. Pure. */

export const COMPANY_EVENTS = [
  'new_booking',
  'booking_changed',
  'booking_reminder',
  'hot_job',
  'new_message',
  'review_received',
  'document_expiry',
  'verification',
  'statement_ready',
] as const
export type CompanyEvent = (typeof COMPANY_EVENTS)[number]

export const EVENT_RULES: EventRules<CompanyEvent> = {
  new_booking: { label: 'A new booking to answer', usual: { email: true, sms: true, push: true }, always: ['email'] },
  booking_changed: {
    label: 'A booking is cancelled or changed',
    usual: { email: true, sms: true, push: true },
    always: ['email'],
  },
  booking_reminder: { label: 'The day before a booking', usual: { email: true, sms: true, push: true }, always: [] },
  hot_job: { label: 'A hot job in your area', usual: { email: true, sms: false, push: true }, always: [] },
  new_message: {
    label: 'A message from a customer',
    usual: { email: true, sms: false, push: true },
    always: [],
  },
  review_received: {
    label: 'A customer has left a review',
    usual: { email: true, sms: false, push: true },
    always: [],
  },
  document_expiry: { label: 'A document expires', usual: { email: true, sms: true, push: true }, always: ['email'] },
  verification: {
    label: 'Your documents were checked',
    usual: { email: true, sms: true, push: true },
    always: ['email'],
  },
  statement_ready: { label: 'A statement is ready', usual: { email: true, sms: false, push: true }, always: [] },
}
