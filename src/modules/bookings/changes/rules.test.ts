import { describe, expect, it } from 'vitest'
import type { BookedPoint } from '../create/rules.ts'
import {
  changedTexts,
  EDITABLE,
  editedPoints,
  proposedIn,
  removedStreetErrors,
  editModeOf,
  type EditedField,
  type EditedPoint,
} from './editing/rules.ts'
import {
  figureOf,
  type AskedChange,
  type BookedWork,
  answerable,
  sideToAnswer,
  changeExpiry,
  newStartFlaw,
  raisedBy,
  timesOutside,
} from './rules.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const now = at('20T09:00:00')

it.each([
  ['in the job', '20T08:00:00', true, null, '20T10:00:00'],
  ['well before', '28T09:00:00', false, null, '21T09:00:00'],
  ['on the morning', '20T12:00:00', false, null, '20T12:00:00'],
  ['to an earlier time', '20T20:00:00', false, '20T15:00:00', '20T15:00:00'],
  ['at the last moment', '20T09:05:00', false, null, '20T09:20:00'],
])('%s it can be answered until then', (_name, start, isInProgress, newStart, until) =>
  expect(changeExpiry({ now, start: at(start), isInProgress, newStart: newStart ? at(newStart) : null })).toEqual(
    at(until),
  ),
)

it.each([
  ['28T10:00:00', false, null],
  ['28T10:30:00', false, null],
  ['28T09:00:00', false, 'same'],
  ['28T10:10:00', false, 'not_half_hour'],
  ['19T10:00:00', false, 'passed'],
  ['28T10:00:00', true, 'begun'],
])('a new start of %s, begun %j: %j', (newStart, isInProgress, flaw) =>
  expect(newStartFlaw({ now, start: at('28T09:00:00'), isInProgress, newStart: at(newStart) })).toBe(flaw),
)

it.each([
  ['mover', true, 'customer'],
  ['mover', false, 'mover'],
  ['customer', false, 'mover'],
] as const)('what the %s proposes, priced %j, waits for the %s', (by, isPriced, side) =>
  expect(sideToAnswer(by, isPriced)).toBe(side),
)

const open = { state: 'open', version: 2, awaits: 'customer' } as const

it.each([
  [open, { side: 'customer', version: 2, as: 'agreed' }, 'yes'],
  [open, { side: 'customer', version: 1, as: 'agreed' }, 'gone'],
  [open, { side: 'mover', version: 2, as: 'agreed' }, 'gone'],
  [{ ...open, state: 'agreed' }, { side: 'customer', version: 2, as: 'agreed' }, 'again'],
  [{ ...open, state: 'agreed' }, { side: 'customer', version: 2, as: 'refused' }, 'gone'],
  [{ ...open, state: 'withdrawn' }, { side: 'customer', version: 2, as: 'agreed' }, 'gone'],
  [{ ...open, state: 'expired' }, { side: 'customer', version: 2, as: 'refused' }, 'gone'],
] as const)('%j answered with %j: %s', (change, answer, may) => expect(answerable(change, answer)).toBe(may))

it('raises total and ceiling by the line alone', () =>
  expect(raisedBy({ totalPence: 45_312, ceilingPence: 48_412 }, 3100)).toEqual({
    totalPence: 48_412,
    ceilingPence: 51_512,
  }))

const zero = '00:00:00'
/** Six hours ten of work, booked as six and a half. */
const booked: BookedWork = {
  lines: [{ code: 'labour', label: '6 h 30 min at £62.00', quantity: 6, unitPence: 6200, amountPence: 37_200 }],
  order: {
    travelTime: '02:10:00',
    loadUnloadTime: '03:00:00',
    stairsTime: '00:30:00',
    stopsTime: zero,
    assemblingTime: zero,
    disassemblingTime: zero,
    trips: 1,
  },
  agreedMinutes: 0,
}
const short: BookedWork = {
  ...booked,
  lines: [{ code: 'labour', label: '2 h minimum at £62.00', quantity: 2, unitPence: 6200, amountPence: 12_400 }],
  order: { ...booked.order, travelTime: '00:30:00', loadUnloadTime: '00:30:00', stairsTime: zero },
}

it.each<[string, BookedWork, AskedChange, number | undefined]>([
  ['an item of half an hour', booked, { kind: 'item', extraMinutes: 30 }, 3100],
  ['a flight within the half hour that is paid', booked, { kind: 'floor', flights: 1 }, 0],
  ['two flights', booked, { kind: 'floor', flights: 2 }, 3100],
  [
    'a flight carried on each of three trips',
    { ...booked, order: { ...booked.order, trips: 3 } },
    { kind: 'floor', flights: 1 },
    3100,
  ],
  ['a stop', booked, { kind: 'stop' }, 0],
  ['time within the minimum', short, { kind: 'time', extraMinutes: 60 }, 0],
  ['time beyond the minimum', short, { kind: 'time', extraMinutes: 75 }, 3100],
  ['after half an hour that was agreed', { ...booked, agreedMinutes: 30 }, { kind: 'time', extraMinutes: 30 }, 3100],
  ['an item of which nobody says how long', booked, { kind: 'item' }, undefined],
  ['another start', booked, { kind: 'time', newStartAt: new Date('2026-11-28T10:00:00Z') }, 0],
  [
    'at the lower of two rates',
    {
      ...booked,
      lines: [
        ...booked.lines,
        { code: 'labour_out_of_hours', label: '', quantity: 0, unitPence: 9300, amountPence: 0 },
      ],
    },
    { kind: 'item', extraMinutes: 30 },
    3100,
  ],
  ['without a rate', { ...booked, lines: [] }, { kind: 'item', extraMinutes: 30 }, undefined],
])('%s', (_name, work, requested, pence) => expect(figureOf(work, requested)?.amountPence).toBe(pence))

describe('editing', () => {
  const OPEN = ['new_booking', 'hot', 'confirmed', 'in_progress'] as const
  const OVER = [
    'completed',
    'canceled_by_customer',
    'rejected',
    'no_one_took',
    'not_taken_by_driver',
    'awaiting_verification',
  ] as const

  it.each(Object.entries(EDITABLE) as [EditedField, string][])(
    '%s is %s while the booking is open, and closed afterwards',
    (field, way) => {
      for (const state of OPEN) expect([state, editModeOf(field, state)]).toEqual([state, way])
      for (const state of OVER) expect([state, editModeOf(field, state)]).toEqual([state, 'closed'])
    },
  )

  const point = (number: number, more: Partial<BookedPoint> = {}): BookedPoint => ({
    number,
    postcode: 'E17 4QH',
    stairs: 1,
    formattedAddress: '48 Hoe Street',
    address: null,
    flatAndHouse: null,
    contactName: 'Jo',
    contactNumber: '+447700900123',
    deliveryContactSameAsPickUp: true,
    customerEmail: null,
    ...more,
  })
  const points = [point(0), point(1, { postcode: 'BN1 4QL' })]
  const aPlace = { location: null, city: null, formattedAddress: '48 Hoe Street', postcode: 'E17 4QH', placeId: null }

  it.each<[EditedPoint, string[]]>([
    [{ number: 0 }, []],
    [{ number: 0, postcode: 'e174qh', stairs: 1 }, []],
    [{ number: 0, postcode: 'E17 4QJ' }, ['route_points.0.postcode']],
    [{ number: 0, stairs: 2 }, ['route_points.0.stairs']],
    [{ number: 0, address: { formattedAddress: '50 Hoe Street', postcode: 'E17 4QH' } }, []],
    [{ number: 0, address: { formattedAddress: '1 High Street', postcode: 'N1 9GU' } }, ['route_points.0.postcode']],
    // A place that was kept so when it was booked is not another one.
    [{ number: 0, address: { formattedAddress: '48 Hoe Street', postcode: 'N1 9GU' } }, []],
    [{ number: 2 }, ['route_points']],
  ])('%j needs a proposal for %j', (sent, fields) => expect(proposedIn(points, [sent])).toEqual(fields))

  it.each<[string, EditedPoint[], Partial<BookedPoint>[]]>([
    [
      'the pick-up’s contact is followed',
      [{ number: 0, contactName: 'Ann' }],
      [{ contactName: 'Ann' }, { contactName: 'Ann' }],
    ],
    [
      'one of its own stays',
      [
        { number: 0, contactName: 'Ann' },
        { number: 1, contactName: 'Bob' },
      ],
      [{}, { contactName: 'Bob' }],
    ],
    ['blank removes', [{ number: 1, flatAndHouse: ' ' }], [{}, { flatAndHouse: null }]],
    ['a flat', [{ number: 1, flatAndHouse: 'Flat 2' }], [{ flatAndHouse: null }, { flatAndHouse: 'Flat 2' }]],
    [
      'words of the address',
      [{ number: 0, formattedAddress: '50 Hoe Street' }],
      [{ formattedAddress: '50 Hoe Street' }, {}],
    ],
    ['its own answer', [{ ...point(0) }, { ...point(1) }], [point(0), { contactName: 'Jo' }]],
  ])('%s', (_name, sent, expected) => expect(editedPoints(points, sent)).toMatchObject(expected))

  it('says what changed and where', () => {
    const after = editedPoints(points, [{ number: 1, contactNumber: '+447700900199', flatAndHouse: 'Flat 2' }])
    expect(changedTexts(points, after)).toEqual(['flat or house at the drop-off', 'contact number at the drop-off'])
  })

  it.each<[string, Partial<BookedPoint>, EditedPoint, string[]]>([
    ['blanked', {}, { number: 1, formattedAddress: '' }, ['route_points.1.formatted_address']],
    ['blank but for spaces', {}, { number: 1, formattedAddress: '  ' }, ['route_points.1.formatted_address']],
    [
      'taken out of the place',
      {},
      { number: 1, address: { formattedAddress: null } },
      ['route_points.1.formatted_address'],
    ],
    ['another', {}, { number: 1, formattedAddress: '1 High Street' }, []],
    ['left out', {}, { number: 1 }, []],
    ['never there', { formattedAddress: null }, { number: 1, formattedAddress: '' }, []],
  ])('a street that is %s', (_name, had, sent, paths) => {
    const before = [point(0), point(1, { address: had.formattedAddress === null ? null : aPlace, ...had })]
    expect(Object.keys(removedStreetErrors(before, editedPoints(before, [sent])))).toEqual(paths)
  })
})

it.each<[string, [from: number, to: number][], [from: number, to: number][]]>([
  ['none', [], [[10, 14]]],
  ['its beginning', [[9, 11]], [[11, 14]]],
  ['its end', [[13, 16]], [[10, 13]]],
  [
    'its middle',
    [[11, 12]],
    [
      [10, 11],
      [12, 14],
    ],
  ],
  [
    'all of it',
    [
      [9, 12],
      [12, 15],
    ],
    [],
  ],
  [
    'a time before and one after',
    [
      [8, 10],
      [14, 15],
    ],
    [[10, 14]],
  ],
])('what is left of a time without %s', (_, taken, left) => {
  const hour = (number: number) => new Date(Date.UTC(2026, 10, 28, number))
  const times = ([from, to]: [number, number]) => ({ start: hour(from), end: hour(to) })
  expect(timesOutside(times([10, 14]), taken.map(times))).toEqual(left.map(times))
})
