import { describe, expect, it } from 'vitest'
import { doneText, meansUnavailable, isIntent, refusedText } from './answer-texts.ts'
import {
  closesText,
  dayText,
  otherJobsText,
  takeFacts,
  worthFigures,
  fullText,
  nearestOf,
  nearestText,
  audienceText,
  reasonsToTake,
  listUnavailableJobs,
} from './hot-texts.ts'
import {
  loadFacts,
  payOf,
  reasonText,
  rejectionTexts,
  stopsOf,
  whichText,
  type Job,
  type HotJob,
  type Worth,
} from './job-texts.ts'
import { noJobsText } from './no-jobs.tsx'

const point = {
  number: 0,
  outcode: 'E8',
  place: 'Hackney',
  stairs: 2,
  postcode: null,
  address: null,
  flatAndHouse: null,
  contactName: null,
  contactNumber: null,
}

const job = {
  status: 'new_booking',
  startAt: '2026-11-28T09:00:00.000Z',
  totalPence: 12_648,
  youKeepPence: 10_751,
  cashToTakePence: null,
  paymentMethod: 'card',
  isByTransfer: false,
  routePoints: [point, { ...point, number: 1, outcode: 'N15', place: 'Tottenham', stairs: 0 }],
  items: [{ name: 'Sofa', amount: 4, needAssembling: false, needDisassembling: false }],
  load: { pieces: 4, weightKg: 1240.4, volumeM3: 2.14 },
  van: { payloadKg: 1150, volumeM3: 14 },
  reason: null,
  ifRejected: { othersAreAsked: true, owesFrom: null, owedPence: 0 },
} as unknown as Job

it.each([
  [{}, { amount: '£126.48', detail: '£107.51 to you. Card' }],
  [
    { paymentMethod: 'cash', cashToTakePence: 12_648 },
    { amount: '£126.48', detail: '£107.51 to you. Cash' },
  ],
  // A hired driver sees no price.
  [
    { totalPence: null, youKeepPence: null, paymentMethod: 'cash', cashToTakePence: 12_648 },
    { amount: '£126.48', detail: 'Cash to take' },
  ],
  [
    { totalPence: null, youKeepPence: null },
    { amount: null, detail: 'By card, nothing to take' },
  ],
  // Booked by phone: the customer pays the company by transfer.
  [
    { paymentMethod: 'cash', isByTransfer: true },
    { amount: '£126.48', detail: '£107.51 to you. Transfer' },
  ],
  [
    { totalPence: null, youKeepPence: null, paymentMethod: 'cash', isByTransfer: true },
    { amount: null, detail: 'By transfer, nothing to take' },
  ],
] as const)('what it pays: %j', (change, pay) => expect(payOf({ ...job, ...change })).toEqual(pay))

it.each([
  [
    {},
    [
      ['Load', '4 items, 2.1 of your 14\u00a0m³'],
      ['Weight', '1,240 of your 1,150\u00a0kg'],
    ],
  ],
  [
    { van: null },
    [
      ['Load', '4 items, 2.1\u00a0m³'],
      ['Weight', '1,240\u00a0kg'],
    ],
  ],
  [{ items: [] }, [['Load', 'Described in words']]],
])('the load beside the van’s own: %j', (change, facts) => expect(loadFacts({ ...job, ...change })).toEqual(facts))

it('a job is named by its route, day and time', () =>
  expect(whichText(job)).toBe('Hackney to Tottenham, Sat 28 November, 09:00'))

it.each([
  ['broken_van', 'You said: the van has broken down'],
  ['due_to_prevoius_booking', 'You said: I have another job then'],
  [null, undefined],
  ['toString', undefined],
])('why it went: %s', (reason, text) => expect(reasonText({ reason })).toBe(text))

describe('the stops', () => {
  it('are towns, outward codes and stairs before it is confirmed', () => {
    expect(stopsOf(job)).toEqual([
      { name: 'Hackney E8', lines: ['2 flights'], contact: null },
      { name: 'Tottenham N15', lines: ['No stairs (5 steps or less)'], contact: null },
    ])
  })

  it('name streets and whom to ask for afterwards', () => {
    const open = { postcode: 'E8 1DA', address: 'Graham Road', flatAndHouse: '9', contactNumber: '+447700900123' }
    expect(stopsOf({ routePoints: [{ ...point, ...open, contactName: 'Priya' }] })).toEqual([
      {
        name: 'Hackney E8 1DA',
        lines: ['9, Graham Road', '2 flights'],
        contact: { name: 'Priya', phone: '+447700900123' },
      },
    ])
  })
})

describe('what follows if it is given back', () => {
  const confirmed = (change: object = {}) => ({
    status: 'confirmed' as const,
    ifRejected: { othersAreAsked: true, owesFrom: '2026-11-27T09:00:00.000Z', owedPence: 10_000, ...change },
  })
  const consequencesOf = (one: Pick<Job, 'status' | 'ifRejected'>, now = '2026-11-27T08:59:00Z') =>
    rejectionTexts(one, new Date(now)).slice(0, -1)
  const others = 'Every other driver who can do it is asked, at the same price. You aren’t offered it again.'

  it.each([
    [job, '2026-11-28T08:00:00Z', [others]],
    [
      confirmed(),
      '2026-11-27T08:59:00Z',
      [others, 'It’s free until Fri 27 November, 09:00. After that, you’ll owe the customer £100.00.'],
    ],
    [
      confirmed(),
      '2026-11-27T09:00:00Z',
      [others, 'It’s too late to hand it back free of charge: you’ll owe the customer £100.00.'],
    ],
    // A hired driver sees no price.
    [
      confirmed({ owedPence: null }),
      '2026-11-27T09:00:00Z',
      [others, 'It’s too late to hand it back free of charge: you’ll owe the customer the price of the minimum time.'],
    ],
    [
      { ...job, ifRejected: { othersAreAsked: false, owesFrom: null, owedPence: 0 } },
      '2026-11-27T09:00:00Z',
      ['The customer doesn’t want another driver, so the booking ends.'],
    ],
  ])('of %j at %s', (one, now, texts) => expect(consequencesOf(one, now)).toEqual(texts))

  it.each([
    [job, '2026-11-27T09:00:00Z', 'If the customer cancelled it, we’ll let them know you’ve told us.'],
    [
      confirmed(),
      '2026-11-27T08:59:00Z',
      'If the customer cancelled it, we’ll ask them. Any cancellation fee applies only once they confirm it.',
    ],
    [
      confirmed(),
      '2026-11-27T09:00:00Z',
      'If the customer cancelled it, we’ll ask them. The job stays yours until they say yes.',
    ],
  ])('ends with what a report leads to: %j at %s', (one, now, text) =>
    expect(rejectionTexts(one, new Date(now)).at(-1)).toBe(text),
  )

  it('is nothing if it cannot be', () => expect(rejectionTexts({ ...job, ifRejected: null }, new Date())).toEqual([]))
})

describe('texts of answers', () => {
  const job = {
    status: 'confirmed',
    startAt: '2026-11-28T09:00:00.000Z',
    routePoints: [{ place: 'Hackney' }, { place: 'Tottenham' }],
    customer: { firstName: 'Priya', phone: null },
  } as unknown as Job
  const which = 'Hackney to Tottenham, Sat 28 November, 09:00.'

  it.each([
    ['confirm', {}, 'Confirmed', `${which} Priya has been told.`],
    ['take', {}, 'It’s yours', `${which} Priya has been told.`],
    ['reconfirm', {}, 'Job reconfirmed', `${which} Thank you.`],
    ['reject', {}, 'We’ve asked the customer', `${which} Until they say that they cancelled, the job is still yours.`],
    ['reject', { status: 'rejected', customer: null }, 'Handed back', `${which} Your calendar is free again then.`],
    [
      'reject',
      { status: 'canceled_by_customer', customer: null },
      'Cancelled',
      `${which} We have told the customer what you said.`,
    ],
  ] as const)('%s of %j', (intent, change, title, text) => {
    expect(doneText(intent, { ...job, ...change })).toEqual({ title, text })
  })

  it.each([
    ['already_taken', 'Someone else has just taken it', true],
    ['slot_taken', 'You have another job then', true],
    ['conflict', 'That job has changed', true],
    ['not_found', 'That job has changed', true],
    ['forbidden', 'Only the owner can answer', true],
    ['not_fit', 'Not taken', false],
    ['no_answer', 'Not taken', false],
    ['constructor', 'Not taken', false],
  ])('refused with %s', (code, title, unavailable) => {
    expect(refusedText('take', { code, detail: 'Why.' }).title).toBe(title)
    expect(meansUnavailable(code)).toBe(unavailable)
  })

  it('a refusal that says why itself is said as it is', () => {
    expect(refusedText('confirm', { code: 'not_covered', detail: 'A document expires.' })).toEqual({
      title: 'Not confirmed',
      text: 'A document expires.',
    })
  })

  it('an intent is one of ours', () => expect(['take', 'toString', ''].map(isIntent)).toEqual([true, false, false]))
})

describe('texts of hot jobs', () => {
  const hot: HotJob['hot'] = {
    plan: null,
    openedAt: '2026-11-28T06:00:00.000Z',
    closesAt: '2026-11-28T10:00:00.000Z',
    seenBy: 11,
    from: null,
    minutesTo: null,
    home: null,
    to: null,
  }

  describe('when a hot job closes', () => {
    it.each([
      ['2026-11-28T08:40:00Z', 'Open until 10:00', 'red'],
      ['2026-11-28T06:00:00Z', 'Open until 10:00', 'yellow'],
      ['2026-11-28T10:30:00Z', 'Closed', 'red'],
      ['2026-11-27T18:00:00Z', 'Open until Sat 28 November, 10:00', 'yellow'],
      ['2026-11-26T09:00:00Z', 'Open until Sat 28 November, 10:00', 'off'],
    ])('at %s it says the moment, without a countdown: %s', (now, text, tone) => {
      expect(closesText({ hot }, new Date(now))).toEqual({ text, tone })
    })
  })

  describe('what taking it means', () => {
    const worth: Worth = {
      outAt: '2026-11-28T08:40:00.000Z',
      minutesTo: 20,
      minutesAfter: 220,
      backAt: '2026-11-28T16:40:00.000Z',
      onTo: 'home',
      doorToDoorMinutes: 480,
      pencePerHour: 7388,
      otherJobs: [],
    }
    const job = { worth, youKeepPence: 59_100, startAt: '2026-11-28T09:00:00.000Z', endAt: '2026-11-28T13:00:00.000Z' }
    it('is every hour from door to door, and what one of them pays', () => {
      expect(worthFigures(worth)).toEqual([
        { name: 'Door to door', value: '8 h' },
        { name: 'Drive there', value: '20 min' },
        { name: 'Drive home', value: '3 h 40 min' },
        { name: 'An hour', value: '£73.88' },
      ])
      expect(dayText(worth)).toBe('Out 08:40, home 16:40. After commission, before fuel.')
      expect(takeFacts(job)).toEqual([
        { name: 'Out', value: '08:40' },
        { name: 'Job', value: '09:00 to 13:00' },
        { name: 'Home', value: '16:40' },
        { name: 'Door to door', value: '8 h' },
        { name: 'To you, before fuel', value: '£591.00' },
        { name: 'An hour', value: '£73.88' },
      ])
    })
    it('names the rest of the day, and the drive on to its next job', () => {
      const other = {
        startAt: '2026-11-28T17:00:00.000Z',
        endAt: '2026-11-28T19:00:00.000Z',
        from: 'Bow',
        to: 'Ilford',
      }
      const busy: Worth = { ...worth, onTo: 'job', otherJobs: [other] }
      expect(otherJobsText(worth)).toBe('Nothing else that day.')
      expect(otherJobsText(busy)).toBe('Also that day: 17:00 to 19:00, Bow to Ilford.')
      expect(dayText(busy)).toBe('Out 08:40, at the next job 16:40. After commission, before fuel.')
      expect(worthFigures(busy)[2]?.name).toBe('Drive on')
    })
    it('shows a hired driver no pay, and no drives if they are unknown', () => {
      const hired = { ...worth, pencePerHour: null }
      expect(worthFigures(hired)).toHaveLength(3)
      expect(dayText(hired)).toBe('Out 08:40, home 16:40.')
      expect(takeFacts({ ...job, worth: null, youKeepPence: null })).toEqual([{ name: 'Job', value: '09:00 to 13:00' }])
    })
  })

  describe('why it fits', () => {
    const job = { routePoints: [{ place: 'Ilford' }, { place: 'Chelmsford' }], endAt: '2026-11-28T13:00:00.000Z' }
    const reasonsFor = (change: Partial<HotJob['hot']>) =>
      reasonsToTake({ ...(job as unknown as HotJob), hot: { ...hot, ...change } })
    it('says where from and what is to spare', () => {
      expect(reasonsFor({})).toEqual([])
      expect(reasonsFor({ from: { kind: 'base', place: 'Walthamstow', until: null, distance: 10_944 } })).toEqual([
        { text: 'About 7 miles from your base', isWarning: false },
      ])
      const from = { kind: 'job' as const, place: 'Bow', until: '2026-11-28T08:30:00.000Z', distance: 3380 }
      const to = { place: 'Bow', startsAt: '2026-11-28T14:00:00.000Z', spareMinutes: 15 }
      expect(reasonsFor({ from, to })).toEqual([
        { text: 'About 2 miles from Bow, where you finish at 08:30', isWarning: false },
        {
          text: 'Ends 13:00. 15 min to spare before your 14:00 job in Bow, after the drive from Chelmsford',
          isWarning: true,
        },
      ])
      expect(reasonsFor({ to: { ...to, spareMinutes: 90 } })[0]?.isWarning).toBe(false)
    })
  })

  it('says how full the van is, by whichever fills first, and who else sees it', () => {
    const job = {
      vanCategory: 'large_van',
      trips: 1,
      load: { pieces: 4, weightKg: 700, volumeM3: 2.1 },
      van: { payloadKg: 1000, volumeM3: 14 },
    } as const
    expect(fullText(job)).toBe('Your Large Van, 70% full with this job')
    expect(fullText({ ...job, trips: 2 })).toBe('Your Large Van, 2 trips for this job')
    expect(fullText({ ...job, van: null })).toBe('Your Large Van')
    expect([audienceText(0), audienceText(1), audienceText(11)]).toEqual([
      '',
      'Only you can see it',
      '11 drivers can see it',
    ])
  })

  it('names the nearest of the jobs that are left, and any if no way is known', () => {
    const at = (place: string, distance: number | null) => ({
      routePoints: [{ place }] as HotJob['routePoints'],
      hot: { ...hot, from: distance === null ? null : { kind: 'base' as const, place: 'Bow', until: null, distance } },
    })
    const [far, near, unknown] = [at('Ilford', 10_944), at('Hackney', 3380), at('Leyton', null)]
    expect(nearestOf([far, unknown, near])).toBe(near)
    expect(nearestOf([unknown])).toBe(unknown)
    expect(nearestOf([])).toBeUndefined()
    expect([nearestText(near), nearestText(unknown)]).toEqual([
      'Next nearest: Hackney, about 2 miles',
      'Next nearest: Leyton',
    ])
  })

  const now = new Date('2026-11-28T07:00:00Z')
  const job = (id: string, closesAt = '2026-11-28T08:00:00Z') => ({ id, hot: { closesAt } }) as unknown as HotJob
  const nothing = { id: null, answer: undefined }
  const refused = (code: string) => ({ ok: false as const, status: 409, code, detail: '' })
  const taken = { ok: true as const, data: { title: '', text: '' } }

  const reasons = (...given: Parameters<typeof listUnavailableJobs>) =>
    listUnavailableJobs(...given).map(({ job: { id }, title, why }) => [id, title, why])

  it('says what is known of it: taken, too late, or that nobody took it', () => {
    expect(reasons([job('a'), job('b')], [job('b')], nothing, now)).toEqual([
      ['a', 'Gone', expect.stringMatching(/^It has been taken or cancelled\./)],
    ])
    expect(reasons([job('a')], [], { id: 'a', answer: refused('already_taken') }, now)).toEqual([
      ['a', 'Already taken', expect.stringMatching(/just before you/)],
    ])
    expect(reasons([job('a')], [], { id: 'a', answer: refused('slot_taken') }, now)).toEqual([
      ['a', 'It clashes with another job', expect.stringMatching(/another job then/)],
    ])
    expect(reasons([job('a', '2026-11-28T07:00:00Z')], [], nothing, now)).toEqual([
      ['a', 'Time is up', expect.stringMatching(/^No driver took it/)],
    ])
  })

  it('is not what one took oneself, nor what is still there', () => {
    expect(listUnavailableJobs([job('a')], [], { id: 'a', answer: taken }, now)).toEqual([])
    expect(listUnavailableJobs([job('a')], [job('a'), job('c')], nothing, now)).toEqual([])
  })
})

describe('empty lists', () => {
  const unit = { registration: 'LK72 VNF', near: 'E17', takesJobs: true }

  it.each([
    ['hot-jobs', {}, 'No hot jobs near E17', /the moment one fits LK72 VNF/],
    ['hot-jobs', { near: null, registration: null }, 'No hot jobs in your area', /the moment one fits your van/],
    ['hot-jobs', { takesJobs: false }, 'No hot jobs near E17', /once LK72 VNF takes bookings/],
    ['new-bookings', {}, 'Nothing waits for your answer', /we’ll tell you of each/],
    [
      'new-bookings',
      { takesJobs: false, registration: null },
      'Nothing waits for your answer',
      /once your van takes them/,
    ],
    ['confirmed-bookings', {}, 'No upcoming jobs', /confirm a booking/],
    ['past-bookings', {}, 'No past jobs', /once it is over/],
  ] as const)('%s, %j', (tab, change, title, text) => {
    const notice = noJobsText(tab, { ...unit, ...change })
    expect(notice.title).toBe(title)
    expect(notice.text).toMatch(text)
  })
})
