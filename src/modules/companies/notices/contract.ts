import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { CHANNELS } from '#modules/notifications/rules.ts'
import { COMPANY_EVENTS } from './rules.ts'

/** Which messages a company receives, by event and channel. Those about its bank account and log-ins are always mailed. */

const channel = z.enum(CHANNELS)
const event = z.enum(COMPANY_EVENTS)

const settings = z.array(
  z.object({
    event,
    label: z.string(),
    email: z.boolean(),
    sms: z.boolean(),
    push: z.boolean(),
    /** Channels that cannot be switched off for this event. */
    always: z.array(channel),
  }),
)

export const getNotificationSettings = endpoint({
  id: 'getNotificationSettings',
  method: 'GET',
  path: '/company/working-unit/notification-settings/',
  summary: 'What the company is told, and by which channels',
  access: ['driver'],
  answer: settings,
})

export const saveNotificationSettings = endpoint({
  id: 'saveNotificationSettings',
  method: 'POST',
  path: '/company/working-unit/notification-settings/',
  summary: 'Choose by event and channel; what is not sent stays as it is',
  access: ['driver'],
  body: z
    .array(
      z.strictObject({
        event,
        email: z.boolean().optional(),
        sms: z.boolean().optional(),
        push: z.boolean().optional(),
      }),
    )
    .max(COMPANY_EVENTS.length),
  answer: settings,
})
