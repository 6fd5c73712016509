import { getBooking } from '#modules/bookings/contract.ts'
import { getCrew } from '#modules/bookings/crew/contract.ts'
import { confirmArrival, confirmArrivalByLink } from '#modules/bookings/day/actions/contract.ts'
import { getDay } from '#modules/bookings/day/contract.ts'
import { disputeCash, agreeToStart, confirmHours } from '#modules/bookings/day/hours/contract.ts'
import { findFreeNow } from '#modules/bookings/replacement/contract.ts'
import { getThread } from '#modules/bookings/thread/contract.ts'
import type { Call } from '#shared/call.ts'
import { readChanges, readKeysLinks } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown, KeysLinkShown } from '#web/kit/changes/change-texts.ts'
import { problemOf, answerOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { minutesIn } from '#web/kit/forms/move-day.ts'
import type { Booking } from '../booking-view.ts'
import type { Crew } from '../booking/headline.tsx'
import type { OwnDay } from './day-texts.ts'
import type { FreeNow } from './late-card.tsx'

export interface ActionNotice {
  title: string
}

/** What a customer says on the day; by the link alone only that they came. */
export async function answerDay(call: Call, form: FormData, hash: string): Promise<Answer<ActionNotice>> {
  const params = { id: textIn(form, 'bookingId') }
  switch (textIn(form, 'intent')) {
    case 'arrived':
      return answered(await call(confirmArrival, { params }), 'The clock is running')
    case 'arrived-by-link':
      return answered(await call(confirmArrivalByLink, { params: { hash } }), 'The clock is running')
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

const answered = (answer: Result, title: string): Answer<ActionNotice> =>
  answer.ok ? { ok: true, data: { title } } : problemOf(answer)

interface Own {
  booking: Booking
  day: OwnDay
  crew: Crew | null
  changes: ChangeShown[]
  keysLinks: KeysLinkShown[]
  phone: string | null
  free: Answer<FreeNow> | null
}

/** For the customer whose booking it is; null for another one who has the link. */
export async function readOwn(call: Call, id: string): Promise<Own | null> {
  const params = { id }
  const [own, day, crew, changes, keysLinks, thread] = await Promise.all([
    call(getBooking, { params }),
    call(getDay, { params }),
    call(getCrew, { params }),
    readChanges(call, id),
    readKeysLinks(call, id),
    call(getThread, { params, query: {} }),
  ])
  if (!own.ok || !day.ok) return null
  const phone = thread.ok ? thread.data.booking.otherPhone : null
  const free = await readFreeNow(call, id, day.data.mayCancelFree)
  return {
    booking: own.data,
    free,
    day: day.data,
    crew: crew.ok ? crew.data : null,
    changes: changes ?? [],
    keysLinks,
    phone,
  }
}

/**
 * Companies that could come instead of a late one, or the reason why they cannot be listed; null while no company is
 * late.
 */
export async function readFreeNow(
  call: Call,
  id: string,
  isLate: boolean | undefined,
): Promise<Answer<FreeNow> | null> {
  return isLate ? answerOf(await call(findFreeNow, { params: { id } })) : null
}
