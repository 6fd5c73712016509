import { z } from 'zod'
import { noMobile } from '#modules/identity/opened-accounts/contract.ts'
import { sixDigits } from '#modules/identity/passwords/contract.ts'
import { codeExpired, noSms } from '#modules/identity/verification/contract.ts'
import { commonRefusals, endpoint, file, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { notCovered, notTheLead, vanKeptOut } from '../contract.ts'
import { driverBooking } from '../lists/contract.ts'
import {
  CHANGE_KINDS,
  CHANGE_STATES,
  WORDED_KINDS,
  MOST_CHANGE_PENCE,
  MOST_EXTRA_MINUTES,
  MOST_FLIGHTS,
} from './rules.ts'

/**
 * A change that both sides agree to, with its own text, photos and price line. Without consent nothing changes and the
 * ceiling holds (decisions §4, §5). Only the booking's customer and its company find it; for others there is no such
 * booking.
 */

export const side = z.enum(['mover', 'customer'])

export const change = z.object({
  id: z.uuid(),
  /** Version that the answering side has read; pricing or a new proposal makes another. */
  version: z.int(),
  kind: z.enum(CHANGE_KINDS),
  state: z.enum(CHANGE_STATES),
  proposed_by: side,
  /** Side that has to answer; null once the change is over. */
  awaits: side.nullable(),
  words: z.string(),
  photos: z.array(z.object({ id: z.uuid(), width: z.int(), height: z.int() })),
  /** Price line; null until the change is priced, and always null for a hired driver. */
  line: z.object({ label: z.string(), amount_pence: z.int() }).nullable(),
  /** What the rates agreed at booking make of it; null where they say nothing of it, and for a hired driver. */
  by_rates_pence: z.int().nullable(),
  extra_minutes: z.int().nullable(),
  new_start_at: z.iso.datetime().nullable(),
  /** The price and the most with it, were it agreed now; null once it is over, unpriced, or for a hired driver. */
  new_total_pence: z.int().nullable(),
  new_ceiling_pence: z.int().nullable(),
  /** For a whole move: why the price differs, and its time with it; null for a change in words. */
  move: z
    .object({
      differences: z.array(z.object({ label: z.string(), amount_pence: z.int() })),
      from: z.object({ start_at: z.iso.datetime(), end_at: z.iso.datetime() }),
      to: z.object({ start_at: z.iso.datetime(), end_at: z.iso.datetime() }),
    })
    .nullable(),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
})
nameShape('Change', change)

export const changeOpen = refusal(
  'change_open',
  409,
  'Another change waits for an answer. Answer it first, or wait until it is taken back.',
)
export const changeSuperseded = refusal(
  'change_gone',
  409,
  'This proposal has since been answered, withdrawn or changed. Reload the page to see it.',
)
export const timeNotFree = refusal('time_not_free', 409, 'The company isn’t free at that time. Propose another.')
export const notPriced = refusal('not_priced', 409, 'The owner of the company has to price this first.')

const params = z.object({ id: z.uuid() })
const both = ['customer', 'driver', 'hired'] as const

const proposalFields = {
  kind: z.enum(WORDED_KINDS, 'Enter what is changing.'),
  /** Flights of stairs beyond those booked, for a change of floor. */
  flights: z.int().min(1).max(MOST_FLIGHTS).optional(),
  extra_minutes: z.int().min(0).max(MOST_EXTRA_MINUTES).multipleOf(15, 'Choose quarter hours.').optional(),
  /** New start, for a change made before the day. */
  new_start_at: z.iso.datetime({ error: 'Choose a day and a time.' }).max(40).optional(),
}

export const line = z.strictObject({
  label: z.string().trim().min(1, 'Enter what it’s for.').max(120, 'Keep this under 120 characters.'),
  amount_pence: z
    .int('Enter an amount in pence.')
    .min(0, 'A change can’t lower the price. Enter £0 or more.')
    .max(MOST_CHANGE_PENCE, 'That’s more than one change may cost. Enter a lower amount.'),
})

export const listChanges = endpoint({
  id: 'listChanges',
  method: 'GET',
  path: '/booking/{id}/changes/',
  summary: 'List the changes proposed to a booking, latest first',
  access: both,
  params,
  answer: z.array(change).max(100),
})

export const proposeChange = endpoint({
  id: 'proposeChange',
  method: 'POST',
  path: '/booking/{id}/propose-change/',
  summary: 'Propose a change; a new proposal replaces your own open one',
  access: both,
  params,
  body: z.strictObject({
    ...proposalFields,
    words: z.string().trim().max(1000, 'Keep this under 1000 characters.').default(''),
    photos_id: z.string().max(100).nullish(),
    /** Only the owner prices; left out, the agreed rates do, where they can. */
    line: line.optional(),
    /** The code that the customer's own phone showed for this line, and when it was typed if not now: then it is agreed. Any other leaves it open. */
    signed: z.strictObject({ code: z.string().max(40), at: z.iso.datetime().max(40).optional() }).optional(),
  }),
  status: 201,
  answer: change,
  refusals: [changeOpen, notTheLead, commonRefusals.conflict],
  idempotent: true,
  limit: { name: 'propose-change', per: 'user', count: 30, seconds: 3600 },
})

export const figureChange = endpoint({
  id: 'figureChange',
  method: 'POST',
  path: '/booking/{id}/change-figure/',
  summary: 'What the rates agreed at booking make of a change; null where they say nothing of it',
  access: ['customer', 'driver'],
  params,
  body: z.strictObject(proposalFields),
  answer: z.object({
    figure: z.object({ label: z.string(), amount_pence: z.int(), extra_minutes: z.int() }).nullable(),
    /**
     * For the company: the unit’s next job of that day, with the minutes to spare after the drive there; negative if it
     * would be late.
     */
    next_job: z.object({ start_at: z.iso.datetime(), spare_minutes: z.int() }).nullable(),
  }),
  refusals: [],
})

const answered = z.strictObject({ change_id: z.uuid(), version: z.int().min(1).max(1_000_000) })

export const priceChange = endpoint({
  id: 'priceChange',
  method: 'POST',
  path: '/booking/{id}/price-change/',
  summary: 'The owner prices a change that waits for the company; the customer is asked then',
  access: ['driver'],
  params,
  body: answered.extend({ line }),
  answer: change,
  refusals: [changeSuperseded, notTheLead, commonRefusals.conflict],
})

export const agreeChange = endpoint({
  id: 'agreeChange',
  method: 'POST',
  path: '/booking/{id}/agree-change/',
  summary: 'Agree to a change: price and ceiling rise by its line, and by nothing else',
  access: both,
  params,
  body: answered,
  answer: change,
  refusals: [changeSuperseded, timeNotFree, notPriced, notTheLead, notCovered, vanKeptOut, commonRefusals.conflict],
})

export const refuseChange = endpoint({
  id: 'refuseChange',
  method: 'POST',
  path: '/booking/{id}/refuse-change/',
  summary: 'Refuse a proposed change',
  access: both,
  params,
  body: answered,
  answer: change,
  refusals: [changeSuperseded, notTheLead, commonRefusals.conflict],
})

export const withdrawChange = endpoint({
  id: 'withdrawChange',
  method: 'POST',
  path: '/booking/{id}/withdraw-change/',
  summary: 'Withdraw your own proposal',
  access: both,
  params,
  body: answered,
  answer: change,
  refusals: [changeSuperseded, notTheLead, commonRefusals.conflict],
})

/** The driver of a new booking offers its customer another time at the same price. The customer answers it like any change. */
export const offerTime = endpoint({
  id: 'offerTime',
  method: 'POST',
  path: '/booking/{id}/offer-time/',
  summary:
    'Offer the customer of a new booking another time; a yes moves and confirms it at once, and until then the time to answer stays as it is',
  access: ['driver', 'hired'],
  params,
  body: z.strictObject({ new_start_at: z.iso.datetime({ error: 'Choose a day and a time.' }).max(40) }),
  answer: driverBooking,
  refusals: [changeOpen, notTheLead, commonRefusals.conflict],
  limit: { name: 'offer-time', per: 'user', count: 30, seconds: 3600 },
})

export const getChangePhoto = endpoint({
  id: 'getChangePhoto',
  method: 'GET',
  path: '/booking/{id}/changes/{change_id}/photos/{file_id}/',
  summary: 'A photo of a proposed change, to both sides',
  access: both,
  params: z.object({ id: z.uuid(), change_id: z.uuid(), file_id: z.uuid() }),
  answer: file('image/webp'),
})

/**
 * Consent without signing in: a link that opens one change, and a code texted to the customer’s phone. The link alone shows outward codes and
 * the sum; words, photos and the answer need the code (decisions §11).
 */

const consentParams = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

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
  summary: 'Get a proposed change by its link: outward codes and the amount only',
  access: 'public',
  isSecret: true,
  params: consentParams,
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
  params: consentParams,
  body: z.strictObject({}).nullish(),
  answer: z.object({ detail: z.string(), phone_ending: z.string(), expires_at: z.iso.datetime() }),
  refusals: [changeSuperseded, noSms, noMobile],
  limit: { name: 'change-code', per: 'address', count: 60, seconds: 3600, isDurable: true },
})

export const openChange = endpoint({
  id: 'openChange',
  method: 'POST',
  path: '/change/{token}/open/',
  summary: 'Open a change with the code that was texted: words, photos, and a pass to answer it',
  access: 'public',
  isSecret: true,
  params: consentParams,
  body: z.strictObject({ code: sixDigits }),
  answer: z.object({
    /** Answers this change and shows its photos, for a quarter of an hour. */
    pass: z.string(),
    change: opened,
  }),
  refusals: [changeSuperseded, codeExpired],
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
  params: consentParams,
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
  params: consentParams.extend({ file_id: z.uuid() }),
  query: z.object({ pass }),
  answer: file('image/webp'),
  refusals: [codeExpired],
  limit: { name: 'change-photo', per: 'address', count: 120, seconds: 60 },
})
