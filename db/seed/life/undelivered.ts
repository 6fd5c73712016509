import { reviewRequest } from '#modules/reviews/messages.ts'
import { askAt } from '#modules/reviews/rules.ts'
import { renderMail } from '#modules/notifications/mail-templates.ts'
import { addMinutes } from '#shared/local-time.ts'
import { randomOf } from '../random.ts'
import type { Row } from '../rows.ts'
import type { Booked } from './booked.ts'

export interface Sender {
  /** Name of the sender in every email. */
  name: string
  /** Where the customer of a booking reviews it. */
  reviewUrl: (bookingId: string) => string
}

const FAILURES = [
  { channel: 'email', attempts: 1, lastError: 'smtp 550 RCPT TO', minutes: 1 },
  { channel: 'sms', attempts: 1, lastError: 'sms 400', minutes: 1 },
  { channel: 'email', attempts: 14, lastError: 'smtp ETIMEDOUT CONN', minutes: 2 * 1440 },
] as const

/** Messages that were given up, for the office: customers of these moves were asked for a review, and it did not reach them. */
export function undeliveredRows(done: readonly Booked[], sender: Sender) {
  const asked = FAILURES.flatMap((failure, index) => {
    const booked = done[index]
    return booked ? [{ booked, failure }] : []
  })
  return {
    'reviews.request': asked.map(({ booked: { booking } }): Row<'reviews.request'> => ({
      bookingId: booking.id,
      askedAt: askAt(booking.move.end),
    })),
    'notifications.message': asked.map(({ booked, failure }) => rowOf(booked, failure, sender)),
  }
}

function rowOf(
  { booking, customer }: Booked,
  { channel, attempts, lastError, minutes }: (typeof FAILURES)[number],
  { name, reviewUrl }: Sender,
): Row<'notifications.message'> {
  const createdAt = askAt(booking.move.end)
  const town = (index: number) => booking.move.places.at(index)?.town ?? ''
  const route = { companyName: booking.company.name, from: town(0), to: town(-1) }
  const { kind, subject, mail, sms } = reviewRequest(route, reviewUrl(booking.id), false)
  const isMail = channel === 'email'
  return {
    id: randomOf(`undelivered ${booking.id}`).uuid(createdAt),
    channel,
    recipient: isMail ? customer.email : (customer.phone ?? ''),
    kind,
    subject: isMail ? subject : '',
    ...(isMail ? renderMail(mail, { sender: name }) : { text: sms, html: null }),
    subjectId: booking.id,
    holdsSecret: false,
    createdAt,
    failedAt: addMinutes(createdAt, minutes),
    attempts,
    lastError,
  }
}
