// The order as the API takes it (spec §3 "Quote payload", decisions "Shapes that are fixed").
import type { createBooking } from '#modules/bookings/contract.ts'
import type { findQuotes } from '#modules/quoting/contract.ts'
import { timeString } from '#shared/duration.ts'
import { parseEmail } from '#shared/email.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { parseTypedPhone } from '#shared/phone.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { addedMinutesOf, assemblingHelpOf, dismantlingHelpOf, type Order, type OrderPoint } from './order.ts'
import { contactTextNames, eachText, placeTextNames, type ContactTexts } from './stop-texts.ts'

export type QuoteRequest = CallInput<typeof findQuotes>['body']
export type BookingRequest = CallInput<typeof createBooking>['body']

/** What the confirm page asks besides the order. */
export type BookingChoice = Pick<BookingRequest, 'paymentMethod' | 'allowHotJob'>

/** Empty texts are sent as null (spec §5). */
const textOrNull = (text: string) => text.trim() || null

/**
 * The body of `booking/companies-quotes/` and `booking/route-details/`, or undefined while the order has no van or a
 * point has no whole postcode (`missingFor` says which). Nothing that the server computes is sent.
 */
export function toQuoteRequest(order: Order): QuoteRequest | undefined {
  const { van, routePoints } = order
  const postcodes = routePoints.map((point) => normalisePostcode(point.postcode))
  if (!van || postcodes.includes(null)) return undefined
  return {
    routePoints: routePoints.map((point, number) => ({
      number,
      postcode: postcodes[number] ?? point.postcode,
      stairs: point.stairs,
      ...completionOf(order, number),
      ...(number === 0 ? firstPointExtras(order) : {}),
    })),
    items: order.items.map(({ id, amount }) => ({
      movingItem: id,
      amount,
      needAssembling: order.assemblingItems.includes(id),
      needDisassembling: order.dismantlingItems.includes(id),
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

/**
 * The body of `POST booking/`, or undefined while no quote is chosen. The route points only complete what the quote
 * already knows: address text, flat and contacts.
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

/** What else is moved and what the driver should know, as the one note that the API has. */
export const customerNoteOf = ({ itemsToMoveText, note }: Order): string | null =>
  textOrNull(
    [itemsToMoveText.trim() && `Also to move: ${itemsToMoveText.trim()}`, note.trim()].filter(Boolean).join('\n\n'),
  )

/** Who is met at a point: the pick-up's contact, unless the point has one of its own. */
export function contactAt({ routePoints }: Order, number: number): ContactTexts {
  const point = routePoints[number]
  const [pickUp] = routePoints
  const contact = number > 0 && point?.deliveryContactSameAsPickUp ? pickUp : point
  return eachText(contactTextNames, (name) => contact?.[name] ?? '')
}

function completionOf(order: Order, number: number) {
  const point = order.routePoints[number]
  const contact = contactAt(order, number)
  return {
    address: point ? addressOf(point) : null,
    ...eachText(placeTextNames, (name) => textOrNull(point?.[name] ?? '')),
    ...eachText(contactTextNames, (name) => textOrNull(contact[name])),
    contactNumber: parseTypedPhone(contact.contactNumber),
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
