import type { PaymentMethod } from '#modules/companies/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { AskedAddress, AskedPoint, CompletedPoint } from '#modules/quoting/move/contract.ts'
import { type AskedMove, stopTexts, type StopTexts } from '#modules/quoting/move/rules.ts'
import { metresToMiles, type Metres } from '#shared/distance.ts'
import { minutesOfTimeString, type Minutes } from '#shared/duration.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import { mapped } from '#shared/records.ts'
import type { Pence } from '#shared/money.ts'
import { isPostcode, normalisePlace } from '#shared/uk-postcode.ts'

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

function differsInPrice(requested: AskedPoint, sent: CompletedPoint | undefined): boolean {
  if (!sent) return false
  return (
    isOther(sent.postcode && (normalisePlace(sent.postcode) ?? sent.postcode), requested.postcode) ||
    isOther(sent.stairs, requested.stairs) ||
    isOther(sent.date, requested.date ?? null) ||
    isOther(sent.time?.slice(0, 5), requested.time?.slice(0, 5) ?? null)
  )
}

/** A field that is not sent again is unchanged. */
const isOther = (given: unknown, known: unknown) => given !== undefined && given !== null && given !== known

/** A field that is sent counts, even null or blank: the customer may have removed it after seeing the prices. */
export const sentOrAsked = (sent: string | null | undefined, requested: string | null | undefined): string | null =>
  (sent === undefined ? requested : sent)?.trim() || null

function completed(requested: AskedPoint, sent: CompletedPoint | undefined): BookedPoint {
  const address = sent?.address === null ? null : sent?.address?.formattedAddress
  const isSame = sent?.deliveryContactSameAsPickUp ?? requested.deliveryContactSameAsPickUp ?? true
  return {
    number: requested.number,
    postcode: requested.postcode,
    stairs: requested.stairs,
    formattedAddress: sentOrAsked(address, requested.address?.formattedAddress),
    ...mapped(stopTexts, (_length, name) => sentOrAsked(sent?.[name], requested[name])),
    contactNumber: sentOrAsked(sent?.contactNumber, requested.contactNumber),
    address: wholeAddress(sent?.address === undefined ? requested.address : sent.address),
    deliveryContactSameAsPickUp: isSame,
    customerEmail: requested.number === 0 ? sentOrAsked(sent?.customerEmail, requested.customerEmail) : null,
  }
}

function wholeAddress(address: AskedAddress | null | undefined): Required<AskedAddress> | null {
  if (!address) return null
  const { location = null, city = null, formattedAddress = null, postcode = null, placeId = null } = address
  return { location, city, formattedAddress, postcode, placeId }
}

/**
 * The pick-up's contact is the customer unless another one is named; the other points default to the pick-up's contact.
 */
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

/**
 * Ways to pay that a customer on the phone may choose. A transfer goes straight to the company's bank and is settled as
 * cash.
 */
export const SPECIAL_PAY_METHODS = ['cash', 'card', 'bank_transfer'] as const
export type SpecialPayMethod = (typeof SPECIAL_PAY_METHODS)[number]

/** £250 an hour for two hours at least, and £3 a mile: more than any company asks, less than a slip of the pence key. */
const MOST_PENCE_PER_HOUR = 25_000
const LEAST_HOURS = 2
const MOST_PENCE_PER_MILE = 300

/** The most the office may agree for a move of these minutes (breaks included) and metres (all trips). */
export function mostAgreedPence({ minutes, metres }: { minutes: Minutes; metres: Metres }): Pence {
  const hours = Math.max(LEAST_HOURS, Math.ceil(minutes / 60))
  return hours * MOST_PENCE_PER_HOUR + Math.ceil(metresToMiles(metres)) * MOST_PENCE_PER_MILE
}

export const paymentOf = (method: SpecialPayMethod): PaymentMethod => (method === 'card' ? 'card' : 'cash')

/** The one line of a price that the office agreed on. */
export const agreedLines = (totalPence: number, isCongestionCharged: boolean): PriceLine[] => [
  {
    code: 'agreed',
    label: isCongestionCharged ? 'Agreed on the phone, Congestion Charge included' : 'Agreed on the phone',
    quantity: 1,
    unitPence: totalPence,
    amountPence: totalPence,
  },
]

/** Whether what was asked on the phone is what the quote is for. Its places and times are compared when it is booked. */
export function isMoveOfQuote(requested: AskedMove, quoted: AskedMove): boolean {
  const facts = ({ vanCategory, manPower, needTailLift, jobKind, items, extraTime, declaredWaiting }: AskedMove) =>
    JSON.stringify([
      vanCategory,
      manPower,
      needTailLift,
      jobKind,
      minutesOfTimeString(extraTime ?? ''),
      minutesOfTimeString(declaredWaiting ?? ''),
      items
        .map(({ movingItem, ownItem, amount, needAssembling, needDisassembling }) => {
          const own = ownItem && [ownItem.name, ownItem.length, ownItem.width, ownItem.height, ownItem.weight]
          return JSON.stringify([movingItem, own ?? null, amount, needAssembling, needDisassembling])
        })
        .toSorted(),
    ])
  return facts(requested) === facts(quoted)
}

/**
 * Search form of a typed text: in small letters, and a number as it is stored, whether it was read out as 07700 900 231
 * or +44 (0)7700 900231.
 */
export function searchedText(input: string): string {
  const text = input.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^\+440/, '+44')
  if (!/^\+?\d{3,}$/.test(digits)) return text
  return digits.startsWith('0') ? digits.slice(1) : digits
}
