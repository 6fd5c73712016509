import type { Channel } from '#modules/notifications/rules.ts'

/** The events a customer may switch on or off. */
export type MessageEvent = 'bookingUpdates' | 'moveReminders' | 'reviewRequests' | 'newMessages'

/** Their names in the database. */
export const storedEvents = {
  bookingUpdates: 'booking_updates',
  moveReminders: 'move_reminders',
  reviewRequests: 'review_requests',
  newMessages: 'new_messages',
} as const satisfies Record<MessageEvent, string>

export type MessageSettings = Record<MessageEvent, Record<Channel, boolean>>

/** Choices to change; the rest stays as it is. */
export type MessageChanges = { [Event in MessageEvent]?: Partial<Record<Channel, boolean | undefined>> | undefined }

/** Defaults: everything about the move; afterwards a mail but no text. */
export const defaultSettings: MessageSettings = {
  bookingUpdates: { email: true, sms: true, push: true },
  moveReminders: { email: true, sms: true, push: true },
  reviewRequests: { email: true, sms: false, push: false },
  newMessages: { email: true, sms: false, push: true },
}
