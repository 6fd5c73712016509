// The order of this browser as it is kept for another device or person: without names, numbers, house numbers, notes and photos.
import type { shareMove } from '#modules/quoting/shared-moves/contract.ts'
import type { saveMove } from '#modules/quoting/saved-moves/contract.ts'
import { timeString } from '#shared/duration.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { normalisePlace } from '#shared/uk-postcode.ts'
import { askedItem, loadOfOrder } from '#web/kit/bookings/load.ts'
import { addedMinutesOf, type Order } from '../draft/order.ts'

export type MoveToKeep = CallInput<typeof shareMove>['body']

/** In the van that is chosen or suggested. What is no postcode yet is left out. */
export function moveOfOrder(order: Order): MoveToKeep {
  const { van, help } = loadOfOrder(order)
  return {
    jobKind: order.jobKind,
    items: order.items.map((item) => ({
      ...askedItem(item),
      amount: item.amount,
      needAssembling: order.assemblingItems.includes(item.id),
      needDisassembling: order.dismantlingItems.includes(item.id),
    })),
    manPower: help,
    assemblingHelp: order.assemblingHelp,
    disassemblingHelp: order.dismantlingHelp,
    vanCategory: van,
    needTailLift: order.needTailLift,
    extraTime: timeString(addedMinutesOf(order)),
    declaredWaiting: timeString(order.waitingMinutes),
    routePoints: order.routePoints.map(({ postcode, stairs }) => ({ postcode: normalisePlace(postcode), stairs })),
    date: order.date,
    time: order.time,
  }
}

export type MoveToSave = CallInput<typeof saveMove>['body']['move']

/** The same as a customer saves it: with houses and streets, and without a day. */
export function moveToSave(order: Order): MoveToSave {
  const { date: _date, time: _time, routePoints, ...move } = moveOfOrder(order)
  return {
    ...move,
    routePoints: routePoints.map((point, index) => {
      const { flatAndHouse = '', address } = order.routePoints[index] ?? {}
      return {
        ...point,
        flatAndHouse: flatAndHouse.trim() || null,
        formattedAddress: address?.formattedAddress.trim() || null,
      }
    }),
  }
}
