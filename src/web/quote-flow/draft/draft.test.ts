import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import {
  run,
  after,
  sofa,
  bed,
  add,
  amount,
  van,
  tailLift,
  crew,
  dismantle,
  postcode,
  note,
  ask,
  answer,
  fail,
  quotes,
  photo,
  boxes,
} from '#test/support/factories/draft.ts'
import { aQuote, quotesAnswer, routeOrder } from '#test/support/factories/quote.ts'
import { pointName } from '#web/kit/bookings/booking-texts.ts'
import { STEPS, isOnlyAStep } from '../steps.ts'
import { lacksFurnitureHelp, missingFor } from './draft-steps.ts'
import { draftReducer, initialDraft, quoteKey, type DraftAction, type Draft } from './draft.ts'
import { emptyPoint, emptyAddress, initialOrder, type Order } from './order.ts'
import { asMissing, errorsByField, placeOf } from './server-errors.ts'

describe('the initial draft', () => {
  it('asks for nothing beyond a van without help, and shares the contact of the pick-up', () => {
    expect(initialDraft.order).toMatchObject({
      items: [],
      van: null,
      needTailLift: false,
      helpLevel: 'no_help',
      addedMinutes: 0,
      date: null,
    })
    expect(initialDraft.order.routePoints).toEqual([emptyPoint, emptyPoint])
    expect(emptyPoint).toMatchObject({ deliveryContactSameAsPickUp: true, stairs: 0 })
  })

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(initialDraft))).toEqual(initialDraft)
  })
})

describe('the crew', () => {
  const crewOf = (...actions: DraftAction[]) => run(...actions).order.helpLevel
  const crew = (helpLevel: Order['helpLevel']): DraftAction => ({ type: 'help-level-changed', helpLevel })

  it('follows the list until somebody picks it: nobody lifts more than 25 kg alone', () => {
    expect(crewOf(add(boxes))).toBe('driver_helps')
    expect(crewOf(add(boxes), add(sofa))).toBe('one_porter')
    expect(crewOf(add(sofa), { type: 'items-reset' })).toBe('no_help')
    expect(crewOf(crew('no_help'), add(sofa))).toBe('no_help')
    expect(crewOf(add(sofa), crew('two_porters'), add(bed))).toBe('two_porters')
  })
})

describe('edit mode', () => {
  const original = run(add(sofa), van('luton_van'), note('before'))
  const edit = (...actions: DraftAction[]) =>
    [{ type: 'edit-started' } as const, ...actions].reduce(draftReducer, original)

  it('saves the original before the first change, and not again', () => {
    expect(edit().original).toBeNull()
    expect(edit(note('first')).original).toBe(original.order)
    expect(edit(note('first'), note('second'), add(bed)).original).toBe(original.order)
  })

  it('cancelling restores the original', () => {
    const cancelled = edit(note('after'), add(bed), van('small_van'), { type: 'edit-cancelled' })
    expect(cancelled.order).toEqual(original.order)
    expect(cancelled).toMatchObject({ isEditing: false, original: null })
    expect(edit({ type: 'edit-cancelled' }).order).toEqual(original.order)
  })

  it('applying discards the original and keeps the change', () => {
    const applied = edit(note('after'), { type: 'edit-applied' })
    expect(applied.order.note).toBe('after')
    expect(applied).toMatchObject({ isEditing: false, original: null })
    expect(draftReducer(applied, { type: 'edit-cancelled' }).order.note).toBe('after')
  })

  it('does not save anything outside of it, nor for a change that changes nothing', () => {
    expect(original.original).toBeNull()
    expect(edit(tailLift(false), amount(bed, 0)).original).toBe(original.order)
    expect(edit(amount(bed, 0)).original).toBeNull()
  })

  it('starting twice does not lose the original', () => {
    expect(edit(note('after'), { type: 'edit-started' }).original).toBe(original.order)
  })

  it('cancelling brings back the price that was chosen', () => {
    const chosen = draftReducer(original, { type: 'quote-selected', quote: aQuote })
    const changed = [{ type: 'edit-started' } as const, add(bed)].reduce(draftReducer, chosen)
    expect(changed.order.selectedQuote).toBeNull()
    expect(draftReducer(changed, { type: 'edit-cancelled' }).order.selectedQuote).toBe(aQuote)
  })
})

describe('clearing and restoring', () => {
  it('clear-booking returns the initial draft', () => {
    const draft = run(add(sofa), { type: 'edit-started' }, note('x'), {
      type: 'remote-requested',
      slot: 'companyQuotes',
    })
    expect(draftReducer(draft, { type: 'booking-cleared' })).toBe(initialDraft)
  })

  it('a restored draft has no prices yet', () => {
    const draft = run({ type: 'remote-requested', slot: 'companyQuotes', key: 'k' })
    const order = after(add(sofa))
    const restored = draftReducer(draft, {
      type: 'draft-restored',
      draft: { order, isEditing: true, original: order, attempt: null },
    })
    expect(restored).toMatchObject({ order, isEditing: true, original: order })
    expect(restored.remote.companyQuotes).toEqual(initialDraft.remote.companyQuotes)
  })
})

describe('what is fetched', () => {
  it('goes fetching, then success or error', () => {
    expect(quotes()).toEqual({ isFetching: false, error: null, data: null, key: null })
    expect(quotes(ask())).toMatchObject({ isFetching: true, error: null })
    expect(quotes(ask(), answer())).toMatchObject({ isFetching: false, error: null, data: quotesAnswer })
    expect(quotes(ask(), fail())).toMatchObject({ isFetching: false, error: 'No line', data: null })
    expect(quotes(ask(), fail(), ask())).toMatchObject({ isFetching: true, error: null })
  })

  it.each(['companyQuotes', 'routeDetails'] as const)('an error of %s can be cleared', (slot) => {
    const failed = run({ type: 'remote-requested', slot }, { type: 'remote-failed', slot, error: 'No line' })
    const cleared = draftReducer(failed, { type: 'remote-error-cleared', slot })
    expect(cleared.remote[slot].error).toBeNull()
    expect(draftReducer(cleared, { type: 'remote-error-cleared', slot })).toBe(cleared)
  })

  it('an answer to an older question, or to none, is dropped', () => {
    expect(quotes(answer()).data).toBeNull()
    expect(quotes(fail()).error).toBeNull()
    expect(quotes(ask('old'), ask('new'), answer('old'))).toMatchObject({ isFetching: true, data: null })
    expect(quotes(ask('old'), add(sofa), answer('old')).data).toBeNull()
    expect(quotes(ask('new'), answer('new')).data).toBe(quotesAnswer)
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

  it.each<[string, DraftAction]>([
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

  it.each<[string, DraftAction]>([
    ['a note', note('Mind the cat')],
    ['what else is moved', { type: 'details-changed', change: { itemsToMoveText: 'A canoe' } }],
    ['an email address', { type: 'details-changed', change: { customerEmail: 'a@b.uk' } }],
    ['a flat', { type: 'point-changed', index: 0, change: { flatAndHouse: '12' } }],
    ['a contact', { type: 'point-changed', index: 2, change: { contactName: 'Sam' } }],
    ['photos', { type: 'photos-changed', photos: [photo] }],
    ['how it is paid', { type: 'details-changed', change: { paymentMethod: 'cash' } }],
    ['whether others may take it', { type: 'details-changed', change: { allowsHotJob: false } }],
  ])('%s does not', (_, action) => {
    const changed = draftReducer(priced, action)
    expect(changed.order.selectedQuote).toBe(aQuote)
    expect(changed.remote.companyQuotes.data).toBe(quotesAnswer)
  })

  it('prices that hold a lost quote are dropped, the order stays', () => {
    const dropped = draftReducer(priced, { type: 'remote-dropped', slot: 'companyQuotes' })
    expect(dropped.remote.companyQuotes).toEqual({ isFetching: false, error: null, data: null, key: null })
    expect(dropped.order).toBe(priced.order)
  })

  it('a postcode written another way is the same order', () => {
    expect(quoteKey(after(postcode(0, 'e17  4qh')))).toBe(quoteKey(after(postcode(0, 'E17 4QH'))))
  })

  it('extra time counts only while there is furniture to spend it on, which is when its field is shown', () => {
    const extra: DraftAction = { type: 'details-changed', change: { addedMinutes: 30 } }
    const ticked = after(add(bed), dismantle(bed.id))
    expect(quoteKey(after(add(bed), dismantle(bed.id), extra))).not.toBe(quoteKey(ticked))
    expect(quoteKey(after(add(bed), dismantle(bed.id), extra, dismantle(bed.id, false)))).toBe(
      quoteKey(after(add(bed))),
    )
  })

  it('within one postcode, a house or flat at either end is asked about afresh: without one the server refuses', () => {
    const flat = (index: number, flatAndHouse: string): DraftAction => ({
      type: 'point-changed',
      index,
      change: { flatAndHouse },
    })
    const ends = [postcode(0, 'E17 4QH'), postcode(1, 'e174qh')]
    const refused = quoteKey(after(...ends, flat(1, ' ')))
    expect(quoteKey(after(...ends))).toBe(refused)
    expect(quoteKey(after(...ends, flat(1, '2')))).not.toBe(refused)
    expect(quoteKey(after(...ends, flat(0, '1'), flat(1, '2')))).toBe(quoteKey(after(...ends, flat(1, '22'))))
  })
})

describe('whatever happens', () => {
  const reduceFrozen = (draft: Draft, action: DraftAction) => draftReducer(frozen(draft), action)

  function frozen<T>(value: T): T {
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
      Object.freeze(value)
      Object.values(value).forEach(frozen)
    }
    return value
  }

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

  it('the rules of the order hold after any actions', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 40 }), (list) => {
        const { order, isEditing, original } = list.reduce(draftReducer, initialDraft)
        expect(order.needTailLift && order.van !== 'luton_van').toBe(false)
        expect(order.van === 'small_van' && order.helpLevel === 'two_porters').toBe(false)
        expect(order.items.every((line) => line.amount >= 1 && line.amount <= 500)).toBe(true)
        expect(new Set(order.items.map((line) => line.id)).size).toBe(order.items.length)
        expect(order.dismantlingItems.every((id) => order.items.some((line) => line.id === id))).toBe(true)
        expect(order.routePoints.length >= 2 && order.routePoints.length <= 10).toBe(true)
        expect(original === null || isEditing).toBe(true)
      }),
    )
  })

  it('cancelling an edit gives back exactly the order before it', () => {
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

  it('cancelling gives back the picked driver too, also where the same one was picked for the changed order', () => {
    const picked: DraftAction = { type: 'quote-selected', quote: aQuote }
    const start = [add(sofa), picked].reduce(draftReducer, initialDraft)
    const edit: DraftAction[] = [{ type: 'edit-started' }, add(bed), picked, { type: 'edit-cancelled' }]
    expect(edit.reduce(draftReducer, start).order).toEqual(start.order)
  })

  it('no state is changed in place', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 20 }), (list) => {
        expect(() => list.reduce(reduceFrozen, initialDraft)).not.toThrow()
      }),
    )
  })
})

describe('steps of a draft', () => {
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

  it('a complete order lacks nothing at any step', () => {
    expect(STEPS.flatMap((step) => missingFor(step, complete, now))).toEqual([])
  })

  it('an empty order can be begun at the first step, and every other says what is missing and where it is found', () => {
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

  it('a time that the clocks skip does not exist; of one that comes twice the first is meant', () => {
    const at = (date: string, time: string) =>
      missingFor('pick-a-driver', order({ date, time }), new Date(`${date.slice(0, 8)}01T09:00:00Z`))
    expect(at('2027-03-28', '01:00')).toMatchObject([
      { field: 'time', text: expect.stringContaining('01:00 doesn’t exist. Choose 02:00 or later.') as string },
    ])
    expect(at('2027-03-28', '01:30')).toHaveLength(1)
    expect(at('2027-03-28', '02:00')).toEqual([])
    expect(at('2027-10-31', '01:30')).toEqual([])
  })

  it('the first half of a postcode is enough for prices', () => {
    const routePoints = ['E17', ' bn1 '].map((postcode) => ({ ...emptyPoint, postcode }))
    expect(missingFor('pick-a-driver', order({ routePoints }), now)).toEqual([])
  })

  it('a half-written postcode is asked to be checked, at a stop too', () => {
    const [first, last] = complete.routePoints
    const routePoints = [first ?? emptyPoint, { ...emptyPoint, postcode: 'CR0 2' }, last ?? emptyPoint]
    expect(missingFor('pick-a-driver', order({ routePoints }), now)).toMatchObject([
      { field: 'routePoints.1.postcode', text: 'Check the postcode of stop 1.' },
    ])
  })

  it('points have the names of the screens', () => {
    expect([0, 1, 2, 3].map((index) => pointName(index, 4))).toEqual([
      'the pick-up',
      'stop 1',
      'stop 2',
      'the drop-off',
    ])
  })

  describe('the start', () => {
    it.each<[string, string | null, string | null, string[]]>([
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

    it('is counted in London time on a summer day', () => {
      const summer = new Date('2026-07-01T10:00:00Z')
      const day = { date: '2026-07-01', selectedQuote: null }
      expect(fields('pick-a-driver', { ...day, time: '12:30' }, summer)).toEqual(['time'])
      expect(fields('pick-a-driver', { ...day, time: '13:00' }, summer)).toEqual([])
    })
  })

  describe('a start that has come within two hours', () => {
    const late = new Date('2026-11-21T11:45:00Z')
    const soon = { date: '2026-11-21', time: '13:30', selectedQuote: null }

    it('stands while a price that was found for it is held, and no longer', () => {
      expect(fields('confirm-booking', { ...soon, selectedQuote: aQuote }, late)).toEqual([])
      expect(missingFor('pick-a-driver', order(soon), late, aQuote.validUntil)).toEqual([])
      expect(fields('pick-a-driver', soon, late)).toEqual(['time'])
      expect(fields('confirm-booking', { ...soon, selectedQuote: aQuote }, new Date(aQuote.validUntil))).toEqual([
        'time',
      ])
    })
  })

  describe('confirm-booking', () => {
    it('wants a driver, then one whose price still holds', () => {
      expect(missingFor('confirm-booking', order({ selectedQuote: null }), now)).toEqual([
        { field: 'selectedQuote', text: 'Pick a driver.', step: 'pick-a-driver', href: '/pick-a-driver' },
      ])
      expect(fields('confirm-booking', {}, new Date(aQuote.validUntil))).toEqual(['selectedQuote'])
      expect(fields('confirm-booking', { selectedQuote: { ...aQuote, validUntil: 'soon' } })).toEqual(['selectedQuote'])
    })

    it('wants the street of every point, which no step before it does', () => {
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

    it('asks about a contact number that would be sent as none, where it is shown', () => {
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
      expect(
        fields('confirm-booking', { routePoints: [right, { ...own, deliveryContactSameAsPickUp: true }] }),
      ).toEqual([])
    })
  })

  it('furniture to take apart while nobody helps is noticed', () => {
    expect(lacksFurnitureHelp(order({ dismantlingItems: [903] }))).toBe(true)
    expect(lacksFurnitureHelp(order({ dismantlingItems: [903], helpLevel: 'driver_helps' }))).toBe(false)
    expect(lacksFurnitureHelp(complete)).toBe(false)
  })
})

describe('placeOf', () => {
  it.each([
    ['route_points.0.postcode', 'route-details', 'routePoints.0.postcode'],
    ['route_points.3.contact_number', 'route-details', 'routePoints.3.contactNumber'],
    ['route_points.1.address.formatted_address', 'route-details', 'routePoints.1.address'],
    ['route_points.0.date', 'route-details', 'date'],
    ['route_points.0.time', 'route-details', 'time'],
    ['route_points', 'route-details', 'routePoints.0.postcode'],
    ['items.4.moving_item', 'additional-services', 'items'],
    ['van_category', 'additional-services', 'van'],
    ['man_power', 'additional-services', 'helpLevel'],
    ['need_tail_lift', 'clarify', 'needTailLift'],
    ['payment_method', 'confirm-booking', 'paymentMethod'],
    ['something_new', 'route-details', 'routePoints.0.postcode'],
    ['', 'route-details', 'routePoints.0.postcode'],
  ])('%s belongs to %s, %s', (path, step, field) => {
    expect(placeOf(path)).toEqual({ step, field })
  })
})

describe('errorsByField', () => {
  it('keeps the first sentence of each field', () => {
    expect(
      errorsByField({
        'route_points.1.postcode': ['We don’t know this postcode.', 'And more.'],
        'items.0.amount': ['At least one.'],
        'items.1.amount': ['At most 500.'],
        man_power: [],
      }),
    ).toEqual({ 'routePoints.1.postcode': 'We don’t know this postcode.', items: 'At least one.' })
  })
})

describe('asMissing', () => {
  it('says at which point', () => {
    const text = (path: string) => asMissing({ [path]: ['We don’t know this postcode.'] }, 3)[0]?.text
    expect(text('route_points.0.postcode')).toBe('Pick-up: We don’t know this postcode.')
    expect(text('route_points.1.postcode')).toBe('Stop 1: We don’t know this postcode.')
    expect(text('route_points.2.postcode')).toBe('Drop-off: We don’t know this postcode.')
  })

  it('links each error to its step', () => {
    expect(asMissing({ van_category: ['Choose one of the four vans.'], man_power: [] }, 2)).toEqual([
      { step: 'additional-services', field: 'van', text: 'Choose one of the four vans.', href: '/additional-services' },
    ])
  })
})

describe('steps', () => {
  const url = (path: string) => new URL(path, 'https://vanfare.test')

  it.each([
    ['the next step', '/route-details', '/pick-a-driver', undefined, true],
    ['another order of the prices', '/pick-a-driver', '/pick-a-driver?ordering=price', undefined, true],
    ['the first step from home', '/', '/additional-services?from=E17+4QH', 'GET', true],
    ['the page asks again after a login', '/confirm-booking', '/confirm-booking', undefined, false],
    ['a log-out that comes back here', '/route-details', '/clarify', 'POST', false],
    ['a page of somebody’s own', '/confirm-booking', '/my-bookings/future-bookings', undefined, false],
    ['a page below a step', '/clarify', '/clarify/more', undefined, false],
  ])('%s', (_what, from, to, formMethod, isStep) => {
    expect(isOnlyAStep({ currentUrl: url(from), nextUrl: url(to), formMethod })).toBe(isStep)
  })
})
