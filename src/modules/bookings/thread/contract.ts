import { z } from 'zod'
import { endpoint, file, refusal, commonRefusals } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { bookingStatus } from '../contract.ts'
import { MOST_CHARACTERS, NOTES, SIDES, WHY_CLOSED, DECISIONS } from './rules.ts'

/**
 * Messages between a booking's customer and the company that has it: its owner and the unit's driver. For others, and
 * for a company that has lost the job, there is no such thread.
 */

const side = z.enum(SIDES)

export const message = z.object({
  id: z.uuid(),
  side,
  /** A first name; "Customer" to the company until the booking is confirmed. */
  author: z.string(),
  is_own: z.boolean(),
  /** Text, without numbers and addresses until the booking is confirmed, except for its author; empty if removed. */
  text: z.string(),
  /** The other side does not read all of it yet. */
  is_hidden_in_part: z.boolean(),
  /** The office removed it after a report. */
  is_removed: z.boolean(),
  is_reported: z.boolean(),
  photos: z.array(z.object({ id: z.uuid(), url: z.string(), width: z.int(), height: z.int() })),
  at: z.iso.datetime(),
  /** When the other side read it. */
  read_at: z.iso.datetime().nullable(),
})
nameShape('Message', message)

const head = z.object({
  id: z.uuid(),
  status: bookingStatus,
  start_at: z.iso.datetime(),
  from: z.string(),
  to: z.string(),
  /** First name of the customer or name of the company; null before a company has it, or while it is unknown. */
  other: z.string().nullable(),
  /** The page of the booking, for its customer. */
  hash: z.string().nullable(),
})

const conversation = head.extend({
  last: z.object({ text: z.string(), is_own: z.boolean(), has_photos: z.boolean() }),
  last_at: z.iso.datetime(),
  unread: z.int(),
})

export const listConversations = endpoint({
  id: 'listConversations',
  method: 'GET',
  path: '/messages/',
  summary: 'The bookings about which somebody has written, the last first',
  access: ['customer', 'driver', 'hired'],
  query: z.object({
    ...keyPageQuery,
    show: z.enum(['all', 'unread']).default('all'),
  }),
  answer: keyPageOf(conversation),
})

const params = z.object({ id: z.uuid() })
const access = ['customer', 'driver', 'hired'] as const

export const thread = keyPageOf(message).extend({
  booking: head.extend({
    /** Known to both sides once it is confirmed. */
    other_phone: z.string().nullable(),
    /** Side of the caller. */
    side,
    why_closed: z.enum(WHY_CLOSED).nullable(),
    /** Numbers and addresses are still taken out. */
    hides_contacts: z.boolean(),
  }),
  /** What happened to the job, oldest first. */
  notes: z.array(z.object({ kind: z.enum(NOTES), by: z.string().nullable(), at: z.iso.datetime() })),
  unread: z.int(),
})

export const getThread = endpoint({
  id: 'getThread',
  method: 'GET',
  path: '/booking/{id}/messages/',
  summary: 'The messages about a booking, the last first',
  access,
  params,
  query: z.object(keyPageQuery),
  answer: thread,
})

export const threadClosed = refusal('thread_closed', 409, 'You can’t send messages about this booking at the moment.')
export const threadFull = refusal('thread_full', 409, 'There are too many messages about this booking. Please call.')

export const writeMessage = endpoint({
  id: 'writeMessage',
  method: 'POST',
  path: '/booking/{id}/messages/',
  summary: 'Write to the other side; photos by the id of their upload',
  access,
  params,
  body: z
    .strictObject({
      text: z.string().trim().max(MOST_CHARACTERS, `At most ${MOST_CHARACTERS} characters.`).default(''),
      photos_id: z.string().min(1).max(100).nullish(),
    })
    .refine(({ text, photos_id }) => text !== '' || photos_id, { path: ['text'], message: 'Write something.' }),
  status: 201,
  answer: message,
  refusals: [threadClosed, threadFull],
  idempotent: true,
  limit: { name: 'messages', per: 'user', count: 60, seconds: 600 },
})

export const readThread = endpoint({
  id: 'readThread',
  method: 'POST',
  path: '/booking/{id}/messages/read/',
  summary: 'Mark messages as read up to one',
  access,
  params,
  body: z.strictObject({ message_id: z.uuid() }),
  answer: z.object({ unread: z.int() }),
})

export const getMessagePhoto = endpoint({
  id: 'getMessagePhoto',
  method: 'GET',
  path: '/booking/{id}/messages/{message_id}/photos/{file_id}/',
  summary: 'A photo of a message',
  access,
  params: z.object({ id: z.uuid(), message_id: z.uuid(), file_id: z.uuid() }),
  answer: file('image/webp'),
})

/** "Report this message": one side shows the office what the other wrote. The office reads a thread only then. */

export const reportMessage = endpoint({
  id: 'reportMessage',
  method: 'POST',
  path: '/booking/{id}/messages/{message_id}/report/',
  summary: 'Show a message of the other side to the office',
  access: ['customer', 'driver', 'hired'],
  params: z.object({ id: z.uuid(), message_id: z.uuid() }),
  body: z.strictObject({ reason: z.string().trim().min(1, 'Enter what’s wrong with it.').max(1000) }),
  answer: z.object({ detail: z.string() }),
  limit: { name: 'message-reports', per: 'user', count: 20, seconds: 86_400 },
})

const reportedMessage = z.object({
  id: z.uuid(),
  side: z.enum(SIDES),
  author: z.string(),
  text: z.string(),
  has_photos: z.boolean(),
  is_reported: z.boolean(),
  at: z.iso.datetime(),
})

const report = z.object({
  id: z.uuid(),
  booking_id: z.uuid(),
  company: z.string(),
  reporter: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
  /** The message with what was written around it. */
  messages: z.array(reportedMessage),
  decision: z.enum(DECISIONS).nullable(),
  decision_reason: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  decided_by: z.string().nullable(),
})

export const listReports = endpoint({
  id: 'listReports',
  method: 'GET',
  path: '/admin/reported-messages/',
  summary: 'Messages that were reported: those that wait, the oldest first; or those decided, the last first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'messages',
  query: z.object({ ...keyPageQuery, show: z.enum(['waiting', 'decided']).default('waiting') }),
  answer: keyPageOf(report),
})

export const decideReport = endpoint({
  id: 'decideReport',
  method: 'POST',
  path: '/admin/reported-messages/{id}/decide/',
  summary: 'Leave or remove a reported message and notify the person who reported it',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(DECISIONS, { error: 'Leave it or remove it.' }),
    /** Reason shown to the person who reported it. */
    reason: z.string().trim().max(1000).default(''),
  }),
  answer: z.object({ detail: z.string() }),
  refusals: [commonRefusals.conflict],
})
