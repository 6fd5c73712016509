import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { draftReducer, initialDraft, type Draft, type DraftAction } from './draft.ts'
import { sofa, bed, boxes, add, amount, van, tailLift, crew } from '#test/support/factories/draft.ts'
import { aQuote } from '#test/support/factories/quote.ts'

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
        expect(order.van === 'small_van' && order.helpLevel === 'two_porters').toBe(false)
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

  test('cancelling gives back the picked driver too, also where the same one was picked for the changed order', () => {
    const picked: DraftAction = { type: 'quote-selected', quote: aQuote }
    const start = [add(sofa), picked].reduce(draftReducer, initialDraft)
    const edit: DraftAction[] = [{ type: 'edit-started' }, add(bed), picked, { type: 'edit-cancelled' }]
    expect(edit.reduce(draftReducer, start).order).toEqual(start.order)
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
