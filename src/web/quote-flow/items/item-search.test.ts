import { describe, expect, it } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import { searchItems } from './item-search.ts'

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

  it('and every name of everything finds it, or what has the same name', () => {
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
