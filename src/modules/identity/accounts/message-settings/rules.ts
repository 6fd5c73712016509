import type { Channel } from '#modules/notifications/rules.ts'

/** The events a customer may switch on or off. */
export type MessageEvent = 'bookingUpdates' | 'moveReminders' | 'reviewRequests'

/** Their names in the database. */
export const storedEvents = {
  bookingUpdates: 'booking_updates',
  moveReminders: 'move_reminders',
  reviewRequests: 'review_requests',
} as const satisfies Record<MessageEvent, string>

export type MessageSettings = Record<MessageEvent, Record<Channel, boolean>>

/** Defaults: everything about the move; afterwards a mail but no text. */
export const defaultSettings: MessageSettings = {
  bookingUpdates: { email: true, sms: true },
  moveReminders: { email: true, sms: true },
  reviewRequests: { email: true, sms: false },
}
