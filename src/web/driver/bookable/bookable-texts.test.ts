import { describe, expect, it, test } from 'vitest'
import { HELP_LEVELS } from '#modules/fleet/rules.ts'
import { usualWeek } from '../working-hours/hours-form.ts'
import { isBookable, missingAtAll, notShownFor, shownFor, weekLines, type Known } from './bookable-texts.ts'

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
    allowedJobs: { jobKinds: ['home_or_office'], helpLevels: [], possibleHelpLevels: [] },
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
  ])('with %s', (_name, unit, more, line, expected) => {
    expect(lines({ ...complete, ...more, unit: { ...complete.unit, ...unit } })[line]).toBe(expected)
  })
})

test('a van with nothing yet says what is missing first', () => {
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

test('a missing rate is named once', () => {
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

test('days with the same hours are said together', () => {
  expect(weekLines(usualWeek())).toEqual(['Monday to Saturday 08:00 to 18:00'])
  expect(weekLines(usualWeek().map((one) => ({ ...one, isWorked: false })))).toEqual([])
})
