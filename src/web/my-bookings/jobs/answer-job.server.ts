import { confirmBooking, reconfirmBooking, rejectBooking, takeBooking } from '#modules/bookings/answers/contract.ts'
import { offerTime, withdrawChange } from '#modules/bookings/changes/contract.ts'
import type { RejectReason } from '#modules/bookings/rules.ts'
import type { Call, CallResult } from '#shared/call.ts'
import { isRealDay, parseTime, toInstant } from '#shared/local-time.ts'
import { data } from 'react-router'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { doneText, isIntent, OFFER_WITHDRAWN, type Intent, type ActionNotice } from './answer-texts.ts'

/** Answers the forms of a job: confirm, take, reject, reconfirm and those of an offered time. The API checks who may. */
export async function answerJob(call: Call, form: FormData): Promise<Answer<ActionNotice>> {
  const intent = textIn(form, 'intent')
  if (!isIntent(intent)) throw data(null, { status: 400 })
  if (intent === 'withdraw_offer') return withdrawOffer(call, form)
  const answer = await ask(call, form, intent)
  return answer.ok ? { ok: true, data: doneText(intent, answer.data) } : problemOf(answer)
}

/** The offer that the card showed; one that has replaced it, or was answered, stays. */
async function withdrawOffer(call: Call, form: FormData): Promise<Answer<ActionNotice>> {
  const version = wholeNumberOf(textIn(form, 'version')) ?? 0
  const body = { changeId: textIn(form, 'changeId'), version }
  const answer = await call(withdrawChange, { params: { id: textIn(form, 'bookingId') }, body })
  return answer.ok ? { ok: true, data: OFFER_WITHDRAWN } : problemOf(answer)
}

/** The day and time of a form as an instant; what is neither, the API refuses. */
function startIn(form: FormData): string {
  const [day, minute] = [textIn(form, 'day'), parseTime(textIn(form, 'time'))]
  return isRealDay(day) && minute !== undefined ? toInstant(day, minute).toISOString() : ''
}

type JobAnswer = CallResult<
  typeof confirmBooking | typeof takeBooking | typeof rejectBooking | typeof reconfirmBooking | typeof offerTime
>

function ask(call: Call, form: FormData, intent: Exclude<Intent, 'withdraw_offer'>): Promise<JobAnswer> {
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
      return call(rejectBooking, {
        params,
        body: {
          reason: textIn(form, 'reason') as RejectReason,
          ...(form.has('onlyThisVan') ? { workingUnitId: textIn(form, 'unitId') } : {}),
        },
      })
    default:
      return call(reconfirmBooking, { params })
  }
}
