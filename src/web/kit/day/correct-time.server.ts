import { answerCorrection, correctTime } from '#modules/bookings/day/hours/corrections-contract.ts'
import type { Call } from '#shared/call.ts'
import { parseTime } from '#shared/local-time.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import type { ChangeActionNotice } from '#web/kit/changes/change-answer.server.ts'
import type { TimeIntent } from '../changes/change-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { nearestTo } from './correct-time.ts'

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
  const [seq = '', recorded = ''] = textIn(form, 'act').split(' ')
  const minute = parseTime(textIn(form, 'time'))
  const [at, isDated] = [new Date(recorded), Number.isFinite(Date.parse(recorded))]
  const happenedAt = minute !== undefined && isDated ? nearestTo(at, minute).toISOString() : ''
  const body = { seq: wholeNumberOf(seq) ?? 0, happenedAt, why: textIn(form, 'why') }
  return call(correctTime, { params, body })
}
