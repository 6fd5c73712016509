import { expect, it } from 'vitest'
import { furnitureTimes } from './furniture-times.ts'
import { initialOrder, type Order } from '../draft/order.ts'

const order: Order = {
  ...initialOrder,
  helpLevel: 'one_porter',
  items: [
    { id: 102, category: 1, amount: 2 },
    { id: 917, category: 9, amount: 1 },
  ],
  dismantlingItems: [917],
  assemblingItems: [102, 917],
}

it('counts each piece, shared by those who do it (decisions §3)', () => {
  expect(furnitureTimes(order)).toEqual({ dismantling: 40, assembling: 80 })
  expect(furnitureTimes({ ...order, assemblingHelp: 'driver_helps' })).toEqual({ dismantling: 40, assembling: 120 })
  expect(furnitureTimes({ ...order, dismantlingHelp: 'two_porters' }).dismantling).toBe(40)
})

it('is nothing where nobody lifts', () => {
  expect(furnitureTimes({ ...order, helpLevel: 'no_help' })).toEqual({ dismantling: 0, assembling: 0 })
})
