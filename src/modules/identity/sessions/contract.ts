import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'

const session = z.object({
  id: z.uuid(),
  /** "Firefox on Windows"; null if the client does not say. */
  device: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_current: z.boolean(),
})

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/users/sessions/',
  summary: 'Where this account is logged in, the present session first',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  query: z.object(pageQuery),
  answer: pageOf(session),
})

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/users/sessions/end-others/',
  summary: 'Log out everywhere else',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  body: z.strictObject({}).nullish(),
  answer: z.object({ ended: z.int() }),
})

export const endOneSession = endpoint({
  id: 'endOneSession',
  method: 'DELETE',
  path: '/users/sessions/{id}/',
  summary: 'Log out one session',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  params: z.object({ id: z.uuid() }),
  status: 204,
  answer: z.undefined(),
})
