// What homes of a size usually hold, to begin a list from and change. Put together from our own catalogue: the sizes agree with the
// volumes that removal firms reckon with for them (6 to 10 m³ a studio, then 11–15, 16–22, 26–34 and 38–48 m³). A let
// flat comes with its fridge and washing machine, so the two smallest have neither, and go in one trip of one van.

import type { HomeSize } from './rules.ts'
import homes from './typical-homes-data.json' with { type: 'json' }

export type Listed = readonly { id: number; amount: number }[]

const listed = (rows: readonly (readonly number[])[]): Listed => rows.map(([id = 0, amount = 0]) => ({ id, amount }))

export const TYPICAL_HOMES: Readonly<Record<HomeSize, Listed>> = {
  studio: listed(homes.studio),
  one: listed(homes.one),
  two: listed(homes.two),
  three: listed(homes.three),
  four: listed(homes.four),
}
