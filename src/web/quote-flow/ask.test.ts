import { describe, expect, it } from 'vitest'
import { moveRefusals } from '#modules/quoting/contract.ts'
import { initialOrder, type Order } from './draft/order.ts'
import { loadRefusalOf, morePeople, suggestRemedies } from './ask.ts'

const refused = (code: string, suggested?: Record<string, string>) =>
  loadRefusalOf({ code, detail: 'The sentence of the server.', suggested })
const order: Order = { ...initialOrder, van: 'large_van', helpLevel: 'driver_helps' }
const waysOf = (code: string, change: Partial<Order> = {}) => {
  const refusal = refused(code)
  return refusal && suggestRemedies(refusal, { ...order, ...change })
}

describe('loadRefusalOf', () => {
  it('knows every refusal of the contract that is about the load or the day', () => {
    const known = moveRefusals.map(({ code }) => code).filter((code) => refused(code))
    expect(known).toEqual([
      'piece_does_not_fit',
      'piece_needs_two_people',
      'too_much_for_one_van',
      'beyond_drivers_hours',
    ])
    expect(refused('toString')).toBeUndefined()
  })

  it('keeps the sentence, and the van that was suggested', () => {
    expect(refused('too_much_for_one_van', { van_category: 'luton_van' })).toMatchObject({
      detail: 'The sentence of the server.',
      van: 'luton_van',
    })
    expect(refused('too_much_for_one_van', { van_category: 'lorry' })?.van).toBeUndefined()
    expect(refused('too_much_for_one_van')?.van).toBeUndefined()
  })
})

describe('suggestRemedies', () => {
  it('offers what is open', () => {
    expect(waysOf('piece_does_not_fit')).toEqual(['fewer_things', 'call'])
    expect(waysOf('piece_needs_two_people')).toEqual(['more_people', 'fewer_things'])
    expect(waysOf('piece_needs_two_people', { helpLevel: 'one_porter' })).toEqual(['fewer_things'])
    expect(waysOf('too_much_for_one_van')).toEqual(['fewer_things', 'two_days', 'call'])
    expect(waysOf('beyond_drivers_hours')).toEqual(['fewer_things', 'two_days', 'call'])
    expect(waysOf('beyond_drivers_hours', { waitingMinutes: 60 })).toContain('no_waiting')
  })

  it('takes the smallest crew of two', () => {
    expect(morePeople({ van: 'small_van', helpLevel: 'no_help' })).toBe('one_porter')
    expect(morePeople({ van: null, helpLevel: 'driver_helps' })).toBe('one_porter')
    expect(morePeople({ van: 'luton_van', helpLevel: 'two_porters' })).toBeUndefined()
  })
})
