import { AHEAD } from '#modules/bookings/rules.ts'
import { z } from 'zod'
import { CHANNELS } from '#modules/notifications/rules.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { AFTER_BLOCK, BLOCK_FLAWS, PERSON_ROLES, PERSON_STATUSES } from '../rules.ts'

/** Users with an account, for the office to find and read. Every search and every look is in the audit log (T-112). */

const personId = z.object({ id: z.uuid() })
const time = z.iso.datetime()

const personSummary = z.object({
  id: z.uuid(),
  role: z.enum(PERSON_ROLES),
  first_name: z.string(),
  last_name: z.string().nullable(),
  /** Null for an account opened by phone. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.enum(PERSON_STATUSES),
  /** The one that they own, or drive for. */
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created_at: time,
})
nameShape('PersonSummary', personSummary)

const filters = {
  /** Three characters at least, unless only the blocked are asked for. */
  q: z.string().trim().max(100).default(''),
  role: z.enum(['all', ...PERSON_ROLES]).default('all'),
  show: z.enum(['all', 'blocked']).default('all'),
}

export const findPeople = endpoint({
  id: 'findPeople',
  method: 'GET',
  path: '/admin/people/',
  summary: 'People whose name, address or number contains what is searched for, newest first; or those who are blocked',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'itself',
  query: z.object({ ...keyPageQuery, ...filters }),
  answer: keyPageOf(personSummary),
  limit: { name: 'find-people', per: 'user', count: 300, seconds: 3600 },
})

export const exportPeople = endpoint({
  id: 'exportPeople',
  method: 'GET',
  path: '/admin/people/download-csv/',
  summary: 'The people whom the same search shows, as CSV; it is in the audit log as a search is',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'people',
  query: z.object(filters),
  answer: file('text/csv'),
  limit: { name: 'export-people', per: 'user', count: 30, seconds: 3600 },
})

/** A booking ahead of them, and what a block would make of it. */
const upcomingBooking = z.object({
  id: z.uuid(),
  reference: z.string(),
  start_at: time,
  status: z.enum(AHEAD),
  from: z.string(),
  to: z.string(),
  if_blocked: z.enum(AFTER_BLOCK),
})

export const getPerson = endpoint({
  id: 'getPerson',
  method: 'GET',
  path: '/admin/people/{id}/',
  summary:
    'Get a person’s account, sessions, settings, upcoming bookings and reported messages. The view is recorded in the audit log',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'itself',
  params: personId,
  answer: personSummary.extend({
    is_email_verified: z.boolean(),
    is_phone_verified: z.boolean(),
    has_two_step: z.boolean(),
    opened_by: z.enum(['email', 'phone', 'invitation']),
    status_reason: z.string().nullable(),
    /** The last block, while it lasts. */
    blocked: z.object({ at: time, by: z.string().nullable() }).nullable(),
    /** Why the caller cannot block them; null if they can. */
    block_flaw: z.enum(BLOCK_FLAWS).nullable(),
    /** Open sessions, most recently used first. */
    sessions: z.array(z.object({ id: z.uuid(), device: z.string().nullable(), created_at: time, last_used_at: time })),
    /** What they chose to be told otherwise than by default. */
    choices: z.array(z.object({ event: z.string(), channel: z.enum(CHANNELS), is_on: z.boolean() })),
    /** Browsers that they allowed messages in. */
    push_devices: z.int(),
    bookings_count: z.int(),
    ahead: z.array(upcomingBooking),
    /** Messages of theirs that others reported, and those that they reported; the last first. */
    reports: z.array(
      z.object({
        id: z.uuid(),
        at: time,
        is_own: z.boolean(),
        text: z.string(),
        reason: z.string(),
        decision: z.enum(['leave', 'remove']).nullable(),
      }),
    ),
  }),
})

export const listPersonMessages = endpoint({
  id: 'listPersonMessages',
  method: 'GET',
  path: '/admin/people/{id}/messages/',
  summary: 'What was sent to a person, by email, text and browser, the last first. The look is kept in the audit log',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'itself',
  params: personId,
  query: z.object(keyPageQuery),
  answer: keyPageOf(
    z.object({
      id: z.uuid(),
      channel: z.enum(CHANNELS),
      /** The address or number; empty for a browser. */
      to: z.string(),
      kind: z.string(),
      subject: z.string(),
      /** Null where it holds a link that opens the account. */
      text: z.string().nullable(),
      created_at: time,
      sent_at: time.nullable(),
      failed_at: time.nullable(),
    }),
  ),
})
