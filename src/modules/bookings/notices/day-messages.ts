import { namesText } from '../crew/rules.ts'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatDayTimeFrom, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { addressesOn, townsOn } from '../documents/rules.ts'
import { summaryOf, workText, type BookingDetails, type NoticeText } from './messages.ts'

/** Notices to the customer, company and hired driver about the moving day. */

const seeDay = (booking: BookingDetails) => ({ label: 'See your move', url: `${booking.url}/day` })
const openJob = (booking: BookingDetails) => ({ label: 'Open the job', url: booking.dayUrl })

const clockTime = (instant: Date): string => formatTime(toLocal(instant).minute)

/** Text field of the step's data. */
const textOf = ({ about }: BookingDetails, name: string): string => {
  const value = about[name]
  return typeof value === 'string' ? value : ''
}
const numberOf = ({ about }: BookingDetails, name: string): number => {
  const value = about[name]
  return typeof value === 'number' ? value : 0
}

export const onTheWay = (booking: BookingDetails): NoticeText => ({
  kind: 'day_on_the_way',
  subject: `On the way: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} is on the way to you. ${booking.url}/day`,
  mail: {
    title: `${booking.companyName} is on the way`,
    paragraphs: [
      `${summaryOf(booking)}.`,
      'Your booking page shows when they’ll arrive, and the job clock once they start.',
    ],
    action: seeDay(booking),
  },
})

export const runningLate = (booking: BookingDetails): NoticeText => {
  const eta = textOf(booking, 'newEta')
  const time = eta ? clockTime(new Date(eta)) : 'later'
  return {
    kind: 'day_running_late',
    subject: `Running late: ${summaryOf(booking)}`,
    sms: `Vanfare: ${booking.companyName} is running late and expects to be with you at ${time}. ${booking.url}/day`,
    mail: {
      title: `They expect to be with you at ${time}`,
      paragraphs: [
        `${booking.companyName} is running late for ${summaryOf(booking)}, and expects to be with you at ${time}.`,
        'If they haven’t started half an hour after the agreed time, and you haven’t agreed another, you can cancel free of charge.',
      ],
      action: seeDay(booking),
    },
  }
}

export const started = (booking: BookingDetails): NoticeText => ({
  kind: 'day_started',
  subject: `Started: ${summaryOf(booking)}`,
  sms: `Vanfare: your move has started and the clock is running. You see the same clock as the driver: ${booking.url}/day`,
  mail: {
    title: 'Your move has started',
    paragraphs: [
      `${booking.companyName} has started your move, ${summaryOf(booking)}.`,
      'You and the driver see the same clock.',
    ],
    action: seeDay(booking),
  },
})

export const waiting = (booking: BookingDetails): NoticeText => ({
  kind: 'day_waiting',
  subject: `The crew is waiting: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} can’t go on and is waiting, for keys or for access. The clock counts it as waiting. ${booking.url}/day`,
  mail: {
    title: 'The crew is waiting',
    paragraphs: [
      `${booking.companyName} can’t go on with your move, ${summaryOf(booking)}: the keys haven’t been released, or they can’t get access.`,
      `Waiting is charged as you agreed, never above ${formatPence(booking.agreed.ceilingPence)} in all.`,
    ],
    action: seeDay(booking),
  },
})

/** The review has its own request, sent once the hours are confirmed. */
export const finished = (booking: BookingDetails): NoticeText =>
  booking.about['isChangeOpen'] === true ? finishedWithChange(booking) : finishedForHours(booking)

/** The hours are asked about once the change is settled. */
const finishedWithChange = (booking: BookingDetails): NoticeText => ({
  kind: 'day_finished',
  subject: `Your move is done, and a change is still open: ${summaryOf(booking)}`,
  sms: `Vanfare: your move is done. A change is still open: please answer it within 24 hours. Unanswered, it counts as refused. ${booking.url}/day`,
  mail: {
    title: 'Your move is done, and a change is still open',
    paragraphs: [
      `${booking.companyName} has finished your move, ${summaryOf(booking)}.`,
      'A change is still waiting for its answer. If it has none within 24 hours, it counts as refused. After that you have 24 hours to confirm the hours.',
    ],
    action: { label: 'See the change', url: `${booking.url}/day` },
  },
})

const finishedForHours = (booking: BookingDetails): NoticeText => ({
  kind: 'day_finished',
  subject: `Please confirm the hours: ${summaryOf(booking)}`,
  sms: `Vanfare: your move is done. Please confirm the hours within 24 hours: ${booking.url}/day`,
  mail: {
    title: 'Your move is done',
    paragraphs: [
      `${booking.companyName} has finished your move, ${summaryOf(booking)}.`,
      `Please look at the hours and confirm them, or tell us what was different. If we don’t hear from you within 24 hours, they count as confirmed, never above ${formatPence(booking.agreed.ceilingPence)}.`,
    ],
    action: { label: 'Confirm the hours', url: `${booking.url}/day` },
  },
})

export const hoursDisputed = (booking: BookingDetails): NoticeText => ({
  kind: 'job_hours_disputed',
  subject: `The customer disagrees: ${summaryOf(booking)}`,
  sms: `Vanfare: the customer of ${summaryOf(booking)} doesn’t agree with the hours. Our office looks at it and tells you both. ${booking.dayUrl}`,
  mail: {
    title: 'The customer doesn’t agree with the hours',
    paragraphs: [
      `For ${summaryOf(booking)} the customer counts ${formatDuration(numberOf(booking, 'minutes'))} of work.`,
      'Our office looks at the record of the day and tells you both what it decides. Nothing is billed until then.',
    ],
    action: openJob(booking),
  },
})

/** What the driver says was paid, for the customer to read and to correct. */
export const cashPaid = (booking: BookingDetails): NoticeText => {
  const [taken, due] = [numberOf(booking, 'taken'), numberOf(booking, 'due')]
  const amount = taken < due ? `${formatPence(taken)} of ${formatPence(due)}` : formatPence(taken)
  return {
    kind: 'day_cash_paid',
    isVital: true,
    subject: `Paid in cash: ${amount}`,
    sms: `Vanfare: ${booking.companyName} says you paid ${amount} in cash. If that’s wrong, tell us: ${booking.url}/day`,
    mail: {
      title: `You paid ${amount} in cash`,
      paragraphs: [
        `That is what ${booking.companyName} says about ${summaryOf(booking)}.`,
        'If it isn’t right, tell us on your booking page. Our office then asks both of you.',
      ],
      action: seeDay(booking),
    },
  }
}

export const cashDisputed = (booking: BookingDetails): NoticeText => ({
  kind: 'job_cash_disputed',
  subject: `The customer disagrees: ${summaryOf(booking)}`,
  sms: `Vanfare: the customer of ${summaryOf(booking)} says that they paid another amount in cash. Our office asks both of you. ${booking.dayUrl}`,
  mail: {
    title: 'The customer says that they paid another amount',
    paragraphs: [
      `You recorded ${formatPence(numberOf(booking, 'taken'))} in cash for ${summaryOf(booking)}. The customer says that it was another amount.`,
      'Our office asks both of you and tells you what it decides.',
    ],
    action: openJob(booking),
  },
})

export const hoursConfirmed = (booking: BookingDetails): NoticeText => {
  const total = formatPence(numberOf(booking, 'finalPence'))
  const bySilence = textOf(booking, 'by') === 'silence'
  return {
    kind: 'day_hours_confirmed',
    isVital: true,
    subject: `${total} for ${summaryOf(booking)}`,
    sms: `Vanfare: the hours of your move are confirmed. The price is ${total}. ${booking.url}/day`,
    mail: {
      title: 'The hours are confirmed',
      paragraphs: [
        `${formatDuration(numberOf(booking, 'worked'))} of work for ${summaryOf(booking)}. The price is ${total}.`,
        ...(bySilence ? ['We haven’t heard from you within 24 hours, so the clock’s hours count.'] : []),
      ],
      action: seeDay(booking),
    },
  }
}

/** Notice to the company; the amount is on its own page. */
export const jobHoursConfirmed = (booking: BookingDetails): NoticeText => ({
  kind: 'job_hours_confirmed',
  subject: `Hours confirmed: ${summaryOf(booking)}`,
  sms: `Vanfare: the hours of ${summaryOf(booking)} are confirmed: ${formatPence(numberOf(booking, 'finalPence'))}. ${booking.dayUrl}`,
  mail: {
    title: 'The hours are confirmed',
    paragraphs: [
      `${formatDuration(numberOf(booking, 'worked'))} of work for ${summaryOf(booking)}: ${formatPence(numberOf(booking, 'finalPence'))}.`,
    ],
    action: openJob(booking),
  },
})

export const notHereYet = (booking: BookingDetails): NoticeText => ({
  kind: 'day_not_here_yet',
  subject: `Not started yet: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} hasn’t started yet. We’ve asked when they’ll arrive. If they’re with you, tell us: ${booking.url}/day`,
  mail: {
    title: 'They haven’t started yet',
    paragraphs: [
      `${booking.companyName} was due at ${clockTime(booking.start)} and hasn’t started. We’ve asked when they’ll arrive.`,
      'If they are with you, press “They’re here” on your page. From half an hour after the agreed time you can cancel free of charge.',
    ],
    action: seeDay(booking),
  },
})

export const whereAreYou = (booking: BookingDetails): NoticeText => ({
  kind: 'job_where_are_you',
  subject: `Where are you? ${summaryOf(booking)}`,
  sms: `Vanfare: ${summaryOf(booking)} hasn’t started. Start the clock, or tell the customer when you’ll arrive: ${booking.dayUrl}`,
  mail: {
    title: 'This job hasn’t started',
    paragraphs: [
      `${summaryOf(booking)} was due at ${clockTime(booking.start)}.`,
      'If you are there, start the clock. If you are late, say when you come. From half an hour after the agreed time the customer may cancel, and it counts as yours.',
    ],
    action: openJob(booking),
  },
})

export const mayCancelFree = (booking: BookingDetails): NoticeText => ({
  kind: 'day_may_cancel_free',
  isVital: true,
  subject: `You can cancel free of charge: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} is more than half an hour late. Book another driver who is free now, or cancel free of charge; it counts as their cancellation. ${booking.url}/day`,
  mail: {
    title: 'You can cancel free of charge',
    paragraphs: [
      `${booking.companyName} is more than half an hour late for ${summaryOf(booking)}, and you have agreed no other time.`,
      'Your booking page shows who is free for your move now, each with a whole price: one tap books them and cancels this one.',
      'If you cancel now, it costs you nothing and counts as the company’s cancellation. If they are with you, press “They’re here”.',
    ],
    action: seeDay(booking),
  },
})

const crewSentence = ({ crew, companyName }: BookingDetails) =>
  crew.length > 0 ? `${namesText(crew)} of ${companyName} will come` : `${companyName} will come`

const placeOf = ({ agreed }: BookingDetails): string => {
  const point = agreed.points[0]
  const street = [point?.flatAndHouse, point?.formattedAddress].filter(Boolean).join(', ')
  return [street || point?.town, point?.postcode].filter(Boolean).join(', ')
}

export const eveningBefore = (booking: BookingDetails): NoticeText => ({
  kind: 'day_evening_before',
  subject: `Tomorrow: ${summaryOf(booking)}`,
  sms: `Vanfare: tomorrow at ${clockTime(booking.start)}, ${placeOf(booking)}. ${crewSentence(booking)}. ${booking.url}/day`,
  mail: {
    title: `Tomorrow at ${clockTime(booking.start)}`,
    sign: addressesOn(booking),
    paragraphs: [
      `${crewSentence(booking)} to ${placeOf(booking)}: ${formatDayTimeFrom(booking.now, booking.start)}, with a ${VAN_NAMES[booking.work.vanCategory]}${booking.van ? `, ${booking.van.registration}` : ''}.`,
      workText(booking.work),
    ],
    action: seeDay(booking),
  },
})

export const jobEveningBefore = (booking: BookingDetails): NoticeText => ({
  kind: 'job_evening_before',
  subject: `Tomorrow: ${summaryOf(booking)}`,
  sms: `Vanfare: tomorrow at ${clockTime(booking.start)}, ${placeOf(booking)}. ${booking.dayUrl}`,
  mail: {
    title: `Tomorrow at ${clockTime(booking.start)}`,
    sign: townsOn(booking),
    paragraphs: [
      `${summaryOf(booking)}, from ${placeOf(booking)}.`,
      workText(booking.work),
      ...(booking.crew.length > 0 ? [`${namesText(booking.crew)} will come.`] : []),
    ],
    action: openJob(booking),
  },
})

const becameOf = (booking: BookingDetails): string =>
  textOf(booking, 'kind') === 'not_finished' ? 'was started and never finished' : 'was never started'

export const wasItDone = (booking: BookingDetails): NoticeText => ({
  kind: 'day_was_it_done',
  subject: `Did your move happen? ${summaryOf(booking)}`,
  sms: `Vanfare: our records show that ${summaryOf(booking)} ${becameOf(booking)}. Please tell us what happened: ${booking.url}/day`,
  mail: {
    title: 'Did your move happen?',
    paragraphs: [
      `Our records show that ${summaryOf(booking)} ${becameOf(booking)}.`,
      'Please tell us what happened. Our office decides with both of you, and nothing is billed until then.',
    ],
    action: seeDay(booking),
  },
})

export const wasJobDone = (booking: BookingDetails): NoticeText => ({
  kind: 'job_was_it_done',
  subject: `What happened with this job? ${summaryOf(booking)}`,
  sms: `Vanfare: our records show that ${summaryOf(booking)} ${becameOf(booking)}. Press Finish if it’s done, or call us: ${booking.dayUrl}`,
  mail: {
    title: 'What happened with this job?',
    paragraphs: [
      `Our records show that ${summaryOf(booking)} ${becameOf(booking)}.`,
      'If the job was done, tell us. We won’t bill it until you or our office confirm.',
    ],
    action: openJob(booking),
  },
})

export const dayDecided = (booking: BookingDetails): NoticeText => ({
  kind: 'day_decided',
  isVital: true,
  subject: `Our office has decided: ${summaryOf(booking)}`,
  sms: `Vanfare: our office has decided about ${summaryOf(booking)}. ${booking.url}/day`,
  mail: {
    title: 'Our office has decided',
    paragraphs: [`About ${summaryOf(booking)}: ${textOf(booking, 'reason')}`],
    action: seeDay(booking),
  },
})

export const jobDayDecided = (booking: BookingDetails): NoticeText => ({
  kind: 'job_day_decided',
  subject: `Our office has decided: ${summaryOf(booking)}`,
  sms: `Vanfare: our office has decided about ${summaryOf(booking)}. ${booking.dayUrl}`,
  mail: {
    title: 'Our office has decided',
    paragraphs: [`About ${summaryOf(booking)}: ${textOf(booking, 'reason')}`],
    action: openJob(booking),
  },
})
