import { sayArrived, sayArrivedByLink } from '#modules/bookings/day/actions/contract.ts'
import { disputeCash } from '#modules/bookings/day/cash/contract.ts'
import { agreeToStart, confirmHours } from '#modules/bookings/day/hours/contract.ts'
import type { Call } from '#shared/call.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { minutesIn } from '#web/kit/forms/minutes-in.ts'

export interface Said {
  title: string
}

/** What a customer says on the day; by the link alone only that they came. */
export async function answerDay(call: Call, form: FormData, hash: string): Promise<Answer<Said>> {
  const params = { id: textIn(form, 'bookingId') }
  switch (textIn(form, 'intent')) {
    case 'arrived':
      return answered(await call(sayArrived, { params }), 'The clock is running')
    case 'arrived-by-link':
      return answered(await call(sayArrivedByLink, { params: { hash } }), 'The clock is running')
    case 'agree-to-start':
      return answered(
        await call(agreeToStart, { params, body: { startedAt: textIn(form, 'startedAt') } }),
        'The hours count from the start',
      )
    case 'dispute-cash':
      return answered(await call(disputeCash, { params }), 'Sent to our office')
    case 'dispute-hours':
      return answered(await call(confirmHours, { params, body: disputeIn(form) }), 'Sent to our office')
    default:
      return answered(await call(confirmHours, { params, body: undefined }), 'Hours confirmed')
  }
}

/** Hours and minutes as typed; the API says what is wrong with them. */
const disputeIn = (form: FormData) => ({
  minutes: minutesIn(form, 'hours', 'rest'),
  text: textIn(form, 'text'),
})

type Result = { ok: true } | Parameters<typeof problemOf>[0]

const answered = (answer: Result, title: string): Answer<Said> =>
  answer.ok ? { ok: true, data: { title } } : problemOf(answer)
