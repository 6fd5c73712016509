import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { DECISIONS, SIDES } from '../rules.ts'

/** "Report this message": one side shows the office what the other wrote. The office reads a thread only then. */

export const reportMessage = endpoint({
  id: 'reportMessage',
  method: 'POST',
  path: '/booking/{id}/messages/{message_id}/report/',
  summary: 'Show a message of the other side to the office',
  access: ['customer', 'driver', 'hired'],
  params: z.object({ id: z.uuid(), message_id: z.uuid() }),
  body: z.strictObject({ reason: z.string().trim().min(1, 'Say what is wrong with it.').max(1000) }),
  answer: z.object({ detail: z.string() }),
  limit: { name: 'message-reports', per: 'user', count: 20, seconds: 86_400 },
})

const said = z.object({
  id: z.uuid(),
  side: z.enum(SIDES),
  author: z.string(),
  text: z.string(),
  has_photos: z.boolean(),
  is_reported: z.boolean(),
  at: z.iso.datetime(),
})

export const report = z.object({
  id: z.uuid(),
  booking_id: z.uuid(),
  company: z.string(),
  reporter: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
  /** The message with what was written around it. */
  messages: z.array(said),
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
  summary: 'Leave the message or remove it; whoever reported it is told',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(DECISIONS, { error: 'Leave it or remove it.' }),
    /** What whoever reported it reads. */
    reason: z.string().trim().max(1000).default(''),
  }),
  answer: z.object({ detail: z.string() }),
  refusals: [commonRefusals.conflict],
})
