import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { linksOf } from '#modules/bookings/notices/commands.ts'
import type { BookingDetails, NoticeText } from '#modules/bookings/notices/messages.ts'
import { STATUSES, type BookingStatus } from '#modules/bookings/rules.ts'
import { agreed } from '#test/support/factories/agreement.ts'
import routes from '#web/routes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = 'https://vanfare.test'
const id = '01a22800-0000-7000-8000-000000000008'
const hash = 'hash-of-the-booking'
const token = 'token-of-the-booking'

const booking = (status: BookingStatus): BookingDetails => ({
  ...linksOf(site, { id, status, unitId: '01a22800-0000-7000-8000-000000000007' }, hash),
  start: new Date('2026-11-28T09:00:00Z'),
  from: 'Walthamstow',
  to: 'Tottenham',
  totalPence: 42_845,
  companyName: 'Pennant & Daughters',
  respondBy: new Date('2026-11-20T14:00:00Z'),
  work: {
    start: new Date('2026-11-28T09:00:00Z'),
    vanCategory: 'luton_van',
    trips: 1,
    minutes: 300,
    breakMinutes: 0,
    waitingMinutes: 0,
  },
  lifting: undefined,
  reconfirmBy: new Date('2026-11-27T14:00:00Z'),
  cancelledBy: 'customer',
  byMover: false,
  feePence: 0,
  keptFeePence: 0,
  owedPence: 0,
  about: {},
  load: { pieces: 28, weightKg: 838, volumeM3: 11.2 },
  van: { registration: 'LK72 VNF', payloadKg: 1150, volumeM3: 20 },
  crew: ['Dawn'],
  agreed,
  now: new Date('2026-11-20T10:00:00Z'),
  us: 'Vanfare Ltd',
  calendarFile: () => ({ name: 'vanfare-1.ics', content: 'BEGIN:VCALENDAR' }),
  ourTerms: () => ({ name: 'terms.html', content: '' }),
})

const at = new Date('2026-11-28T10:00:00Z')
const change = {
  kind: 'item',
  proposedBy: 'customer',
  awaits: 'mover',
  words: 'A piano',
  label: 'A piano',
  amountPence: 2000,
  byRatesPence: 2000,
  extraMinutes: 30,
  newStartAt: null,
  expiresAt: at,
  createdAt: at,
  answeredAt: null,
  changeUrl: `${site}/change/${token}`,
}
const correction = { act: { kind: 'started', stop: null, at }, place: undefined, fromAt: at, toAt: at, why: '' }
const claim = {
  askedPence: 9000,
  acceptedPence: 4000,
  awardedPence: 4000,
  text: 'Ours.',
  isSettled: true,
  answerBy: at,
}
const claimUrl = `${site}/my-bookings/claims/${id}`
const rebook = { start: at, totalPence: 9000, respondBy: at }

/** What the templates of a file are made with before the booking (curried), or after it. */
const CURRIED: Record<string, readonly unknown[]> = {
  startedEarly: [{ startedAt: at, mostPence: 900, url: `${site}/answer/${token}` }],
  askedCustomer: [correction],
  askedCompany: [correction],
  askedHired: [correction],
  answered: [correction, 'agreed', 'customer'],
  likelyLate: [at],
  askDriver: [at],
  keysReleased: [at, 'Mum'],
  keysReleasedToCompany: [at, null],
  askedOfCustomer: [change],
  askedOfCompany: [change],
  offeredToCustomer: [change],
  offerTaken: [change],
  offerNotTaken: [change, 'refused'],
  agreedToCustomer: [change],
  agreedToCompany: [change],
  agreedToHired: [change],
  overToCustomer: [change, 'refused'],
  overToCompany: [change, 'expired'],
  detailsChanged: [['street']],
}
const AFTER: Record<string, readonly unknown[]> = {
  claimMade: [claim],
  claimReceived: [claim, claimUrl],
  claimAnswered: [claim, claimUrl],
  claimWithOffice: [claimUrl],
  claimWithOfficeForCompany: [claimUrl],
  claimDecided: [claim, claimUrl],
  claimDecidedForCompany: [claim, claimUrl],
  rebookAsked: [rebook],
  rebookDeclined: [at],
  rebookExpired: [at],
}
/** Parts of sentences, and messages that are about no single booking of a driver or customer or carry an address given to them. */
const NO_TEMPLATE = [
  'actName',
  'atYourPrice',
  'changeText',
  'compare',
  'consentSms',
  'listLink',
  'loadText',
  'messageCame',
  'officeReport',
  'reportDecided',
  'seeBooking',
  'summaryOf',
  'withCalendar',
  'workText',
]

type Template = (...input: unknown[]) => unknown

async function templatesIn(): Promise<[name: string, template: (of: BookingDetails) => NoticeText][]> {
  const paths = globSync('src/modules/bookings/**/*messages.ts', { cwd: root })
  const modules = await Promise.all(paths.map((path) => import(`${root}/${path}`) as Promise<Record<string, unknown>>))
  return modules.flatMap((module, index) =>
    Object.entries(module).flatMap(([name, made]) => {
      if (typeof made !== 'function' || NO_TEMPLATE.includes(name)) return []
      const template = made as Template
      const [curried, after = []] = [CURRIED[name], AFTER[name]]
      const words = (curried ? template(...curried) : (of: BookingDetails) => template(of, ...after)) as Template
      return [[`${paths[index]?.split('/').slice(3, -1).join('/')}: ${name}`, (of) => words(of) as NoticeText]]
    }),
  )
}

const templates = await templatesIn()

describe('a link in a message about a booking', () => {
  it.each(templates)('%s leads to a page that exists and names the booking', (name, words) => {
    for (const status of STATUSES) {
      const { mail, sms } = words(booking(status))
      const links = [mail.action?.url, ...(sms.match(/https:\/\/\S+/g) ?? [])].filter((url) => url !== undefined)
      // Who was told that they no longer have the job has nothing to open.
      expect(mail.action !== undefined || name.endsWith(': reportDenied')).toBe(true)
      for (const link of links) {
        const { pathname } = new URL(link)
        expect(matchRoutes(routes as RouteObject[], pathname), link).not.toBeNull()
        expect(
          [id, hash, token].some((name) => link.includes(name)),
          link,
        ).toBe(true)
      }
    }
  })

  it('is found in every file of messages', () => {
    expect(templates.length).toBeGreaterThan(60)
  })
})
