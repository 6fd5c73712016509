import { describe, expect, test } from 'vitest'
import { add, after, assemble, bed, sofa } from '#test/support/factories/draft.ts'
import { initialOrder, type MoveAgain } from '../draft/order.ts'
import { parseStoredDraft, toStoredDraft } from '../draft/stored-draft.ts'
import { moveOfOrder, moveToSave } from './send-list-dialog.tsx'
import { unavailableItems, orderOfMove, unknownPostcodes } from './order-of-move.ts'

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
  test('fills in everything of it; what is not of it stays, and nobody’s contact comes with it', () => {
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

  test('what has gone is left out and named', () => {
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

  test.each([
    ['today', '2026-11-27', '2026-11-27'],
    ['passed', '2026-11-26', null],
    ['not chosen', null, null],
  ])('a day that is %s', (_, date, becomes) => {
    expect(orderOfMove(initialOrder, aMoveAgain({ date }), now).date).toBe(becomes)
  })

  test('a day that was typed stays where the move has none', () => {
    const datedOrder = { ...initialOrder, date: '2026-12-24', time: '08:00' }
    expect(orderOfMove(datedOrder, aMoveAgain({ date: null, time: null }), now)).toMatchObject({
      date: '2026-12-24',
      time: '08:00',
    })
  })
})

describe('an order as it is sent', () => {
  const order = orderOfMove(initialOrder, aMoveAgain(), now)

  test('is the same move on arrival, without house numbers and streets', () => {
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

  test('says nothing of whom it is for', () => {
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

  test('is saved with houses and streets, without a day and anybody’s contact', () => {
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

  test('has places left open while they are not entered', () => {
    expect(moveOfOrder(initialOrder)).toMatchObject({
      items: [],
      vanCategory: null,
      routePoints: [{ postcode: null }, { postcode: null }],
      date: null,
    })
  })
})
