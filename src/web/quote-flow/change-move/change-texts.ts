// The changed move of a booking: the order it is edited as, and what the page says of its price.
import type { changeMove, getBookedMove, priceMove } from '#modules/bookings/changes/moves/contract.ts'
import { AT_ONCE, type AskReason } from '#modules/bookings/changes/moves/rules.ts'
import type { AnswerOf, CallInput } from '#shared/endpoint.ts'
import { formatDay, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { toQuoteRequest } from '../draft/draft-request.ts'
import { initialOrder, type Order } from '../draft/order.ts'
import { orderOfMove } from '../reuse-move/order-of-move.ts'

export type Booked = AnswerOf<typeof getBookedMove>
export type Priced = AnswerOf<typeof priceMove>
export type Changed = AnswerOf<typeof changeMove>
export type MoveBody = CallInput<typeof priceMove>['body']

/** The booked move as an order, with what its stops say beside the move. */
export function orderOfBooked({ move, routePoints }: Booked, now: Date): Order {
  const order = orderOfMove(initialOrder, move, now)
  return {
    ...order,
    date: move.date,
    time: move.time,
    customerEmail: routePoints[0]?.customerEmail ?? '',
    routePoints: order.routePoints.map((point, index) => {
      const booked = routePoints[index]
      return {
        ...point,
        contactName: booked?.contactName ?? '',
        contactNumber: booked?.contactNumber ?? '',
        flatAndHouse: booked?.flatAndHouse ?? '',
        deliveryContactSameAsPickUp: booked?.deliveryContactSameAsPickUp ?? true,
        address: {
          ...point.address,
          formattedAddress: booked?.formattedAddress ?? '',
          city: booked?.address?.city ?? null,
          placeId: booked?.address?.placeId ?? null,
          location: booked?.address?.location ?? null,
        },
      }
    }),
  }
}

/** What is sent, or undefined while a stop lacks its postcode. */
export function bodyOf(order: Order, version: number): MoveBody | undefined {
  const request = toQuoteRequest(order)
  if (!request) return undefined
  const { jobKind: _kind, customerNote: _note, ...move } = request
  return { ...move, version }
}

/** "Sat 12 December, 09:00". */
export const startText = (at: string): string => {
  const start = new Date(at)
  return `${formatDay(localDayOf(start))}, ${timeText(at)}`
}

export const timeText = (at: string): string => formatTime(toLocal(new Date(at)).minute)

export const differencePence = ({ from, to }: Priced): number => to.totalPence - from.totalPence

/** "£30.25 more", "£4.00 less", "the same price". */
export function differenceText(pence: number): string {
  if (pence === 0) return 'the same price'
  return `${formatPence(Math.abs(pence))} ${pence > 0 ? 'more' : 'less'}`
}

/** "+ £30.25". */
export const signedPence = (pence: number): string =>
  `${pence > 0 ? '+ ' : pence < 0 ? '− ' : ''}${formatPence(Math.abs(pence))}`

/** Why the company is asked, the first reason in a sentence. */
export function reasonText([reason]: readonly AskReason[], who: string): string {
  const texts: Record<AskReason, string> = {
    setting: `${who} answers every change itself.`,
    set_off: 'The day has begun, so both of you agree to it.',
    soon: 'It starts in less than two hours.',
    price: `It’s more than ${AT_ONCE.percent}% from what you booked, and ${who} looks at anything over that.`,
    length: `It’s more than two hours longer or shorter than you booked.`,
    start: 'It starts more than two hours from the time that you booked.',
    fee_price: 'Cancelling costs something by now, so a lower price needs their yes.',
    fee_start: 'Cancelling costs something by now, so a start more than two hours away needs their yes.',
    calendar: `${who}’s calendar has no room for it. They may offer another time.`,
  }
  return reason ? texts[reason] : `${who}’s day has room for it, and no other move shifts.`
}
