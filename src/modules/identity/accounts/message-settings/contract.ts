import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/**
 * Which events a customer hears of, and on which channels. Essential messages (a booking that ended, account security) are always
 * mailed.
 */

const channels = z.strictObject({ email: z.boolean(), sms: z.boolean() })

const settings = z.strictObject({
  /** Received, confirmed, changed, looking for another driver. */
  booking_updates: channels,
  /** The day before the move. */
  move_reminders: channels,
  /** After the move: how it went. */
  review_requests: channels,
})

export const getMessageSettings = endpoint({
  id: 'getMessageSettings',
  method: 'GET',
  path: '/users/notification-settings/',
  summary: 'Which messages a customer gets by e-mail and by SMS',
  access: ['customer'],
  answer: settings,
})

export const saveMessageSettings = endpoint({
  id: 'saveMessageSettings',
  method: 'PUT',
  path: '/users/notification-settings/',
  summary: 'Choose which messages come by e-mail and by SMS',
  access: ['customer'],
  body: settings,
  answer: settings,
})
