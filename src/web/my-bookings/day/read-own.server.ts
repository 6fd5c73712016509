import { getBooking } from '#modules/bookings/contract.ts'
import { getCrew } from '#modules/bookings/crew/contract.ts'
import { getDay } from '#modules/bookings/day/contract.ts'
import { getThread } from '#modules/bookings/thread/contract.ts'
import type { Call } from '#shared/call.ts'
import { readChanges, readKeysLinks } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown } from '#web/kit/changes/change-texts.ts'
import type { KeysLinkShown } from '#web/kit/changes/keys-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import type { Booking } from '../booking-view.ts'
import type { Crew } from '../booking/crew-card.tsx'
import type { OwnDay } from './day-texts.ts'
import { readFreeNow } from './free-now.server.ts'
import type { FreeNow } from './late-card.tsx'

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
