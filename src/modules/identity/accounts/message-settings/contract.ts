import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/**
 * Which events a customer hears of, and on which channels. Essential messages (a booking that ended, account security) are always
 * mailed.
 */

const channels = z.strictObject({ email: z.boolean(), sms: z.boolean(), push: z.boolean() })

const settings = z.strictObject({
  /** Received, confirmed, changed, looking for another driver. */
  booking_updates: channels,
  /** The day before the move. */
  move_reminders: channels,
  /** After the move: how it went. */
  review_requests: channels,
  /** The driver has written. */
  new_messages: channels,
})

const some = channels.partial().optional()
const changes = { booking_updates: some, move_reminders: some, review_requests: some, new_messages: some }

export const getMessageSettings = endpoint({
  id: 'getMessageSettings',
  method: 'GET',
  path: '/users/notification-settings/',
  summary: 'Which messages a customer gets by email, by SMS and on their devices',
  access: ['customer'],
  answer: settings,
})

export const saveMessageSettings = endpoint({
  id: 'saveMessageSettings',
  method: 'PUT',
  path: '/users/notification-settings/',
  summary: 'Choose which messages come by email, by SMS and on their devices; what is not sent stays as it is',
  access: ['customer'],
  body: z.strictObject(changes),
  answer: settings,
})
