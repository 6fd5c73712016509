import { eventChanges, eventSettings } from '#modules/notifications/choices/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { COMPANY_EVENTS } from './rules.ts'

/** Which messages a company receives, by event and channel. Those about its bank account and logins are always mailed. */

const settings = eventSettings(COMPANY_EVENTS)

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
  body: eventChanges(COMPANY_EVENTS),
  answer: settings,
})
