// A booking in words for the customer's pages.
import type { z } from 'zod'
import type { booking, sharedBooking } from '#modules/bookings/contract.ts'
import {
  awaitsCustomer,
  isAhead,
  isCancelled,
  isConfirmed,
  isLost,
  isOnCalendar,
  isUnanswered,
  isUnderWay,
  isUntaken,
  type BookingStatus,
  type WayToLeave,
} from '#modules/bookings/rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { lastHoursText } from '#modules/pricing/terms/rules.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import type { Role } from '#shared/endpoint.ts'
import { formatDay, formatDayTime, formatTime, localDayOf, minutesBetween, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { numberText } from '#shared/texts.ts'
import type { Camel } from '#shared/wire.ts'
import { expectedWaiting } from '#web/kit/bookings/booking-texts.ts'

export type Booking = Camel<z.output<typeof booking>>
export type SharedBooking = Camel<z.output<typeof sharedBooking>>
type Known = Booking | SharedBooking

/** A booking as the cards of a list show it: its things, lines and addresses are on its own page. */
export type ListedBooking = ReturnType<typeof inList>
export const inList = ({
  items: _items,
  lines: _lines,
  extraLines: _extraLines,
  tolls: _tolls,
  workingUnits: _workingUnits,
  routePoints,
  ...shown
}: Booking) => ({ ...shown, routePoints: routePoints.map(({ place }) => ({ place })) })

/** The one figure: what was agreed; once the move is done, what its hours come to. */
export const pricePence = ({ finalPence, duePence, totalPence }: Pick<Known, Figure>): number =>
  finalPence ?? duePence ?? totalPence
type Figure = 'finalPence' | 'duePence' | 'totalPence'

/** "Walthamstow to Brighton". */
export function whereText({ routePoints }: { routePoints: readonly { place: string }[] }): string {
  return `${routePoints[0]?.place ?? ''} to ${routePoints.at(-1)?.place ?? ''}`
}

export const piecesOf = ({ items }: Pick<Known, 'items'>): number => items.reduce((sum, { amount }) => sum + amount, 0)

/** How full the drawn van is, at most full: what does not fit at once goes in trips. */
export const loadShare = ({ load, vanCategory }: Pick<Known, 'load' | 'vanCategory'>): number =>
  Math.min(1, load.volumeM3 / VAN_DETAILS[vanCategory].volumeM3)

/** "9.1 m³, 602 kg". */
export const loadText = ({ load }: Pick<Known, 'load'>): string =>
  `${Number(load.volumeM3.toFixed(1))}\u00a0m³, ${numberText(load.weightKg)}\u00a0kg`

/** "Free to cancel until Thu 19 March, 10:00"; undefined once it is confirmed and that has passed, or if it is over. */
export function freeUntilText({ status, cancellation }: Pick<Known, 'status' | 'cancellation'>, now: Date) {
  const free = cancellation.find(({ feePence, until }) => feePence === 0 && until !== null)?.until
  if (isUnanswered(status)) return 'Free to cancel until a driver confirms'
  return isConfirmed(status) && free && new Date(free) > now ? `Free to cancel until ${dayTimeOf(free)}` : undefined
}

/** Late from a quarter of an hour on (decisions §5). */
const LATE_MINUTES = 15

/** The move should have begun, but its clock has not been started. */
export const lateText = ({ status, startAt }: Pick<Known, 'status' | 'startAt'>, now: Date): string | undefined =>
  isConfirmed(status) && minutesBetween(new Date(startAt), now) >= LATE_MINUTES
    ? `It was due to start at ${timeOf(startAt)}, but your driver hasn’t started the clock yet.`
    : undefined

/** "09:00" of an instant, in London. */
export const timeOf = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)
export const dayOf = (instant: string): string => localDayOf(new Date(instant))
export const dayTimeOf = (instant: string): string => formatDayTime(new Date(instant))

/** Breaks, waiting and who lifts, each where there is something to say. */
export function timeNotes({ breaksTime, declaredWaiting, manPower }: Pick<Known, TimeNoted>): string[] {
  const breaks = minutesOfTimeString(breaksTime)
  const waiting = expectedWaiting({ declaredWaiting })
  return [
    ...(breaks > 0 ? [`That includes ${formatDuration(breaks)} of driver breaks, which aren’t charged.`] : []),
    ...(waiting ? [`We’ve also reserved ${waiting} for waiting. You only pay for waiting that happens.`] : []),
    ...(manPower === 'no_help' ? ['The driver won’t lift anything. You and your helpers carry everything.'] : []),
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
  if (awaitsCustomer(booking)) return 'Check your email to finish booking'
  return HEADLINES[booking.status](booking, when)
}

const HEADLINES: Record<BookingStatus, (booking: SharedBooking, when: string) => string> = {
  new_booking: ({ isHot, leftBy }, when) =>
    isHot ? (leftBy ? 'Finding you another driver' : 'Finding you a driver') : `Requested for ${when}`,
  confirmed: ({ claimedFeePence }, when) =>
    claimedFeePence === null ? `Confirmed for ${when}` : 'Did you cancel this move?',
  in_progress: () => 'Your move is under way',
  completed: () => 'Your move is done',
  canceled_by_customer: ({ cancelledBy }) =>
    cancelledBy === 'driver' ? 'Did you cancel this move?' : 'This booking was cancelled',
  rejected: ({ leftBy }) => (leftBy?.how === 'given_up' ? 'Your driver has cancelled' : 'The driver can’t do it'),
  not_taken_by_driver: () => 'The driver didn’t answer',
  no_one_took: () => 'No driver took this booking',
}

/** How a company lost it. */
const LEFT: Record<WayToLeave, (name: string) => string> = {
  rejected: (name) => `${name} can’t do it`,
  given_up: (name) => `${name} confirmed, then cancelled`,
  not_taken: (name) => `${name} didn’t answer in time`,
  not_reconfirmed: (name) => `${name} didn’t answer when we asked again`,
  cancellation_denied: (name) => `${name} told us that you had cancelled`,
  became_hot: (name) => `${name} can no longer do it`,
  taken_away: (name) => `${name} can no longer do it`,
}

/** Name of the company that lost the booking, and how; undefined if none has. */
export const leftTitle = ({ leftBy }: Pick<SharedBooking, 'leftBy'>): string | undefined =>
  leftBy ? LEFT[leftBy.how](leftBy.name) : undefined

const owedText = ({
  leftBy,
  cancellation,
  startAt,
}: Pick<SharedBooking, 'leftBy' | 'cancellation' | 'startAt'>): string[] =>
  leftBy && leftBy.owedPence > 0
    ? [
        `${leftBy.name} cancelled in the last ${lastHoursText(cancellation, startAt)} and owes you ${formatPence(leftBy.owedPence)}.`,
      ]
    : []

/** What the headline leaves open: who has it, why it ended, what it costs. Sentences. */
export function statusTexts(booking: SharedBooking): string[] {
  const { status, isHot, company, cancellationFeePence } = booking
  const left = leftTitle(booking)
  const leftTexts = [...(left ? [`${left}.`] : []), ...owedText(booking)]
  const reported = `${company?.name ?? 'The driver'} has told us that you cancelled.`
  if (isUnanswered(status)) {
    if (isHot) return leftTexts
    return company ? [`${company.name} has to confirm next.`] : []
  }
  if (isConfirmed(status))
    return booking.claimedFeePence === null ? [] : [`${reported} Your booking stays as it is until you answer.`]
  if (isCancelled(status)) {
    if (booking.cancelledBy === 'driver') return [`${reported} You owe nothing unless you confirm it.`]
    return [cancellationFeePence > 0 ? `Cancelling cost ${formatPence(cancellationFeePence)}.` : 'It costs nothing.']
  }
  if (isLost(status)) return [...leftTexts, 'The booking is over, and you owe nothing.']
  return isUntaken(status) ? ['The booking is over, and you owe nothing.'] : []
}

/** Whether the booking ended without a move and is no longer in dispute. */
export const isOff = ({ status, cancelledBy }: Pick<Known, 'status' | 'cancelledBy'>): boolean =>
  !isOnCalendar(status) && cancelledBy !== 'driver'

/** What a customer owes for a move that has not been. */
export const owedOnceOff = ({ cancellationFeePence }: Pick<SharedBooking, 'cancellationFeePence'>): string =>
  cancellationFeePence > 0 ? `You owe ${formatPence(cancellationFeePence)} for cancelling.` : 'You owe nothing.'

/** What has happened and what comes next; empty once it is over. */
export function trailOf(booking: SharedBooking): TrailStep[] {
  if (!isAhead(booking.status)) return []
  const { status, isHot, company, respondBy, startAt, createdAt } = booking
  const isAwaiting = awaitsCustomer(booking)
  const name = company?.name ?? 'A driver'
  const hasDriver = !isUnanswered(status)
  const first: TrailStep = isAwaiting
    ? { state: 'now', title: 'You confirm your email', time: 'Within 48 hours', text: 'Then the time is held for you.' }
    : {
        state: 'done',
        title: 'You booked',
        time: dayTimeOf(createdAt),
        text: isHot ? undefined : 'The time is held for you.',
      }
  const left = leftTitle(booking)
  const passed: TrailStep[] = left ? [{ state: 'done', title: left, text: owedText(booking)[0] }] : []
  const second: TrailStep = isHot
    ? {
        state: 'now',
        title: 'Another driver confirms',
        text: 'Every driver who can do it sees your move at the price you agreed. We’ll tell you as soon as one takes it.',
      }
    : {
        state: hasDriver ? 'done' : isAwaiting ? 'next' : 'now',
        title: hasDriver ? `${name} confirmed` : `${name} confirms`,
        time: hasDriver ? undefined : respondBy && !isAwaiting ? `By ${dayTimeOf(respondBy)}` : 'Within 12 hours',
        text: hasDriver
          ? undefined
          : 'If they can’t, we’ll let you know straight away. You can write to them now, and ring them once they’ve confirmed.',
      }
  return [
    first,
    ...passed,
    second,
    ...askedAgain(booking),
    { state: isUnderWay(status) ? 'now' : 'next', title: 'Moving day', time: dayTimeOf(startAt) },
  ]
}

/** The day before, who drives is asked once more. */
function askedAgain({ status, reconfirmBy, company }: SharedBooking): TrailStep[] {
  if (!isConfirmed(status) || !reconfirmBy) return []
  return [
    {
      state: 'now',
      title: `${company?.name ?? 'Your driver'} reconfirms your booking`,
      time: `By ${dayTimeOf(reconfirmBy)}`,
      text: 'We check with every driver the day before. If they don’t answer, we look for another at the same price and tell you straight away.',
    },
  ]
}

/** The lists of bookings (spec §2), by the last part of their address. */
export const customerTabs = { 'future-bookings': 'Future Bookings', 'past-bookings': 'Past Bookings' } as const

export const driverTabs = {
  'hot-jobs': 'Hot Jobs',
  'new-bookings': 'New Bookings',
  'confirmed-bookings': 'Confirmed Bookings',
  'past-bookings': 'Past Bookings',
} as const

export type CustomerTab = keyof typeof customerTabs
export type DriverTab = keyof typeof driverTabs

export const isCustomerTab = (text: string): text is CustomerTab => Object.hasOwn(customerTabs, text)
export const isDriverTab = (text: string): text is DriverTab => Object.hasOwn(driverTabs, text)

/** The tab that opens first. */
export const firstTab = (role: Role | null): CustomerTab | DriverTab =>
  role === 'driver' ? 'new-bookings' : 'future-bookings'

/** Whether this role has such a list; a visitor is asked to log in first. */
export function hasTab(role: Role | null, tab: string): boolean {
  if (role === 'driver') return isDriverTab(tab)
  return isCustomerTab(tab) || (role === null && isDriverTab(tab))
}
