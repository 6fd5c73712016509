import { answerCorrection, correctTime } from '#modules/bookings/day/hours/corrections-contract.ts'
import type { Call } from '#shared/call.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import type { ChangeActionNotice } from '#web/kit/changes/change-answer.server.ts'
import type { TimeIntent } from '../changes/change-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { timeProposalIn } from './correct-time.ts'

/** Answers the forms about corrected times, on either side’s page. The API checks who may. */
export async function answerTimeForm(
  call: Call,
  form: FormData,
  intent: TimeIntent,
): Promise<Answer<ChangeActionNotice>> {
  const answer = plainAnswerOf(await sendTime(call, form, intent))
  return answer.ok ? { ok: true, data: { intent } } : answer
}

function sendTime(call: Call, form: FormData, intent: TimeIntent) {
  const params = { id: textIn(form, 'bookingId') }
  if (intent !== 'correct-time') {
    const body = { correctionId: textIn(form, 'correctionId'), agree: intent === 'agree-time' }
    return call(answerCorrection, { params, body })
  }
  return call(correctTime, { params, body: timeProposalIn(form) })
}
