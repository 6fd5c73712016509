import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { FromPriceSize } from './contract.ts'

export interface NamedLoad {
  name: string
  /** Contents of the load, as text. */
  contents: string
  vanCategory: VanCategory
  manPower: HelpLevel
  items: readonly { movingItem: number; amount: number }[]
}

const of = (movingItem: number, amount = 1) => ({ movingItem, amount })

/** Between two ground floors. A room and a flat go into their van once; a house, by its weight, twice into most. */
export const NAMED_LOADS: Record<FromPriceSize, NamedLoad> = {
  room: {
    name: 'A room',
    contents: 'single bed, wardrobe, chest of drawers, desk and chair, 10 boxes',
    vanCategory: 'medium_van',
    manPower: 'driver_helps',
    items: [of(901), of(911), of(916), of(921), of(402), of(405), of(802, 10)],
  },
  flat: {
    name: 'A one-bedroom flat',
    contents:
      'double bed, double wardrobe, chest of drawers, sofa, coffee table, TV and stand, table and four chairs, fridge freezer, washing machine, 20 boxes',
    vanCategory: 'large_van',
    manPower: 'one_porter',
    items: [903, 912, 917, 921, 101, 112, 120, 122, 201, 502, 506]
      .map((item) => of(item))
      .concat(of(207, 4), of(802, 20)),
  },
  house: {
    name: 'A two-bedroom house',
    contents:
      'two double beds, two double wardrobes, two chests of drawers, three-seat sofa, armchair, coffee table, TV and stand, table and four chairs, fridge freezer, washing machine, 30 boxes',
    vanCategory: 'luton_van',
    manPower: 'one_porter',
    items: [903, 912, 917, 921]
      .map((item) => of(item, 2))
      .concat([102, 108, 112, 120, 122, 201, 502, 506].map((item) => of(item)))
      .concat(of(207, 4), of(802, 30)),
  },
}
