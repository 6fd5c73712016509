import { agreeCancellation, denyCancellation } from '#modules/bookings/reported-cancellation/contract.ts'
import { bookInstead } from '#modules/bookings/late-replacement/contract.ts'
import { sendAgain } from '#modules/bookings/awaiting-verification/contract.ts'
import type { Call } from '#shared/call.ts'
import { redirect } from 'react-router'
import { plainAnswerOf, problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'

/** Whether the customer did cancel, as the driver reported. */
export async function answerReported(call: Call, form: FormData): Promise<Answer> {
  const params = { id: textIn(form, 'bookingId') }
  if (textIn(form, 'intent') === 'deny-cancellation') return plainAnswerOf(await call(denyCancellation, { params }))
  const body = { feePence: wholeNumberOf(textIn(form, 'feePence')) ?? -1 }
  return plainAnswerOf(await call(agreeCancellation, { params, body }))
}

/** Somebody else is booked and the late mover cancelled: then this is about another booking. */
export async function answerInstead(call: Call, form: FormData): Promise<Answer | Response> {
  const paymentMethod = textIn(form, 'paymentMethod') === 'card' ? 'card' : 'cash'
  const body = { quoteId: textIn(form, 'quoteId'), paymentMethod } as const
  const answer = await call(bookInstead, { params: { id: textIn(form, 'bookingId') }, body })
  return answer.ok ? redirect(`/booking/${answer.data.hash}`) : problemOf(answer)
}

/** The mail and the code of a booking that waits, once more. */
export async function answerSendAgain(call: Call, hash: string): Promise<Answer<string>> {
  const answer = await call(sendAgain, { params: { hash }, body: {} })
  return answer.ok ? { ok: true, data: answer.data.detail } : problemOf(answer)
}
