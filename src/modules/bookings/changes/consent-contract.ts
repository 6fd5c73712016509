import { z } from 'zod'
import { codeExpired, noSms } from '#modules/identity/verification/contract.ts'
import { noMobile } from '#modules/identity/opened-accounts/contract.ts'
import { sixDigits } from '#modules/identity/passwords/contract.ts'
import { commonRefusals, endpoint, file } from '#shared/endpoint.ts'
import { agreeChange, change, changeGone } from './contract.ts'

/**
 * Consent without signing in: a link that opens one change, and a code texted to the customer’s phone. The link alone shows outward codes and
 * the sum; words, photos and the answer need the code (decisions §11).
 */

const params = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

const linked = z.object({
  id: z.uuid(),
  version: z.int(),
  kind: change.shape.kind,
  state: change.shape.state,
  /** The driver of a new booking offers another time: a yes moves and confirms the booking. */
  is_offer: z.boolean(),
  /** It waits for the customer, who holds this link. */
  is_asked: z.boolean(),
  from: z.string(),
  to: z.string(),
  start_at: z.iso.datetime(),
  mover_name: z.string(),
  line: change.shape.line,
  total_pence: z.int(),
  new_total_pence: z.int().nullable(),
  new_ceiling_pence: z.int().nullable(),
  new_start_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime(),
})

const opened = linked.extend({ words: z.string(), photos: change.shape.photos })

export const getLinkedChange = endpoint({
  id: 'getLinkedChange',
  method: 'GET',
  path: '/change/{token}/',
  summary: 'A proposed change, to whoever holds its link: outward codes and the sum',
  access: 'public',
  isSecret: true,
  params,
  answer: linked,
  limit: { name: 'change-link', per: 'address', count: 60, seconds: 60 },
})

export const getChangeCode = endpoint({
  id: 'getChangeCode',
  method: 'POST',
  path: '/change/{token}/get-code/',
  summary: 'Text a code to the customer whom a change waits for',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({}).nullish(),
  answer: z.object({ detail: z.string(), phone_ending: z.string(), expires_at: z.iso.datetime() }),
  refusals: [changeGone, noSms, noMobile],
  limit: { name: 'change-code', per: 'address', count: 60, seconds: 3600, isDurable: true },
})

export const openChange = endpoint({
  id: 'openChange',
  method: 'POST',
  path: '/change/{token}/open/',
  summary: 'Open a change with the code that was texted: words, photos, and a pass to answer it',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({ code: sixDigits }),
  answer: z.object({
    /** Answers this change and shows its photos, for a quarter of an hour. */
    pass: z.string(),
    change: opened,
  }),
  refusals: [changeGone, codeExpired],
  limit: { name: 'open-change', per: 'address', count: 30, seconds: 3600, isDurable: true },
})

const pass = z.string().min(1).max(200)

export const answerLinkedChange = endpoint({
  id: 'answerLinkedChange',
  method: 'POST',
  path: '/change/{token}/answer/',
  summary: 'Agree to a change, or refuse it, with the pass that the code gave',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({ pass, version: z.int().min(1).max(1_000_000), agree: z.boolean() }),
  answer: linked,
  refusals: [...agreeChange.refusals, codeExpired, commonRefusals.conflict],
  limit: { name: 'answer-change', per: 'address', count: 60, seconds: 3600, isDurable: true },
})

export const getLinkedPhoto = endpoint({
  id: 'getLinkedPhoto',
  method: 'GET',
  path: '/change/{token}/photos/{file_id}/',
  summary: 'A photo of a proposed change, with the pass that the code gave',
  access: 'public',
  isSecret: true,
  params: params.extend({ file_id: z.uuid() }),
  query: z.object({ pass }),
  answer: file('image/webp'),
  refusals: [codeExpired],
  limit: { name: 'change-photo', per: 'address', count: 120, seconds: 60 },
})
