import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { timeNotFree } from '../changes/contract.ts'
import { alreadyTaken, reportDenied, unitNotEligible } from '../answers/contract.ts'
import { notCovered, notTheLead, slotTaken, vanKeptOut } from '../contract.ts'
import { driverBooking } from '../lists/contract.ts'
import { LINK_REASONS } from '../rules.ts'

/**
 * A question that one person answers without signing in, by the one-time link in a message to them: whether they cancelled, as the driver
 * reported; whether they take another time, which the driver of a new booking offers; whether the hours count from a start before the
 * agreed one (ADR 0064); whether a driver takes a new booking. Reading it does nothing.
 */

const about = {
  /** `over`: it has expired, or the question was replaced, withdrawn or answered in another way. */
  state: z.enum(['open', 'agreed', 'refused', 'over']),
  reference: z.string(),
  from: z.string(),
  to: z.string(),
  /** The company that asks; null once the booking has left it. */
  company_name: z.string().nullable(),
  /** The agreed start. */
  start_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
}

export const askedByLink = z.discriminatedUnion('purpose', [
  z.object({
    purpose: z.literal('cancellation'),
    ...about,
    /** Whether the move goes ahead as things are now, other drivers are asked, or it is off. */
    outlook: z.enum(['goes_ahead', 'others_asked', 'off']),
    /** What it costs the customer to say that they did. */
    fee_pence: z.int(),
  }),
  z.object({
    purpose: z.literal('offered_time'),
    ...about,
    new_start_at: z.iso.datetime(),
    /** The price, which stays. */
    total_pence: z.int(),
  }),
  z.object({
    purpose: z.literal('early_start'),
    ...about,
    started_at: z.iso.datetime(),
    /** The most that agreeing can add to the price. */
    most_pence: z.int(),
  }),
  z.object({
    purpose: z.literal('new_booking'),
    ...about,
    /** First name of the driver it was sent to. */
    for_name: z.string(),
    booking_id: z.uuid(),
    /** What they answer about, as their list shows it; null once it is over. */
    job: driverBooking
      .pick({
        total_pence: true,
        you_keep_pence: true,
        payment_method: true,
        cash_to_take_pence: true,
        is_by_transfer: true,
        end_at: true,
        van_category: true,
        need_tail_lift: true,
        man_power: true,
        distance: true,
        estimated: true,
        trips: true,
        total_time: true,
        breaks_time: true,
        declared_waiting: true,
        load: true,
        van: true,
      })
      .extend({
        working_unit_id: z.uuid(),
        stops: z.array(z.object({ place: z.string(), outcode: z.string(), stairs: z.int() })),
      })
      .nullable(),
  }),
])

export const linkOver = refusal(
  'answer_link_over',
  409,
  'This link has expired, or the question was answered in another way. Nothing has changed. Log in to see your booking.',
)
export const linkAnswered = refusal(
  'answer_link_answered',
  409,
  'You gave the other answer with this link before, and it works once. If that was a mistake, call us.',
)

const byLink = {
  path: '/answer/{token}/',
  access: 'public',
  isSecret: true,
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) }),
  answer: askedByLink,
  limit: { name: 'answer-link', per: 'address', count: 60, seconds: 60 },
} as const

export const getAnswerLink = endpoint({
  ...byLink,
  id: 'getAnswerLink',
  method: 'GET',
  summary: 'What one person is asked, for the holder of the link that answers it',
})

export const answerByLink = endpoint({
  ...byLink,
  id: 'answerByLink',
  method: 'POST',
  summary: 'Answer by the link, for what it names. The same answer again changes nothing',
  body: z.strictObject({
    answer: z.enum(['yes', 'no'], 'Choose yes or no.'),
    /** Why a driver does not take a new booking. */
    reason: z.enum(LINK_REASONS, 'Choose a reason.').optional(),
  }),
  refusals: [
    linkOver,
    linkAnswered,
    timeNotFree,
    notCovered,
    vanKeptOut,
    slotTaken,
    alreadyTaken,
    unitNotEligible,
    notTheLead,
    reportDenied,
    commonRefusals.conflict,
  ],
})
