import { describe, expect, test } from 'vitest'
import { draftReducer, initialDraft, quoteKey, type DraftAction } from './draft.ts'
import { emptyPoint } from './order.ts'
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
} from '#test/support/factories/draft.ts'
import { aQuote, quotesAnswer, routeOrder } from '#test/support/factories/quote.ts'

describe('the initial draft', () => {
  test('asks for nothing beyond a van without help, and shares the contact of the pick-up', () => {
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

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(initialDraft))).toEqual(initialDraft)
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

  test('a restored draft has no prices yet', () => {
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
  test('goes fetching, then success or error', () => {
    expect(quotes()).toEqual({ isFetching: false, error: null, data: null, key: null })
    expect(quotes(ask())).toMatchObject({ isFetching: true, error: null })
    expect(quotes(ask(), answer())).toMatchObject({ isFetching: false, error: null, data: quotesAnswer })
    expect(quotes(ask(), fail())).toMatchObject({ isFetching: false, error: 'No line', data: null })
    expect(quotes(ask(), fail(), ask())).toMatchObject({ isFetching: true, error: null })
  })

  test.each(['companyQuotes', 'routeDetails'] as const)('an error of %s can be cleared', (slot) => {
    const failed = run({ type: 'remote-requested', slot }, { type: 'remote-failed', slot, error: 'No line' })
    const cleared = draftReducer(failed, { type: 'remote-error-cleared', slot })
    expect(cleared.remote[slot].error).toBeNull()
    expect(draftReducer(cleared, { type: 'remote-error-cleared', slot })).toBe(cleared)
  })

  test('an answer to an older question, or to none, is dropped', () => {
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

  test('prices that hold a lost quote are dropped, the order stays', () => {
    const dropped = draftReducer(priced, { type: 'remote-dropped', slot: 'companyQuotes' })
    expect(dropped.remote.companyQuotes).toEqual({ isFetching: false, error: null, data: null, key: null })
    expect(dropped.order).toBe(priced.order)
  })

  test('a postcode written another way is the same order', () => {
    expect(quoteKey(after(postcode(0, 'e17  4qh')))).toBe(quoteKey(after(postcode(0, 'E17 4QH'))))
  })

  test('extra time counts only while there is furniture to spend it on, which is when its field is shown', () => {
    const extra: DraftAction = { type: 'details-changed', change: { addedMinutes: 30 } }
    const ticked = after(add(bed), dismantle(bed.id))
    expect(quoteKey(after(add(bed), dismantle(bed.id), extra))).not.toBe(quoteKey(ticked))
    expect(quoteKey(after(add(bed), dismantle(bed.id), extra, dismantle(bed.id, false)))).toBe(
      quoteKey(after(add(bed))),
    )
  })

  test('within one postcode, a house or flat at either end is asked about afresh: without one the server refuses', () => {
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
