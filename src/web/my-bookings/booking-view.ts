// A booking in words for the customer's pages.
import type { booking, sharedBooking } from '#modules/bookings/contract.ts'
import { formatDay, formatDayTime, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import { expectedWaiting } from '#web/kit/bookings/trip-words.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'

export type Booking = Camel<z.output<typeof booking>>
export type SharedBooking = Camel<z.output<typeof sharedBooking>>
type Known = Booking | SharedBooking

/** "Walthamstow to Brighton". */
export function whereText({ routePoints }: { routePoints: readonly { place: string }[] }): string {
  return `${routePoints[0]?.place ?? ''} to ${routePoints.at(-1)?.place ?? ''}`
}

export const piecesOf = ({ items }: Pick<Known, 'items'>): number => items.reduce((sum, { amount }) => sum + amount, 0)

/** "09:00" of an instant, in London. */
export const timeOf = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)
export const dayOf = (instant: string): string => localDayOf(new Date(instant))
export const dayTimeOf = (instant: string): string => formatDayTime(new Date(instant))

/** Breaks, waiting and who lifts, each where there is something to say. */
export function timeNotes({ breaksTime, declaredWaiting, manPower }: Pick<Known, TimeNoted>): string[] {
  const breaks = minutesOfTimeString(breaksTime)
  const waiting = expectedWaiting({ declaredWaiting })
  return [
    ...(breaks > 0 ? [`The driver’s breaks are in it, ${formatDuration(breaks)}, and not charged.`] : []),
    ...(waiting ? [`${waiting} of waiting is also held. You only pay for waiting that happens.`] : []),
    ...(manPower === 'no_help' ? ['The driver drives and lifts nothing. You and your helpers carry everything.'] : []),
  ]
}
type TimeNoted = 'breaksTime' | 'declaredWaiting' | 'manPower'

export interface TrailStep {
  state: 'done' | 'now' | 'next'
  title: string
  time?: string
  text?: string
}

/** The line at the top of a booking's page. */
export function headlineOf(booking: SharedBooking): string {
  const when = `${formatDay(dayOf(booking.startAt))}, ${timeOf(booking.startAt)}`
  if (booking.awaitingVerification && booking.status === 'new_booking') return 'Check your email to finish booking'
  switch (booking.status) {
    case 'new_booking':
      return booking.isHot ? 'Finding you another driver' : `Booked for ${when}`
    case 'confirmed':
      return `Confirmed for ${when}`
    case 'in_progress':
      return 'Your move is under way'
    case 'completed':
      return 'Your move is done'
    case 'canceled_by_customer':
      return 'This booking was cancelled'
    default:
      return 'No driver took this booking'
  }
}

/** Whether anything can still happen to it. */
export const isOpen = ({ status }: Pick<Known, 'status'>): boolean =>
  status === 'new_booking' || status === 'confirmed' || status === 'in_progress'

/** What has happened and what comes next; empty once it is over. */
export function trailOf(booking: SharedBooking): TrailStep[] {
  if (!isOpen(booking)) return []
  const { status, isHot, company, respondBy, startAt, createdAt } = booking
  const isAwaiting = booking.awaitingVerification && status === 'new_booking'
  const name = company?.name ?? 'A driver'
  const isConfirmed = status !== 'new_booking'
  const first: TrailStep = isAwaiting
    ? { state: 'now', title: 'You confirm your email', time: 'Within 48 hours', text: 'Then the time is held for you.' }
    : {
        state: 'done',
        title: 'You booked',
        time: dayTimeOf(createdAt),
        text: isHot ? undefined : 'The time is held for you.',
      }
  const second: TrailStep = isHot
    ? {
        state: 'now',
        title: 'Another driver confirms',
        text: 'Every driver who can do it sees your move at the price you agreed. We tell you as soon as one takes it.',
      }
    : {
        state: isConfirmed ? 'done' : isAwaiting ? 'next' : 'now',
        title: isConfirmed ? `${name} confirmed` : `${name} confirms`,
        time: isConfirmed ? undefined : respondBy && !isAwaiting ? `By ${dayTimeOf(respondBy)}` : 'Within 12 hours',
        text: isConfirmed ? undefined : 'If they can’t, we tell you at once and say what happens next.',
      }
  return [
    first,
    second,
    { state: status === 'in_progress' ? 'now' : 'next', title: 'Moving day', time: dayTimeOf(startAt) },
  ]
}
