import type { Answer } from '#web/kit/forms/answer.ts'
import type { ChangeSaid } from '#web/kit/changes/change-answer.server.ts'
import type { Cancelled } from '../cancel-booking.server.ts'
import type { StartAnswer } from './start-by-phone.server.ts'

/** The answer to a form of the booking's page, for the part that sent it; without script all of them come with the page. */
export interface BookingAnswers {
  start?: StartAnswer
  cancelled?: Answer<Cancelled>
  reported?: Answer
  sentAgain?: Answer<string>
  instead?: Answer
}

/** The forms of kit/changes stand on several pages and know one answer. */
export type ChangeAnswer = Answer<ChangeSaid>
