import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import { type OrderItem, initialOrder } from '../draft/order.ts'
import { addedTo, homeList, piecesIn } from './filled-list.ts'
import { searchItems } from './item-search.ts'
import { isSpeltLike } from './item-texts.ts'
import lists from './list-reader/lists.json' with { type: 'json' }
import { readList, type ListedItem } from './list-reader/reader.ts'
import { moveFromSearch, withoutMove } from './move-from-search.ts'
import { ownItemFrom, type FormValues } from './own-item-form.tsx'

const names = (text: string) => searchItems(ITEMS, text).map(({ name }) => name)

/** What people type, and what they mean by it; it comes first or second. */
const EVERYDAY: [text: string, meant: RegExp][] = [
  ['boxes', /^Medium box|^Small box/],
  ['box', /^Medium box|^Small box/],
  ['sofas', /^Sofa/],
  ['sofa', /^Sofa/],
  ['2 seater sofa', /^Sofa, two-seater$/],
  ['3-seater', /^Sofa, three-seater$/],
  ['wardrobes', /wardrobe$/],
  ['wardrobe', /^Double wardrobe$/],
  ['chairs', /chair$/],
  ['chair', /chair$/],
  ['armchairs', /^Armchair$/],
  ['table', /^Dining table/],
  ['tables', /^Dining table/],
  ['coffee table', /^Coffee table$/],
  ['bed', /^Double bed$/],
  ['beds', /^Double bed$/],
  ['kingsize bed', /^King-size bed$/],
  ['king size bed', /^King-size bed$/],
  ['double mattress', /^Double mattress$/],
  ['mattresses', /mattress$/],
  ['drawers', /^Chest of drawers/],
  ['chest of draws', /^Chest of drawers/],
  ['bedside tables', /^Bedside table$/],
  ['desk', /^Desk/],
  ['tv', /^TV/],
  ['fridge', /^Fridge/],
  ['freezer', /^Freezer|^Fridge freezer/],
  ['washing machine', /^Washing machine$/],
  ['dryer', /dryer$/],
  ['cooker', /^Cooker$/],
  ['microwave', /^Microwave$/],
  ['bike', /^Bicycle$/],
  ['bikes', /^Bicycle$/],
  ['toys', /^Toy box$/],
  ['books', /^Book box|^Bookcase/],
  ['clothes', /^Bin bag of clothes$/],
  ['suitcases', /^Suitcase/],
  ['bags', /^Holdall$|^Bag for life/],
  ['plants', /^Plant pot/],
  ['lamp', /lamp$/],
  ['mirror', /^Mirror/],
  ['rug', /^Rug/],
  ['piano', /piano$/],
  ['guitar', /^Guitar/],
  ['computer', /^Desktop computer$/],
  ['shelves', /^Bookcase|shel/],
  ['bookshelf', /^Bookcase/],
  ['lawnmower', /^Lawn mower$/],
  ['oak wardrobe', /wardrobe$/],
  ['grandmas old armchair', /armchair$/i],
]

const SYNONYMS: [text: string, meant: RegExp][] = [
  ['settee', /^Sofa/],
  ['settees', /^Sofa/],
  ['couch', /^Sofa/],
  ['3 seater couch', /^Sofa, three-seater$/],
  ['telly', /^TV/],
  ['television', /^TV/],
  ['hoover', /^Vacuum cleaner$/],
  ['bbq', /^Barbecue/],
  ['barbeque', /^Barbecue/],
  ['pouffe', /^Footstool$/],
  ['tallboy', /^Chest of drawers, tall$/],
  ['nightstand', /^Bedside table$/],
  ['bedside cabinet', /^Bedside table$/],
  ['dresser', /^Chest of drawers$|^Welsh dresser$/],
  ['closet', /wardrobe$/],
  ['crib', /^Cot$/],
  ['cot bed', /^Cot$/],
  ['pushchair', /^Pram or buggy$/],
  ['stroller', /^Pram or buggy$/],
  ['clothes horse', /^Clothes airer$/],
  ['stove', /^Cooker$/],
  ['oven', /^Cooker$/],
  ['refrigerator', /^Fridge/],
  ['tumble drier', /^Tumble dryer$/],
  ['washer', /^Washing machine$|^Washer dryer$/],
  ['push bike', /^Bicycle$/],
  ['pushbike', /^Bicycle$/],
  ['ebike', /^Electric bicycle$/],
  ['running machine', /^Treadmill/],
  ['ping pong', /^Table tennis/],
  ['snooker table', /^Pool table/],
  ['table football', /^Football table$/],
  ['aquarium', /^Fish tank/],
  ['swivel chair', /^Office chair$/],
  ['standard lamp', /^Floor lamp$/],
  ['painting', /^Picture, framed$/],
  ['bookshelves', /^Bookcase/],
  ['sofabed', /^Sofa bed/],
  ['patio table', /^Garden table$/],
  ['deckchair', /^Sun lounger$/],
  ['mower', /^Lawn mower$/],
  ['bathtub', /^Bath, disconnected$/],
  ['loo', /^Toilet/],
  ['sink', /^Basin/],
  ['duvet', /^Vacuum bag of bedding$/],
  ['backpack', /^Rucksack$/],
  ['pillows', /^Vacuum bag of bedding$/],
  ['filing cabinets', /^Filing cabinet/],
]

const MISSPELT: [text: string, meant: RegExp][] = [
  ['wardorbe', /wardrobe$/],
  ['matress', /mattress$/],
  ['fridg freezer', /^Fridge freezer/],
  ['bycicle', /bicycle$/i],
  ['cuboard', /cupboard|^Sideboard/],
  ['sette', /^Sofa/],
  ['dinning table', /^Dining table/],
  ['micowave', /^Microwave$/],
  ['soffa', /^Sofa/],
  ['book case', /^Bookcase/],
]

describe('what people type is found first or second', () => {
  it.each([...EVERYDAY, ...SYNONYMS, ...MISSPELT])('%s', (text, meant) => {
    const [first = 'nothing', second = 'nothing'] = names(text)
    expect(
      [first, second].some((name) => meant.test(name)),
      `${text}: ${first}; ${second}`,
    ).toBe(true)
  })

  it('by enough of them to be sure of', () => {
    expect(EVERYDAY.length).toBeGreaterThanOrEqual(44)
    expect(SYNONYMS.length).toBeGreaterThanOrEqual(40)
  })

  it('every name of an item finds it, or one of the same name', () => {
    const lost = ITEMS.flatMap((item) =>
      [item.name, ...item.alsoCalled]
        .filter((name) => !searchItems(ITEMS, name).includes(item))
        .map((name) => `${name}: not ${item.name}`),
    )
    expect(lost).toEqual([])
    expect(ITEMS.filter(({ name }) => names(name)[0] !== name).map(({ name }) => name)).toEqual([])
  })
})

describe('searchItems', () => {
  it('finds by the beginning of any word', () => {
    expect(names('wardr')).toContain('Double wardrobe')
    expect(names('seat three')).toEqual(['Sofa, three-seater'])
  })

  it('takes no notice of case, accents and signs', () => {
    expect(names('  SÓFA, three-seater!')[0]).toBe('Sofa, three-seater')
  })

  it('finds nothing for nothing', () => {
    expect(names('   ')).toEqual([])
    expect(names('spaceship')).toEqual([])
    expect(names('('.repeat(1000))).toEqual([])
  })

  it('guesses from mistakes only where nothing is meant', () => {
    expect(names('bath').every((name) => /bath/i.test(name))).toBe(true)
  })
})

describe('the filled list', () => {
  const line = (id: number, amount: number): OrderItem => ({ id, category: 1, amount })
  const own: OrderItem = {
    id: -1,
    category: 0,
    amount: 1,
    own: { name: 'Loom', length: 90, width: 80, height: 70, weight: 40 },
  }
  const [first] = TYPICAL_HOMES.one

  it('a typical home replaces what was listed', () => {
    expect(homeList('one', [line(9999, 3)], [line(9999, 3)])).toEqual(TYPICAL_HOMES.one)
  })

  it('what is added, changed or taken away while the home is on its way stays so', () => {
    const home = first ?? line(0, 0)
    const before = [line(home.id, 1), line(9998, 1)]
    expect(homeList('one', before, [line(home.id, 7), line(9999, 2), own])).toEqual([
      ...TYPICAL_HOMES.one.slice(1),
      line(home.id, 7),
      line(9999, 2),
      own,
    ])
    expect(homeList('one', before, [line(9998, 1)])).toEqual(TYPICAL_HOMES.one.slice(1))
  })

  it('a list with more has each thing once, and a thing of one’s own keeps its name and size', () => {
    const list = addedTo(
      [own, line(1, 2)],
      [
        { id: 1, amount: 3 },
        { id: 2, amount: 1 },
        { id: 2, amount: 1 },
      ],
    )
    expect(list).toEqual([own, line(1, 5), { id: 2, amount: 2 }])
    expect(piecesIn(list)).toBe(8)
  })
})

describe('texts of items', () => {
  it('is spelt like another word as the whole table of letters says', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, mistakes) => {
        expect(isSpeltLike(one, other, mistakes)).toBe(mistakesBetween(one, other) <= mistakes)
      }),
      { numRuns: 5000 },
    )
  })

  /** Counted from the definition, without any shortcut. */
  function mistakesBetween(one: string, other: string): number {
    const table = Array.from({ length: one.length + 1 }, (_, row) => [row])
    const cell = (row: number, at: number) => table[row]?.[at] ?? Infinity
    for (let at = 1; at <= other.length; at += 1) table[0]?.push(at)
    for (let row = 1; row <= one.length; row += 1)
      for (let at = 1; at <= other.length; at += 1) {
        const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
        const changed = cell(row - 1, at - 1) + (one[row - 1] === other[at - 1] ? 0 : 1)
        const swapped = isSwapped ? cell(row - 2, at - 2) + 1 : Infinity
        table[row]?.push(Math.min(cell(row - 1, at) + 1, cell(row, at - 1) + 1, changed, swapped))
      }
    return cell(one.length, other.length)
  }
})

describe('lists that are read', () => {
  type Listed = ListedItem<(typeof ITEMS)[number]>

  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9 ]/g, '')
      .replaceAll(/s(?= |$)/g, '')

  /** Without its amount: the name of the first choice, or their own words. */
  function isMeant(expected: string, { choices, isLeftOut, text }: Listed): boolean {
    const what = expected.replace(/^(?:not|\d+) /, '')
    if (expected.startsWith('not ') !== isLeftOut) return false
    const [first] = choices
    if (what.startsWith('own: ')) return !first && plain(text).includes(plain(what.slice('own: '.length)))
    return what.split(' / ').includes(first?.name ?? '')
  }

  const amountOf = (expected: string): number | undefined =>
    expected.startsWith('not ') ? undefined : Number(expected.split(' ')[0])

  /** Compares the result with what was expected: correct items, wrong amounts, missing items and invented ones. */
  function compare({ text, expected }: (typeof lists)[number]) {
    const left = readList(ITEMS, text)
    const result = { text, items: expected.length, amounts: 0, missing: [] as string[], wrong: [] as string[] }
    for (const one of expected) {
      const amount = amountOf(one)
      if (amount !== undefined) result.amounts += 1
      const exact = left.findIndex((listed) => isMeant(one, listed) && (amount ?? listed.amount) === listed.amount)
      const at = exact < 0 ? left.findIndex((listed) => isMeant(one, listed)) : exact
      const [found] = at < 0 ? [] : left.splice(at, 1)
      if (!found) result.missing.push(one)
      if (amount !== undefined && found?.amount !== amount) result.wrong.push(one)
    }
    const invented = left
      .filter(({ isLeftOut }) => !isLeftOut)
      .map(({ amount, text: written }) => `${amount} ${written}`)
    return { ...result, invented }
  }

  const compared = lists.map(compare)
  const sum = (of: (one: (typeof compared)[number]) => number) => compared.reduce((all, one) => all + of(one), 0)

  it('has more than three hundred lists, of every manner', () => {
    expect(lists.length).toBeGreaterThan(300)
    expect(new Set(lists.map(({ manner }) => manner)).size).toBeGreaterThan(8)
  })

  it('reads 97 of a hundred things and 99 of a hundred amounts as they were meant', () => {
    const faults = compared.filter(({ missing, wrong }) => missing.length + wrong.length > 0)
    const [items, amounts] = [sum((one) => one.items), sum((one) => one.amounts)]
    const report = JSON.stringify(faults, null, 1)
    expect(1 - sum(({ missing }) => missing.length) / items, report).toBeGreaterThan(0.97)
    expect(1 - sum(({ wrong }) => wrong.length) / amounts, report).toBeGreaterThan(0.99)
  })

  it('invents no items', () => {
    expect(compared.filter(({ invented }) => invented.length > 0)).toEqual([])
  })
})

describe('the reader of lists', () => {
  const read = (text: string) =>
    readList(ITEMS, text).map(
      ({ text: written, amount, choices, isLeftOut }) =>
        `${isLeftOut ? 'not ' : ''}${amount} ${choices[0]?.name ?? `? ${written}`}`,
    )

  describe('readList', () => {
    it('reads what is written in one line', () => {
      expect(read('2 sofas, king-size bed, 15 boxes')).toEqual([
        '2 Sofa, two-seater',
        '1 King-size bed',
        '15 Medium box',
      ])
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
      expect(read('3 seater sofa 2 armchairs 20 boxes')).toEqual([
        '1 Sofa, three-seater',
        '2 Armchair',
        '20 Medium box',
      ])
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
      ['999 boxes', 999],
      ['100000 boxes', 99_999],
      ['1,200 boxes', 1200],
      ['about 1,200 boxes', 1200],
      ['boxes: 1,200', 1200],
      ['boxes 1,200', 1200],
      ['boxes (1,200)', 1200],
      ['1,200-1,500 boxes', 1500],
      ['12,000 boxes', 12_000],
      ['boxes 1,200.', 1200],
      ['1,000,000 boxes', 99_999],
      ['boxes (worth 1,200)', 1],
      ['1\u202F200 boxes', 1200],
      ["1'200 boxes", 1200],
      ['two thousand boxes', 2000],
      ['a thousand boxes', 1000],
      ['one thousand two hundred boxes', 1200],
      ['2 thousand boxes', 2000],
      ['boxes,1,200', 1],
    ])('%s', (line, amount) => {
      expect(readList(ITEMS, line).map(({ amount: read, text }) => [read, text])).toEqual([[amount, 'boxes']])
    })
  })
})

describe('moves from a search', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const read = (search: string, order = initialOrder) => moveFromSearch(new URLSearchParams(search), order, now)

  describe('moveFromSearch', () => {
    it('reads the home form', () => {
      expect(read('from=E17+4QH&to=BN1+4QL&what=furniture&date=2026-11-28')).toEqual({
        type: 'move-entered',
        from: 'E17 4QH',
        to: 'BN1 4QL',
        date: '2026-11-28',
        jobKind: 'furniture',
      })
    })

    it('writes postcodes as they are written', () => {
      expect(read('from=e174qh&to=+bn1+4ql+')).toMatchObject({ from: 'E17 4QH', to: 'BN1 4QL' })
      expect(read('from=e17&to=e17+4')).toMatchObject({ from: 'E17', to: 'e17 4' })
    })

    it('says nothing when the address says nothing', () => {
      expect(read('')).toBeUndefined()
      expect(read('from=&to=%20&date=')).toBeUndefined()
      expect(read('utm_source=x')).toBeUndefined()
    })

    it('keeps what is there for what is not said', () => {
      const order = {
        ...initialOrder,
        date: '2026-12-01',
        routePoints: initialOrder.routePoints.map((point, index) => ({
          ...point,
          postcode: ['N1 1AA', 'S1 1AA'][index] ?? '',
        })),
      }
      expect(read('what=furniture', order)).toMatchObject({
        from: 'N1 1AA',
        to: 'S1 1AA',
        date: '2026-12-01',
        jobKind: 'furniture',
      })
    })

    it.each(['2026-11-19', '2027-06-01', '2026-02-30', 'tomorrow', '<script>'])('does not take the day %s', (date) => {
      expect(read(`from=E17+4QH&date=${encodeURIComponent(date)}`)).toMatchObject({ date: null })
    })

    it('takes the kind of move from the two there are', () => {
      expect(read('what=piano')).toMatchObject({ jobKind: 'home_or_office' })
    })

    it('cuts what is too long for a postcode', () => {
      expect(read(`from=${'E'.repeat(5000)}`)).toMatchObject({ from: 'E'.repeat(16) })
    })
  })

  describe('withoutMove', () => {
    it('leaves other parameters', () => {
      expect(withoutMove(new URLSearchParams('from=a&to=b&what=c&date=d&ref=x'))).toBe('?ref=x')
      expect(withoutMove(new URLSearchParams('from=a'))).toBe('')
    })
  })
})

describe('an own item as typed', () => {
  const formValues: FormValues = {
    name: 'Rowing boat',
    amount: '1',
    length: '400',
    width: '120',
    height: '60',
    weight: '80',
  }

  it('is read with its measures', () =>
    expect(ownItemFrom(formValues)).toEqual({
      own: { name: 'Rowing boat', length: 400, width: 120, height: 60, weight: 80 },
      amount: 1,
    }))

  it('is rounded up, with a comma too, and its name is tidied', () =>
    expect(ownItemFrom({ ...formValues, name: '  Rowing \n boat ', width: '120,2', weight: ' 79.1 ' })).toEqual(
      ownItemFrom({ ...formValues, width: '121' }),
    ))

  it.each([
    ['name', ' '],
    ['amount', '0'],
    ['amount', '501'],
    ['length', ''],
    ['length', '1001'],
    ['width', 'wide'],
    ['height', '-3'],
    ['weight', '2001'],
    ['weight', 'Infinity'],
  ] as const)('asks again for %s of %j', (field, value) =>
    expect(Object.keys((ownItemFrom({ ...formValues, [field]: value }) as { errors: object }).errors)).toEqual([field]),
  )
})
