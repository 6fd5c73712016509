import { finishJob, pauseJob, resumeJob, setOff, startJob } from '#modules/bookings/day/actions/contract.ts'
import { PAUSE_REASONS } from '#modules/bookings/day/rules.ts'
import { reachStop } from '#modules/bookings/day/questions/contract.ts'
import type { Call } from '#shared/call.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import type { PlainAct } from './plain-question.tsx'

/** An act that a page without script has asked about: done at once. */
export async function answerPlainAct(call: Call, form: FormData, does: PlainAct, now: Date): Promise<Answer> {
  const params = { id: textIn(form, 'bookingId') }
  const body = { actionKey: crypto.randomUUID(), happenedAt: now.toISOString() }
  switch (does) {
    case 'set-off':
      return plainAnswerOf(await call(setOff, { params, body }))
    case 'at-stop':
      return plainAnswerOf(
        await call(reachStop, { params, body: { ...body, stop: wholeNumberOf(textIn(form, 'stop')) ?? -1 } }),
      )
    case 'start':
      return plainAnswerOf(await call(startJob, { params, body }))
    case 'pause': {
      const reason = PAUSE_REASONS.find((one) => one === textIn(form, 'reason')) ?? 'other'
      return plainAnswerOf(await call(pauseJob, { params, body: { ...body, reason, note: '' } }))
    }
    case 'resume':
      return plainAnswerOf(await call(resumeJob, { params, body }))
    default:
      return plainAnswerOf(await call(finishJob, { params, body }))
  }
}
