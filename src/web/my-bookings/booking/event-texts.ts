// What has happened to a booking, in words for its customer.
import { awaitsCustomer, isUnderWay } from '#modules/bookings/rules.ts'
import { formatPence } from '#shared/money.ts'
import { dayTimeOf, trailOf, type SharedBooking, type TrailStep } from '../booking-view.ts'
import type { TrailEvent } from './booking-answers.ts'

type EventText = (event: TrailEvent & { name: string }) => string

/** By the kind of an event; one that is not here is not shown. */
const WORDS = new Map<string, EventText>([
  ['created', ({ by }) => (by === 'office' ? 'We booked it for you' : 'You booked')],
  ['verified', () => 'You verified your booking'],
  ['time_gone', () => 'The slot had gone before you confirmed'],
  ['confirmed', ({ name }) => `${name} confirmed`],
  ['van_replaced', ({ name }) => `${name} sends another van, at the same price`],
  ['rejected', ({ name }) => `${name} can’t do it`],
  ['given_up', ({ name }) => `${name} confirmed, then cancelled`],
  ['not_taken', ({ name }) => `${name} didn’t answer in time`],
  ['taken_away', ({ name }) => `${name} can no longer do it`],
  ['given', ({ name }) => `We asked ${name}, at the same price`],
  ['became_hot', () => 'We offered it to other drivers at the same price'],
  ['no_one_took', () => 'No driver took it'],
  ['answer_asked_again', ({ name }) => `We asked ${name} again`],
  ['reconfirmation_asked', ({ name }) => `We asked ${name} to reconfirm`],
  ['reconfirmed', ({ name }) => `${name} reconfirmed`],
  ['not_reconfirmed', ({ name }) => `${name} didn’t answer when we asked again`],
  ['cancelled', ({ by, name }) => CANCELLED[by](name)],
  ['cancellation_reported', ({ name }) => `${name} told us that you had cancelled`],
  ['report_denied', () => 'You said that you had not cancelled'],
  ['no_show_settled', ({ name }) => `We settled that ${name} hadn’t come`],
  ['cancellation_agreed', () => 'You said that you had cancelled'],
  ['cancellation_denied', () => 'You said that you had not cancelled'],
  ['started', () => 'The move began'],
  ['finished', () => 'Move finished'],
])

const CANCELLED: Record<TrailEvent['by'], (name: string) => string> = {
  customer: () => 'You cancelled',
  driver: (name) => `${name} told us that you had cancelled`,
  office: () => 'We cancelled it for you',
  vanfare: () => 'It was cancelled',
}

const costText = ({ feePence, owedPence, companyName }: TrailEvent): string | undefined => {
  if (feePence !== null) return feePence > 0 ? `It cost ${formatPence(feePence)}.` : 'It cost nothing.'
  return owedPence ? `${companyName ?? 'The driver'} owes you ${formatPence(owedPence)}.` : undefined
}

/** What has happened, with its times in London, and what comes next. */
export function timelineOf(booking: SharedBooking, events: readonly TrailEvent[]): TrailStep[] {
  const happened = events.flatMap((event): TrailStep[] => {
    const titleOf = WORDS.get(event.kind)
    if (!titleOf || isStillToDo(booking, event)) return []
    const title = titleOf({ ...event, name: event.companyName ?? 'The driver' })
    return [{ state: 'done', title, time: dayTimeOf(event.at), text: costText(event) }]
  })
  const hasBegun = isUnderWay(booking.status) && events.some(({ kind }) => kind === 'started')
  const upcoming = hasBegun ? [HOURS_NEXT] : trailOf(booking).filter(({ state }) => state !== 'done')
  return [...happened, ...upcoming]
}

const HOURS_NEXT: TrailStep = {
  state: 'next',
  title: 'You confirm the hours',
  text: 'Once your driver has finished. If you don’t answer within 24 hours, the hours count as confirmed.',
}

/** While the mail is awaited, the booking is the next step itself. */
const isStillToDo = ({ awaitingVerification, status }: SharedBooking, { kind }: TrailEvent): boolean =>
  awaitsCustomer({ status, awaitingVerification }) && kind === 'created'
