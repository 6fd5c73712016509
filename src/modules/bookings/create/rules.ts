import { isPostcode, normalisePlace } from '#shared/uk-postcode.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import { type AskedMove, stopTexts, type StopTexts } from '#modules/quoting/move/rules.ts'
import type { AskedAddress, AskedPoint, CompletedPoint } from '#modules/quoting/move/contract.ts'
import { mapped } from '#shared/mapped.ts'

export interface BookedPoint extends StopTexts {
  number: number
  postcode: string
  stairs: number
  formattedAddress: string | null
  /** Optional, because older bookings lack it and the two fields after it. */
  address?: Required<AskedAddress> | null
  contactNumber: string | null
  deliveryContactSameAsPickUp?: boolean
  customerEmail?: string | null
}

export interface Contact {
  name: string | null
  number: string | null
}

/** The quote's route points, completed; or 'requote' if something that affects the price differs. */
export function completePoints(
  move: AskedMove,
  sent: readonly CompletedPoint[],
  customer: Contact,
): BookedPoint[] | 'requote' {
  const byNumber = new Map(sent.map((point) => [point.number, point]))
  if (byNumber.size !== sent.length) return 'requote'
  if (sent.some(({ number }) => !move.routePoints.some((point) => point.number === number))) return 'requote'
  if (move.routePoints.some((point) => differsInPrice(point, byNumber.get(point.number)))) return 'requote'
  const points = move.routePoints.map((point) => completed(point, byNumber.get(point.number)))
  return withContacts(points, customer)
}

function differsInPrice(asked: AskedPoint, sent: CompletedPoint | undefined): boolean {
  if (!sent) return false
  return (
    isOther(sent.postcode && (normalisePlace(sent.postcode) ?? sent.postcode), asked.postcode) ||
    isOther(sent.stairs, asked.stairs) ||
    isOther(sent.date, asked.date ?? null) ||
    isOther(sent.time?.slice(0, 5), asked.time?.slice(0, 5) ?? null)
  )
}

/** A field that is not sent again is unchanged. */
const isOther = (given: unknown, known: unknown) => given !== undefined && given !== null && given !== known

/** A field that is sent counts, even null or blank: the customer may have removed it after seeing the prices. */
export const sentOrAsked = (sent: string | null | undefined, asked: string | null | undefined): string | null =>
  (sent === undefined ? asked : sent)?.trim() || null

function completed(asked: AskedPoint, sent: CompletedPoint | undefined): BookedPoint {
  const address = sent?.address === null ? null : sent?.address?.formattedAddress
  const isSame = sent?.deliveryContactSameAsPickUp ?? asked.deliveryContactSameAsPickUp ?? true
  return {
    number: asked.number,
    postcode: asked.postcode,
    stairs: asked.stairs,
    formattedAddress: sentOrAsked(address, asked.address?.formattedAddress),
    ...mapped(stopTexts, (_length, name) => sentOrAsked(sent?.[name], asked[name])),
    contactNumber: sentOrAsked(sent?.contactNumber, asked.contactNumber),
    address: wholeAddress(sent?.address === undefined ? asked.address : sent.address),
    deliveryContactSameAsPickUp: isSame,
    customerEmail: asked.number === 0 ? sentOrAsked(sent?.customerEmail, asked.customerEmail) : null,
  }
}

function wholeAddress(address: AskedAddress | null | undefined): Required<AskedAddress> | null {
  if (!address) return null
  const { location = null, city = null, formattedAddress = null, postcode = null, placeId = null } = address
  return { location, city, formattedAddress, postcode, placeId }
}

/** The pick-up's contact is the customer unless somebody else is named; the other points default to the pick-up's contact. */
function withContacts(points: BookedPoint[], customer: Contact): BookedPoint[] {
  const [first] = points
  if (!first) return points
  const pickUp = {
    ...first,
    contactName: first.contactName ?? customer.name,
    contactNumber: first.contactNumber ?? customer.number,
  }
  return points.map((point, index) => {
    if (index === 0) return pickUp
    if (point.deliveryContactSameAsPickUp === false) return point
    return {
      ...point,
      contactName: point.contactName ?? pickUp.contactName,
      contactNumber: point.contactNumber ?? pickUp.contactNumber,
    }
  })
}

export const STREET_MESSAGE = 'Add the street, so that the driver finds the door.'
export const WHOLE_POSTCODE_MESSAGE = 'Enter the full postcode to book: the driver needs it, and it settles the price.'

/**
 * The driver needs to know where to go, and a number to call at the door. A street is missed only where the booking sends an address:
 * one that leaves it out is the contract's shortest form, and the booking's page asks for the street then.
 */
export function pointProblems(points: readonly BookedPoint[], sent: readonly CompletedPoint[] = []): FieldErrors {
  const withAddress = new Set(sent.flatMap(({ number, address }) => (address === undefined ? [] : [number])))
  const errors: FieldErrors = {}
  for (const { number, contactNumber, postcode, formattedAddress } of points) {
    if (!isPostcode(postcode)) errors[`route_points.${number}.postcode`] = [WHOLE_POSTCODE_MESSAGE]
    if (!formattedAddress && withAddress.has(number))
      errors[`route_points.${number}.address.formatted_address`] = [STREET_MESSAGE]
    if (!contactNumber)
      errors[`route_points.${number}.contact_number`] = ['Give a phone number that the driver can call on the day.']
  }
  return errors
}
