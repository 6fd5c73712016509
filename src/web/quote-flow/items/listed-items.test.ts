import { describe, expect, it } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import { readList, withoutAmount } from './listed-items.ts'

const read = (text: string) =>
  readList(ITEMS, text).map(({ text: written, amount, choices }) => `${amount} ${choices[0]?.name ?? `? ${written}`}`)

describe('readList', () => {
  it('reads what is written in one line', () => {
    expect(read('2 sofas, king-size bed, 15 boxes')).toEqual(['2 Sofa, two-seater', '1 King-size bed', '15 Medium box'])
  })

  it('reads a list with marks, a thing in each line', () => {
    expect(read('- 1x washing machine\n• fridge freezer\n* Dining chairs x 4\n\n3) lamp\nTV: 2')).toEqual([
      '1 Washing machine',
      '1 Fridge freezer',
      '4 Dining chair',
      '1 Floor lamp',
      '2 TV, up to 55 inch',
    ])
  })

  it('reads what is said in one breath', () => {
    expect(read('two settees a telly and ten boxes plus a double bed')).toEqual([
      '2 Sofa, two-seater',
      '1 TV, up to 55 inch',
      '10 Medium box',
      '1 Double bed',
    ])
    expect(read('king size bed wardrobe desk')).toEqual(['1 King-size bed', '1 Double wardrobe', '1 Desk, standard'])
    expect(read('3 seater sofa 2 armchairs 20 boxes')).toEqual(['1 Sofa, three-seater', '2 Armchair', '20 Medium box'])
  })

  it('takes a measure for what it is', () => {
    expect(read('2 seater sofa')).toEqual(['1 Sofa, two-seater'])
    expect(read('2 2-seater sofas')).toEqual(['2 Sofa, two-seater'])
    expect(read('4 drawer filing cabinet')).toEqual(['1 Filing cabinet, four drawers'])
    expect(read('Sofa, three-seater')).toEqual(['1 Sofa, three-seater'])
    expect(read('65 inch TV')).toEqual(['1 TV, 65 inch or more'])
    expect(read('3m long kayak')).toEqual(read('kayak'))
    expect(read('6ft ladder, 2 beds')).toEqual([...read('ladder'), '2 Double bed'])
  })

  it('takes a frame for its bed, and leaves out what is not there', () => {
    expect(read('bed frame')).toEqual(['1 Double bed'])
    expect(read('no sofa, 1 desk')).toEqual(read('1 desk'))
  })

  it('keeps together what has one name', () => {
    expect(read('Basin and pedestal')).toEqual(['1 Basin and pedestal'])
    expect(read('2 Games console and speakers, boxed')[0]).toBe('2 Games console and speakers, boxed')
  })

  it('says what it did not understand', () => {
    expect(read('1 spaceship, 2 beds')).toEqual(['1 ? spaceship', '2 Double bed'])
    expect(readList(ITEMS, '1 spaceship')[0]).toEqual({ text: 'spaceship', amount: 1, choices: [] })
  })

  it('offers what else it may be', () => {
    expect(readList(ITEMS, 'wardrobe')[0]?.choices.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Single wardrobe', 'Double wardrobe', 'Triple wardrobe']),
    )
  })

  it('reads nothing in nothing, and does not tire of nonsense', () => {
    expect(read('')).toEqual([])
    expect(read(' , ; 12 \n 7')).toEqual([])
    expect(read('0 chairs')).toEqual([])
    expect(read('sofa '.repeat(5000)).length).toBeLessThanOrEqual(200)
    expect(read('x '.repeat(4000)).length).toBeLessThanOrEqual(200)
  })

  it('every name of everything is read as itself, two of it too', () => {
    const lost = ITEMS.filter((item) => {
      const [first, ...more] = readList(ITEMS, `2 x ${item.name}`)
      return more.length > 0 || first?.amount !== 2 || first.choices[0] !== item
    })
    expect(lost.map(({ name }) => `${name}: ${read(`2 x ${name}`).join('; ')}`)).toEqual([])
  })
})

describe('withoutAmount', () => {
  it.each([
    ['20x boxes', 20],
    ['20 x boxes', 20],
    ['20 boxes', 20],
    ['boxes x20', 20],
    ['boxes (20)', 20],
    ['boxes: 20', 20],
    ['boxes - 20', 20],
    ['twenty boxes', 20],
    ['a dozen boxes', 12],
    ['a couple of boxes', 2],
    ['boxes', 1],
    ['999 boxes', 500],
    ['100000 boxes', 500],
  ])('%s', (line, amount) => {
    expect(withoutAmount(line)).toEqual({ amount, text: 'boxes' })
  })
})
