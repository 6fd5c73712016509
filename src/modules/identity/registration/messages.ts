import type { Mail } from '#modules/notifications/rules.ts'
import { greeting } from '../rules.ts'

interface MailContent {
  subject: string
  mail: Mail
}

const mailContent = (subject: string, mail: Mail): MailContent => ({ subject, mail })

/** What follows for whom: a driver has booked no move. */
const NEXT = {
  customer: 'If you have booked a move, the booking goes to the driver as soon as you confirm.',
  driver: 'Then set up your profile, and jobs come once we’ve checked your documents.',
}

/** The booking, limited to facts that an unconfirmed address may know: the day and the towns. */
export interface BookedMove {
  day: string
  from: string
  to: string
}

/**
 * Email to a person who has just booked: one message, with the link that sends the booking off. `isKnown`: the address
 * has an account already.
 */
export function bookingLinkMail(to: {
  isKnown: boolean
  firstName: string
  url: string
  origin: string
  others: readonly string[]
  move: BookedMove
}): MailContent {
  const { from, to: goal, day } = to.move
  const { subject, mail } = to.isKnown ? knownAddressMail(to) : verificationMail({ ...to, userRole: 'customer' })
  return mailContent(`${subject}: ${from} to ${goal}, ${day}`, {
    ...mail,
    sign: { when: day, stops: [{ name: from }, { name: goal }] },
    paragraphs: [
      ...mail.paragraphs,
      'Until then no driver’s time is held. Afterwards we’ll send you the booking, with its price, the van and the terms.',
    ],
  })
}

/** Email to a person who has opened an account. `others`: times of other unconfirmed registrations of this address. */
export const verificationMail = (to: {
  userRole: 'customer' | 'driver'
  firstName: string
  url: string
  origin: string
  others: readonly string[]
}): MailContent =>
  mailContent('Confirm your email address', {
    title: 'Confirm your email address',
    paragraphs: [
      `${greeting(to.firstName)}, this address was used to open an account at Vanfare ${to.origin}.`,
      `If that was you, confirm that the address is yours and you can log in. ${NEXT[to.userRole]}`,
      ...warningOf(to.others),
      'The link works once, for 48 hours. In another browser or on another device, we’ll ask for your password. If it wasn’t you, do nothing: the account stays closed.',
    ],
    action: { label: 'Confirm my email address', url: to.url },
  })

/** Mails of two people look alike, so the second one says so. The most recent few are enough to recognise one's own. */
const warningOf = (others: readonly string[]): string[] =>
  others.length === 0
    ? []
    : [
        `This address was also registered ${others.slice(-3).join('; ')}. Each link confirms only its own registration, with the password chosen there, and makes the others void: follow the one that is yours.`,
      ]

/** Email to the owner of an account whose address was used to register again, perhaps to book a move. */
export const knownAddressMail = (to: { firstName: string; url: string; origin: string }): MailContent =>
  mailContent('You already have an account', {
    title: 'You already have an account',
    paragraphs: [
      `Hello ${to.firstName}, someone entered this address at Vanfare ${to.origin} to open an account. You already have one, so nothing has changed: log in with your password.`,
      'If it was you, and you have just booked a move, follow this link to complete the booking; it may ask for the password of your account. It works once, for 48 hours.',
      'If it wasn’t you, do nothing: no booking is made without you.',
    ],
    action: { label: 'Complete my booking', url: to.url },
  })

/** The same without a booking: for a driver's address, or a driver who registers again. */
export const knownAddressOnlyMail = (to: { firstName: string; url: string; origin: string }): MailContent =>
  mailContent('You already have an account', {
    title: 'You already have an account',
    paragraphs: [
      `Hello ${to.firstName}, someone entered this address at Vanfare ${to.origin} to open an account. You already have one, so nothing has changed: log in with your password.`,
      'If it wasn’t you, do nothing.',
    ],
    action: { label: 'Go to Vanfare', url: to.url },
  })

/** Email to the owner of a closed or blocked account. */
export const shutAccountMail = (to: { firstName: string; url: string; phone: string; email: string }): MailContent =>
  mailContent('Your account isn’t open', {
    title: 'Your account isn’t open',
    paragraphs: [
      `Hello ${to.firstName}, somebody entered this address at Vanfare to open an account. There is one already, and it is closed or blocked, so nothing was changed.`,
      `If you want to use it again, call us on ${to.phone} or write to ${to.email}.`,
    ],
    action: { label: 'Go to Vanfare', url: to.url },
  })
