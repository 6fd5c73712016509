import { describe, expect, it } from 'vitest'
import type { Document } from '#modules/fleet/documents/rules.ts'
import * as fleet from '#modules/fleet/rules.ts'
import { FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import type { CompletedPoint } from '#modules/quoting/move/contract.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { newId } from '#platform/new-id.ts'
import { toInstant } from '#shared/local-time.ts'
import { agreed } from '#test/support/factories/agreement.ts'
import { cancellationFeeNow, returnConsequences, compensationAt } from './answers/rules.ts'
import { answerBy, claimUntil, partText, statusAfterAnswer, totalOf } from './claims/rules.ts'
import { completePoints, pointProblems, STREET_MESSAGE } from './create/rules.ts'
import { namesText, usualCrew, reasonUnavailable, type Candidate } from './crew/rules.ts'
import { agreementSections, fileNameOf, companyTermsText, type Agreement } from './documents/rules.ts'
import {
  previousLocationOf,
  nextJobAfter,
  worthOf,
  type Around,
  countsOf,
  isWanted,
  type HotFilter,
  type Offered,
} from './hot-jobs/rules.ts'
import { columnsOf, type BookingState } from './lifecycle/rules.ts'
import { expiringOf, takingsOf, weekOf, type WeekJob, type WeekStatus } from './lists/rules.ts'
import {
  AGREED,
  AHEAD,
  awaitsCustomer,
  awaitsDriver,
  CONFIRMED,
  FINISHED,
  hasDay,
  isAgreed,
  isHotJob,
  isLost,
  isUnanswered,
  LOST,
  NOT_BEGUN,
  noOneTookAt,
  ON_CALENDAR,
  PAST,
  referenceOf,
  respondBy,
  STATUSES,
  UNANSWERED,
  UNDER_WAY,
  UNTAKEN,
  WITH_DAY,
  soonestStart,
} from './rules.ts'

describe('a booking’s reference', () => {
  it('is its own, also among those of one moment', () => {
    const clock = { now: () => new Date('2026-11-20T09:00:00Z') }
    const references = Array.from({ length: 100 }, () => referenceOf(newId(clock)))
    expect(new Set(references).size).toBe(100)
    for (const reference of references) expect(reference).toMatch(/^[0-9A-F]{8}$/)
  })
})

describe('respondBy', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  it.each([
    ['a week ahead: twelve hours', '2026-11-27T09:00:00Z', '2026-11-20T21:00:00Z'],
    ['fourteen hours ahead: both rules agree', '2026-11-20T23:00:00Z', '2026-11-20T21:00:00Z'],
    ['eight hours ahead: two hours before the start', '2026-11-20T17:00:00Z', '2026-11-20T15:00:00Z'],
    ['two hours ahead: never under twenty minutes', '2026-11-20T11:00:00Z', '2026-11-20T09:20:00Z'],
  ])('%s', (_, start, expected) => {
    expect(respondBy(now, new Date(start))).toEqual(new Date(expected))
  })

  it('leaves time before nobody took it', () => {
    const start = new Date('2026-11-20T11:00:00Z')
    expect(respondBy(now, start).getTime()).toBeLessThan(noOneTookAt(start).getTime())
  })
})

describe('the sets of statuses', () => {
  it('put every status either ahead or in the past', () => {
    expect([...AHEAD, ...PAST].toSorted()).toEqual(STATUSES.toSorted())
  })

  it('open the day, numbers and addresses only to whoever comes', () => {
    expect(STATUSES.filter(hasDay)).toEqual(['confirmed', 'in_progress', 'completed'])
    expect(STATUSES.filter(isLost)).toEqual(['not_taken_by_driver', 'rejected'])
    expect([...WITH_DAY, ...LOST, ...UNTAKEN, ...UNANSWERED, 'canceled_by_customer'].toSorted()).toEqual(
      STATUSES.toSorted(),
    )
  })

  it('are the same for the slices that only see views', () => {
    expect(fleet.HELD).toEqual(ON_CALENDAR)
    expect(fleet.HELD_CONFIRMED).toEqual(CONFIRMED)
    expect(fleet.HELD_UNDER_WAY).toEqual(UNDER_WAY)
    expect(fleet.HELD_NOT_BEGUN).toEqual(NOT_BEGUN)
    expect(fleet.HELD.filter(fleet.isHeldNew)).toEqual(UNANSWERED)
    expect(fleet.HELD.filter(fleet.isHeldAgreed)).toEqual(AGREED)
    expect(fleet.HELD.filter(fleet.isHeldDone)).toEqual(FINISHED)
  })
})

it.each<[BookingState, 'driver' | 'hot' | 'customer' | 'nobody']>([
  ['new_booking', 'driver'],
  ['hot', 'hot'],
  ['awaiting_verification', 'customer'],
  ['confirmed', 'nobody'],
  ['no_one_took', 'nobody'],
])('a booking that is %s waits for %s', (state, expected) => {
  const booking = columnsOf(state)
  const waits = { driver: awaitsDriver(booking), hot: isHotJob(booking), customer: awaitsCustomer(booking) }
  expect(Object.entries(waits).flatMap(([who, isSo]) => (isSo ? [who] : []))).toEqual(
    expected === 'nobody' ? [] : [expected],
  )
  expect(isAgreed(state)).toBe(state === 'confirmed')
  expect(isUnanswered(state)).toBe(state === 'new_booking')
})

describe('giving a job back', () => {
  const job = {
    status: 'confirmed',
    allowHotJob: true,
    start: new Date('2026-11-28T09:00:00Z'),
    minimumTimePence: 10_000,
    cancellation: FIRST_POLICY,
  } as const

  it.each([
    ['2026-11-27T08:59:59Z', 0],
    ['2026-11-27T09:00:00Z', 10_000],
    ['2026-11-28T08:00:00Z', 10_000],
  ])('that was confirmed, at %s, costs %i', (at, owed) => {
    expect(compensationAt(returnConsequences(job), new Date(at))).toBe(owed)
  })

  it('that nobody has confirmed costs nothing, however late', () => {
    const back = returnConsequences({ ...job, status: 'new_booking' })
    expect(back).toEqual({ othersAreAsked: true, owesFrom: null, owedPence: 0 })
    expect(compensationAt(back, job.start)).toBe(0)
  })

  it('follows the policy that the booking was made under', () => {
    const cancellation = { freeUntilHours: 72, partUntilHours: 36, partPercent: 25 }
    const own = { ...job, cancellation, freeUntil: null, feeFloorPence: 0 }
    const at = (text: string) => new Date(text)
    expect(compensationAt(returnConsequences(own), at('2026-11-26T20:59:59Z'))).toBe(0)
    expect(compensationAt(returnConsequences(own), at('2026-11-26T21:00:00Z'))).toBe(10_000)
    expect(cancellationFeeNow(own, at('2026-11-25T08:59:59Z'))).toBe(0)
    expect(cancellationFeeNow(own, at('2026-11-25T09:00:00Z'))).toBe(2500)
    expect(cancellationFeeNow(own, at('2026-11-26T21:00:00Z'))).toBe(10_000)
  })

  it('asks others only if the customer wants that', () => {
    expect(returnConsequences({ ...job, allowHotJob: false }).othersAreAsked).toBe(false)
  })
})

describe('a claim', () => {
  const at = new Date('2026-03-25T12:00:00Z')

  it('can be made for seven days of 24 hours, and answered for fourteen, whatever the clocks do', () => {
    expect(claimUntil(at)).toEqual(new Date('2026-04-01T12:00:00Z'))
    expect(answerBy(at)).toEqual(new Date('2026-04-08T12:00:00Z'))
  })

  it.each([
    [0, 'with_office'],
    [19_999, 'with_office'],
    [20_000, 'settled'],
  ] as const)('of £200 to which the company answers %d pence is %s', (accepted, status) => {
    expect(statusAfterAnswer(accepted, 20_000)).toBe(status)
  })

  it('is for the sum of its items', () => {
    expect(totalOf([{ askedPence: 1250 }, { askedPence: 5 }])).toBe(1255)
    expect(partText(1200, 1255)).toBe('£12.00 of £12.55')
  })
})

describe('creating a booking', () => {
  const contactDetails = { contactName: 'Sam', contactNumber: '+447700900222', flatAndHouse: '7' }
  const move: AskedMove = {
    routePoints: [
      { number: 0, postcode: 'E17 4QH', stairs: 0, ...contactDetails },
      { number: 1, postcode: 'BN1 4QL', stairs: 0, ...contactDetails, address: { formattedAddress: '1 Queens Road' } },
    ],
    items: [],
    jobKind: 'home_or_office',
    manPower: 'no_help',
    vanCategory: 'large_van',
    needTailLift: false,
  }
  const customer = { name: 'Jo', number: '+447700900111' }
  const completed = (...sent: CompletedPoint[]) => completePoints(move, sent, customer)

  describe('what is sent with a booking', () => {
    it('leaves as it was asked what it does not name', () => {
      expect(completed({ number: 1 })).toMatchObject([
        contactDetails,
        { ...contactDetails, formattedAddress: '1 Queens Road' },
      ])
    })

    it('takes out again what it names as empty: then the customer is called, not who was named before', () => {
      const none = { contactName: null, contactNumber: null, flatAndHouse: ' ', address: null }
      const own = { contactName: 'Jo', contactNumber: '+447700900111', flatAndHouse: null, formattedAddress: null }
      expect(completed({ number: 0, ...none }, { number: 1, ...none })).toMatchObject([own, own])
      expect(completed({ number: 1, address: { formattedAddress: null } })).toMatchObject([
        contactDetails,
        { ...contactDetails, formattedAddress: null },
      ])
    })
  })

  describe('the street of a point', () => {
    const at = (number: number) => ({ [`route_points.${number}.address.formatted_address`]: [STREET_MESSAGE] })
    const problemsOf = (...sent: CompletedPoint[]) => {
      const points = completed(...sent)
      return points === 'requote' ? points : pointProblems(points, sent)
    }

    it.each<[string, CompletedPoint[], object]>([
      ['isn’t missed where no address is sent', [{ number: 0 }], {}],
      ['is missed where an empty one is', [{ number: 0, address: null }], at(0)],
      ['is missed where a blank one is', [{ number: 0, address: { formattedAddress: ' ' } }], at(0)],
      ['is missed where that of the price is taken out', [{ number: 1, address: { formattedAddress: null } }], at(1)],
      ['is that of the price where an address without words is sent', [{ number: 1, address: {} }], {}],
      ['is missed though there is a flat', [{ number: 1, address: null, flatAndHouse: '7' }], at(1)],
      ['is there', [{ number: 0, address: { formattedAddress: 'Hoe Street' } }], {}],
    ])('%s', (_, sent, problems) => {
      expect(problemsOf(...sent)).toEqual(problems)
    })
  })

  describe('what is kept of a point', () => {
    const map = { location: { lat: 51.58, lng: -0.02 }, city: 'London', postcode: 'E17 4QH', placeId: 'x1' }

    it('is the whole address, as it was asked or as it is sent now', () => {
      const [point] = completed({ number: 0, address: { ...map, formattedAddress: '7 Hoe Street' } }) as object[]
      expect(point).toMatchObject({
        formattedAddress: '7 Hoe Street',
        address: { ...map, formattedAddress: '7 Hoe Street' },
      })
      const rest = { location: null, city: null, postcode: null, placeId: null }
      expect(completed({ number: 1 })).toMatchObject([
        { address: null },
        { address: { ...rest, formattedAddress: '1 Queens Road' } },
      ])
    })

    it('is whether the contact is that of the pick-up: yes, unless somebody said no, when asking or when booking', () => {
      expect(completed()).toMatchObject([{}, { deliveryContactSameAsPickUp: true }])
      expect(completed({ number: 1, deliveryContactSameAsPickUp: false })).toMatchObject([
        {},
        { deliveryContactSameAsPickUp: false },
      ])
      const own = { number: 1, postcode: 'BN1 4QL', stairs: 0, deliveryContactSameAsPickUp: false }
      const points = completePoints(
        { ...move, routePoints: [{ number: 0, postcode: 'E17 4QH', stairs: 0 }, own] },
        [],
        customer,
      )
      expect(points).toMatchObject([{ contactNumber: customer.number }, { contactNumber: null }])
    })

    it('is at the pick-up, and nowhere else, who it is booked for', () => {
      const customerEmail = 'mum@example.com'
      expect(completed({ number: 0, customerEmail }, { number: 1, customerEmail })).toMatchObject([
        { customerEmail },
        { customerEmail: null },
      ])
    })
  })
})

describe('crew', () => {
  const person = (id: string, more: Partial<Candidate> = {}): Candidate => ({
    id,
    isChecked: true,
    isBusy: false,
    isOfUnit: true,
    ...more,
  })

  describe('the usual crew', () => {
    const all = [
      person('unchecked', { isChecked: false }),
      person('a'),
      person('busy', { isBusy: true }),
      person('b'),
      person('other van', { isOfUnit: false }),
    ]
    it.each([
      ['no_help', ['a']],
      ['driver_helps', ['a']],
      ['one_porter', ['a', 'b']],
      ['two_porters', undefined],
    ] as const)('for %s is %j', (help, ids) => expect(usualCrew(all, help)?.map(({ id }) => id)).toEqual(ids))
  })

  it.each([
    [{}, null],
    [{ isBusy: true }, 'busy'],
    [{ isChecked: false }, 'check'],
    [{ isChecked: false, isBusy: true }, 'check'],
    [{ isOfUnit: false }, null],
  ])('%j cannot come because of %j', (more, why) => expect(reasonUnavailable(person('a', more))).toBe(why))

  it.each([
    [['Sam'], 'Sam'],
    [['Sam', 'Ali'], 'Sam and Ali'],
    [['Sam', 'Ali', 'Jo'], 'Sam, Ali and Jo'],
  ])('%j is %j', (names, text) => expect(namesText(names)).toBe(text))
})

describe('documents', () => {
  const us = 'Vanfare Ltd, registered in England and Wales.'
  const sectionsAt = (now: string, change: Partial<Agreement> = {}) =>
    agreementSections({ ...agreed, ...change }, new Date(now), us)
  const section = (heading: string, now = '2026-11-20T10:00:00Z', change: Partial<Agreement> = {}) =>
    sectionsAt(now, change).find((one) => one.heading === heading)
  const rowsOf = (...args: Parameters<typeof section>) =>
    section(...args)?.rows?.map(({ name, value }) => `${name}: ${value}`)

  describe('what was agreed', () => {
    it('names the move, its addresses, van and reference', () => {
      expect(rowsOf('Your move')).toEqual([
        'Booking: 019A7C1E',
        'When: Sat 28 November, 09:00, about 6 h 30 min',
        'From: Flat 12, 48 Hoe Street, E17 4QH (2 flights)',
        'Stop: Croydon, CR0 4XG',
        'To: 7 Ditchling Rise, Brighton BN1 4QL (1 flight)',
        'Van: Ford Transit LWB, LK72 VNF',
        'Lifting: 2 men (driver helps + 1 helper)',
        'Load: 28 items',
      ])
    })

    it('has every line of the receipt, the total with the way of paying, and the ceiling', () => {
      expect(rowsOf('What you pay')).toEqual([
        '6 h 30 min at £62.00: £403.00',
        '68.40 miles at £0.55: £37.62',
        'Total, by card: £440.62',
        'No more than: £471.62',
      ])
      expect(section('What you pay')?.paragraphs?.join(' ')).toMatch(/never above £471\.62/)
    })

    it('says what cancelling costs from then on, inside 48 hours too', () => {
      expect(rowsOf('If you cancel')).toEqual([
        'Until a driver confirms: Free',
        'Until Thu 26 November, 09:00: Free',
        'Until Fri 27 November, 09:00: £62.00',
        'After that: £124.00',
      ])
      expect(rowsOf('If you cancel', '2026-11-26T12:00:00Z', { isConfirmed: true })).toEqual([
        'Until Fri 27 November, 09:00: £62.00',
        'After that: £124.00',
      ])
      expect(rowsOf('If you cancel', '2026-11-27T12:00:00Z', { isConfirmed: true })).toEqual(['Now: £124.00'])
    })

    it('names both traders, waiting and cover', () => {
      const text = JSON.stringify(sectionsAt('2026-11-20T10:00:00Z'))
      expect(text).toContain(
        'Pennant Removals Ltd, registered in England and Wales, company number 12345678. Address: 2 Mill Lane',
      )
      expect(text).toContain(us)
      expect(text).toContain('The first 15 minutes are free, then £20.00')
      expect(text).toContain('Insured up to £20,000 for the whole move and £2,500 for any one item.')
    })
  })

  it('writes the company’s terms down as a file of their own', () => {
    const text = companyTermsText('Pennant & Daughters', agreed.terms!, agreed.createdAt)
    expect(text).toContain('The terms when you booked, on 20/11/2026.')
    expect(text).toContain('1. Tape your boxes.')
    expect(companyTermsText('Pennant', { ...agreed.terms!, terms: ' ' }, agreed.createdAt)).toContain(
      'added no terms of its own',
    )
  })

  it.each([
    ['Pennant & Daughters', 'terms-of-pennant-daughters.txt'],
    ['Łódź Café Ltd', 'terms-of-odz-cafe-ltd.txt'],
    ['搬家', 'terms-of-the-mover.txt'],
    ['../../etc/passwd\r\nX: y', 'terms-of-etc-passwd-x-y.txt'],
  ])('the file of %j is called %s', (name, file) => {
    expect(fileNameOf(name)).toBe(file)
  })
})

describe('hot jobs', () => {
  /** Places on a line, a mile and two minutes apart. */
  const drive = (from: number, to: number) => ({ metres: Math.abs(from - to) * 1000, minutes: Math.abs(from - to) * 2 })
  const at = (from: string, to: string, startPlace: number, endPlace: number): Around<number> => ({
    start: new Date(from),
    end: new Date(to),
    startPlace,
    endPlace,
  })
  const job = at('2026-11-28T12:00Z', '2026-11-28T14:00Z', 10, 20)
  const morning = at('2026-11-28T07:00Z', '2026-11-28T09:00Z', 1, 2)
  const later = at('2026-11-28T09:30Z', '2026-11-28T11:30Z', 3, 7)
  const evening = at('2026-11-28T16:00Z', '2026-11-28T18:00Z', 24, 30)
  const dayBefore = at('2026-11-27T18:00Z', '2026-11-27T20:00Z', 8, 9)
  const dayAfter = at('2026-11-29T09:00Z', '2026-11-29T10:00Z', 21, 22)

  describe('previousLocationOf', () => {
    it.each([
      [
        'the last job before it on that day',
        [morning, later, evening],
        0,
        { kind: 'job', place: 7, metres: 3000, minutes: 6 },
      ],
      [
        'the base, if the job before was on another day',
        [dayBefore, evening],
        0,
        { kind: 'base', place: 0, until: null, metres: 10_000, minutes: 20 },
      ],
      ['nowhere known', [], undefined, undefined],
    ] as const)('%s', (_name, others, base, found) => {
      const from = previousLocationOf(job, others, base, drive)
      expect(from && { ...from, ...found }).toEqual(from)
      expect(from === undefined).toBe(found === undefined)
    })
  })

  describe('worthOf', () => {
    const stored = { ...job, keptPence: 20_000 }
    it.each([
      ['alone, from the base and home', [], 0, { to: 20, after: 40, onTo: 'home', hours: 180, hour: 6667, others: [] }],
      [
        'after another job',
        [morning, later],
        0,
        { to: 6, after: 40, onTo: 'home', hours: 166, hour: 7229, others: [morning, later] },
      ],
      [
        'between two jobs',
        [later, evening],
        0,
        { to: 6, after: 8, onTo: 'job', hours: 134, hour: 8955, others: [later, evening] },
      ],
      [
        'beside jobs of other days',
        [dayBefore, dayAfter],
        0,
        { to: 20, after: 40, onTo: 'home', hours: 180, hour: 6667, others: [] },
      ],
      [
        'between two jobs, if the base is unknown',
        [evening, later],
        undefined,
        { to: 6, after: 8, onTo: 'job', hours: 134, hour: 8955, others: [later, evening] },
      ],
      [
        'with itself in the calendar',
        [job],
        0,
        { to: 20, after: 40, onTo: 'home', hours: 180, hour: 6667, others: [] },
      ],
    ] as const)('counts every minute from door to door, %s', (_name, others, base, expected) => {
      const worth = worthOf(stored, others, base, drive)
      expect(worth).toMatchObject({ minutesTo: expected.to, minutesAfter: expected.after, onTo: expected.onTo })
      expect(worth).toMatchObject({ doorToDoorMinutes: expected.hours, pencePerHour: expected.hour })
      expect(worth?.otherJobs).toEqual(expected.others)
      expect(worth?.outAt).toEqual(new Date(job.start.getTime() - expected.to * 60_000))
      expect(worth?.backAt).toEqual(new Date(job.end.getTime() + expected.after * 60_000))
    })

    it('has no pay by the hour if the price is not theirs to see', () => {
      expect(worthOf({ ...job, keptPence: null }, [], 0, drive)?.pencePerHour).toBeNull()
    })

    it('is unknown from nowhere, or to nowhere', () => {
      expect(worthOf(stored, [], undefined, drive)).toBeUndefined()
      expect(worthOf(stored, [later], undefined, drive)).toBeUndefined()
    })
  })

  describe('nextJobAfter', () => {
    it('says what is to spare before the next job of that day', () => {
      expect(nextJobAfter(job, [morning, evening], drive)).toEqual({
        place: 24,
        startsAt: evening.start,
        spareMinutes: 112,
      })
    })
    it('is nothing if there is none on that day', () => {
      expect(nextJobAfter(job, [morning, dayAfter], drive)).toBeUndefined()
    })
  })
})

describe('the list of hot jobs', () => {
  const today = '2026-11-28'
  const job = (change: Partial<Offered> = {}): Offered => ({
    start: new Date('2026-11-28T16:00:00Z'),
    totalPence: 12_000,
    paymentMethod: 'card',
    metresAway: 3000,
    ...change,
  })

  it.each<[HotFilter, Partial<Offered>, boolean]>([
    [{}, {}, true],
    [{ day: 'today' }, {}, true],
    [{ day: 'later' }, {}, false],
    // A day by London's clock: half past midnight in summer is 23:30 UTC of the day before.
    [{ day: 'later' }, { start: new Date('2026-11-29T00:30:00Z') }, true],
    [{ withinMiles: 5 }, { metresAway: 8046 }, true],
    [{ withinMiles: 5 }, { metresAway: 8048 }, false],
    [{ withinMiles: 5 }, { metresAway: undefined }, false],
    [{ minPence: 12_000 }, {}, true],
    [{ minPence: 12_001 }, {}, false],
    [{ paymentMethod: 'cash' }, {}, false],
    [{ paymentMethod: 'cash', day: 'today' }, { paymentMethod: 'cash' }, true],
  ])('%j wants %j: %s', (filter, change, isMatch) => {
    expect(isWanted(filter, today)(job(change))).toBe(isMatch)
  })

  it('counts each kind among all', () => {
    const jobs = [
      job(),
      job({ paymentMethod: 'cash', metresAway: 90_000 }),
      job({ start: new Date('2026-11-30T09:00Z') }),
    ]
    expect(countsOf(jobs, today)).toEqual({ all: 3, today: 2, later: 1, near: 2, cash: 1 })
  })
})

describe('lists', () => {
  const job = (status: WeekStatus, day: string, minutes = 180): WeekJob => ({
    status,
    start: toInstant(day, 540),
    end: toInstant(day, 540 + minutes),
    totalPence: 20_000,
    commissionablePence: 18_000,
    commissionPercent: 15,
  })

  describe('a week', () => {
    const jobs = [
      job('completed', '2026-11-16'),
      job('in_progress', '2026-11-20', 240),
      job('confirmed', '2026-11-22'),
      job('new_booking', '2026-11-22', 60),
      job('confirmed', '2026-11-23'),
    ]
    it('runs from Monday to Sunday, and says what is done, booked and not answered', () => {
      expect(weekOf(jobs, '2026-11-20')).toEqual({
        fromDay: '2026-11-16',
        toDay: '2026-11-22',
        done: { jobs: 1, minutes: 180 },
        booked: { jobs: 2, minutes: 420 },
        waiting: { jobs: 1, minutes: 60 },
      })
      expect(weekOf(jobs, '2026-11-23')).toMatchObject({ done: { jobs: 0 }, booked: { jobs: 1, minutes: 180 } })
    })

    it('leaves the price less commission and its VAT', () => {
      expect(takingsOf(jobs, '2026-11-20')).toEqual({ donePence: 16_760, bookedPence: 33_520, waitingPence: 16_760 })
    })

    it('counts real minutes where the clocks change', () => {
      const night = {
        ...job('confirmed', '2026-10-25'),
        start: toInstant('2026-10-25', 0),
        end: toInstant('2026-10-25', 240),
      }
      expect(weekOf([night], '2026-10-25').booked.minutes).toBe(300)
    })
  })

  describe('what expires', () => {
    const today = '2026-11-20'
    const document = (kind: Document['kind'], expiresOn: string | null, status: Document['status'] = 'approved') => ({
      kind,
      status,
      expiresOn,
      submittedAt: toInstant('2026-01-01', 0),
    })

    it('is within sixty days, nearest first, documents and people alike', () => {
      const documents = [
        document('hire_and_reward', '2027-01-19'),
        document('mot', '2026-12-01'),
        document('public_liability', '2027-01-20'),
        document('v5c', null),
      ]
      const people = [{ id: 'p', firstName: 'Ali', checks: [document('mot', '2026-12-24')] }]
      expect(expiringOf(documents, people, today).map((one) => [one.kind, one.expiresOn, one.daysLeft])).toEqual([
        ['document', '2026-12-01', 11],
        ['person', '2026-12-24', 34],
        ['document', '2027-01-19', 60],
      ])
    })

    it('is the document that runs longest, and says whether a new one waits', () => {
      const renewed = [document('mot', '2026-12-01'), document('mot', '2027-12-01')]
      expect(expiringOf(renewed, [], today)).toEqual([])
      const sent = [document('mot', '2026-12-01'), document('mot', '2027-12-01', 'pending')]
      expect(expiringOf(sent, [], today)).toMatchObject([{ expiresOn: '2026-12-01', isRenewalWaiting: true }])
    })

    it('is not what has expired, nor the right-to-work document from before people had checks', () => {
      expect(expiringOf([document('mot', today), document('right_to_work', '2026-12-01')], [], today)).toEqual([])
    })
  })
})

describe('the soonest start that can be booked', () => {
  it.each([
    ['2026-11-28T09:30:00Z', '2026-11-28', '11:30'],
    ['2026-11-28T09:30:01Z', '2026-11-28', '12:00'],
    ['2026-11-28T09:41:00Z', '2026-11-28', '12:00'],
    ['2026-11-28T21:45:00Z', '2026-11-29', '00:00'],
    // London is an hour ahead of UTC in summer.
    ['2026-06-20T09:31:00Z', '2026-06-20', '13:00'],
  ])('at %s is %s %s', (now, date, time) => {
    expect(soonestStart(new Date(now))).toEqual({ date, time })
  })
})
