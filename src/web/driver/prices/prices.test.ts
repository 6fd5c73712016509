import { describe, expect, test } from 'vitest'
import type { RateCell } from '#modules/pricing/tariffs/rules.ts'
import { formOf } from '#test/support/factories/form.ts'
import {
  countChanges,
  errorsFromWire,
  filledRates,
  ownFirst,
  readRates,
  rebasedTexts,
  textsOf,
  numberIn,
  penceIn,
} from './rates-form.ts'
import { firstJob, hasRoadCharges, simulationOf, type TriedJob } from './simulator.tsx'

test('rates are written with two decimals and read again', () => {
  const texts = { 'small_van.no_help': '35.00', 'luton_van.two_porters': '88.50' } as const
  const { rates, errors } = readRates(texts)
  expect(errors).toEqual({})
  expect(rates).toHaveLength(15)
  expect(textsOf(rates)).toEqual(texts)
})

test.each([
  ['', null],
  [' ', null],
  ['72', 7200],
  ['£72.5', 7250],
  ['500', 50_000],
])('"%s" means %s', (text, pencePerHour) => {
  const { rates, errors } = readRates({ 'luton_van.one_porter': text })
  expect(errors).toEqual({})
  expect(rates).toContainEqual<RateCell>({ vanCategory: 'luton_van', helpLevel: 'one_porter', pencePerHour })
})

test.each(['9.99', '500.01', '1,000', '-20', 'many', '72.005'])('"%s" is no rate', (text) => {
  expect(readRates({ 'luton_van.one_porter': text }).errors).toEqual({
    'luton_van.one_porter': 'Luton Van, 2 men: enter a rate from £10 to £500, such as 72.00',
  })
})

test.each([
  [[], ['small_van', 'medium_van', 'large_van', 'luton_van']],
  [['luton_van'], ['luton_van', 'small_van', 'medium_van', 'large_van']],
  [
    ['large_van', 'medium_van'],
    ['medium_van', 'large_van', 'small_van', 'luton_van'],
  ],
] as const)('with %j of their own the vans come as %j', (own, vans) => expect(ownFirst(own)).toEqual(vans))

test('three people do not fit a small van, whatever is typed', () => {
  const { rates } = readRates({ 'small_van.two_porters': '70' })
  expect(rates.every(({ pencePerHour }) => pencePerHour === null)).toBe(true)
})

test('an error of the API stands at its field', () => {
  expect(errorsFromWire({ 'rates.3.pence_per_hour': ['Fewer people cost more.'], version: ['x'] })).toEqual({
    'medium_van.no_help': 'Medium Van, No help: Fewer people cost more.',
  })
  expect(errorsFromWire(undefined)).toEqual({})
})

test('changes are counted by what they mean', () => {
  const before = { 'small_van.no_help': '35.00', 'small_van.driver_helps': '42.00' } as const
  expect(countChanges(before, before)).toBe(0)
  expect(countChanges(before, { 'small_van.no_help': '35', 'small_van.driver_helps': '42.0' })).toBe(0)
  expect(countChanges(before, { 'small_van.no_help': '36' })).toBe(2)
  expect(countChanges({}, { 'luton_van.no_help': '' })).toBe(0)
})

test('what was typed stays over rates that another page saved, and what was not typed here is theirs', () => {
  const before = {
    'small_van.no_help': '30.00',
    'small_van.driver_helps': '40.00',
    'large_van.no_help': '50.00',
  } as const
  const entered = { 'small_van.no_help': '31', 'small_van.driver_helps': '40', 'large_van.no_help': '' } as const
  const now = { 'small_van.no_help': '39.00', 'small_van.driver_helps': '45.00', 'luton_van.no_help': '60.00' } as const
  expect(rebasedTexts(before, entered, now)).toEqual({
    'small_van.no_help': '31',
    'small_van.driver_helps': '45.00',
    'large_van.no_help': '',
    'luton_van.no_help': '60.00',
  })
})

test('a van without rates can start with those of the nearest van that has some, as far as it seats', () => {
  const texts = { 'medium_van.no_help': '40.00', 'luton_van.no_help': '60.00', 'luton_van.two_porters': '90.00' }
  expect(filledRates(texts, 'large_van')).toEqual({
    from: 'medium_van',
    texts: {
      ...texts,
      'large_van.no_help': '40.00',
      'large_van.driver_helps': '',
      'large_van.one_porter': '',
      'large_van.two_porters': '',
    },
  })
  expect(filledRates({ 'luton_van.two_porters': '90.00' }, 'small_van')?.texts).not.toHaveProperty(
    'small_van.two_porters',
  )
  expect(filledRates(texts, 'medium_van')).toBeNull()
  expect(filledRates({}, 'large_van')).toBeNull()
})

test.each([
  ['10', 10],
  [' 12.5 ', 12.5],
  ['0', 0],
  ['', null],
  ['ten', null],
  ['-1', null],
  ['1e3', null],
])('"%s" is the number %s', (text, number) => expect(numberIn(formOf({ n: text }), 'n')).toBe(number))

test.each([
  ['1.20', 120],
  ['£1', 100],
  ['', null],
  ['1.234', null],
])('"%s" is %s pence', (text, pence) => expect(penceIn(formOf({ n: text }), 'n')).toBe(pence))

describe('simulator', () => {
  const job: TriedJob = {
    from: 'e17 4qh',
    to: 'BN1 1AA',
    day: '2026-12-01',
    time: '10:00',
    van: 'luton_van',
    help: 'one_porter',
  }
  const prices = { rates: [], minimumMinutes: 120, minimumMinutesTwoPorters: 180 }

  test('a whole job is asked for with the prices as they are typed', () => {
    expect(simulationOf(job, prices)).toEqual({
      routePoints: [
        { number: 0, postcode: 'E17 4QH', stairs: 0, date: '2026-12-01', time: '10:00' },
        { number: 1, postcode: 'BN1 1AA', stairs: 0 },
      ],
      manPower: 'one_porter',
      vanCategory: 'luton_van',
      prices,
    })
  })

  test.each([
    ['a postcode that isn’t whole', { ...job, to: 'BN1' }],
    ['no day', { ...job, day: '' }],
    ['three people in a small van', { ...job, van: 'small_van', help: 'two_porters' }],
  ] as const)('nothing is asked with %s', (_, given) => expect(simulationOf(given, prices)).toBeNull())

  test('road charges are those that are a line of the price', () => {
    const own = ['labour', 'labour_out_of_hours', 'trips', 'mileage'].map((code) => ({ code, amountPence: 100 }))
    expect(hasRoadCharges(own)).toBe(false)
    expect(hasRoadCharges([...own, { code: 'ulez', amountPence: 1250 }])).toBe(true)
  })

  test('it begins with a van that the company has', () => {
    expect(firstJob({ from: '', day: '2026-12-01', van: 'luton_van' }).van).toBe('luton_van')
    expect(firstJob({ from: '', day: '2026-12-01' }).van).toBe('large_van')
  })

  test('simulates nothing while a rate cannot be read', () =>
    expect(simulationOf(job, { ...prices, rates: null })).toBeNull())
})
