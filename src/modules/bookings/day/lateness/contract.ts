import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'

/** Agreeing to a start before the agreed one without signing in: by a link in a message to the booker (ADR 0064). Reading it does nothing. */

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

const earlyStart = z.object({
  /** `over`: it has expired, the hours are settled, or another start counts. */
  state: z.enum(['open', 'agreed', 'over']),
  from: z.string(),
  to: z.string(),
  mover_name: z.string(),
  /** The agreed start: until then it is free. */
  start_at: z.iso.datetime(),
  started_at: z.iso.datetime(),
  /** The most that agreeing can add to the price. */
  most_pence: z.int(),
  expires_at: z.iso.datetime(),
})

export const earlyStartOver = refusal(
  'early_start_over',
  409,
  'This link has expired, or the start or the price has changed. Nothing was agreed. Log in to see your move.',
)

const limit = { name: 'early-start-link', per: 'address', count: 60, seconds: 60 } as const

export const getEarlyStart = endpoint({
  id: 'getEarlyStart',
  method: 'GET',
  path: '/early-start/{token}/',
  summary: 'Get an early start by the link for agreeing to it',
  access: 'public',
  isSecret: true,
  params,
  answer: earlyStart,
  limit,
})

export const agreeToEarlyStart = endpoint({
  id: 'agreeToEarlyStart',
  method: 'POST',
  path: '/early-start/{token}/agree/',
  summary:
    'Agree that the hours count from that start, for at most the amount that the link names; said again, it is said already',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({}).nullish(),
  answer: earlyStart,
  refusals: [earlyStartOver],
  limit,
})
