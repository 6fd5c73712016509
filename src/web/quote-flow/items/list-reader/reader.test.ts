import { describe, expect, it } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import { readList } from './reader.ts'

const read = (text: string) =>
  readList(ITEMS, text).map(
    ({ text: written, amount, choices, isLeftOut }) =>
      `${isLeftOut ? 'not ' : ''}${amount} ${choices[0]?.name ?? `? ${written}`}`,
  )

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

  it('takes a frame for its bed, and says what is not moved', () => {
    expect(read('bed frame')).toEqual(['1 Double bed'])
    expect(read('no sofa, 1 desk')).toEqual(['not 1 Sofa, two-seater', '1 Desk, standard'])
  })

  it('keeps together what has one name', () => {
    expect(read('Basin and pedestal')).toEqual(['1 Basin and pedestal'])
    expect(read('2 Games console and speakers, boxed')[0]).toBe('2 Games console and speakers, boxed')
  })

  it('keeps what it did not understand as it was written', () => {
    expect(read('1 spaceship, 2 beds')).toEqual(['1 ? spaceship', '2 Double bed'])
    expect(readList(ITEMS, '1 spaceship')[0]).toEqual({
      text: 'spaceship',
      amount: 1,
      choices: [],
      isGuess: false,
      isLeftOut: false,
    })
  })

  it('offers what else it may be, and says that it is a guess', () => {
    const [wardrobe] = readList(ITEMS, 'wardrobe')
    expect(wardrobe?.isGuess).toBe(true)
    expect(wardrobe?.choices.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Single wardrobe', 'Double wardrobe', 'Triple wardrobe']),
    )
    expect(readList(ITEMS, 'triple wardrobe')[0]?.isGuess).toBe(false)
  })

  it('reads nothing in nothing, and does not tire of nonsense', () => {
    expect(read('')).toEqual([])
    expect(read(' , ; 12 \n 7')).toEqual([])
    expect(read('0 chairs')).toEqual([])
    for (const unit of [
      'sofa ',
      'x ',
      '1 ',
      '(',
      'not ',
      'sofa,',
      'no sofa and ',
      '|',
      '\t',
      'a:\n',
      '12 x ',
      'to ',
      'Jo: ',
    ])
      expect(read(unit.repeat(8000 / unit.length)).length, unit).toBeLessThanOrEqual(200)
  })

  it('every name of everything is read as itself, two of it too', () => {
    const lost = ITEMS.filter((item) => {
      const [first, ...more] = readList(ITEMS, `2 x ${item.name}`)
      return more.length > 0 || first?.amount !== 2 || first.choices[0] !== item
    })
    expect(lost.map(({ name }) => `${name}: ${read(`2 x ${name}`).join('; ')}`)).toEqual([])
  })
})

describe('an amount', () => {
  it.each([
    ['20x boxes', 20],
    ['20 x boxes', 20],
    ['20 boxes', 20],
    ['boxes x20', 20],
    ['boxes (20)', 20],
    ['boxes: 20', 20],
    ['boxes - 20', 20],
    ['boxes 20', 20],
    ['twenty boxes', 20],
    ['twenty-five boxes', 25],
    ['a hundred and twenty boxes', 120],
    ['a dozen boxes', 12],
    ['a couple of boxes', 2],
    ['15 to 20 boxes', 20],
    ['~40 boxes', 40],
    ['30+ boxes', 30],
    ['boxes', 1],
    ['999 boxes', 500],
    ['100000 boxes', 500],
  ])('%s', (line, amount) => {
    expect(readList(ITEMS, line).map(({ amount: read, text }) => [read, text])).toEqual([[amount, 'boxes']])
  })
})
