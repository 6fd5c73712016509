import { describe, expect, test } from 'vitest'
import { pointName } from '#web/kit/bookings/booking-texts.ts'
import { aQuote } from '#test/support/factories/quote.ts'
import { lacksFurnitureHelp, missingFor } from './draft-steps.ts'
import { STEPS } from '../steps.ts'
import { emptyAddress, emptyPoint, initialOrder, type Order } from './order.ts'

const now = new Date('2026-11-21T10:15:00Z')
const address = { ...emptyAddress, formattedAddress: 'Grove Road' }
const complete: Order = {
  ...initialOrder,
  van: 'large_van',
  date: '2026-11-28',
  time: '09:00',
  routePoints: [
    { ...emptyPoint, postcode: 'E17 4QH', address },
    { ...emptyPoint, postcode: 'BN1 4QL', address },
  ],
  selectedQuote: aQuote,
}
const order = (over: Partial<Order>): Order => ({ ...complete, ...over })
const fields = (step: (typeof STEPS)[number], over: Partial<Order>, at = now) =>
  missingFor(step, order(over), at).map(({ field }) => field)

test('a complete order lacks nothing at any step', () => {
  expect(STEPS.flatMap((step) => missingFor(step, complete, now))).toEqual([])
})

test('an empty order can be begun at the first step, and every other says what is missing and where it is found', () => {
  const missingByStep = STEPS.map((step) => missingFor(step, initialOrder, now))
  expect(missingByStep[0]).toEqual([])
  expect(missingByStep[1]).toEqual([
    { field: 'van', text: 'Pick a van.', step: 'additional-services', href: '/additional-services' },
  ])
  expect(missingByStep[2]).toEqual(missingByStep[1])
  expect(missingByStep[3]).toEqual([
    { field: 'van', text: 'Pick a van.', step: 'additional-services', href: '/additional-services' },
    {
      field: 'routePoints.0.postcode',
      text: 'Add the postcode of the pick-up.',
      step: 'route-details',
      href: '/route-details',
    },
    {
      field: 'routePoints.1.postcode',
      text: 'Add the postcode of the drop-off.',
      step: 'route-details',
      href: '/route-details',
    },
    { field: 'date', text: 'Choose the date of the move.', step: 'route-details', href: '/route-details' },
    { field: 'time', text: 'Choose the start time.', step: 'route-details', href: '/route-details' },
  ])
  expect(missingByStep[4]).toEqual(missingByStep[3])
})

test('a time that the clocks skip does not exist; of one that comes twice the first is meant', () => {
  const at = (date: string, time: string) =>
    missingFor('pick-a-driver', order({ date, time }), new Date(`${date.slice(0, 8)}01T09:00:00Z`))
  expect(at('2027-03-28', '01:00')).toMatchObject([
    { field: 'time', text: expect.stringContaining('01:00 doesn’t exist. Choose 02:00 or later.') as string },
  ])
  expect(at('2027-03-28', '01:30')).toHaveLength(1)
  expect(at('2027-03-28', '02:00')).toEqual([])
  expect(at('2027-10-31', '01:30')).toEqual([])
})

test('the first half of a postcode is enough for prices', () => {
  const routePoints = ['E17', ' bn1 '].map((postcode) => ({ ...emptyPoint, postcode }))
  expect(missingFor('pick-a-driver', order({ routePoints }), now)).toEqual([])
})

test('a half-written postcode is asked to be checked, at a stop too', () => {
  const [first, last] = complete.routePoints
  const routePoints = [first ?? emptyPoint, { ...emptyPoint, postcode: 'CR0 2' }, last ?? emptyPoint]
  expect(missingFor('pick-a-driver', order({ routePoints }), now)).toMatchObject([
    { field: 'routePoints.1.postcode', text: 'Check the postcode of stop 1.' },
  ])
})

test('points have the names of the screens', () => {
  expect([0, 1, 2, 3].map((index) => pointName(index, 4))).toEqual(['the pick-up', 'stop 1', 'stop 2', 'the drop-off'])
})

describe('the start', () => {
  test.each<[string, string | null, string | null, string[]]>([
    ['two hours from now', '2026-11-21', '12:30', []],
    ['less than two hours from now', '2026-11-21', '12:00', ['time']],
    ['yesterday', '2026-11-20', '09:00', ['date']],
    ['180 days ahead', '2027-05-20', '09:00', []],
    ['181 days ahead', '2027-05-21', '09:00', ['date']],
    ['a day gone by, and no time', '2026-11-20', null, ['date', 'time']],
    ['a day too far ahead, and no time', '2027-05-21', null, ['date', 'time']],
    ['a day that is none', '2026-02-30', '09:00', ['date']],
    ['no date', null, '09:00', ['date']],
    ['no time', '2026-11-28', null, ['time']],
    ['a time off the half hour', '2026-11-28', '09:15', ['time']],
    ['midnight at the end', '2026-11-28', '24:00', ['time']],
    ['words', '2026-11-28', 'noon', ['time']],
  ])('%s', (_, date, time, expected) => {
    expect(fields('pick-a-driver', { date, time, selectedQuote: null })).toEqual(expected)
  })

  test('is counted in London time on a summer day', () => {
    const summer = new Date('2026-07-01T10:00:00Z')
    const day = { date: '2026-07-01', selectedQuote: null }
    expect(fields('pick-a-driver', { ...day, time: '12:30' }, summer)).toEqual(['time'])
    expect(fields('pick-a-driver', { ...day, time: '13:00' }, summer)).toEqual([])
  })
})

describe('a start that has come within two hours', () => {
  const late = new Date('2026-11-21T11:45:00Z')
  const soon = { date: '2026-11-21', time: '13:30', selectedQuote: null }

  test('stands while a price that was found for it is held, and no longer', () => {
    expect(fields('confirm-booking', { ...soon, selectedQuote: aQuote }, late)).toEqual([])
    expect(missingFor('pick-a-driver', order(soon), late, aQuote.validUntil)).toEqual([])
    expect(fields('pick-a-driver', soon, late)).toEqual(['time'])
    expect(fields('confirm-booking', { ...soon, selectedQuote: aQuote }, new Date(aQuote.validUntil))).toEqual(['time'])
  })
})

describe('confirm-booking', () => {
  test('wants a driver, then one whose price still holds', () => {
    expect(missingFor('confirm-booking', order({ selectedQuote: null }), now)).toEqual([
      { field: 'selectedQuote', text: 'Pick a driver.', step: 'pick-a-driver', href: '/pick-a-driver' },
    ])
    expect(fields('confirm-booking', {}, new Date(aQuote.validUntil))).toEqual(['selectedQuote'])
    expect(fields('confirm-booking', { selectedQuote: { ...aQuote, validUntil: 'soon' } })).toEqual(['selectedQuote'])
  })

  test('wants the street of every point, which no step before it does', () => {
    const [first, last] = complete.routePoints
    if (!first || !last) throw new Error('Two points')
    const blank = { ...last, address: { ...address, formattedAddress: ' ' } }
    const routePoints = [{ ...first, address: emptyAddress }, last, blank]
    expect(missingFor('confirm-booking', order({ routePoints }), now)).toMatchObject([
      { field: 'routePoints.0.address', text: 'Add the street of the pick-up.' },
      { field: 'routePoints.2.address', text: 'Add the street of the drop-off.' },
    ])
    expect(fields('pick-a-driver', { routePoints })).toEqual([])
  })

  test('asks about a contact number that would be sent as none, where it is shown', () => {
    const [first, last] = [
      { ...emptyPoint, postcode: 'E17 4QH', address, contactNumber: '0770 090' },
      { ...emptyPoint, postcode: 'BN1 4QL', address },
    ]
    expect(missingFor('confirm-booking', order({ routePoints: [first, last] }), now)).toEqual([
      {
        field: 'routePoints.0.contactNumber',
        text: 'Contact number of the pick-up: Enter a UK number, like 07700 900123, or start with + and the country code.',
        step: 'route-details',
        href: '/route-details',
      },
    ])
    const own = { ...last, contactNumber: 'x', deliveryContactSameAsPickUp: false }
    const right = { ...first, contactNumber: '+44 7700 900123' }
    expect(fields('confirm-booking', { routePoints: [right, own] })).toEqual(['routePoints.1.contactNumber'])
    expect(fields('confirm-booking', { routePoints: [right, { ...own, deliveryContactSameAsPickUp: true }] })).toEqual(
      [],
    )
  })
})

test('furniture to take apart while nobody helps is noticed', () => {
  expect(lacksFurnitureHelp(order({ dismantlingItems: [903] }))).toBe(true)
  expect(lacksFurnitureHelp(order({ dismantlingItems: [903], helpLevel: 'driver_helps' }))).toBe(false)
  expect(lacksFurnitureHelp(complete)).toBe(false)
})
