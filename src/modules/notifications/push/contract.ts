import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { MAX_ENDPOINT } from './rules.ts'

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
