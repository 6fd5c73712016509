import { z } from 'zod'
import { moveRefusals, priceLine, quotePayload } from '#modules/quoting/contract.ts'
import { moveAgain } from '#modules/quoting/saved-moves/contract.ts'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { bookedPoint } from '#modules/quoting/move/contract.ts'
import { notCovered, notTheLead, vanKeptOut } from '../../contract.ts'
import { bookingOver } from '../editing/contract.ts'
import { change, changeOpen, changeSuperseded, timeNotFree } from '../contract.ts'
import { ASK_REASONS } from './rules.ts'

/**
 * A booked move is changed as it was made (ADR 0072): the whole move is sent, priced at the terms in force when it was booked, and
 * done at once or asked of the other side. Only the booking's two sides, and the office for its customer, find it.
 */

export const notConfirmedYet = refusal(
  'not_confirmed_yet',
  409,
  'No driver has confirmed this booking yet. Compare fresh prices instead; the booking stays until you choose one.',
)
export const needsDescription = refusal(
  'changed_in_words',
  409,
  'This booking has no hourly price that we could work it out from. Describe the change, and the company answers with a price.',
)
export const anotherVan = refusal(
  'another_van',
  409,
  'Another van is another booking. Compare fresh prices; this booking stays until you choose one.',
)
export const crewNotOffered = refusal(
  'crew_not_offered',
  422,
  'This company doesn’t come with that many people in this van. Choose another crew.',
)
export const nothingChanged = refusal(
  'nothing_changed',
  422,
  'This is the move as it is booked. Change something first.',
)
export const belowFee = refusal(
  'below_fee',
  409,
  'This would cost less than cancelling now does, so it can’t be changed to that. Keep more of the move, or cancel it.',
)
export const moveChanged = refusal(
  'move_changed',
  409,
  'The booking has changed since you opened it. Reload the page to see it as it is now; nothing has been done.',
)
export const priceChanged = refusal(
  'price_changed',
  409,
  'The price of this change has changed. Reload the page to see it; nothing has been done.',
)

const params = z.object({ id: z.uuid() })

const sums = { total_pence: z.int(), ceiling_pence: z.int() }
const reason = z.enum(ASK_REASONS)

/** A move that is proposed, beside the one that is booked. */
const priced = z.object({
  from: z.object({ ...sums, start_at: z.iso.datetime(), end_at: z.iso.datetime() }),
  to: z.object({ ...sums, start_at: z.iso.datetime(), end_at: z.iso.datetime() }),
  /** Why the price differs; the lines add up to the difference. */
  differences: z.array(z.object({ label: z.string(), amount_pence: z.int() })),
  /** What changes, in a few words. */
  summary: z.string(),
  /** Why the company has to answer; empty if it is done at once. */
  reasons: z.array(reason),
  lines: z.array(priceLine),
})

export const getBookedMove = endpoint({
  id: 'getBookedMove',
  method: 'GET',
  path: '/booking/{id}/move/',
  summary: 'The booked move as it is now, to be changed in the steps that made it',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: ['owner', 'support'],
  reads: 'booking',
  params,
  answer: z.object({
    /** Counts up with each change of the move, its price or its state; a change names the one that was read. */
    version: z.int(),
    move: moveAgain,
    route_points: z.array(bookedPoint),
    customer_note: z.string(),
    booked: z.object({
      /** The page of the booking, for its customer. */
      hash: z.string().nullable(),
      company_name: z.string().nullable(),
      start_at: z.iso.datetime(),
      end_at: z.iso.datetime(),
      /** Null for a hired driver. */
      total_pence: z.int().nullable(),
      ceiling_pence: z.int().nullable(),
    }),
    /** `move`: it can be changed as it was made; `words`: only in words; `quotes`: by fresh prices; `closed`: not at all. */
    way: z.enum(['move', 'words', 'quotes', 'closed']),
  }),
})

const body = quotePayload
  .pick({
    route_points: true,
    items: true,
    man_power: true,
    assembling_help: true,
    disassembling_help: true,
    van_category: true,
    need_tail_lift: true,
    extra_time: true,
    declared_waiting: true,
  })
  .extend({ version: z.int().min(1) })

const refusals = [
  ...moveRefusals,
  notConfirmedYet,
  needsDescription,
  anotherVan,
  crewNotOffered,
  nothingChanged,
  belowFee,
  moveChanged,
  bookingOver,
  vanKeptOut,
  notTheLead,
]

export const priceMove = endpoint({
  id: 'priceMove',
  method: 'POST',
  path: '/booking/{id}/price-move/',
  summary:
    'What a changed move would cost at the terms booked, and whether it would be done at once; nothing is changed',
  access: ['customer', 'driver', 'admin'],
  staff: ['owner', 'support'],
  params,
  body,
  answer: priced,
  refusals,
  limit: { name: 'price-move', per: 'user', count: 300, seconds: 3600 },
})

export const changeMove = endpoint({
  id: 'changeMove',
  method: 'POST',
  path: '/booking/{id}/change-move/',
  summary: 'Change the booked move: at once where the rules allow it, else the other side is asked',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: ['owner', 'support'],
  params,
  body: body.extend({
    /** The new price as it was shown; a driver who sees no prices leaves it out. */
    total_pence: z.int().nullish(),
    /** For the company, before it is sent. */
    words: z.string().trim().max(1000, 'Keep this under 1000 characters.').default(''),
    /** The office: the customer was asked and said yes. */
    agreed_by_customer: z.boolean().default(false),
  }),
  status: 201,
  answer: change,
  refusals: [...refusals, priceChanged, changeOpen, timeNotFree, notCovered, commonRefusals.conflict],
  idempotent: true,
  limit: { name: 'change-move', per: 'user', count: 60, seconds: 3600 },
})

/** The company cannot do a changed move at its time and offers another; the customer answers that like any change. */
export const offerMoveTime = endpoint({
  id: 'offerMoveTime',
  method: 'POST',
  path: '/booking/{id}/offer-move-time/',
  summary: 'Answer a changed move with another start, priced at the terms booked; the customer is asked then',
  access: ['driver', 'hired'],
  params,
  body: z.strictObject({
    change_id: z.uuid(),
    version: z.int().min(1).max(1_000_000),
    new_start_at: z.iso.datetime({ error: 'Choose a day and a time.' }).max(40),
  }),
  answer: change,
  refusals: [...refusals, changeSuperseded, timeNotFree, commonRefusals.conflict],
  limit: { name: 'offer-move-time', per: 'user', count: 30, seconds: 3600 },
})
