import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { HELP_LEVELS, STAIRS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { quotePayload } from '#modules/quoting/contract.ts'
import { keyed } from '#shared/records.ts'
import { toWire } from '#shared/wire.ts'
import {
  run,
  after,
  sofa,
  bed,
  boxes,
  add,
  amount,
  van,
  tailLift,
  crew,
  postcode,
  note,
  assemble,
  dismantle,
  enter,
  postcodes,
  photo,
} from '#test/support/factories/draft.ts'
import { aQuote } from '#test/support/factories/quote.ts'
import { contactAt, customerNoteOf, toBookingRequest, toQuoteRequest, withoutOpenStops } from './draft-request.ts'
import { draftReducer, type DraftAction } from './draft.ts'
import { changeOrder } from './order-changes.ts'
import {
  emptyAddress,
  emptyPoint,
  initialOrder,
  MAX_ITEMS_TEXT,
  MAX_NOTE,
  type Order,
  type OrderPoint,
  assemblingHelpOf,
  dismantlingHelpOf,
  MAX_STOPS,
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

describe('items', () => {
  test('adding one increments its amount if present, else adds it with amount 1', () => {
    expect(after(add(sofa)).items).toEqual([{ ...sofa, amount: 1 }])
    expect(after(add(sofa), add(bed), add(sofa)).items).toEqual([
      { ...sofa, amount: 2 },
      { ...bed, amount: 1 },
    ])
  })

  test.each([
    [5, 5],
    [1, 1],
    [2.9, 2],
    [500, 500],
    [501, 500],
    [Infinity, 500],
  ])('amount %d becomes %d', (requested, given) => {
    expect(after(amount(sofa, requested)).items).toEqual([{ ...sofa, amount: given }])
  })

  test.each([0, -1, 0.5, -Infinity])('amount %d takes it out', (requested) => {
    expect(after(add(sofa), add(bed), amount(sofa, requested)).items).toEqual([{ ...bed, amount: 1 }])
  })

  test('an amount that is no number, or nothing of what is not there, changes nothing', () => {
    const draft = run(add(sofa))
    expect(draftReducer(draft, amount(sofa, Number.NaN))).toBe(draft)
    expect(draftReducer(draft, amount(bed, 0))).toBe(draft)
  })

  test('adding stops at 500 of one thing and at 200 different things', () => {
    expect(after(amount(sofa, 500), add(sofa)).items[0]?.amount).toBe(500)
    const many = Array.from({ length: 205 }, (_, index): DraftAction => add({ id: index + 1, category: 1 }))
    expect(after(...many).items).toHaveLength(200)
  })

  test('replacing items for a category keeps other categories', () => {
    const order = after(add(sofa), add(bed), add(boxes), {
      type: 'category-replaced',
      category: 9,
      items: [
        { id: 904, amount: 2 },
        { id: 911, amount: 0 },
      ],
    })
    expect(order.items).toEqual([
      { ...sofa, amount: 1 },
      { ...boxes, amount: 1 },
      { id: 904, category: 9, amount: 2 },
    ])
  })

  test('reset empties items and keeps the rest', () => {
    const order = after(add(sofa), van('large_van'), note('Gate code 4'), { type: 'items-reset' })
    expect(order).toMatchObject({ items: [], van: 'large_van', note: 'Gate code 4' })
  })
})

describe('taking apart and putting together', () => {
  test('is chosen per piece, each way on its own', () => {
    const order = after(add(bed), add(sofa), assemble(bed.id), dismantle(bed.id), dismantle(sofa.id))
    expect(order).toMatchObject({ assemblingItems: [bed.id], dismantlingItems: [bed.id, sofa.id] })
    expect(after(add(bed), assemble(bed.id), assemble(bed.id), assemble(bed.id, false)).assemblingItems).toEqual([])
  })

  test('is not for what is not moved, and goes with the piece', () => {
    expect(after(assemble(bed.id)).assemblingItems).toEqual([])
    expect(after(add(bed), assemble(bed.id), dismantle(bed.id), amount(bed, 0))).toMatchObject({
      assemblingItems: [],
      dismantlingItems: [],
    })
    expect(after(add(bed), assemble(bed.id), { type: 'items-reset' }).assemblingItems).toEqual([])
  })

  test.each([
    ['two_porters', null, 'two_porters'],
    ['driver_helps', null, 'driver_helps'],
    ['one_porter', 'driver_helps', 'driver_helps'],
    ['one_porter', 'two_porters', 'one_porter'],
    ['no_help', 'two_porters', 'no_help'],
    ['two_porters', 'no_help', 'no_help'],
  ] as const)('with %s for the move and %s chosen, %s do it', (helpLevel, chosen, done) => {
    const order = after(
      van('luton_van'),
      crew(helpLevel),
      { type: 'details-changed', change: { assemblingHelp: chosen } },
      { type: 'details-changed', change: { dismantlingHelp: chosen } },
    )
    expect(assemblingHelpOf(order)).toBe(done)
    expect(dismantlingHelpOf(order)).toBe(done)
  })
})

describe('the van', () => {
  test('keeps the tail-lift only for the Luton van, otherwise resets it', () => {
    expect(after(van('luton_van'), tailLift(true)).needTailLift).toBe(true)
    expect(after(van('luton_van'), tailLift(true), van('luton_van')).needTailLift).toBe(true)
    for (const other of ['small_van', 'medium_van', 'large_van'] as const) {
      expect(after(van('luton_van'), tailLift(true), van(other)).needTailLift).toBe(false)
      expect(after(van('luton_van'), tailLift(true), van(other), van('luton_van')).needTailLift).toBe(false)
    }
  })

  test('has no tail-lift to ask for unless it is a Luton van', () => {
    expect(after(tailLift(true)).needTailLift).toBe(false)
    expect(after(van('large_van'), tailLift(true)).needTailLift).toBe(false)
  })

  test('with two seats takes no crew of three', () => {
    expect(after(crew('two_porters'), van('small_van')).helpLevel).toBe('one_porter')
    expect(after(van('small_van'), crew('two_porters')).helpLevel).toBe('one_porter')
    expect(after(van('medium_van'), crew('two_porters')).helpLevel).toBe('two_porters')
  })
})

describe('photos', () => {
  const uploaded: DraftAction = { type: 'photos-uploaded', uploadId: 'up-1' }

  test('what was sent is known by its names', () => {
    const sent = after({ type: 'photos-changed', photos: [photo] }, uploaded)
    expect(sent).toMatchObject({ photosUploadId: 'up-1', sentPhotoNames: [photo.name] })
    const changed = after({ type: 'photos-changed', photos: [photo] }, uploaded, {
      type: 'photos-changed',
      photos: [],
      clearUpload: true,
    })
    expect(changed).toMatchObject({ photosUploadId: null, sentPhotoNames: [] })
  })

  test('changing them can clear the upload id, and need not', () => {
    expect(after(uploaded, { type: 'photos-changed', photos: [photo] })).toMatchObject({
      itemsToMovePhotos: [photo],
      photosUploadId: 'up-1',
    })
    expect(after(uploaded, { type: 'photos-changed', photos: [], clearUpload: true })).toMatchObject({
      itemsToMovePhotos: [],
      photosUploadId: null,
    })
  })
})

describe('the route', () => {
  const stop: DraftAction = { type: 'stop-added' }

  test('is begun by the form on the home page', () => {
    const order = after(enter('E17 4QH', 'BN1 4QL'))
    expect(order).toMatchObject({ date: '2026-11-28', jobKind: 'furniture' })
    expect(postcodes(order)).toEqual(['E17 4QH', 'BN1 4QL'])
  })

  test('keeps its stops when the home page is used again', () => {
    const order = after(enter('E17 4QH', 'BN1 4QL'), stop, postcode(1, 'CR0 4XG'), enter('N1 1AA', 'BN1 4QL'))
    expect(postcodes(order)).toEqual(['N1 1AA', 'CR0 4XG', 'BN1 4QL'])
  })

  test('takes up to eight stops, before the drop-off', () => {
    const ten = after(enter('E17 4QH', 'BN1 4QL'), ...Array.from({ length: 12 }, () => stop))
    expect(ten.routePoints).toHaveLength(MAX_STOPS + 2)
    expect(postcodes(ten).at(-1)).toBe('BN1 4QL')
  })

  test('gives up stops, never its ends', () => {
    const draft = run(enter('E17 4QH', 'BN1 4QL'), stop, postcode(1, 'CR0 4XG'))
    expect(postcodes(draftReducer(draft, { type: 'stop-removed', index: 1 }).order)).toEqual(['E17 4QH', 'BN1 4QL'])
    for (const index of [-1, 0, 2, 7, 0.5]) expect(draftReducer(draft, { type: 'stop-removed', index })).toBe(draft)
  })

  test('has its stops in the order the customer wants', () => {
    const draft = run(enter('A', 'D'), stop, postcode(1, 'B'), stop, postcode(2, 'C'))
    expect(postcodes(draftReducer(draft, { type: 'stop-moved', from: 2, to: 1 }).order)).toEqual(['A', 'C', 'B', 'D'])
    expect(postcodes(draftReducer(draft, { type: 'stop-moved', from: 1, to: 2 }).order)).toEqual(['A', 'C', 'B', 'D'])
    for (const [from, to] of [
      [0, 1],
      [1, 3],
      [1, 1],
      [9, 1],
    ] as const) {
      expect(draftReducer(draft, { type: 'stop-moved', from, to })).toBe(draft)
    }
  })

  test('swaps its ends, while who is met stays at each end', () => {
    const order = after(
      enter('E17 4QH', 'BN1 4QL'),
      { type: 'point-changed', index: 0, change: { contactName: 'Priya', stairs: 2, flatAndHouse: 'Flat 12' } },
      { type: 'ends-swapped' },
    )
    expect(order.routePoints[0]).toMatchObject({
      postcode: 'BN1 4QL',
      stairs: 0,
      flatAndHouse: '',
      contactName: 'Priya',
    })
    expect(order.routePoints[1]).toMatchObject({
      postcode: 'E17 4QH',
      stairs: 2,
      flatAndHouse: 'Flat 12',
      contactName: '',
    })
  })

  test('forgets what was looked up for another postcode, and keeps the street that was typed', () => {
    const address = {
      formattedAddress: '48 Hoe Street',
      city: 'London',
      postcode: 'E17 4QH',
      placeId: 'p1',
      location: { lat: 51.5, lng: 0 },
    }
    const draft = run(postcode(0, 'E17 4QH'), { type: 'point-changed', index: 0, change: { address } })
    expect(draftReducer(draft, postcode(0, 'e174qh')).order.routePoints[0]?.address).toEqual(address)
    expect(draftReducer(draft, postcode(0, 'E17 4QJ')).order.routePoints[0]?.address).toEqual({
      formattedAddress: '48 Hoe Street',
      city: null,
      postcode: null,
      placeId: null,
      location: null,
    })
  })

  test('does not change at a point that is not there', () => {
    const draft = run(enter('A', 'B'))
    for (const index of [-1, 2, 0.5, Number.NaN]) expect(draftReducer(draft, postcode(index, 'C'))).toBe(draft)
  })
})
