// Every change to an order, by the rules of spec §4 "Order draft".
import { canHaveTailLift, capHelpToVan } from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import type { OwnItem } from '#modules/items/rules.ts'
import { suggestedHelp } from '#modules/quoting/load/rules.ts'
import { keyed } from '#shared/records.ts'
import { normalisePlace } from '#shared/uk-postcode.ts'
import { askedItems } from '#web/kit/bookings/load.ts'
import {
  amountOf,
  emptyAddress,
  emptyPoint,
  initialOrder,
  MAX_AMOUNT,
  MAX_ITEM_LINES,
  MAX_STOPS,
  type ItemAction,
  type Order,
  type OrderAction,
  type OrderItem,
  type OrderPoint,
  type RouteAction,
} from './order.ts'
import { placeTextNames } from './stop-texts.ts'

/** A forbidden or empty change returns the same order. */
export function changeOrder(order: Order, action: OrderAction): Order {
  switch (action.type) {
    case 'van-selected':
      return {
        ...order,
        van: action.van,
        needTailLift: canHaveTailLift(action.van) && order.needTailLift,
        helpLevel: capHelpToVan(order.helpLevel, action.van),
      }
    case 'tail-lift-changed':
      return canHaveTailLift(order.van) ? { ...order, needTailLift: action.needTailLift } : order
    case 'help-level-changed':
      return {
        ...order,
        helpLevel: order.van ? capHelpToVan(action.helpLevel, order.van) : action.helpLevel,
        isHelpChosen: true,
      }
    case 'photos-changed':
      return {
        ...order,
        itemsToMovePhotos: action.photos,
        ...(action.clearUpload ? { photosUploadId: null, sentPhotoNames: [] } : {}),
      }
    case 'photos-uploaded':
      return {
        ...order,
        photosUploadId: action.uploadId,
        sentPhotoNames: order.itemsToMovePhotos.map(({ name }) => name),
      }
    case 'details-changed':
      return { ...order, ...action.change }
    case 'quote-selected':
      return { ...order, selectedQuote: action.quote }
    case 'item-added':
    case 'amount-changed':
    case 'category-replaced':
    case 'items-replaced':
    case 'own-item-added':
    case 'items-reset':
    case 'assembling-changed':
    case 'dismantling-changed':
      return changeItems(order, action)
    default:
      return changeRoute(order, action)
  }
}

function changeItems(order: Order, action: ItemAction): Order {
  switch (action.type) {
    case 'item-added':
      return withItems(order, withAmount(order.items, action, amountOf(order, action.id) + 1))
    case 'amount-changed':
      return withItems(order, withAmount(order.items, action, action.amount))
    case 'category-replaced':
      return withItems(
        order,
        action.items.reduce(
          (items, { id, amount }) => withAmount(items, { id, category: action.category }, amount),
          order.items.filter((item) => item.category !== action.category),
        ),
      )
    case 'items-replaced':
      return withItems(
        order,
        action.items.reduce<OrderItem[]>(
          (items, { amount, ...item }) =>
            withAmount(items, { ...item, category: findItem(item.id)?.categoryId ?? 0 }, amount),
          [],
        ),
      )
    case 'own-item-added':
      return withItems(order, withOwn(order.items, action.own, action.amount))
    case 'items-reset':
      return withItems(order, [])
    case 'assembling-changed':
      return { ...order, assemblingItems: toggled(order, order.assemblingItems, action) }
    default:
      return { ...order, dismantlingItems: toggled(order, order.dismantlingItems, action) }
  }
}

// Zero or less removes the item; fractions are cut off.
function withAmount(items: OrderItem[], { id, category, own }: Omit<OrderItem, 'amount'>, amount: number): OrderItem[] {
  const boundedAmount = Math.min(MAX_AMOUNT, Math.trunc(amount))
  const isListed = items.some((item) => item.id === id)
  if (!(boundedAmount > 0))
    return isListed && !Number.isNaN(boundedAmount) ? items.filter((item) => item.id !== id) : items
  if (isListed) return items.map((item) => (item.id === id ? { ...item, amount: boundedAmount } : item))
  return items.length < MAX_ITEM_LINES
    ? [...items, { id, category, amount: boundedAmount, ...(own ? { own } : {}) }]
    : items
}

const withOwn = (items: OrderItem[], own: OwnItem, amount: number): OrderItem[] =>
  withAmount(items, { id: Math.min(0, ...items.map(({ id }) => id)) - 1, category: 0, own }, amount)

// Items removed from the order are neither assembled nor dismantled; until a crew is picked it follows them.
function withItems(order: Order, items: OrderItem[]): Order {
  if (items === order.items) return order
  const isMoved = (id: number) => items.some((item) => item.id === id)
  const help = suggestedHelp(askedItems(items)) ?? initialOrder.helpLevel
  return {
    ...order,
    items,
    helpLevel: order.isHelpChosen ? order.helpLevel : order.van ? capHelpToVan(help, order.van) : help,
    assemblingItems: order.assemblingItems.filter(isMoved),
    dismantlingItems: order.dismantlingItems.filter(isMoved),
  }
}

function toggled(order: Order, ids: number[], { id, isNeeded }: { id: number; isNeeded: boolean }): number[] {
  const others = ids.filter((other) => other !== id)
  return isNeeded && amountOf(order, id) > 0 ? [...others, id] : others
}

function changeRoute(order: Order, action: RouteAction): Order {
  const points = order.routePoints
  const last = points.length - 1
  const isStop = (index: number) => Number.isInteger(index) && index > 0 && index < last
  switch (action.type) {
    case 'move-entered': {
      const { jobKind, date, from, to } = action
      const routePoints = points.map((point, index) =>
        index === 0 ? withPostcode(point, from) : index === last ? withPostcode(point, to) : point,
      )
      return { ...order, jobKind, date, routePoints }
    }
    case 'point-changed': {
      if (!points[action.index]) return order
      return {
        ...order,
        routePoints: points.map((point, i) => (i === action.index ? changed(point, action.change) : point)),
      }
    }
    case 'ends-swapped':
      return {
        ...order,
        routePoints: points.map((point, i) => (i === 0 || i === last ? at(point, points[last - i]) : point)),
      }
    case 'stop-added':
      return last - 1 < MAX_STOPS ? { ...order, routePoints: points.toSpliced(last, 0, emptyPoint) } : order
    case 'stop-removed':
      return isStop(action.index) ? { ...order, routePoints: points.toSpliced(action.index, 1) } : order
    default: {
      const moved = points[action.from]
      if (!moved || !isStop(action.from) || !isStop(action.to) || action.from === action.to) return order
      return { ...order, routePoints: points.toSpliced(action.from, 1).toSpliced(action.to, 0, moved) }
    }
  }
}

function changed(point: OrderPoint, { postcode, ...rest }: Partial<OrderPoint>): OrderPoint {
  return { ...(postcode === undefined ? point : withPostcode(point, postcode)), ...rest }
}

// Correcting a postcode keeps the typed street but clears what was looked up for the old one.
function withPostcode(point: OrderPoint, postcode: string): OrderPoint {
  const isSamePlace = (normalisePlace(postcode) ?? postcode) === (normalisePlace(point.postcode) ?? point.postcode)
  if (isSamePlace) return { ...point, postcode }
  return { ...point, postcode, address: { ...emptyAddress, formattedAddress: point.address.formattedAddress } }
}

// Swaps the places, not the contacts.
function at(point: OrderPoint, place: OrderPoint = point): OrderPoint {
  const { postcode, address, stairs } = place
  return { ...point, postcode, address, stairs, ...keyed(placeTextNames, (name) => place[name]) }
}
