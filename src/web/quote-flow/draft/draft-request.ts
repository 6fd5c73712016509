// The order in the API's format (spec §3 "Quote payload", decisions "Shapes that are fixed").
import type { createBooking } from '#modules/bookings/contract.ts'
import type { findQuotes } from '#modules/quoting/contract.ts'
import { timeString } from '#shared/duration.ts'
import { parseEmail } from '#shared/email.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { keyed } from '#shared/records.ts'
import { parsePhone } from '#shared/phone.ts'
import { normalisePlace, normalisePostcode } from '#shared/uk-postcode.ts'
import { askedItem } from '#web/kit/bookings/load.ts'
import { addedMinutesOf, assemblingHelpOf, dismantlingHelpOf, type Order, type OrderPoint } from './order.ts'
import { contactTextNames, placeTextNames, type ContactTexts } from './stop-texts.ts'

export type QuoteRequest = CallInput<typeof findQuotes>['body']
export type BookingRequest = CallInput<typeof createBooking>['body']

/** What the confirm page adds to the order. */
export type BookingChoice = Pick<BookingRequest, 'paymentMethod' | 'allowHotJob'>

/** Empty texts are sent as null (spec §5). */
const textOrNull = (text: string) => text.trim() || null

/**
 * The body of `booking/companies-quotes/` and `booking/route-details/`, or undefined while the order has no van or a point lacks a
 * postcode or its first half (`missingFor` says which). Leaves out everything the server computes.
 */
export function toQuoteRequest(order: Order): QuoteRequest | undefined {
  const { van, routePoints } = order
  const postcodes = routePoints.map((point) => normalisePlace(point.postcode))
  if (!van || postcodes.includes(null)) return undefined
  return {
    routePoints: routePoints.map((point, number) => ({
      number,
      postcode: postcodes[number] ?? point.postcode,
      stairs: point.stairs,
      ...completionOf(order, number),
      ...(number === 0 ? firstPointExtras(order) : {}),
    })),
    items: order.items.map((item) => ({
      ...askedItem(item),
      amount: item.amount,
      needAssembling: order.assemblingItems.includes(item.id),
      needDisassembling: order.dismantlingItems.includes(item.id),
    })),
    jobKind: order.jobKind,
    manPower: order.helpLevel,
    assemblingHelp: assemblingHelpOf(order),
    disassemblingHelp: dismantlingHelpOf(order),
    vanCategory: van,
    needTailLift: order.needTailLift,
    extraTime: timeString(addedMinutesOf(order)),
    declaredWaiting: timeString(order.waitingMinutes),
    customerNote: customerNoteOf(order),
  }
}

/** The order as it was before a stop was added that has no postcode yet. */
export const withoutOpenStops = (order: Order): Order => ({
  ...order,
  routePoints: order.routePoints.filter(
    ({ postcode }, index, { length }) => index === 0 || index === length - 1 || postcode.trim(),
  ),
})

/**
 * The body of `POST booking/`, or undefined while no quote is chosen. The route points only add what the quote lacks: address text,
 * flat and contacts.
 */
export function toBookingRequest(order: Order, choice: BookingChoice): BookingRequest | undefined {
  if (!order.selectedQuote) return undefined
  return {
    quoteId: order.selectedQuote.quoteId,
    paymentMethod: choice.paymentMethod,
    allowHotJob: choice.allowHotJob,
    customerNote: customerNoteOf(order),
    photosId: order.photosUploadId,
    routePoints: order.routePoints.map((_, number) => ({ number, ...completionOf(order, number) })),
  }
}

/** The list of other things and the note for the driver, combined into the API's one note. */
export const customerNoteOf = ({ itemsToMoveText, note }: Order): string | null =>
  textOrNull(
    [itemsToMoveText.trim() && `Also to move: ${itemsToMoveText.trim()}`, note.trim()].filter(Boolean).join('\n\n'),
  )

/** The contact at a point: the pick-up's, unless the point has its own. */
export function contactAt({ routePoints }: Order, number: number): ContactTexts {
  const point = routePoints[number]
  const [pickUp] = routePoints
  const contact = number > 0 && point?.deliveryContactSameAsPickUp ? pickUp : point
  return keyed(contactTextNames, (name) => contact?.[name] ?? '')
}

function completionOf(order: Order, number: number) {
  const point = order.routePoints[number]
  const contact = contactAt(order, number)
  return {
    address: point ? addressOf(point) : null,
    ...keyed(placeTextNames, (name) => textOrNull(point?.[name] ?? '')),
    ...keyed(contactTextNames, (name) => textOrNull(contact[name])),
    contactNumber: parsePhone(contact.contactNumber),
    deliveryContactSameAsPickUp: number === 0 ? null : (point?.deliveryContactSameAsPickUp ?? true),
  }
}

function addressOf({ address, postcode }: OrderPoint) {
  const formattedAddress = textOrNull(address.formattedAddress)
  if (!formattedAddress && !address.location) return null
  return { ...address, formattedAddress, postcode: address.postcode ?? normalisePostcode(postcode) }
}

const firstPointExtras = ({ date, time, customerEmail }: Order) => ({
  date,
  time,
  customerEmail: parseEmail(customerEmail),
})
