import { describe, expect, it } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import { searchItems } from './item-search.ts'

const names = (text: string) => searchItems(ITEMS, text).map(({ name }) => name)

describe('searchItems', () => {
  it('finds by the beginning of any word, whole beginnings first', () => {
    expect(names('wardr')).toContain('Double wardrobe')
    expect(names('sofa')[0]).toMatch(/^Sofa/)
    expect(names('seat three')).toEqual(['Sofa, three-seater'])
  })

  it('takes no notice of case, accents and signs', () => {
    expect(names('  SÓFA, three-seater!')).toEqual(['Sofa, three-seater'])
  })

  it('finds nothing for nothing', () => {
    expect(names('   ')).toEqual([])
    expect(names('spaceship')).toEqual([])
    expect(names('('.repeat(1000))).toEqual([])
  })
})
