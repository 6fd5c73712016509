import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { HELP_LEVELS, STAIRS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { quotePayload } from '#modules/quoting/contract.ts'
import { keyed } from '#shared/mapped.ts'
import { toWire } from '#shared/wire.ts'
import { aQuote } from '#test/support/factories/quote.ts'
import { contactAt, customerNoteOf, toBookingRequest, toQuoteRequest, withoutOpenStops } from './draft-request.ts'
import { changeOrder } from './order-changes.ts'
import {
  emptyAddress,
  emptyPoint,
  initialOrder,
  MAX_ITEMS_TEXT,
  MAX_NOTE,
  type Order,
  type OrderPoint,
} from './order.ts'
import { STOP_TEXTS, stopTextNames } from './stop-texts.ts'

const point = (over: Partial<OrderPoint>): OrderPoint => ({ ...emptyPoint, ...over })
const order = (over: Partial<Order> = {}): Order => ({
  ...initialOrder,
  van: 'large_van',
  date: '2026-11-28',
  time: '09:00',
  routePoints: [point({ postcode: 'e174qh', stairs: 2 }), point({ postcode: 'BN1 4QL', stairs: 9 })],
  ...over,
})

const text = (max: number) => fc.string({ maxLength: max, unit: 'grapheme-ascii' })

describe('the quote request', () => {
  test('is the payload of spec §3 on the wire, with defaults', () => {
    expect(toWire(toQuoteRequest(order()))).toEqual({
      route_points: [
        {
          number: 0,
          postcode: 'E17 4QH',
          stairs: 2,
          address: null,
          flat_and_house: null,
          contact_name: null,
          contact_number: null,
          delivery_contact_same_as_pick_up: null,
          date: '2026-11-28',
          time: '09:00',
          customer_email: null,
        },
        {
          number: 1,
          postcode: 'BN1 4QL',
          stairs: 9,
          address: null,
          flat_and_house: null,
          contact_name: null,
          contact_number: null,
          delivery_contact_same_as_pick_up: true,
        },
      ],
      items: [],
      job_kind: 'home_or_office',
      man_power: 'no_help',
      assembling_help: 'no_help',
      disassembling_help: 'no_help',
      van_category: 'large_van',
      need_tail_lift: false,
      extra_time: '00:00:00',
      declared_waiting: '00:00:00',
      customer_note: null,
    })
  })

  test('asks for no extra time once nothing is ticked any more', () => {
    const points = [point({ postcode: 'E17 4QH' }), point({ postcode: 'BN1 4QL' })]
    const selection = { van: 'large_van', helpLevel: 'one_porter', addedMinutes: 90, routePoints: points } as const
    expect(toQuoteRequest(order(selection))?.extraTime).toBe('00:00:00')
  })

  test('carries everything that was chosen', () => {
    const request = toQuoteRequest(
      order({
        jobKind: 'furniture',
        van: 'luton_van',
        needTailLift: true,
        helpLevel: 'one_porter',
        assemblingHelp: 'two_porters',
        dismantlingHelp: 'driver_helps',
        addedMinutes: 90,
        items: [
          { id: 903, category: 9, amount: 2 },
          { id: 802, category: 8, amount: 14 },
        ],
        assemblingItems: [903],
        dismantlingItems: [903],
        itemsToMoveText: ' A canoe ',
        note: 'Gate code 4',
        customerEmail: ' priya@example.co.uk ',
        routePoints: [
          point({
            postcode: 'E17 4QH',
            address: { ...emptyAddress, formattedAddress: ' 48 Hoe Street ' },
            flatAndHouse: ' Flat 12 ',
            contactName: ' Priya Nair ',
            contactNumber: '07700 900123',
          }),
          point({ postcode: 'CR0 4XG', deliveryContactSameAsPickUp: false, contactName: 'Sam', contactNumber: 'soon' }),
          point({ postcode: 'BN1 4QL', contactName: 'not shown' }),
        ],
      }),
    )
    expect(request).toMatchObject({
      jobKind: 'furniture',
      vanCategory: 'luton_van',
      needTailLift: true,
      manPower: 'one_porter',
      assemblingHelp: 'one_porter',
      disassemblingHelp: 'driver_helps',
      extraTime: '01:30:00',
      customerNote: 'Also to move: A canoe\n\nGate code 4',
      items: [
        { movingItem: 903, amount: 2, needAssembling: true, needDisassembling: true },
        { movingItem: 802, amount: 14, needAssembling: false, needDisassembling: false },
      ],
    })
    expect(request?.routePoints).toMatchObject([
      {
        number: 0,
        address: { formattedAddress: '48 Hoe Street', postcode: 'E17 4QH', city: null, placeId: null, location: null },
        flatAndHouse: 'Flat 12',
        contactName: 'Priya Nair',
        contactNumber: '+447700900123',
        customerEmail: 'priya@example.co.uk',
      },
      { number: 1, contactName: 'Sam', contactNumber: null, deliveryContactSameAsPickUp: false },
      { number: 2, contactName: 'Priya Nair', contactNumber: '+447700900123', deliveryContactSameAsPickUp: true },
    ])
  })

  test('has date and time on the first point only, which may still be open', () => {
    const request = toQuoteRequest(order({ date: null, time: null }))
    expect(request?.routePoints[0]).toMatchObject({ date: null, time: null })
    expect(request?.routePoints[1]).not.toHaveProperty('date')
    expect(request?.routePoints[1]).not.toHaveProperty('customerEmail')
  })

  test.each<[string, Partial<Order>]>([
    ['a van', { van: null }],
    ['a pick-up postcode', { routePoints: [point({}), point({ postcode: 'BN1 4QL' })] }],
    ['half of a drop-off postcode', { routePoints: [point({ postcode: 'E17 4QH' }), point({ postcode: 'BN1 4' })] }],
  ])('is not made without %s', (_, over) => {
    expect(toQuoteRequest(order(over))).toBeUndefined()
  })

  test('is always one that the API takes', () => {
    const anyPoint = fc.record<OrderPoint>({
      postcode: fc.constantFrom('E17 4QH', 'bn14ql', ' SW1A 1AA ', 'e17', 'N1C '),
      address: fc.record({
        formattedAddress: text(300),
        city: fc.option(text(120)),
        postcode: fc.constant(null),
        placeId: fc.constant(null),
        location: fc.option(fc.constant({ lat: 51.5, lng: -0.1 })),
      }),
      stairs: fc.constantFrom(...STAIRS),
      ...keyed(stopTextNames, (name) => text(STOP_TEXTS[name].max)),
      contactNumber: fc.oneof(
        text(STOP_TEXTS.contactNumber.max),
        fc.constantFrom('+447700900123', '+44 7700 900123', '0044 7700 900123'),
      ),
      deliveryContactSameAsPickUp: fc.boolean(),
    })
    const item = fc.constantFrom(...ITEMS)
    const anyOrder = fc.record({
      jobKind: fc.constantFrom('home_or_office' as const, 'furniture' as const),
      items: fc.array(fc.tuple(item, fc.integer({ min: 1, max: 500 })), { maxLength: 10 }),
      van: fc.constantFrom(...VAN_CATEGORIES),
      helpLevel: fc.constantFrom(...HELP_LEVELS),
      assemblingHelp: fc.option(fc.constantFrom(...HELP_LEVELS)),
      addedMinutes: fc.integer({ min: 0, max: 48 }).map((halves) => halves * 30),
      itemsToMoveText: text(MAX_ITEMS_TEXT),
      note: text(MAX_NOTE),
      customerEmail: fc.oneof(text(254), fc.emailAddress()),
      routePoints: fc.array(anyPoint, { minLength: 2, maxLength: 10 }),
    })
    fc.assert(
      fc.property(anyOrder, ({ items, ...rest }) => {
        const fullOrder = order({
          ...rest,
          items: items.map(([{ id, categoryId }, amount]) => ({ id, category: categoryId, amount })),
        })
        expect(quotePayload.safeParse(toWire(toQuoteRequest(fullOrder))).error).toBeUndefined()
      }),
    )
  })
})

describe('the contact at a point', () => {
  const both = order({
    routePoints: [
      point({ contactName: 'Priya', contactNumber: '1' }),
      point({ contactName: 'Sam', contactNumber: '2', deliveryContactSameAsPickUp: false }),
      point({ contactName: 'Hidden', contactNumber: '3' }),
    ],
  })

  test('is that of the pick-up unless the point has its own', () => {
    expect([0, 1, 2].map((number) => contactAt(both, number).contactName)).toEqual(['Priya', 'Sam', 'Priya'])
    expect(contactAt(both, 9)).toEqual({ contactName: '', contactNumber: '' })
  })
})

test.each([
  ['', '', null],
  ['  ', ' ', null],
  ['A canoe', '', 'Also to move: A canoe'],
  ['', 'Gate code 4', 'Gate code 4'],
])('what else %j and the note %j are sent as %j', (itemsToMoveText, note, sent) => {
  expect(customerNoteOf(order({ itemsToMoveText, note }))).toBe(sent)
})

describe('the booking request', () => {
  test('is not made without a chosen price', () => {
    expect(toBookingRequest(order(), { paymentMethod: 'cash', allowHotJob: true })).toBeUndefined()
  })

  test('names the quote, and completes the route points without saying anything about their places', () => {
    const request = toBookingRequest(order({ selectedQuote: aQuote, photosUploadId: 'up-1', note: 'Gate code 4' }), {
      paymentMethod: 'card',
      allowHotJob: false,
    })
    expect(request).toMatchObject({
      quoteId: aQuote.quoteId,
      paymentMethod: 'card',
      allowHotJob: false,
      photosId: 'up-1',
      customerNote: 'Gate code 4',
    })
    expect(request?.routePoints?.map((one) => one.number)).toEqual([0, 1])
    for (const field of ['postcode', 'stairs', 'date', 'time'])
      expect(request?.routePoints?.[0]).not.toHaveProperty(field)
    expect(createBooking.body.safeParse(toWire(request)).error).toBeUndefined()
  })
})

test('an order with a new stop is asked as it was before, until the stop has a postcode', () => {
  const before = order()
  const added = changeOrder(before, { type: 'stop-added' })
  expect(toQuoteRequest(added)).toBeUndefined()
  expect(toQuoteRequest(withoutOpenStops(added))).toEqual(toQuoteRequest(before))
  const completed = changeOrder(added, { type: 'point-changed', index: 1, change: { postcode: 'RH1 1AA' } })
  expect(withoutOpenStops(completed)).toEqual(completed)
})
