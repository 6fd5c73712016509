import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { booking, notCovered, notTheLead, slotTaken, vanKeptOut } from '../contract.ts'
import { driverBooking } from '../lists/contract.ts'
import { REJECT_REASONS } from '../rules.ts'

/**
 * Answers of a driver to a booking, and cancellations by a customer. The steps behind them are the table in
 * lifecycle/rules.ts. A repeat after a lost answer returns the same answer.
 */

const params = z.object({ id: z.uuid() })

export const alreadyTaken = refusal('already_taken', 409, 'already taken')
export const unitNotEligible = refusal(
  'not_fit',
  409,
  'This van can’t do that job. Check its documents, people, hours and other bookings.',
)
export const reconfirmationNotRequested = refusal('not_asked', 409, 'This job doesn’t need reconfirming.')
export const reportDenied = refusal(
  'report_denied',
  409,
  'The customer says they haven’t cancelled, so the job is still on. Come as agreed, or hand it back for another reason.',
)
export const feeChanged = refusal(
  'fee_changed',
  409,
  'The cancellation fee has changed. Check the new amount before you cancel.',
)

export const confirmBooking = endpoint({
  id: 'confirmBooking',
  method: 'POST',
  path: '/booking/{id}/confirm/',
  summary: 'The driver takes the job: one that was booked with them, or a hot one',
  access: ['driver', 'hired'],
  params,
  /** Which van does a hot job; not needed by who has only one. */
  body: z.strictObject({ working_unit_id: z.uuid().optional() }).optional(),
  answer: driverBooking,
  refusals: [alreadyTaken, unitNotEligible, notTheLead, notCovered, slotTaken, vanKeptOut, commonRefusals.conflict],
})

export const takeBooking = endpoint({
  id: 'takeBooking',
  method: 'POST',
  path: '/booking/{id}/take/',
  summary: 'Take a hot job (first come, first served)',
  access: ['driver', 'hired'],
  params,
  body: z.strictObject({ working_unit_id: z.uuid() }),
  answer: driverBooking,
  refusals: [alreadyTaken, unitNotEligible, notCovered, slotTaken, vanKeptOut, commonRefusals.conflict],
})

export const rejectBooking = endpoint({
  id: 'rejectBooking',
  method: 'POST',
  path: '/booking/{id}/reject/',
  summary: 'The driver gives a new or confirmed job back, or reports that the customer has cancelled it',
  access: ['driver', 'hired'],
  params,
  body: z.strictObject({
    reason: z.enum(REJECT_REASONS, 'Choose a reason.'),
    /** The one van of several that cannot come. Another of the company comes instead; if none can, the whole job is given back. */
    working_unit_id: z.uuid().optional(),
  }),
  answer: driverBooking,
  refusals: [reportDenied, notTheLead, commonRefusals.conflict],
})

export const reconfirmBooking = endpoint({
  id: 'reconfirmBooking',
  method: 'POST',
  path: '/booking/{id}/reconfirm/',
  summary: 'Reconfirm a job the day before',
  access: ['driver', 'hired'],
  params,
  answer: driverBooking,
  refusals: [reconfirmationNotRequested, notTheLead, commonRefusals.conflict],
})

export const cancelBooking = endpoint({
  id: 'cancelBooking',
  method: 'POST',
  path: '/booking/{id}/cancel/',
  summary: 'The customer cancels, at the fee that was shown',
  access: ['customer'],
  params,
  body: z.strictObject({ fee_pence: z.int('Send the fee that was shown.').min(0).max(100_000_000) }),
  answer: booking,
  refusals: [feeChanged, commonRefusals.conflict],
})

/**
 * A driver reported that the customer had cancelled: the customer says whether that is so. Sent again, each answers as it did.
 */

const reportedCancellationParams = z.object({ id: z.uuid() })

export const agreeCancellation = endpoint({
  id: 'agreeCancellation',
  method: 'POST',
  path: '/booking/{id}/agree-cancellation/',
  summary: 'The customer did cancel, as the driver reported: it costs what cancelling cost when it was reported',
  access: ['customer'],
  params: reportedCancellationParams,
  body: z.strictObject({ fee_pence: z.int('Send the fee that was shown.').min(0).max(100_000_000) }),
  answer: booking,
  refusals: [feeChanged, commonRefusals.conflict],
})

export const denyCancellation = endpoint({
  id: 'denyCancellation',
  method: 'POST',
  path: '/booking/{id}/deny-cancellation/',
  summary:
    'The customer did not cancel: the booking goes on with another driver if there is time and they allow one, and the office looks into it',
  access: ['customer'],
  params: reportedCancellationParams,
  answer: booking,
  refusals: [commonRefusals.conflict],
})
