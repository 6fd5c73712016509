import { describe, expect, it } from 'vitest'
import { agreed } from '#test/support/factories/agreement.ts'
import { NOTICES } from './notices/commands.ts'
import {
  bookingConfirmed,
  bookingReceived,
  newJob,
  workText,
  type BookingDetails,
  type WorkDetails,
} from './notices/messages.ts'
import {
  HIDDEN,
  redacted,
  LAST_CHARACTERS,
  lastMessageOf,
  type LastMessageRow,
  closedReasonOf,
  type ThreadFacts,
  type WhyClosed,
} from './thread/rules.ts'

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
  keptFeePence: 0,
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

describe('messages of a thread', () => {
  const end = new Date('2026-11-28T12:00:00Z')
  const days = (count: number) => new Date(end.getTime() + count * 86_400_000)

  it.each<[Partial<ThreadFacts>, Date, WhyClosed | null]>([
    [{ status: 'new_booking' }, days(-5), null],
    [{ status: 'new_booking', hasCompany: false }, days(-5), 'no_driver'],
    [{ status: 'confirmed' }, days(-1), null],
    [{ status: 'in_progress' }, days(20), null],
    [{ status: 'completed' }, days(14), null],
    [{ status: 'completed' }, days(14.01), 'over'],
    [{ status: 'canceled_by_customer' }, days(-1), null],
    [{ status: 'canceled_by_customer' }, days(15), 'over'],
    [{ status: 'rejected' }, days(-1), 'over'],
    [{ status: 'not_taken_by_driver' }, days(-1), 'over'],
    [{ status: 'no_one_took', hasCompany: false }, days(-1), 'over'],
  ])('%j at %s: %s', (facts, now, why) => {
    expect(closedReasonOf({ status: 'confirmed', hasCompany: true, end, ...facts }, now)).toBe(why)
  })

  const row: LastMessageRow = {
    side: 'customer',
    authorId: 'priya',
    author: 'Priya',
    text: 'Ring 07700 900123.',
    photosCount: 0,
    isRemoved: false,
    at: '2026-11-20T09:00:00+00:00',
  }
  const sam = { userId: 'sam', side: 'company', status: 'new_booking' } as const
  const priya = { userId: 'priya', side: 'customer', status: 'new_booking' } as const

  describe('the last message', () => {
    it('is nothing while nobody has written', () => expect(lastMessageOf(null, priya)).toBeNull())

    it.each([
      ['its author', priya, { author: 'Priya', isOwn: true, text: 'Ring 07700 900123.' }],
      ['the company before it is confirmed', sam, { author: 'Customer', isOwn: false, text: `Ring ${HIDDEN}.` }],
      ['the company afterwards', { ...sam, status: 'confirmed' as const }, { author: 'Priya', text: row.text }],
    ])('is read by %s', (_who, reader, shown) => expect(lastMessageOf(row, reader)).toMatchObject(shown))

    it('has neither words nor photos once the office has removed it', () =>
      expect(lastMessageOf({ ...row, photosCount: 2, isRemoved: true }, priya)).toMatchObject({
        text: '',
        photosCount: 0,
        isRemoved: true,
      }))

    it('is cut after numbers were taken out: a number at the cut leaves no digit', () => {
      const text = `${'x'.repeat(LAST_CHARACTERS - 6)} 07700 900123`
      expect(lastMessageOf({ ...row, text }, sam)?.text).not.toMatch(/\d/)
    })
  })

  describe('before a booking is confirmed', () => {
    it.each([
      ['Ring me on 07700 900123 please', `Ring me on ${HIDDEN} please`],
      ['07700900123', HIDDEN],
      ['+44 7700 900 123', `+${HIDDEN}`],
      ['(0)7700-900-123', `(${HIDDEN}`],
      ['0.7.7.0.0.9.0.0.1.2.3', HIDDEN],
      ['0 7 7 0 0 9 0 0 1 2 3 ok', `${HIDDEN} ok`],
      ['07700/900/123', HIDDEN],
      ['oh seven seven double oh nine double oh one two three', HIDDEN],
      ['zero double 7 zero zero nine zero zero 1 2 3', HIDDEN],
      ['０７７００９００１２３', HIDDEN],
      ['077 then 00 and 900123', HIDDEN],
      ['priya@example.com', HIDDEN],
      ['write to priya.shah+move@mail.example.co.uk, thanks', `write to ${HIDDEN}, thanks`],
      ['priya at gmail dot com', HIDDEN],
      ['priya (at) gmail [dot] com', HIDDEN],
      ['priya dot shah at gmail dot co dot uk', HIDDEN],
      ['mail _priya_ at gmail dot com', `mail ${HIDDEN}`],
      ['priya   at\n gmail   dot  com', HIDDEN],
      ['priya<at>mail.one.two.example<dot>co<dot>uk', HIDDEN],
      ['see https://wa.me/447700900123', `see ${HIDDEN}`],
      ['www.pennant.example/contact now', `${HIDDEN} now`],
    ])('%j is read as %j', (text, read) => {
      expect(redacted(text)).toBe(read)
    })

    it.each([
      'See you on 28/11/2026 at 09:00, or 10:30 if it rains.',
      'On 2026-11-28 09:00 there are 12 boxes.',
      'It is £453.12 for 6 h 30 min and 68.40 miles.',
      'Flat 12, 48 Hoe Street, London E17 4QH, two flights.',
      'I have one sofa, two beds and three boxes. Oh, and a piano.',
      'Is 16:30 still all right? I finish work at four.',
      'We are at home at nine.',
    ])('%j stays as it is', (text) => {
      expect(redacted(text)).toBe(text)
    })
  })
})
