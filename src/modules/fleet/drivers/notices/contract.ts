import { eventChanges, eventSettings } from '#modules/notifications/choices/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { HIRED_EVENTS } from './rules.ts'

/** Which messages about the jobs of their unit a hired driver receives, by event and channel. Those about the login are always mailed. */

const settings = eventSettings(HIRED_EVENTS)

export const getJobNotices = endpoint({
  id: 'getJobNotices',
  method: 'GET',
  path: '/company/driven-unit/notification-settings/',
  summary: 'What a hired driver is told of their jobs, and by which channels',
  access: ['hired'],
  answer: settings,
})

export const saveJobNotices = endpoint({
  id: 'saveJobNotices',
  method: 'POST',
  path: '/company/driven-unit/notification-settings/',
  summary: 'Choose by event and channel; what is not sent stays as it is',
  access: ['hired'],
  body: eventChanges(HIRED_EVENTS),
  answer: settings,
})
