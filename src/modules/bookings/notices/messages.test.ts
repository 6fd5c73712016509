import { expect, it } from 'vitest'
import { agreed } from '#test/support/factories/agreement.ts'
import { NOTICES } from './commands.ts'
import {
  bookingConfirmed,
  bookingReceived,
  newJob,
  workText,
  type BookingDetails,
  type WorkDetails,
} from './messages.ts'

const work: WorkDetails = {
  start: new Date('2026-11-28T09:00:00Z'),
  vanCategory: 'luton_van',
  trips: 3,
  minutes: 630,
  breakMinutes: 30,
  waitingMinutes: 60,
}

it.each<[Partial<WorkDetails>, string]>([
  [
    {},
    'A Luton Van makes 3 trips, 10 h 30 min in all: from 09:00 to 19:30. That includes 30 min of driver breaks, which aren’t charged. ' +
      'We’ve also reserved 1 h for waiting, until 20:30; you pay only if it’s used.',
  ],
  [
    { trips: 1, minutes: 150, breakMinutes: 0, waitingMinutes: 0, vanCategory: 'small_van' },
    'A Small Van, 2 h 30 min: from 09:00 to 11:30.',
  ],
])('%j: %s', (change, text) => {
  expect(workText({ ...work, ...change })).toBe(text)
})

const booking: BookingDetails = {
  start: work.start,
  from: 'Walthamstow',
  to: 'Tottenham',
  totalPence: 42_845,
  companyName: 'Pennant & Daughters',
  respondBy: null,
  work,
  lifting: 'You carry everything.',
  url: 'https://vanfare.test/booking/x',
  quotesUrl: 'https://vanfare.test/moves/again/8',
  jobUrl: 'https://vanfare.test/my-bookings/new-bookings?job=8&unit=7',
  dayUrl: 'https://vanfare.test/my-day/8?unit=7',
  hotJobsUrl: 'https://vanfare.test/my-bookings/hot-jobs?job=8&unit=7',
  rebookUrl: 'https://vanfare.test/my-bookings/new-bookings?unit=7#re-book-8',
  reconfirmBy: null,
  cancelledBy: null,
  byMover: false,
  feePence: 0,
  owedPence: 0,
  about: {},
  load: { pieces: 28, weightKg: 2838, volumeM3: 31.2 },
  van: { registration: 'LK72 VNF', payloadKg: 1150, volumeM3: 20 },
  crew: [],
  agreed,
  now: new Date('2026-11-20T10:00:00Z'),
  us: 'Vanfare Ltd',
  calendarFile: () => ({ name: 'vanfare-1.ics', content: 'BEGIN:VCALENDAR' }),
  ourTerms: () => ({ name: 'terms.html', content: '' }),
}

it('says trips and who lifts to the customer, and trips to the driver', () => {
  expect(bookingReceived(booking).mail.paragraphs.slice(1, 3)).toEqual([workText(work), 'You carry everything.'])
  expect(bookingConfirmed(booking).mail.paragraphs.slice(1, 3)).toEqual([workText(work), 'You carry everything.'])
  expect(newJob(booking).mail.paragraphs).toContain(workText(work))
  expect(newJob(booking).mail.paragraphs).not.toContain('You carry everything.')
  // The customer reads the addresses; a driver who has not confirmed reads towns.
  expect(bookingReceived(booking).mail.sign?.stops.map(({ detail }) => detail)).toEqual(
    agreed.points.map(({ postcode }) => expect.stringContaining(postcode)),
  )
  expect(newJob(booking).mail.sign).toEqual({
    when: 'Sat 28 November, 09:00',
    stops: [{ name: 'Walthamstow' }, { name: 'Tottenham' }],
  })
  // The link opens the job, with its buttons.
  expect([newJob(booking).mail.action?.url, newJob(booking).sms.split(' ').at(-1)]).toEqual([
    booking.jobUrl,
    booking.jobUrl,
  ])
})

/** Notices that leave their reader nothing to do. */
const OVER = ['job_cancelled', 'job_taken_away', 'report_denied', 'given_up', 'given_up_for_good']

const toDrivers = Object.entries(NOTICES).flatMap(([notice, { to, template, hired }]) => {
  const own = to === 'customer' ? [] : [[notice, template] as const]
  return hired ? [...own, [`${notice}, to the hired driver`, hired[1]] as const] : own
})

it.each(toDrivers.filter(([notice]) => !/not_reconfirmed/.test(notice) && !OVER.includes(notice.split(',')[0] ?? '')))(
  '%s leads to the job, where its next act is a button, by mail and by text',
  (_, template) => {
    const { mail, sms } = template(booking)
    const places = [booking.jobUrl, booking.dayUrl]
    expect(places).toContain(mail.action?.url)
    expect(places).toContain(sms.split(' ').at(-1))
  },
)
