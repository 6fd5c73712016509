import type { getTrail } from '#modules/bookings/office/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { ChangeActionNotice } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown, KeysLinkShown } from '#web/kit/changes/change-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import type { Booking, SharedBooking } from '../booking-view.ts'
import type { OwnDay } from '../day/day-texts.ts'
import type { StartAnswer, Cancelled } from './answer-booking.server.ts'

/** The answer to a form of the booking's page, for the part that sent it; without script all of them come with the page. */
export interface BookingAnswers {
  start?: StartAnswer
  cancelled?: Answer<Cancelled>
  reported?: Answer
  sentAgain?: Answer<string>
  instead?: Answer
}

/** The forms of kit/changes stand on several pages and know one answer. */
export type ChangeAnswer = Answer<ChangeActionNotice>

export type TrailEvent = AnswerOf<typeof getTrail>['results'][number]

/** What every part of the booking's page is given. */
export interface SlotProps {
  booking: SharedBooking
  /** The whole booking, for its customer who is logged in; null for anybody else with the link. */
  own: Booking | null
  events: readonly TrailEvent[]
  now: Date
  /** For its customer: what was proposed about it. */
  changes: readonly ChangeShown[] | null
  /** For its customer, while it is on: the links for its keys. */
  keysLinks: readonly KeysLinkShown[]
  /** The moving day, for the booking’s customer once a company has accepted. */
  day: OwnDay | null
  /** Result of a form about a change, if the page works without script. */
  changed: Answer<ChangeActionNotice> | undefined
}
