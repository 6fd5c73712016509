import { notifyOwner } from '#modules/companies/commands.ts'
import type { CompanyEvent } from '#modules/companies/rules.ts'
import { notifyUnitDriver } from '#modules/fleet/drivers/commands.ts'
import type { HiredEvent } from '#modules/fleet/drivers/rules.ts'
import { unitPath } from '#modules/fleet/rules.ts'
import { getSettingsOf } from '#modules/identity/profile/queries.ts'
import { mailBookingLink, type WaitingBooking } from '#modules/identity/registration/resend-verification-commands.ts'
import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import { liftingWarning, waitingOfOrder } from '#modules/quoting/load/rules.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { customerTerms } from '#modules/terms/data.ts'
import { termsFile } from '#modules/terms/rules.ts'
import { readablePhone } from '#shared/phone.ts'
import { formatDay, localDayOf, minutesBetween } from '#shared/local-time.ts'
import { shownTrader } from '#shared/trader.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import { moveCalendarFile } from '../documents/queries.ts'
import { makeCancellationLink, makeNewBookingLink } from '../answer-links/commands.ts'
import { hashOf } from '../gateway.ts'
import { hasDay, isUnanswered, isUnderWay, rebookingPlace } from '../rules.ts'
import type { Notice } from '../lifecycle/rules.ts'
import {
  receivedHot,
  bookingConfirmed,
  bookingReceived,
  lookingForAnother,
  newJob,
  newJobAgain,
  newJobConfirmed,
  noOneTook,
  notTaken,
  timeUnavailable,
  withCalendar,
  type NoticeText,
  type BookingDetails,
  type BookingLinks,
  type WorkDetails,
} from './messages.ts'
import {
  jobConfirmed,
  jobToAnswer,
  jobToAnswerAgain,
  jobReassigned,
  movedByUs,
  movedByUsForGood,
  movedToUnit,
} from './hired-drivers-messages.ts'
import * as day from './day-messages.ts'
import {
  cancelled,
  driverCancelled,
  driverCancelledFinal,
  hiredJobCancelled,
  jobCancelled,
  notReconfirmed,
  notReconfirmedForGood,
  offeredToOthers,
  reconfirm,
  rejected,
} from './changed-messages.ts'
import {
  cancellationDenied,
  cancellationDeniedForGood,
  didYouCancel,
  jobStillOn,
  reportDenied,
  reportReceived,
} from './reported-cancellations-messages.ts'
import type { Parties } from './queries.ts'

type NoticeTemplate = (booking: BookingDetails) => NoticeText

/**
 * Recipients and texts of each notice named in the table of transitions (lifecycle/rules.ts), and the notice to the
 * unit's hired driver, if there is one.
 */
export const NOTICES: Record<
  Exclude<Notice, 'hot_job' | 'awaits_verification'>,
  { to: 'customer' | CompanyEvent; template: NoticeTemplate; hired?: [HiredEvent, NoticeTemplate] }
> = {
  received: { to: 'customer', template: bookingReceived },
  received_hot: { to: 'customer', template: receivedHot },
  confirmed: { to: 'customer', template: bookingConfirmed, hired: ['job_confirmed', jobConfirmed] },
  new_job: { to: 'new_booking', template: newJob, hired: ['job_offered', jobToAnswer] },
  new_job_again: { to: 'new_booking', template: newJobAgain, hired: ['job_offered', jobToAnswerAgain] },
  job_confirmed_at_once: { to: 'new_booking', template: newJobConfirmed },
  time_gone: { to: 'customer', template: timeUnavailable },
  looking_for_another: { to: 'customer', template: lookingForAnother },
  not_taken: { to: 'customer', template: notTaken },
  no_one_took: { to: 'customer', template: noOneTook },
  passed_on: { to: 'customer', template: offeredToOthers },
  rejected: { to: 'customer', template: rejected },
  given_up: { to: 'customer', template: driverCancelled, hired: ['job_changed', hiredJobCancelled] },
  given_up_for_good: { to: 'customer', template: driverCancelledFinal, hired: ['job_changed', hiredJobCancelled] },
  not_reconfirmed: { to: 'customer', template: notReconfirmed, hired: ['job_changed', hiredJobCancelled] },
  not_reconfirmed_for_good: {
    to: 'customer',
    template: notReconfirmedForGood,
    hired: ['job_changed', hiredJobCancelled],
  },
  moved_by_us: { to: 'customer', template: movedByUs },
  moved_by_us_for_good: { to: 'customer', template: movedByUsForGood },
  moved_to_unit: { to: 'customer', template: movedToUnit },
  job_taken_away: { to: 'booking_changed', template: jobReassigned, hired: ['job_changed', hiredJobCancelled] },
  reconfirm: { to: 'booking_reminder', template: reconfirm, hired: ['job_question', reconfirm] },
  cancelled: { to: 'customer', template: cancelled },
  job_cancelled: { to: 'booking_changed', template: jobCancelled, hired: ['job_changed', hiredJobCancelled] },
  on_the_way: { to: 'customer', template: day.onTheWay },
  running_late: { to: 'customer', template: day.runningLate },
  started: { to: 'customer', template: day.started },
  waiting: { to: 'customer', template: day.waiting },
  finished: { to: 'customer', template: day.finished },
  hours_disputed: { to: 'booking_changed', template: day.hoursDisputed },
  cash_paid: { to: 'customer', template: day.cashPaid },
  cash_disputed: { to: 'booking_changed', template: day.cashDisputed, hired: ['job_question', day.cashDisputed] },
  hours_confirmed: { to: 'customer', template: day.hoursConfirmed },
  job_hours_confirmed: { to: 'booking_changed', template: day.jobHoursConfirmed },
  not_here_yet: { to: 'customer', template: day.notHereYet },
  where_are_you: { to: 'booking_changed', template: day.whereAreYou, hired: ['job_question', day.whereAreYou] },
  may_cancel_free: { to: 'customer', template: day.mayCancelFree },
  evening_before: { to: 'customer', template: day.eveningBefore },
  job_evening_before: {
    to: 'booking_reminder',
    template: day.jobEveningBefore,
    hired: ['job_reminder', day.jobEveningBefore],
  },
  was_it_done: { to: 'customer', template: day.wasItDone },
  was_job_done: { to: 'booking_changed', template: day.wasJobDone, hired: ['job_question', day.wasJobDone] },
  day_decided: { to: 'customer', template: day.dayDecided },
  job_day_decided: { to: 'booking_changed', template: day.jobDayDecided },
  cancellation_denied: { to: 'customer', template: cancellationDenied },
  cancellation_denied_for_good: { to: 'customer', template: cancellationDeniedForGood },
  report_denied: { to: 'booking_changed', template: reportDenied },
  did_you_cancel: { to: 'customer', template: didYouCancel },
  report_received: { to: 'booking_changed', template: reportReceived },
  job_stands: { to: 'booking_changed', template: jobStillOn, hired: ['job_question', jobStillOn] },
}

/** Notices of the day and after it, which do not make, move or end the booking. */
const LEAVES_CALENDAR: ReadonlySet<Notice> = new Set<Notice>([
  'on_the_way',
  'running_late',
  'started',
  'waiting',
  'finished',
  'cash_paid',
  'hours_confirmed',
  'not_here_yet',
  'may_cancel_free',
  'evening_before',
  'was_it_done',
  'day_decided',
  'did_you_cancel',
])

/** What a mail to an address that is not confirmed may say. */
export const waitingBookingOf = ({ id, start, places }: Parties): WaitingBooking => ({
  id,
  move: { day: formatDay(localDayOf(start)), from: places[0] ?? '', to: places.at(-1) ?? '' },
})

/** Job that notifies all units that can do a hot job, which may be hundreds. */
export const hotJobOffered = jobName<{ bookingId: string; isAgain?: boolean }>('bookings.hot-job-offered')

export async function sendNotice(ctx: TxCtx, parties: Parties, notice: Notice): Promise<void> {
  if (notice === 'hot_job') return ctx.enqueue(hotJobOffered, { bookingId: parties.id })
  // The booker's address is unverified: no other person is emailed on their behalf, and the notice to it names only day
  // and towns.
  if (notice === 'awaits_verification') return mailBookingLink(ctx, waitingBookingOf(parties))
  const { to, template, hired } = NOTICES[notice]
  const isReport = notice === 'did_you_cancel' || (notice === 'cancelled' && parties.cancelledBy === 'driver')
  const notify = isReport ? askWhetherCancelled : notifyCustomer
  const isToAnswer = notice === 'new_job' || notice === 'new_job_again'
  if (to === 'customer') await notify(ctx, parties, LEAVES_CALENDAR.has(notice) ? template : withCalendar(template))
  else await notifyCompany(ctx, parties, to, template, isToAnswer)
  if (hired) await notifyHiredDriver(ctx, parties, ...hired, isToAnswer)
}

/** The message about a booking to answer, with the link by which this one person answers it. */
const withAnswerLink =
  (ctx: TxCtx, parties: Parties, template: NoticeTemplate) =>
  async (userId: string): Promise<Pick<NoticeText, 'mail' | 'sms'>> => {
    const answerUrl = await makeNewBookingLink(ctx, { ...parties, unitId: parties.unitId ?? '' }, userId)
    return template({ ...detailsOf(ctx, parties), answerUrl })
  }

/** The booker gets the link that answers; their devices, and the person it was booked for, get the booking’s own. */
async function askWhetherCancelled(ctx: TxCtx, parties: Parties, template: NoticeTemplate): Promise<void> {
  const feePence = Number(parties.about?.['claimedPence'] ?? 0)
  const answerUrl = await makeCancellationLink(ctx, { ...parties, feePence })
  await notifyBooker(ctx, parties, (booking) => template({ ...booking, answerUrl }))
  await notifyBesideBooker(ctx, parties, template)
}

/**
 * Notifies the person who drives the unit for its owner, on the channels that they chose (fleet/drivers/notices). The
 * text names no price. What has to be answered goes to the lead of several vans, everything else to them all.
 */
export async function notifyHiredDriver(
  ctx: TxCtx,
  parties: Parties,
  event: HiredEvent,
  template: NoticeTemplate,
  isToAnswer = false,
): Promise<void> {
  const isForLead = event === 'job_offered' || event === 'job_question'
  for (const van of isForLead ? parties.vans.slice(0, 1) : parties.vans) {
    const ofVan = { ...parties, ...van }
    const { kind, subject, mail, sms } = template(detailsOf(ctx, ofVan))
    const personal = isToAnswer ? withAnswerLink(ctx, ofVan, template) : undefined
    await notifyUnitDriver(ctx, van.unitId, event, { kind, subject, mail, sms, subjectId: parties.id, personal })
  }
}

/**
 * Notifies the booker alone of a message that holds a link to act for them: no device gets it, nor does the person whom
 * the move was booked for.
 */
export const notifyBooker = (ctx: TxCtx, parties: Parties, template: NoticeTemplate): Promise<void> =>
  notifyCustomer(ctx, { ...parties, copyRecipient: null }, template, true)

/** Notifies those who do not get the booker’s link to act: the booker’s devices, and the person whom the move was booked for. */
export const notifyBesideBooker = (ctx: TxCtx, parties: Parties, template: NoticeTemplate): Promise<void> =>
  notifyCustomer(ctx, { ...parties, customer: { email: null, phone: null, isPhoneVerified: false } }, template)

/** Notifies the customer, and the person it was booked for. */
export async function notifyCustomer(
  ctx: TxCtx,
  parties: Parties,
  template: NoticeTemplate,
  holdsSecret = false,
): Promise<void> {
  const text = template(detailsOf(ctx, parties))
  const { customer } = parties
  const { bookingUpdates: wants } = await getSettingsOf(ctx, parties.customerId)
  const { kind, subject, attachments } = text
  const addresses = text.isVital || wants.email ? [customer.email, parties.copyRecipient] : []
  for (const to of addresses)
    if (to)
      await queueMessage(ctx, {
        channel: 'email',
        to,
        kind,
        subject,
        subjectId: parties.id,
        attachments,
        mail: text.mail,
        settings: '/customer-settings#notifications',
        holdsSecret,
      })
  if (wants.push && !holdsSecret)
    await queuePush(ctx, parties.customerId, { kind, mail: text.mail, subjectId: parties.id })
  // An unconfirmed number may be a stranger's. A customer without an email address gave the number to the office on the
  // phone.
  if (customer.phone && (customer.isPhoneVerified ? wants.sms || !customer.email : !customer.email)) {
    await queueMessage(ctx, {
      channel: 'sms',
      to: customer.phone,
      kind: text.kind,
      text: text.sms,
      subjectId: parties.id,
      holdsSecret,
    })
  }
}

/** Uses the channels that the company chose (companies/rules.ts). */
export async function notifyCompany(
  ctx: TxCtx,
  parties: Parties,
  event: CompanyEvent,
  template: NoticeTemplate,
  isToAnswer = false,
): Promise<void> {
  if (!parties.companyId) return
  const { kind, subject, mail, sms } = template(detailsOf(ctx, parties))
  const personal = isToAnswer ? withAnswerLink(ctx, parties, template) : undefined
  await notifyOwner(ctx, parties.companyId, event, { kind, subject, mail, sms, subjectId: parties.id, personal })
}

const workOf = ({ start, end, move, order }: Parties): WorkDetails => ({
  start,
  vanCategory: move.vanCategory,
  trips: order.trips ?? 1,
  minutes: minutesBetween(start, end),
  breakMinutes: minutesOfTimeString(order.breaksTime ?? ''),
  waitingMinutes: waitingOfOrder(order),
})

type Linked = Pick<Parties, 'id' | 'status' | 'unitId'>

/** The pages that messages about a booking lead to. Each names the booking, and opens it with its buttons. */
export function linksOf(publicUrl: string, { id, status, unitId }: Linked, hash: string): BookingLinks {
  const ofUnit = (path: string) => `${publicUrl}${unitId ? unitPath(path, unitId) : path}`
  const tab = isUnanswered(status) ? 'new-bookings' : 'confirmed-bookings'
  const jobUrl = ofUnit(`/my-bookings/${tab}?job=${id}`)
  return {
    url: `${publicUrl}/booking/${hash}`,
    quotesUrl: `${publicUrl}/moves/again/${id}`,
    jobUrl,
    dayUrl: unitId && hasDay(status) ? ofUnit(`/my-day/${id}`) : jobUrl,
    hotJobsUrl: ofUnit(`/my-bookings/hot-jobs?job=${id}`),
    rebookUrl: ofUnit(`/my-bookings/new-bookings#${rebookingPlace(id)}`),
  }
}

function detailsOf(ctx: TxCtx, parties: Parties): BookingDetails {
  const { trader: platform, appMode, contacts, publicUrl } = ctx.config
  const { email } = contacts
  const phone = readablePhone(contacts.phone)
  return {
    agreed: parties.agreed,
    now: ctx.clock.now(),
    us: `${shownTrader(platform, appMode)} Call ${phone} or write to ${email}.`,
    // Only a few mails carry them.
    calendarFile: () => moveCalendarFile(ctx, parties),
    ourTerms: () => {
      const terms = customerTerms(parties.agreed.cancellation)
      const content = termsFile(terms, { platform, phone, email }, publicUrl)
      return { name: `vanfare-terms-${terms.inForceFrom}.html`, content }
    },
    start: parties.start,
    from: parties.places[0] ?? '',
    to: parties.places.at(-1) ?? '',
    totalPence: parties.totalPence,
    load: parties.load,
    van: parties.van,
    companyName: parties.companyName ?? 'The driver',
    work: workOf(parties),
    lifting: liftingWarning(parties.move.items, parties.move.manPower)?.detail,
    respondBy: parties.respondBy,
    crew: parties.crew,
    ...linksOf(publicUrl, parties, hashOf(ctx, parties.id)),
    reconfirmBy: parties.reconfirmBy,
    cancelledBy: parties.cancelledBy,
    byMover: parties.byMover,
    feePence: parties.feePence,
    keptFeePence: isUnderWay(parties.status) ? 0 : parties.feeFloorPence,
    owedPence: parties.owedPence ?? 0,
    about: parties.about ?? {},
  }
}
