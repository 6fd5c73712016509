// A move that was kept, shared or booked becomes the order of this browser.
import { isStairs } from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import { localDayOf } from '#shared/local-time.ts'
import { emptyAddress, emptyPoint, type MoveAgain, type Order, type OrderItem } from '../draft/order.ts'

const minutesIn = (time: string | null) => (time ? minutesOfTimeString(time) : 0)

/** Things, van, crew and places are the move's, and its day unless that has passed; everything else stays as it is in `order`. */
export function orderOfMove(order: Order, move: MoveAgain, now: Date): Order {
  const listed = move.items
    .filter(({ isGone: isUnavailable }) => !isUnavailable)
    .map((item, index) => ({ ...item, id: item.ownItem ? -1 - index : (item.movingItem ?? 0) }))
    .filter(({ id, ownItem }) => ownItem || findItem(id))
  const items = listed.map(({ id, amount, ownItem }): OrderItem =>
    ownItem ? { id, category: 0, amount, own: ownItem } : { id, category: findItem(id)?.categoryId ?? 0, amount },
  )
  const thatNeed = (need: 'needAssembling' | 'needDisassembling') =>
    listed.filter((item) => item[need] && !item.ownItem).map(({ id }) => id)
  const isAhead = move.date !== null && move.date >= localDayOf(now)
  return {
    ...order,
    jobKind: move.jobKind,
    items,
    van: move.vanCategory,
    needTailLift: move.needTailLift,
    helpLevel: move.manPower,
    isHelpChosen: true,
    assemblingItems: thatNeed('needAssembling'),
    dismantlingItems: thatNeed('needDisassembling'),
    assemblingHelp: move.assemblingHelp,
    dismantlingHelp: move.disassemblingHelp,
    addedMinutes: minutesIn(move.extraTime),
    waitingMinutes: minutesIn(move.declaredWaiting),
    ...(isAhead ? { date: move.date, time: move.time } : {}),
    selectedQuote: null,
    routePoints: move.routePoints.map(({ postcode, stairs, flatAndHouse, formattedAddress, city, location }) => ({
      ...emptyPoint,
      postcode: postcode ?? '',
      stairs: isStairs(stairs) ? stairs : emptyPoint.stairs,
      flatAndHouse,
      address: { ...emptyAddress, formattedAddress, city, postcode, location },
    })),
  }
}

/** Items and places that no longer exist, which are listed because they cannot be filled in. */
export const unavailableItems = ({ items }: MoveAgain): string[] =>
  items
    .filter(({ isGone: isUnavailable }) => isUnavailable)
    .map(({ name, amount }) => (amount > 1 ? `${amount} × ${name}` : name))

export const unknownPostcodes = ({ routePoints }: MoveAgain): string[] =>
  routePoints.flatMap(({ postcode, town }) => (postcode && town === null ? [postcode] : []))
