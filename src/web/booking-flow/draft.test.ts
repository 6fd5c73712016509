import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { draftReducer, initialDraft, quoteKey, stepAfter, type Draft, type DraftAction } from './draft.ts'
import { assemblingHelpOf, dismantlingHelpOf, emptyPoint, MAX_STOPS, type Order, type OrderPhoto } from './order.ts'
import { aQuote, quotesAnswer, routeOrder } from '#test/support/factories/quote.ts'

const run = (...actions: DraftAction[]): Draft => actions.reduce(draftReducer, initialDraft)
const after = (...actions: DraftAction[]): Order => run(...actions).order

const sofa = { id: 102, category: 1 }
const bed = { id: 903, category: 9 }
const boxes = { id: 802, category: 8 }
const add = (item: typeof sofa): DraftAction => ({ type: 'item-added', ...item })
const amount = (item: typeof sofa, count: number): DraftAction => ({ type: 'amount-changed', ...item, amount: count })
const van = (category: (typeof VAN_CATEGORIES)[number]): DraftAction => ({ type: 'van-selected', van: category })
const tailLift = (needTailLift: boolean): DraftAction => ({ type: 'tail-lift-changed', needTailLift })
const crew = (manPower: (typeof HELP_LEVELS)[number]): DraftAction => ({ type: 'man-power-changed', manPower })
const postcode = (index: number, text: string): DraftAction => ({
  type: 'point-changed',
  index,
  change: { postcode: text },
})
const note = (text: string): DraftAction => ({ type: 'details-changed', change: { note: text } })
const assemble = (id: number, isNeeded = true): DraftAction => ({ type: 'assembling-changed', id, isNeeded })
const dismantle = (id: number, isNeeded = true): DraftAction => ({ type: 'dismantling-changed', id, isNeeded })
const enter = (from: string, to: string): DraftAction => ({
  type: 'move-entered',
  from,
  to,
  date: '2026-11-28',
  jobKind: 'furniture',
})
const postcodes = (order: Order) => order.routePoints.map((point) => point.postcode)
const ask = (key?: string): DraftAction => ({ type: 'remote-requested', slot: 'companyQuotes', key })
const answer = (key?: string): DraftAction => ({
  type: 'remote-received',
  slot: 'companyQuotes',
  key,
  data: quotesAnswer,
})
const fail = (key?: string): DraftAction => ({ type: 'remote-failed', slot: 'companyQuotes', key, error: 'No line' })
const quotes = (...actions: DraftAction[]) => run(...actions).remote.companyQuotes
const photo: OrderPhoto = { name: 'landing.jpg', size: 1000, url: 'blob:1' }

describe('the initial draft', () => {
  test('asks for nothing beyond a van without help, and shares the contact of the pick-up', () => {
    expect(initialDraft.order).toMatchObject({
      items: [],
      van: null,
      needTailLift: false,
      manPower: 'no_help',
      addedMinutes: 0,
      date: null,
    })
    expect(initialDraft.order.routePoints).toEqual([emptyPoint, emptyPoint])
    expect(emptyPoint).toMatchObject({ deliveryContactSameAsPickUp: true, stairs: 0 })
  })

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(initialDraft))).toEqual(initialDraft)
  })
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
  ])('amount %d becomes %d', (asked, given) => {
    expect(after(amount(sofa, asked)).items).toEqual([{ ...sofa, amount: given }])
  })

  test.each([0, -1, 0.5, -Infinity])('amount %d takes it out', (asked) => {
    expect(after(add(sofa), add(bed), amount(sofa, asked)).items).toEqual([{ ...bed, amount: 1 }])
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
  ] as const)('with %s for the move and %s chosen, %s do it', (manPower, chosen, done) => {
    const order = after(
      van('luton_van'),
      crew(manPower),
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
    expect(after(crew('two_porters'), van('small_van')).manPower).toBe('one_porter')
    expect(after(van('small_van'), crew('two_porters')).manPower).toBe('one_porter')
    expect(after(van('medium_van'), crew('two_porters')).manPower).toBe('two_porters')
  })
})

describe('photos', () => {
  const uploaded: DraftAction = { type: 'photos-uploaded', uploadId: 'up-1' }

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

describe('edit mode', () => {
  const original = run(add(sofa), van('luton_van'), note('before'))
  const edit = (...actions: DraftAction[]) =>
    [{ type: 'edit-started' } as const, ...actions].reduce(draftReducer, original)

  test('saves the original before the first change, and not again', () => {
    expect(edit().original).toBeNull()
    expect(edit(note('first')).original).toBe(original.order)
    expect(edit(note('first'), note('second'), add(bed)).original).toBe(original.order)
  })

  test('cancelling restores the original', () => {
    const cancelled = edit(note('after'), add(bed), van('small_van'), { type: 'edit-cancelled' })
    expect(cancelled.order).toEqual(original.order)
    expect(cancelled).toMatchObject({ isEditing: false, original: null })
    expect(edit({ type: 'edit-cancelled' }).order).toEqual(original.order)
  })

  test('applying discards the original and keeps the change', () => {
    const applied = edit(note('after'), { type: 'edit-applied' })
    expect(applied.order.note).toBe('after')
    expect(applied).toMatchObject({ isEditing: false, original: null })
    expect(draftReducer(applied, { type: 'edit-cancelled' }).order.note).toBe('after')
  })

  test('does not save anything outside of it, nor for a change that changes nothing', () => {
    expect(original.original).toBeNull()
    expect(edit(tailLift(false), amount(bed, 0)).original).toBe(original.order)
    expect(edit(amount(bed, 0)).original).toBeNull()
  })

  test('starting twice does not lose the original', () => {
    expect(edit(note('after'), { type: 'edit-started' }).original).toBe(original.order)
  })

  test('cancelling brings back the price that was chosen', () => {
    const chosen = draftReducer(original, { type: 'quote-selected', quote: aQuote })
    const changed = [{ type: 'edit-started' } as const, add(bed)].reduce(draftReducer, chosen)
    expect(changed.order.selectedQuote).toBeNull()
    expect(draftReducer(changed, { type: 'edit-cancelled' }).order.selectedQuote).toBe(aQuote)
  })
})

describe('clearing and restoring', () => {
  test('clear-booking returns the initial draft', () => {
    const draft = run(add(sofa), { type: 'edit-started' }, note('x'), {
      type: 'remote-requested',
      slot: 'companyQuotes',
    })
    expect(draftReducer(draft, { type: 'booking-cleared' })).toBe(initialDraft)
  })

  test('a restored draft has no prices yet and keeps the catalogue that was fetched', () => {
    const bookingItems = { data: [], categories: [] }
    const draft = run(
      { type: 'remote-requested', slot: 'bookingItems' },
      { type: 'remote-received', slot: 'bookingItems', data: bookingItems },
      { type: 'remote-requested', slot: 'companyQuotes', key: 'k' },
    )
    const order = after(add(sofa))
    const restored = draftReducer(draft, { type: 'draft-restored', draft: { order, isEditing: true, original: order } })
    expect(restored).toMatchObject({ order, isEditing: true, original: order })
    expect(restored.remote.bookingItems.data).toBe(bookingItems)
    expect(restored.remote.companyQuotes).toEqual(initialDraft.remote.companyQuotes)
  })
})

describe('what is fetched', () => {
  test('goes fetching, then success or error', () => {
    expect(quotes()).toEqual({ isFetching: false, error: null, data: null, key: null })
    expect(quotes(ask())).toMatchObject({ isFetching: true, error: null })
    expect(quotes(ask(), answer())).toMatchObject({ isFetching: false, error: null, data: quotesAnswer })
    expect(quotes(ask(), fail())).toMatchObject({ isFetching: false, error: 'No line', data: null })
    expect(quotes(ask(), fail(), ask())).toMatchObject({ isFetching: true, error: null })
  })

  test.each(['companyQuotes', 'routeDetails', 'bookingItems', 'manualBooking'] as const)(
    'an error of %s can be cleared',
    (slot) => {
      const failed = run({ type: 'remote-requested', slot }, { type: 'remote-failed', slot, error: 'No line' })
      const cleared = draftReducer(failed, { type: 'remote-error-cleared', slot })
      expect(cleared.remote[slot].error).toBeNull()
      expect(draftReducer(cleared, { type: 'remote-error-cleared', slot })).toBe(cleared)
    },
  )

  test('an answer to an older question, or to none, is dropped', () => {
    expect(quotes(answer()).data).toBeNull()
    expect(quotes(fail()).error).toBeNull()
    expect(quotes(ask('old'), ask('new'), answer('old'))).toMatchObject({ isFetching: true, data: null })
    expect(quotes(ask('old'), add(sofa), answer('old')).data).toBeNull()
    expect(quotes(ask('new'), answer('new')).data).toBe(quotesAnswer)
  })

  test('prices that were found lead to pick-a-driver', () => {
    expect(stepAfter(answer())).toBe('pick-a-driver')
    for (const action of [ask(), fail(), add(sofa)]) expect(stepAfter(action)).toBeUndefined()
    expect(stepAfter({ type: 'remote-received', slot: 'routeDetails', data: routeOrder })).toBeUndefined()
  })
})

describe('prices and times belong to their order', () => {
  const priced = run(
    add(bed),
    van('luton_van'),
    crew('two_porters'),
    { type: 'stop-added' },
    { type: 'remote-requested', slot: 'companyQuotes' },
    { type: 'remote-received', slot: 'companyQuotes', data: quotesAnswer },
    { type: 'remote-requested', slot: 'routeDetails' },
    { type: 'remote-received', slot: 'routeDetails', data: routeOrder },
    { type: 'quote-selected', quote: aQuote },
  )

  test.each<[string, DraftAction]>([
    ['an item', add(sofa)],
    ['an amount', amount(bed, 3)],
    ['the van', van('large_van')],
    ['the tail-lift', tailLift(true)],
    ['the crew', crew('driver_helps')],
    ['a postcode', postcode(0, 'E17 4QH')],
    ['the stairs', { type: 'point-changed', index: 0, change: { stairs: 3 } }],
    ['the number of stops', { type: 'stop-removed', index: 1 }],
    ['the date', { type: 'details-changed', change: { date: '2026-12-01' } }],
    ['the time', { type: 'details-changed', change: { time: '10:00' } }],
    ['added time', { type: 'details-changed', change: { addedMinutes: 30 } }],
    ['the kind of job', { type: 'details-changed', change: { jobKind: 'furniture' } }],
    ['taking apart', { type: 'dismantling-changed', id: bed.id, isNeeded: true }],
    ['putting together', { type: 'assembling-changed', id: bed.id, isNeeded: true }],
    ['who takes apart', { type: 'details-changed', change: { dismantlingHelp: 'driver_helps' } }],
  ])('%s changes them', (_, action) => {
    const changed = draftReducer(priced, action)
    expect(changed.order.selectedQuote).toBeNull()
    expect(changed.remote.companyQuotes.data).toBeNull()
    expect(changed.remote.routeDetails.data).toBeNull()
  })

  test.each<[string, DraftAction]>([
    ['a note', note('Mind the cat')],
    ['what else is moved', { type: 'details-changed', change: { itemsToMoveText: 'A canoe' } }],
    ['an e-mail address', { type: 'details-changed', change: { customerEmail: 'a@b.uk' } }],
    ['a flat', { type: 'point-changed', index: 0, change: { flatAndHouse: '12' } }],
    ['a contact', { type: 'point-changed', index: 2, change: { contactName: 'Sam' } }],
    ['photos', { type: 'photos-changed', photos: [photo] }],
  ])('%s does not', (_, action) => {
    const changed = draftReducer(priced, action)
    expect(changed.order.selectedQuote).toBe(aQuote)
    expect(changed.remote.companyQuotes.data).toBe(quotesAnswer)
  })

  test('a postcode written another way is the same order', () => {
    expect(quoteKey(after(postcode(0, 'e17  4qh')))).toBe(quoteKey(after(postcode(0, 'E17 4QH'))))
  })
})

describe('whatever happens', () => {
  const item = fc.constantFrom(sofa, bed, boxes)
  const actions = fc.oneof(
    item.map(add),
    fc.tuple(item, fc.integer({ min: -5, max: 700 })).map(([one, count]) => amount(one, count)),
    fc.constantFrom(...VAN_CATEGORIES).map(van),
    fc.boolean().map(tailLift),
    fc.constantFrom(...HELP_LEVELS).map(crew),
    fc.constantFrom<DraftAction>(
      { type: 'stop-added' },
      { type: 'stop-removed', index: 1 },
      { type: 'stop-moved', from: 1, to: 2 },
      { type: 'ends-swapped' },
      { type: 'items-reset' },
      { type: 'edit-started' },
      { type: 'edit-cancelled' },
      { type: 'edit-applied' },
      { type: 'quote-selected', quote: aQuote },
      { type: 'dismantling-changed', id: bed.id, isNeeded: true },
      { type: 'category-replaced', category: 9, items: [{ id: 904, amount: 1 }] },
    ),
  )

  test('the rules of the order hold after any actions', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 40 }), (list) => {
        const { order, isEditing, original } = list.reduce(draftReducer, initialDraft)
        expect(order.needTailLift && order.van !== 'luton_van').toBe(false)
        expect(order.van === 'small_van' && order.manPower === 'two_porters').toBe(false)
        expect(order.items.every((line) => line.amount >= 1 && line.amount <= 500)).toBe(true)
        expect(new Set(order.items.map((line) => line.id)).size).toBe(order.items.length)
        expect(order.dismantlingItems.every((id) => order.items.some((line) => line.id === id))).toBe(true)
        expect(order.routePoints.length >= 2 && order.routePoints.length <= 10).toBe(true)
        expect(original === null || isEditing).toBe(true)
      }),
    )
  })

  test('cancelling an edit gives back exactly the order before it', () => {
    const changes = actions.filter(({ type }) => !type.startsWith('edit-'))
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 15 }), fc.array(changes, { maxLength: 15 }), (before, during) => {
        const start = before.reduce(draftReducer, initialDraft)
        const end = [{ type: 'edit-started' } as const, ...during, { type: 'edit-cancelled' } as const].reduce(
          draftReducer,
          start,
        )
        expect(end.order).toEqual(start.order)
      }),
    )
  })

  test('no state is changed in place', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 20 }), (list) => {
        expect(() => list.reduce(reduceFrozen, initialDraft)).not.toThrow()
      }),
    )
  })
})

const reduceFrozen = (draft: Draft, action: DraftAction) => draftReducer(frozen(draft), action)

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(frozen)
  }
  return value
}
