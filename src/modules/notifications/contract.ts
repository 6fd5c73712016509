import { z } from 'zod'
import { commonRefusals, endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { MAX_ENDPOINT } from './push/rules.ts'
import { CHANNELS } from './rules.ts'

/** Shapes of the choices by event and channel, for each role that has some. */

export const eventSettings = <const Events extends readonly [string, ...string[]]>(events: Events) =>
  z.array(
    z.object({
      event: z.enum(events),
      label: z.string(),
      email: z.boolean(),
      sms: z.boolean(),
      push: z.boolean(),
      /** Channels that cannot be switched off for this event. */
      always: z.array(z.enum(CHANNELS)),
    }),
  )

export const eventChanges = <const Events extends readonly [string, ...string[]]>(events: Events) =>
  z
    .array(
      z.strictObject({
        event: z.enum(events),
        email: z.boolean().optional(),
        sms: z.boolean().optional(),
        push: z.boolean().optional(),
      }),
    )
    .max(events.length)

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

/** Messages to the user's browser, as long as its session lasts. */

const state = z.object({
  /** Key for `applicationServerKey`. */
  public_key: z.string(),
  /** Whether this session's browser gets messages. */
  is_on: z.boolean(),
})

const access = ['customer', 'driver', 'hired'] as const

/** Form of a key: a fixed number of characters of base64url. */
const key = (form: RegExp) => z.string().regex(form, 'This isn’t the key of a browser.')

export const getPushDevice = endpoint({
  id: 'getPushDevice',
  method: 'GET',
  path: '/users/push-devices/',
  summary: 'Whether this browser gets messages, and the key that it needs for them',
  access,
  answer: state,
})

export const addPushDevice = endpoint({
  id: 'addPushDevice',
  method: 'POST',
  path: '/users/push-devices/',
  summary: 'Send messages to this browser, until its session ends',
  access,
  /** Subscription from the browser: `PushSubscription.toJSON()`. */
  body: z.strictObject({
    endpoint: z.string().min(1).max(MAX_ENDPOINT),
    keys: z.strictObject({ p256dh: key(/^B[A-Za-z0-9_-]{86}=?$/), auth: key(/^[A-Za-z0-9_-]{22}={0,2}$/) }),
  }),
  status: 201,
  answer: state,
  keyless: 'the same browser named again is the same one.',
  limit: { name: 'push-devices', per: 'user', count: 30, seconds: 3600 },
})

export const removePushDevice = endpoint({
  id: 'removePushDevice',
  method: 'DELETE',
  path: '/users/push-devices/',
  summary: 'Send no more messages to this browser',
  access,
  answer: state,
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
