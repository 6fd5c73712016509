import type { Settled } from '../booking-rows.ts'
import { localDayOf } from '#shared/local-time.ts'
import type { SeedBooking } from '../bookings.ts'
import type { SeedCompany } from '../companies.ts'
import type { User } from '../user-rows.ts'
import { againRows } from './again.ts'
import { makeDay } from './days.ts'
import type { Booked, EventRow, World } from './booked.ts'
import { changeRows } from './changes.ts'
import { claimRows } from './claims.ts'
import { threadRows } from './threads.ts'
import { undeliveredRows, type Sender } from './undelivered.ts'

export interface Given extends World {
  sender: Sender
  /** All bookings, with the trail so far. */
  all: readonly { booked: Booked; events: readonly EventRow[]; isReviewed: boolean }[]
  /** The demonstration’s driver’s. */
  company: SeedCompany | undefined
  /** The demonstration’s customer. */
  demonstrated: User
  /** Whether the days of a booking are kept: only those that a signed-in user can see. */
  isShown: (booked: Booked) => boolean
  freeFrom: (name: string, days: number) => Date | undefined
}

/** What followed the bookings: their days, what was written, changed, claimed and asked for again. */
export function makeAfter(given: Given) {
  const { all, isShown, now, sender } = given
  const days = all.flatMap(({ booked, events }) => {
    const at = (kind: string) => events.find((event) => event.kind === kind)?.at
    const startedAt = at('started')
    const { status } = booked.booking
    if (!startedAt || (status !== 'in_progress' && !(status === 'completed' && isShown(booked)))) return []
    return [makeDay(booked, { startedAt, finishedAt: at('finished') ?? null }, given)]
  })
  const settled = new Map<string, Settled | null>(days.map(({ day, settled: sum }) => [day.bookingId, sum]))
  const [changes, claims, again] = [changeRows(given), claimRows(given), againRows(given, given.freeFrom)]
  const unasked = all.flatMap(({ booked, isReviewed }) =>
    !isReviewed &&
    isUnasked(booked.booking, now) &&
    booked.booking.company === given.company &&
    booked.customer !== given.demonstrated
      ? [booked]
      : [],
  )
  const latest = unasked.toSorted((a, b) => b.booking.move.end.getTime() - a.booking.move.end.getTime())
  return {
    settledOf: ({ id }: SeedBooking) => settled.get(id) ?? null,
    events: [
      ...days.flatMap((day) => day.events),
      ...changes['bookings.event'],
      ...claims['bookings.event'],
      ...again['bookings.event'],
    ],
    tables: {
      'bookings.day': days.map(({ day }) => day),
      'bookings.day_entry': days.flatMap(({ entries }) => entries),
      'bookings.day_detail': days.flatMap(({ details }) => details),
      'bookings.day_photo': days.flatMap(({ photos }) => photos),
      'bookings.day_question': days.flatMap(({ questions }) => questions),
      'bookings.change': changes['bookings.change'],
      'bookings.keys_link': changes['bookings.keys_link'],
      ...threadRows(given),
      'bookings.claim': claims['bookings.claim'],
      'bookings.claim_item': claims['bookings.claim_item'],
      'bookings.rebooking': again['bookings.rebooking'],
      ...undeliveredRows(latest, sender),
    },
  }
}

/** Done long enough ago that a mail about it has been given up. */
function isUnasked({ status, told, move }: SeedBooking, now: Date): boolean {
  const isPast = localDayOf(move.end) < localDayOf(new Date(now.getTime() - 5 * 86_400_000))
  return status === 'completed' && !told && isPast
}
