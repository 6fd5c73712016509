import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { CHANNELS } from '../rules.ts'

/** Messages that were given up: the office sees whom they did not reach and why, and can send them again. */

export const undelivered = z.object({
  id: z.uuid(),
  channel: z.enum(CHANNELS),
  /** An address or a number; empty for a browser. */
  to: z.string(),
  kind: z.string(),
  subject: z.string(),
  created_at: z.iso.datetime(),
  failed_at: z.iso.datetime(),
  attempts: z.int(),
  /** What the provider answered, in codes. */
  reason: z.string(),
})

export const listUndelivered = endpoint({
  id: 'listUndelivered',
  method: 'GET',
  path: '/admin/undelivered/',
  summary: 'Messages that were given up, the last first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'undelivered',
  query: z.object(keyPageQuery),
  answer: keyPageOf(undelivered),
})

export const sendUndelivered = endpoint({
  id: 'sendUndelivered',
  method: 'POST',
  path: '/admin/undelivered/{id}/send-again/',
  summary: 'Try a message that was given up from the beginning',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  answer: z.object({ detail: z.string() }),
  refusals: [commonRefusals.conflict],
})
