import { cancelBooking } from '#modules/bookings/answers/contract.ts'
import type { Call } from '#shared/call.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'

/** Cancels at the fee that was shown; the API refuses any other. */
export async function answerCancel(call: Call, form: FormData): Promise<Answer<Cancelled>> {
  const body = { feePence: wholeNumberOf(textIn(form, 'feePence')) ?? -1 }
  const answer = await call(cancelBooking, { params: { id: textIn(form, 'bookingId') }, body })
  return answer.ok ? { ok: true, data: { feePence: answer.data.cancellationFeePence } } : problemOf(answer)
}

export interface Cancelled {
  feePence: number
}
