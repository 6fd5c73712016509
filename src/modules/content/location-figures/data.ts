import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { TypicalMove } from '../rules.ts'

/** Typical load of a move of each size, so that all prices are for the same: items of the catalogue, by number. */
export interface TypicalLoad {
  vanCategory: VanCategory
  manPower: HelpLevel
  /** Flights of stairs at either end. */
  stairs: number
  items: readonly (readonly [item: number, amount: number])[]
}

export const TYPICAL_LOADS: Readonly<Record<TypicalMove['size'], TypicalLoad>> = {
  // A small double bed, drawers, a desk chair's worth of boxes.
  room: {
    vanCategory: 'medium_van',
    manPower: 'driver_helps',
    stairs: 1,
    items: [
      [902, 1],
      [912, 1],
      [921, 1],
      [923, 1],
      [802, 10],
      [811, 2],
      [123, 1],
    ],
  },
  // Two rooms, a kitchen and their boxes.
  flat: {
    vanCategory: 'large_van',
    manPower: 'driver_helps',
    stairs: 1,
    items: [
      [101, 1],
      [112, 1],
      [120, 1],
      [122, 1],
      [903, 1],
      [912, 1],
      [921, 2],
      [201, 1],
      [207, 4],
      [802, 20],
      [811, 2],
    ],
  },
  // Three bedrooms, by two men in the biggest van.
  house: {
    vanCategory: 'luton_van',
    manPower: 'one_porter',
    stairs: 0,
    items: [
      [102, 1],
      [108, 1],
      [112, 1],
      [120, 1],
      [122, 1],
      [502, 1],
      [506, 1],
      [202, 1],
      [207, 6],
      [903, 1],
      [901, 2],
      [912, 1],
      [911, 2],
      [921, 3],
      [802, 30],
    ],
  },
}
