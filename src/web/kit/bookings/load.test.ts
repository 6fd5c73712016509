import { describe, expect, it } from 'vitest'
import { fitOf, loadOfCatalogueItems } from '#modules/items/rules.ts'
import { liftingText, drawnLoad, fitText, itemsText, loadOfOrder, percentOf, vanText } from './load.ts'

const sofa = { id: 102, category: 1, amount: 1 }
const order = { items: [sofa], van: null, helpLevel: 'two_porters' } as const

describe('loadOfOrder', () => {
  it('shows the suggested van until one is picked', () => {
    expect(loadOfOrder({ ...order, items: [sofa] }).van).toBe('medium_van')
    expect(loadOfOrder({ ...order, items: [sofa], van: 'luton_van' }).van).toBe('luton_van')
    expect(loadOfOrder({ ...order, items: [] }).van).toBeNull()
  })

  it('seats the crew in that van', () => {
    expect(loadOfOrder({ ...order, items: [], van: 'small_van' }).help).toBe('one_porter')
    expect(loadOfOrder({ ...order, items: [], van: 'large_van' }).help).toBe('two_porters')
  })

  it('counts trips when no van holds it', () => {
    expect(loadOfOrder({ ...order, items: [{ ...sofa, amount: 20 }] }).suggestion).toEqual({
      category: 'luton_van',
      trips: 2,
    })
  })
})

describe('words', () => {
  it('says how full a van is, or what it lacks', () => {
    const load = loadOfCatalogueItems([sofa])
    expect(fitText(fitOf(load, 'large_van'))).toBe('11% full')
    expect(fitText(fitOf(load, 'small_van'))).toBe('Too short inside')
    expect(drawnLoad(fitOf(load, 'small_van'))).toBeGreaterThan(1)
    expect(fitText(fitOf(loadOfCatalogueItems([{ id: 102, amount: 9 }]), 'large_van'))).toBe('Too small')
    expect(vanText('large_van', load)).toBe('Large Van, 11% full')
    expect(vanText('large_van', loadOfCatalogueItems([]))).toBe('Large Van')
  })

  it.each([
    [0, 0],
    [0.001, 1],
    [0.65, 65],
    [0.999, 99],
    [1, 100],
  ])('%d is %d percent', (share, percent) => {
    expect(percentOf(share)).toBe(percent)
  })

  it('counts in English', () => {
    expect(itemsText(1)).toBe('1 item')
    expect(itemsText(1200)).toBe('1,200 items')
    expect(liftingText('one_porter')).toBe('2 men')
  })
})
