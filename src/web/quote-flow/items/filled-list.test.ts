import { expect, test } from 'vitest'
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import type { OrderItem } from '../draft/order.ts'
import { addedTo, homeList, piecesIn } from './filled-list.ts'

const line = (id: number, amount: number): OrderItem => ({ id, category: 1, amount })
const own: OrderItem = {
  id: -1,
  category: 0,
  amount: 1,
  own: { name: 'Loom', length: 90, width: 80, height: 70, weight: 40 },
}
const [first] = TYPICAL_HOMES.one

test('a typical home replaces what was listed', () => {
  expect(homeList('one', [line(9999, 3)], [line(9999, 3)])).toEqual(TYPICAL_HOMES.one)
})

test('what is added, changed or taken away while the home is on its way stays so', () => {
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

test('a list with more has each thing once, and a thing of one’s own keeps its name and size', () => {
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
