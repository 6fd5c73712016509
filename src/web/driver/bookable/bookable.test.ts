import { describe, expect, it } from 'vitest'
import type { BusinessDay } from '#modules/calendar/rules.ts'
import { HELP_LEVELS } from '#modules/fleet/rules.ts'
import { audienceText, SEEN_OUTCOMES, type SeenOutcome } from '#modules/quoting/insights/rules.ts'
import { addDays } from '#shared/local-time.ts'
import { usualWeek } from '../working-hours/hours-form.ts'
import { isBookable, missingAtAll, notShownFor, shownFor, weekLines, type Known } from './bookable-texts.ts'
import { areaText, placesToTry } from './places.server.ts'
import { fixFor, nextTimeToTry, tryOutOf, verdictOf, type TryOut } from './try-out-texts.ts'

const day = (dayOfWeek: string, startTime = '08:00:00', endTime = '18:00:00', dayOff = false) => ({
  dayOfWeek,
  startTime,
  endTime,
  dayOff,
})

const documentOf = (label: string, expiresOn: string | null, more: object = {}) =>
  ({ label, isRequired: true, current: { expiresOn }, ...more }) as unknown as Known['unit']['docs'][number]

const person = (expiresOn: string | null, more: object = {}) =>
  ({ unitIds: ['u'], isChecked: true, current: { expiresOn }, ...more }) as unknown as Known['people'][number]

const rate = (helpLevel: (typeof HELP_LEVELS)[number], pencePerHour: number | null) => ({
  vanCategory: 'large_van' as const,
  helpLevel,
  pencePerHour,
})

const complete: Known = {
  state: {
    id: 'u',
    name: 'Dawn P.',
    registration: 'KX70 RMV',
    peopleToChoose: 0,
    refused: [],
    refusedDocuments: [],
    vanCategory: 'large_van',
    crews: [
      { helpLevel: 'no_help', whyNot: 'off' },
      { helpLevel: 'driver_helps', whyNot: null },
      { helpLevel: 'one_porter', whyNot: null },
      { helpLevel: 'two_porters', whyNot: 'people' },
    ],
    lacks: [],
  },
  unit: {
    id: 'u',
    vehicle: { hasTailLift: false } as Known['unit']['vehicle'],
    allowedJobs: { jobKinds: ['home_or_office'], helpLevels: [], possibleHelpLevels: [], confirmsFromHours: null },
    operatingArea: { districts: ['E17'], basePostcode: null, radiusMetres: null },
    schedule: { status: 'active', entries: [...['1', '2', '3', '4'].map((one) => day(one)), day('6', '09:00:00')] },
    vacations: [
      { id: '1', startTime: '2026-11-01', endTime: '2026-11-21' },
      { id: '2', startTime: '2026-12-24', endTime: '2026-12-31' },
    ],
    docs: [
      documentOf('MOT', '2027-03-03'),
      documentOf('V5C log book', null),
      documentOf('Driving licence', '2026-12-01', { isRequired: false }),
    ],
  },
  rates: [rate('driver_helps', 5800), rate('one_porter', 7250), rate('two_porters', null)],
  people: [person(null), person('2027-05-05'), person(null, { unitIds: [] }), person(null, { isChecked: false })],
  area: '1 district: London E (E)',
  today: '2026-11-22',
}

const lines = (known: Known) => Object.fromEntries(shownFor(known).map(({ name, value }) => [name, value]))

describe('a van that can be booked', () => {
  it('is said with its crews and prices, hours, area, and until when documents and people cover it', () => {
    expect(isBookable(complete)).toBe(true)
    expect(lines(complete)).toEqual({
      Van: 'Large Van',
      Crews: '1 man £58 an hour\n2 men £72.50 an hour',
      Jobs: 'Homes and offices',
      Hours: 'Monday to Thursday 08:00 to 18:00; Saturday 09:00 to 18:00',
      'Pick-ups': '1 district: London E (E)',
      Documents: 'Until Wednesday 3 March 2027, when this expires: MOT',
      People: '1 man: no expiry date; 2 men: until Wednesday 5 May 2027',
    })
  })

  it('is not for the rest: each with the page to mend it', () => {
    expect(notShownFor(complete).map(({ text, fix }) => [text, fix?.to])).toEqual([
      ['No help: switched off for this van.', '/working-unit#jobs'],
      ['3 men: not enough checked people.', '/settings/people'],
      ['Furniture: switched off for this van.', '/working-unit#jobs'],
      ['Moves that need a tail-lift.', undefined],
      ['Fridays, Sundays: off.', '/working-unit/working-hours'],
      ['Vacation from Thursday 24 December 2026 to Thursday 31 December 2026.', '/working-unit/working-hours'],
    ])
    expect(missingAtAll(complete)).toEqual([])
  })

  it.each<[string, Partial<Known['unit']>, Partial<Known>, string, string]>([
    [
      'an unapproved document',
      { docs: [documentOf('MOT', null, { current: null })] },
      {},
      'Documents',
      'Not all approved yet',
    ],
    ['documents without an end', { docs: [documentOf('V5C log book', null)] }, {}, 'Documents', 'No expiry date'],
    ['nobody', {}, { people: [] }, 'People', 'No one checked yet'],
    ['people alike', {}, { people: [person(null), person(null)] }, 'People', 'no expiry date'],
    ['a tail-lift', { vehicle: { hasTailLift: true } as never }, {}, 'Van', 'Large Van, with tail-lift'],
  ])('lists what is missing with %s', (_name, unit, more, line, expected) => {
    expect(lines({ ...complete, ...more, unit: { ...complete.unit, ...unit } })[line]).toBe(expected)
  })
})

it('a van with nothing yet says what is missing first', () => {
  const empty: Known = {
    ...complete,
    state: { ...complete.state, vanCategory: null, crews: [], lacks: ['van', 'area', 'rates', 'hours'] },
    unit: {
      ...complete.unit,
      vehicle: null,
      operatingArea: { districts: [], basePostcode: null, radiusMetres: null },
      schedule: { status: 'active', entries: [] },
      vacations: [],
      docs: [documentOf('MOT', null, { current: null })],
    },
    people: [],
    area: null,
  }
  expect(isBookable(empty)).toBe(false)
  expect(lines(empty)).toMatchObject({ Van: 'Nothing yet', Crews: 'Nothing yet', Hours: 'Nothing yet' })
  expect(missingAtAll(empty).map(({ fix }) => fix?.to)).toEqual([
    '/settings/driving-profile',
    '/settings/operations-and-pricing',
    '/settings/operations-and-pricing-hourly-rates',
    '/working-unit/working-hours',
  ])
  expect(notShownFor(empty).map(({ text }) => text)).toEqual(['Furniture: switched off for this van.'])
})

it('a missing rate is named once', () => {
  const state: Known['state'] = {
    ...complete.state,
    crews: HELP_LEVELS.map((helpLevel) => ({ helpLevel, whyNot: 'rate' as const })),
    lacks: ['rates'],
  }
  const texts = (lacks: Known['state']['lacks']) =>
    notShownFor({ ...complete, state: { ...state, lacks } }).filter(({ text }) => text.includes('no rate'))
  expect(texts(['rates'])).toEqual([])
  expect(texts([])).toHaveLength(HELP_LEVELS.length)
})

it('days with the same hours are said together', () => {
  expect(weekLines(usualWeek())).toEqual(['Monday to Saturday 08:00 to 18:00'])
  expect(weekLines(usualWeek().map((one) => ({ ...one, isWorked: false })))).toEqual([])
})

describe('places', () => {
  it.each<[string[], string | null]>([
    [[], null],
    [['IG8'], '1 district: Ilford (IG)'],
    [['IG8', 'IG9', 'PH33'], '3 districts: Ilford (IG), Perth (PH)'],
    [['IG1', 'PH1', 'BN1', 'AL1', 'BA1', 'BH1', 'BR1'], '7 districts in 7 areas'],
  ])('the area %j in words', (saved, expected) => {
    expect(areaText(saved)).toBe(expected)
  })

  it.each<[string, string[], string | null, { from: string; to: RegExp }]>([
    ['from the base, if jobs are taken there', ['E17'], 'E17 4QH', { from: 'E17 4QH', to: /^(E|N|IG)\d+ 1AA$/ }],
    ['from the base, in an area taken whole', ['E'], 'E17 4QH', { from: 'E17 4QH', to: /^(E|N|IG)\d+ 1AA$/ }],
    ['from the area, if the base lies outside', ['PH33'], 'E17 4QH', { from: 'PH33 1AA', to: /^PH\d+ 1AA$/ }],
    ['without a base', ['PH33'], null, { from: 'PH33 1AA', to: /^PH\d+ 1AA$/ }],
    ['without an area', [], 'E17 4QH', { from: 'E17 4QH', to: /^$/ }],
  ])('postcodes to try: %s', (_name, saved, base, { from, to }) => {
    const found = placesToTry(saved, base)
    expect(found.from).toBe(from)
    expect(found.to).toMatch(to)
    expect(found.to).not.toBe(found.from)
  })
})

describe('search preview', () => {
  const search = { from: 'e174qh', to: 'E10 5AA', day: '2026-11-28', time: '09:00', help: 'one_porter' } as const

  describe('the question', () => {
    it('has both postcodes as they are written, and this van', () => {
      expect(tryOutOf(search, 'luton_van')).toEqual({
        routePoints: [
          { number: 0, postcode: 'E17 4QH', stairs: 0, date: '2026-11-28', time: '09:00' },
          { number: 1, postcode: 'E10 5AA', stairs: 0 },
        ],
        manPower: 'one_porter',
        vanCategory: 'luton_van',
      })
    })
    it.each([{ from: 'E17' }, { to: '' }, { day: '2026-02-30' }])('is not asked before it is complete: %j', (part) => {
      expect(tryOutOf({ ...search, ...part }, 'luton_van')).toBeNull()
    })
  })

  const on = (dayOfWeek: BusinessDay['dayOfWeek'], startMinute: number, endMinute: number, dayOff = false) => ({
    dayOfWeek,
    startMinute,
    endMinute,
    dayOff,
  })

  // The 22nd of November 2026 is a Sunday.
  it.each<[string, BusinessDay[], [string, string][], { day: string; time: string }]>([
    ['tomorrow at ten', [on(1, 480, 1080)], [], { day: '2026-11-23', time: '10:00' }],
    ['not on a day off', [on(1, 480, 1080, true), on(3, 480, 1080)], [], { day: '2026-11-25', time: '10:00' }],
    ['in the afternoon', [on(2, 790, 1080)], [], { day: '2026-11-24', time: '13:30' }],
    ['before a short morning ends', [on(2, 420, 720)], [], { day: '2026-11-24', time: '07:00' }],
    ['after the vacation', [on(1, 480, 1080)], [['2026-11-20', '2026-11-23']], { day: '2026-11-30', time: '10:00' }],
    ['any day without hours', [], [], { day: '2026-11-23', time: '10:00' }],
  ])('the next time to try: %s', (_name, days, vacationPeriods, expected) => {
    const vacations = vacationPeriods.map(([startTime, endTime]) => ({ startTime, endTime }))
    expect(nextTimeToTry({ days, vacations, taken: [] }, '2026-11-22')).toEqual(expected)
  })

  it.each<[string, string[], string]>([
    ['a day with a booking is passed over', ['2026-11-23', '2026-11-24'], '2026-11-25'],
    [
      'unless there is no other',
      Array.from({ length: 70 }, (_, daysAhead) => addDays('2026-11-23', daysAhead)),
      '2026-11-23',
    ],
  ])('%s', (_, taken, day) => {
    const days = ([1, 2, 3, 4, 5] as const).map((dayOfWeek) => on(dayOfWeek, 480, 1080))
    expect(nextTimeToTry({ days, vacations: [], taken }, '2026-11-22')).toEqual({ day, time: '10:00' })
  })

  const unit = {
    id: 'u',
    name: 'Dawn',
    registration: null,
    peopleToChoose: 0,
    refused: [],
    refusedDocuments: [],
    lacks: [],
    crews: [],
  }
  const found = (outcome: SeenOutcome, other: SeenOutcome, pence: number | null) =>
    ({
      outcome,
      reason: audienceText(outcome),
      otherwise: { outcome: other, reason: audienceText(other) },
      offer: pence === null ? null : { totalPence: pence },
    }) as TryOut

  describe('the answer', () => {
    it.each<[SeenOutcome, SeenOutcome, number | null, boolean, string, (string | undefined)[]]>([
      ['shown', 'shown', 17_400, true, 'You’d be shown for £174.00', []],
      ['help', 'help', null, false, 'You wouldn’t be shown', ['/working-unit#jobs']],
      ['busy', 'busy', null, false, 'You wouldn’t be shown', ['/calendar?day=2026-11-28']],
      [
        'people',
        'shown',
        9000,
        false,
        'You wouldn’t be shown now. Otherwise you would for £90.00',
        ['/settings/people'],
      ],
      [
        'not_operating',
        'rate',
        null,
        false,
        'You wouldn’t be shown',
        ['/driver-profile', '/settings/operations-and-pricing-hourly-rates'],
      ],
    ])('%s, otherwise %s', (outcome, other, pence, isShown, title, to) => {
      const verdict = verdictOf(found(outcome, other, pence), unit, '2026-11-28')
      expect(verdict).toMatchObject({ isShown, title })
      expect(verdict.reasons.map(({ fix }) => fix?.to)).toEqual(to)
      expect(verdict.reasons[0]?.text).toBe(isShown ? undefined : audienceText(outcome))
    })

    it('leads from every reason to a page that mends it, from a unit that takes no jobs to the first lack', () => {
      const mends = SEEN_OUTCOMES.map((outcome) => fixFor(outcome, unit, '2026-11-28')?.to)
      expect(mends.filter((to) => to === undefined)).toHaveLength(1)
      expect(fixFor('not_operating', { ...unit, lacks: ['terms'] }, '2026-11-28')?.action).toBe('Write your terms')
    })
  })
})
