import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'

/** A link for an agent or a solicitor, who has no account: one tap says that the keys are released. */

export const keysLink = z.object({
  /** What is sent to the agent. */
  url: z.string(),
  expires_at: z.iso.datetime(),
  released_at: z.iso.datetime().nullable(),
})

export const makeKeysLink = endpoint({
  id: 'makeKeysLink',
  method: 'POST',
  path: '/booking/{id}/keys-link/',
  summary: 'The link by which an agent or solicitor says that the keys are released; the same one each time',
  access: ['customer', 'driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({}).optional(),
  answer: keysLink,
  refusals: [commonRefusals.conflict],
})

export const linkOver = refusal('link_over', 409, 'This link worked on the day of the move. It does nothing any more.')

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

/** All that a stranger with the link learns. */
const keys = z.object({
  /** Where the keys are for. */
  outcode: z.string(),
  start_at: z.iso.datetime(),
  mover_name: z.string(),
  released_at: z.iso.datetime().nullable(),
})

export const getKeys = endpoint({
  id: 'getKeys',
  method: 'GET',
  path: '/keys/{token}/',
  summary: 'What the link for the keys is about, to whoever holds it',
  access: 'public',
  isSecret: true,
  params,
  answer: keys,
  refusals: [linkOver],
  limit: { name: 'keys-link', per: 'address', count: 60, seconds: 60 },
})

export const releaseKeys = endpoint({
  id: 'releaseKeys',
  method: 'POST',
  path: '/keys/{token}/',
  summary: 'The keys are released: both sides are told at once; said again, it says when',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({}).nullish(),
  answer: keys,
  refusals: [linkOver],
  limit: { name: 'keys-link', per: 'address', count: 60, seconds: 60 },
})
