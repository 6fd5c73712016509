import { describe, expect, it } from 'vitest'
import { add, after, assemble, bed, sofa } from '#test/support/factories/draft.ts'
import { initialOrder, type Order, type MoveAgain } from '../draft/order.ts'
import { parseStoredDraft, toStoredDraft } from '../draft/stored-draft.ts'
import { unavailableItems, orderOfMove, unknownPostcodes } from '../reuse-move/order-of-move.ts'
import { moveOfOrder, moveToSave } from '../reuse-move/send-list-dialog.tsx'
import { pointOf } from './point-fields.tsx'
import {
  besideLines,
  chargeNotes,
  isApproximate,
  sumMinutes,
  timeLines,
  type RouteDetails,
  bookableDays,
  startTimesOf,
} from './time-lines.ts'

const details: RouteDetails = {
  distance: 110_079,
  travelTime: '02:20:00',
  trips: 1,
  breaksTime: '00:00:00',
  declaredWaiting: '00:00:00',
  returnTime: '00:00:00',
  warnings: [],
  loadUnloadTime: '01:30:00',
  stairsTime: '00:45:00',
  stopsTime: '00:15:00',
  assemblingTime: '01:00:00',
  disassemblingTime: '00:30:00',
  totalTime: '06:30:00',
  isUlezCharged: true,
  isCongestionCharged: false,
  zones: [{ code: 'ulez', name: 'ULEZ', kind: 'charge', isApproximate: false }],
  tolls: [],
  precision: 'unit',
  recalculated: false,
  estimated: false,
  startAt: null,
  endAt: null,
  places: ['Walthamstow', 'Croydon', 'Brighton'],
  unknownPostcodes: [],
}

const [point] = initialOrder.routePoints
const order: Order = {
  ...initialOrder,
  van: 'large_van',
  helpLevel: 'one_porter',
  items: [
    { id: 917, category: 9, amount: 1 },
    { id: 102, category: 1, amount: 1 },
  ],
  dismantlingItems: [917],
  assemblingItems: [917, 102],
  routePoints: point
    ? [
        { ...point, stairs: 2 },
        { ...point, stairs: 9 },
        { ...point, stairs: 1 },
      ]
    : [],
}

describe('timeLines', () => {
  it('names every part with its time', () => {
    expect(timeLines(details, order)).toEqual([
      { label: 'Driving, 68.40 miles', value: '2 h 20 min' },
      { label: 'Loading and unloading, Large Van', value: '1 h 30 min' },
      { label: 'Stairs, 3 flights', value: '45 min' },
      { label: '1 extra stop', value: '15 min' },
      { label: 'Taking apart: wardrobe', value: '30 min' },
      { label: 'Putting together: wardrobe, sofa', value: '1 h' },
    ])
    expect(sumMinutes(details)).toBe(380)
  })

  it('calls extra time by its name where nothing is put together', () => {
    const labels = timeLines(details, { ...order, assemblingItems: [] }).map(({ label }) => label)
    expect(labels.at(-1)).toBe('Extra time for furniture')
  })

  it('counts every trip, the drives back between them and the breaks', () => {
    const trips = { ...details, trips: 3, distance: 24_140, travelTime: '02:05:00', breaksTime: '00:30:00' }
    expect(timeLines(trips, { ...order, van: 'luton_van' }).slice(0, 4)).toEqual([
      { label: 'Driving, 3 trips and 2 drives back, 15.00 miles', value: '2 h 5 min' },
      { label: 'Loading and unloading, Luton Van, 3 times', value: '1 h 30 min' },
      { label: 'Stairs, 3 flights, 3 times', value: '45 min' },
      { label: '1 extra stop, 3 times', value: '15 min' },
    ])
    expect(timeLines(trips, order).at(-1)).toEqual({ label: 'Driver’s breaks, not charged', value: '30 min' })
    expect(timeLines({ ...trips, trips: 2 }, order)[0]?.label).toBe('Driving, 2 trips and 1 drive back, 15.00 miles')
    expect(sumMinutes(trips)).toBe(395)
  })

  it('says what is held or driven beside the total', () => {
    expect(besideLines(details)).toEqual([])
    expect(besideLines({ ...details, declaredWaiting: '01:30:00', returnTime: '00:25:00' })).toEqual([
      { label: 'Expected waiting, also reserved', value: '1 h 30 min' },
      { label: 'The driver’s return journey, not charged', value: '25 min' },
    ])
  })

  it('leaves out what takes no time', () => {
    const none = {
      ...details,
      stairsTime: '00:00:00',
      stopsTime: '00:00:00',
      assemblingTime: '00:00:00',
      disassemblingTime: '00:00:00',
    }
    expect(timeLines(none, initialOrder).map(({ label }) => label)).toEqual([
      'Driving, 68.40 miles',
      'Loading and unloading',
    ])
  })

  it('marks a guess', () => {
    expect(isApproximate(details)).toBe(false)
    expect(isApproximate({ ...details, precision: 'outcode' })).toBe(true)
    expect(timeLines({ ...details, estimated: true }, order)[0]?.label).toBe('Driving, about 68 miles')
  })
})

describe('chargeNotes', () => {
  const [ulez] = details.zones
  const zone = (code: string, name: string, more: object = {}) => ({
    ...(ulez ?? { kind: 'charge' as const, isApproximate: false }),
    code,
    name,
    ...more,
  })

  it('says which zones the route enters', () => {
    expect(chargeNotes(details)).toEqual([
      'This route enters the ULEZ. If a van has to pay, the charge is on its receipt. Cleaner vans pay less or nothing.',
    ])
    const city = zone('congestion', 'Congestion Charge zone')
    const central = { ...details, isCongestionCharged: true, zones: [...details.zones, city] }
    expect(chargeNotes({ ...central, startAt: '2026-11-28T09:00:00.000Z' })[1]).toMatch(/at a time when it is charged/)
    expect(chargeNotes(central)[1]).toMatch(/depends on the day and the hour/)
    expect(chargeNotes({ ...central, isCongestionCharged: false })).toHaveLength(1)
    expect(chargeNotes({ ...details, zones: [] })).toEqual([])
  })

  it('says where that is a guess, and where vans are kept out', () => {
    const unsure = zone('bath', 'Bath Clean Air Zone', { isApproximate: true })
    expect(chargeNotes({ ...details, zones: [unsure] })[0]).toMatch(
      /^This route probably enters the Bath Clean Air Zone/,
    )
    const glasgow = zone('glasgow', 'Glasgow Low Emission Zone', { kind: 'ban' })
    expect(chargeNotes({ ...details, zones: [glasgow] })).toEqual([
      'This route enters the Glasgow Low Emission Zone. We only show vans that are allowed there.',
    ])
  })

  it('names tolls, those of this route only', () => {
    const tolls = [{ name: 'Dartford Crossing', amountPence: 420, isCertain: false }]
    expect(chargeNotes({ ...details, zones: [], tolls })[0]).toContain('Dartford Crossing (£4.20)')
  })
})

const at = (text: string) => new Date(text)

describe('startTimesOf', () => {
  it('starts two hours ahead, on the half hour', () => {
    const times = startTimesOf('2026-11-20', at('2026-11-20T10:10:00Z'))
    expect(times[0]).toBe('12:30')
    expect(times.at(-1)).toBe('23:30')
    expect(startTimesOf('2026-11-20', at('2026-11-20T10:00:00Z'))[0]).toBe('12:00')
  })

  it('has all 48 on a later day and while no day is chosen', () => {
    expect(startTimesOf('2026-11-21', at('2026-11-20T10:00:00Z'))).toHaveLength(48)
    expect(startTimesOf(null, at('2026-11-20T10:00:00Z'))).toHaveLength(48)
  })

  it('leaves out the hour that the clocks skip in spring, and keeps the one that autumn repeats', () => {
    const spring = startTimesOf('2027-03-28', at('2026-11-20T10:00:00Z'))
    expect(spring).toHaveLength(46)
    expect(spring.slice(0, 4)).toEqual(['00:00', '00:30', '02:00', '02:30'])
    expect(startTimesOf('2026-10-25', at('2026-09-20T10:00:00Z'))).toHaveLength(48)
  })

  it('has none on a day gone by', () => {
    expect(startTimesOf('2026-11-19', at('2026-11-20T10:00:00Z'))).toEqual([])
  })
})

describe('bookableDays', () => {
  it('is today to 180 days on', () => {
    expect(bookableDays(at('2026-11-20T10:00:00Z'))).toEqual({ first: '2026-11-20', last: '2027-05-19' })
  })

  it('begins tomorrow when today has no half hour left', () => {
    expect(bookableDays(at('2026-11-20T21:40:00Z')).first).toBe('2026-11-21')
    expect(bookableDays(at('2026-11-20T23:00:00Z')).first).toBe('2026-11-21')
  })
})

describe('saved points', () => {
  const home = {
    id: '0193a8b0-0000-7000-8000-000000000000',
    label: 'Home',
    postcode: 'E17 4QH',
    formattedAddress: 'Grove Road',
    flatAndHouse: null,
    stairs: 2,
    contactName: null,
    contactNumber: null,
  }
  const place = {
    postcode: 'E17 4QH',
    address: { formattedAddress: 'Grove Road', city: null, postcode: null, placeId: null, location: null },
    flatAndHouse: '',
    stairs: 2,
  }

  it('a saved address fills the place, and leaves whom to meet as it was typed', () => {
    expect(pointOf(home, 1)).toEqual(place)
  })

  it('a contact that is kept with it is met there', () => {
    const named = { ...home, contactName: 'Mum', contactNumber: '+447700900123' }
    const contact = { contactName: 'Mum', contactNumber: '+447700900123' }
    expect(pointOf(named, 0)).toEqual({ ...place, ...contact })
    expect(pointOf(named, 1)).toEqual({ ...place, ...contact, deliveryContactSameAsPickUp: false })
    expect(pointOf({ ...named, contactNumber: null }, 0)).toEqual({ ...place, contactName: 'Mum', contactNumber: '' })
  })
})

describe('reusing a move', () => {
  const now = new Date('2026-11-27T09:00:00Z')

  const boat = { name: 'Rowing boat', length: 400, width: 120, height: 60, weight: 80 }
  const item = (
    movingItem: number | null,
    more: Partial<MoveAgain['items'][number]> = {},
  ): MoveAgain['items'][number] => ({
    movingItem,
    ownItem: null,
    amount: 1,
    needAssembling: false,
    needDisassembling: false,
    name: 'A thing',
    isGone: false,
    ...more,
  })

  const aMoveAgain = (more: Partial<MoveAgain> = {}): MoveAgain => ({
    jobKind: 'furniture',
    vanCategory: 'luton_van',
    needTailLift: true,
    manPower: 'one_porter',
    assemblingHelp: 'driver_helps',
    disassemblingHelp: null,
    extraTime: '00:30:00',
    declaredWaiting: '01:30:00',
    items: [item(sofa.id, { amount: 2, needDisassembling: true }), item(null, { ownItem: boat, amount: 3 })],
    routePoints: ['LE2 5YJ', 'LE1 1AA', 'LE2 3AH'].map((postcode, index) => ({
      postcode,
      town: 'Leicester',
      stairs: index,
      flatAndHouse: 'Flat 3',
      formattedAddress: '9 Clarendon Road',
      city: 'Leicester',
      location: null,
    })),
    date: '2026-12-05',
    time: '10:00',
    ...more,
  })

  describe('a move of before', () => {
    it('fills in everything of it; what is not of it stays, and nobody’s contact comes with it', () => {
      const startedOrder = after(
        add(bed),
        assemble(bed.id, true),
        { type: 'details-changed', change: { note: 'Ring twice', paymentMethod: 'cash' } },
        { type: 'point-changed', index: 0, change: { contactName: 'Quentin', contactNumber: '07700 900123' } },
      )
      const order = orderOfMove(startedOrder, aMoveAgain(), now)
      expect(order).toMatchObject({
        jobKind: 'furniture',
        items: [
          { id: sofa.id, category: sofa.category, amount: 2 },
          { category: 0, amount: 3, own: boat },
        ],
        van: 'luton_van',
        needTailLift: true,
        helpLevel: 'one_porter',
        assemblingItems: [],
        dismantlingItems: [sofa.id],
        assemblingHelp: 'driver_helps',
        dismantlingHelp: null,
        addedMinutes: 30,
        waitingMinutes: 90,
        date: '2026-12-05',
        time: '10:00',
        note: 'Ring twice',
        paymentMethod: 'cash',
        selectedQuote: null,
      })
      expect(order.routePoints.map(({ postcode, stairs, flatAndHouse }) => [postcode, stairs, flatAndHouse])).toEqual([
        ['LE2 5YJ', 0, 'Flat 3'],
        ['LE1 1AA', 1, 'Flat 3'],
        ['LE2 3AH', 2, 'Flat 3'],
      ])
      expect(JSON.stringify(order)).not.toContain('Quentin')
      // The storage of this browser accepts the move.
      const stored = toStoredDraft({ order, isEditing: false, original: null, attempt: null }, now)
      expect(parseStoredDraft(stored)?.order).toEqual(order)
    })

    it('what has gone is left out and named', () => {
      const move = aMoveAgain({
        items: [
          item(sofa.id),
          item(99_999, { amount: 2, name: 'Fax machine', isGone: true }),
          item(99_998, { name: 'Gramophone', isGone: true, needAssembling: true }),
        ],
        routePoints: aMoveAgain().routePoints.map((point, index) => (index === 1 ? { ...point, town: null } : point)),
      })
      const order = orderOfMove(initialOrder, move, now)
      expect([order.items.map(({ id }) => id), order.assemblingItems]).toEqual([[sofa.id], []])
      expect(unavailableItems(move)).toEqual(['2 × Fax machine', 'Gramophone'])
      expect(unknownPostcodes(move)).toEqual(['LE1 1AA'])
      expect([unavailableItems(aMoveAgain()), unknownPostcodes(aMoveAgain())]).toEqual([[], []])
    })

    it.each([
      ['today', '2026-11-27', '2026-11-27'],
      ['passed', '2026-11-26', null],
      ['not chosen', null, null],
    ])('a day that is %s', (_, date, becomes) => {
      expect(orderOfMove(initialOrder, aMoveAgain({ date }), now).date).toBe(becomes)
    })

    it('a day that was typed stays where the move has none', () => {
      const datedOrder = { ...initialOrder, date: '2026-12-24', time: '08:00' }
      expect(orderOfMove(datedOrder, aMoveAgain({ date: null, time: null }), now)).toMatchObject({
        date: '2026-12-24',
        time: '08:00',
      })
    })
  })

  describe('an order as it is sent', () => {
    const order = orderOfMove(initialOrder, aMoveAgain(), now)

    it('is the same move on arrival, without house numbers and streets', () => {
      const sent = moveOfOrder(order)
      const arrived = orderOfMove(
        initialOrder,
        aMoveAgain({
          items: sent.items?.map((one) => item(one.movingItem ?? null, { ...one, movingItem: one.movingItem ?? null })),
          routePoints: sent.routePoints.map((point) => ({
            ...point,
            town: 'Leicester',
            flatAndHouse: '',
            formattedAddress: '',
            city: null,
            location: null,
          })),
        }),
        now,
      )
      const bare = order.routePoints.map((point) => ({
        ...point,
        flatAndHouse: '',
        address: { ...point.address, formattedAddress: '', city: null },
      }))
      expect(arrived).toEqual({ ...order, routePoints: bare })
    })

    it('says nothing of whom it is for', () => {
      const secrets = [
        'Quentin',
        '900123',
        'Ring twice',
        'Flat 9',
        'Clarendon',
        'someone@example.com',
        'And a box of nails',
      ]
      const full = {
        ...order,
        note: 'Ring twice',
        itemsToMoveText: 'And a box of nails',
        customerEmail: 'someone@example.com',
        routePoints: order.routePoints.map((point) => ({
          ...point,
          contactName: 'Quentin',
          contactNumber: '07700 900123',
          flatAndHouse: 'Flat 9',
        })),
      }
      const text = JSON.stringify(moveOfOrder(full))
      expect(secrets.filter((word) => text.includes(word))).toEqual([])
      // The words are those of the order.
      expect(secrets.filter((word) => !JSON.stringify(full).includes(word))).toEqual([])
    })

    it('is saved with houses and streets, without a day and anybody’s contact', () => {
      const orderWithContacts = {
        ...order,
        routePoints: order.routePoints.map((point) => ({ ...point, contactName: 'Quentin' })),
      }
      const saved = moveToSave(orderWithContacts)
      expect(saved.routePoints[0]).toEqual({
        postcode: 'LE2 5YJ',
        stairs: 0,
        flatAndHouse: 'Flat 3',
        formattedAddress: '9 Clarendon Road',
      })
      for (const own of ['Quentin', '2026', '10:00']) expect(JSON.stringify(saved)).not.toContain(own)
      expect(moveToSave(initialOrder).routePoints[0]).toMatchObject({ flatAndHouse: null, formattedAddress: null })
    })

    it('has places left open while they are not entered', () => {
      expect(moveOfOrder(initialOrder)).toMatchObject({
        items: [],
        vanCategory: null,
        routePoints: [{ postcode: null }, { postcode: null }],
        date: null,
      })
    })
  })
})
