import { confirmBooking, reconfirmBooking, rejectBooking, takeBooking } from '#modules/bookings/answers/contract.ts'
import { offerTime } from '#modules/bookings/changes/offered-time/contract.ts'
import type { RejectReason } from '#modules/bookings/rules.ts'
import type { Call, CallResult } from '#shared/call.ts'
import { isRealDay, parseTime, toInstant } from '#shared/local-time.ts'
import { data } from 'react-router'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { doneText, isIntent, type Intent, type ActionNotice } from './answer-texts.ts'

/** A job's forms: confirm, take, reject, and that it stands. Who may is for the API to say. */
export async function answerJob(call: Call, form: FormData): Promise<Answer<ActionNotice>> {
  const intent = textIn(form, 'intent')
  if (!isIntent(intent)) throw data(null, { status: 400 })
  const answer = await ask(call, form, intent)
  return answer.ok ? { ok: true, data: doneText(intent, answer.data) } : problemOf(answer)
}

/** The day and time of a form as an instant; what is neither, the API refuses. */
function startIn(form: FormData): string {
  const [day, minute] = [textIn(form, 'day'), parseTime(textIn(form, 'time'))]
  return isRealDay(day) && minute !== undefined ? toInstant(day, minute).toISOString() : ''
}

type JobAnswer = CallResult<
  typeof confirmBooking | typeof takeBooking | typeof rejectBooking | typeof reconfirmBooking | typeof offerTime
>

function ask(call: Call, form: FormData, intent: Intent): Promise<JobAnswer> {
  const params = { id: textIn(form, 'bookingId') }
  switch (intent) {
    case 'confirm':
      return call(confirmBooking, { params })
    case 'take':
      return call(takeBooking, { params, body: { workingUnitId: textIn(form, 'unitId') } })
    case 'offer_time':
      return call(offerTime, { params, body: { newStartAt: startIn(form) } })
    case 'reject':
      // Whatever else was sent, the API refuses.
      return call(rejectBooking, { params, body: { reason: textIn(form, 'reason') as RejectReason } })
    default:
      return call(reconfirmBooking, { params })
  }
}
