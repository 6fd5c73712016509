import type { Channel } from '#modules/notifications/rules.ts'

/** What a customer may choose to be told, or not. */
export type MessageEvent = 'bookingUpdates' | 'moveReminders' | 'reviewRequests'

/** Their names in the database. */
export const storedEvents = {
  bookingUpdates: 'booking_updates',
  moveReminders: 'move_reminders',
  reviewRequests: 'review_requests',
} as const satisfies Record<MessageEvent, string>

export type MessageSettings = Record<MessageEvent, Record<Channel, boolean>>

/** As long as nobody has chosen: everything about the move, and afterwards one mail instead of a text. */
export const defaultSettings: MessageSettings = {
  bookingUpdates: { email: true, sms: true },
  moveReminders: { email: true, sms: true },
  reviewRequests: { email: true, sms: false },
}
