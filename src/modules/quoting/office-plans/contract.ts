import { z } from 'zod'
import { endpoint, commonRefusals } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { nameShape } from '#shared/schemas.ts'
import { moveAgain, moveToKeep } from '../saved-moves/contract.ts'
import { PLAN_OUTCOMES } from './rules.ts'

/** "Our office plans this with you": a move that no plan can do (ADR 0071). */

const name = z
  .string({ error: 'Enter your name.' })
  .trim()
  .min(1, 'Enter your name.')
  .max(100, 'Keep this under 100 characters.')

const phone = z
  .string({ error: phoneHint })
  .max(40, phoneHint)
  .transform((given, context) => {
    const parsed = parsePhone(given)
    if (parsed !== null) return parsed
    context.addIssue({ code: 'custom', message: phoneHint })
    return z.NEVER
  })

export const askOffice = endpoint({
  id: 'askOffice',
  method: 'POST',
  path: '/booking/office-plans/',
  summary: 'Ask the office to ring and plan a move that no company’s vans can do in two days; nothing is booked',
  access: 'public',
  body: z.strictObject({
    name,
    phone,
    /** Beginning of one of the next times to ring: two hours from nine to seven, not on Sundays. */
    ring_from: z.iso.datetime({ error: 'Choose when we ring.' }).max(40),
    move: moveToKeep,
  }),
  status: 201,
  answer: z.object({ ring_from: z.iso.datetime(), ring_until: z.iso.datetime(), phone: z.string() }),
  limit: { name: 'ask-office', per: 'address', count: 10, seconds: 3600, isDurable: true },
  idempotent: true,
})

export const officePlan = z.object({
  id: z.uuid(),
  name: z.string(),
  phone: z.string(),
  ring_from: z.iso.datetime(),
  ring_until: z.iso.datetime(),
  created_at: z.iso.datetime(),
  move: moveAgain,
  pieces: z.int(),
  volume_m3: z.number(),
  weight_kg: z.int(),
})
nameShape('OfficePlan', officePlan)

export const listOfficePlans = endpoint({
  id: 'listOfficePlans',
  method: 'GET',
  path: '/admin/office-plans/',
  summary: 'Who wants to be rung about a move that no plan can do, the first to ring first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'office_plans',
  query: z.object(keyPageQuery),
  answer: keyPageOf(officePlan),
})

export const closeOfficePlan = endpoint({
  id: 'closeOfficePlan',
  method: 'POST',
  path: '/admin/office-plans/{id}/close/',
  summary: 'Close a call about a move with its outcome, which takes it off the board',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ outcome: z.enum(PLAN_OUTCOMES, { error: 'Choose how the call ended.' }) }),
  answer: z.object({ detail: z.string() }),
  refusals: [commonRefusals.conflict],
})
