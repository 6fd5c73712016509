import { addMinutes } from '#shared/local-time.ts'
import { holdsTime } from '../booking-rows.ts'
import type { SeedBooking } from '../bookings.ts'
import type { SeedCompany } from '../companies.ts'
import { afterwards } from './afterwards.ts'
import { agreed } from './agreed.ts'
import { awaiting, toAnswer } from './awaiting.ts'
import { ended } from './ended.ts'
import { hot } from './hot.ts'
import { reconfirmation } from './reconfirmation.ts'
import { storyWorld, type Story } from './story.ts'
import { underWay } from './under-way.ts'

/** In this order: what comes first is where it has to be, the rest where there is room. */
const STORIES: readonly Story[] = [underWay, reconfirmation, hot, awaiting, toAnswer, ended, agreed, afterwards]

/** What was made up, with the stories in it: every state a booking can be in, for those who look at the demonstration. */
export function withStories(companies: readonly SeedCompany[], made: readonly SeedBooking[], now: Date): SeedBooking[] {
  let bookings = [...made]
  for (const { tell } of STORIES) {
    const told = tell(storyWorld(companies, bookings, now))
    bookings = [...bookings.filter((booking) => !told.some((story) => isInTheWay(booking, story))), ...told]
  }
  return bookings
}

/** Whether a generated booking is too close to one of a story: the same van, within the drive of one another. */
const isInTheWay = (made: SeedBooking, told: SeedBooking): boolean =>
  made.told === undefined &&
  made.unit === told.unit &&
  (holdsTime(told) || told.status === 'completed') &&
  (holdsTime(made) || made.status === 'completed') &&
  made.move.start < addMinutes(told.move.heldUntil, 180) &&
  told.move.start < addMinutes(made.move.heldUntil, 180)
