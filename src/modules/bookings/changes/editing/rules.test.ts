import { expect, it } from 'vitest'
import type { BookedPoint } from '../../create/rules.ts'
import {
  changedTexts,
  EDITABLE,
  editedPoints,
  proposedIn,
  removedStreetErrors,
  editModeOf,
  type EditedField,
  type EditedPoint,
} from './rules.ts'

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
