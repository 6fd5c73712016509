/** What the customer may change of a booking by themselves, and what both sides have to agree to. Pure. */
import type { FieldErrors } from '#shared/endpoint.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { STREET_MESSAGE, type BookedPoint } from '../../create/rules.ts'
import type { BookingState } from '../../lifecycle/rules.ts'
import { AHEAD } from '../../rules.ts'

/** `direct`: at once, and the driver is notified. `proposal`: only by a change that both sides agree to. */
export type Way = 'direct' | 'proposal' | 'closed'

const OPEN: readonly BookingState[] = [...AHEAD, 'hot']

/** What can be sent, by the wire’s name. */
export const EDITABLE = {
  customer_note: 'direct',
  photos_id: 'direct',
  'route_points.address': 'direct',
  'route_points.flat_and_house': 'direct',
  'route_points.contact_name': 'direct',
  'route_points.contact_number': 'direct',
  'route_points.delivery_contact_same_as_pick_up': 'direct',
  'route_points.customer_email': 'direct',
  'items.note': 'direct',
  route_points: 'proposal',
  'route_points.postcode': 'proposal',
  'route_points.stairs': 'proposal',
  items: 'proposal',
  start_at: 'proposal',
  end_at: 'proposal',
  total_pence: 'proposal',
  ceiling_pence: 'proposal',
  payment_method: 'proposal',
  van_category: 'proposal',
  need_tail_lift: 'proposal',
  man_power: 'proposal',
} as const satisfies Record<string, Way>
export type EditedField = keyof typeof EDITABLE

/** What a change of this field takes in this state. */
export const editModeOf = (field: EditedField, state: BookingState): Way =>
  OPEN.includes(state) ? EDITABLE[field] : 'closed'

/** A stop as a client sends it: as the booking answered it, with what the customer changed. */
export interface EditedPoint {
  number: number
  postcode?: string | null | undefined
  stairs?: number | null | undefined
  address?: { formattedAddress?: string | null | undefined; postcode?: string | null | undefined } | null | undefined
  formattedAddress?: string | null | undefined
  flatAndHouse?: string | null | undefined
  contactName?: string | null | undefined
  contactNumber?: string | null | undefined
  deliveryContactSameAsPickUp?: boolean | null | undefined
  customerEmail?: string | null | undefined
}

/** Fields of the stops that were sent otherwise than they are and need a proposal, by path. */
export function proposedIn(points: readonly BookedPoint[], sent: readonly EditedPoint[]): string[] {
  const numbers = new Set(sent.map(({ number }) => number))
  if (numbers.size !== sent.length || sent.some(({ number }) => !points.some((point) => point.number === number)))
    return ['route_points']
  return sent.flatMap(({ number, postcode, stairs, address }) => {
    const point = points.find((one) => one.number === number)
    if (!point) return []
    const isElsewhere = (given: string | null | undefined) =>
      given !== undefined && given !== null && (normalisePostcode(given) ?? given) !== point.postcode
    // What a map says of a place that was kept as it came is not another place.
    const isNewAddress = address?.formattedAddress !== undefined && address.formattedAddress !== point.formattedAddress
    return [
      ...(isElsewhere(postcode) || (isNewAddress && isElsewhere(address.postcode))
        ? [`route_points.${number}.postcode`]
        : []),
      ...(stairs !== undefined && stairs !== null && stairs !== point.stairs ? [`route_points.${number}.stairs`] : []),
    ]
  })
}

const textOr = (given: string | null | undefined, known: string | null): string | null =>
  given === undefined ? known : given?.trim() || null

/** The stops with what was sent; what was left out stays. A delivery that has the pick-up’s contact follows it. */
export function editedPoints(points: readonly BookedPoint[], sent: readonly EditedPoint[]): BookedPoint[] {
  const [first] = points
  const edited = points.map((point) =>
    edit(
      point,
      sent.find(({ number }) => number === point.number),
    ),
  )
  const [newFirst] = edited
  if (!first || !newFirst) return edited
  return edited.map((point, index) => {
    const before = points[index]
    const follows =
      index > 0 &&
      point.deliveryContactSameAsPickUp !== false &&
      before?.contactName === first.contactName &&
      before.contactNumber === first.contactNumber &&
      point.contactName === before.contactName &&
      point.contactNumber === before.contactNumber
    return follows ? { ...point, contactName: newFirst.contactName, contactNumber: newFirst.contactNumber } : point
  })
}

/** An answer of ours holds the words twice: whichever was changed counts. */
function newAddress(point: BookedPoint, { address, formattedAddress }: EditedPoint): string | null | undefined {
  if (formattedAddress !== undefined && formattedAddress !== point.formattedAddress) return formattedAddress
  if (address === undefined) return undefined
  const given = address?.formattedAddress ?? null
  return given === (point.address?.formattedAddress ?? null) ? undefined : given
}

function edit(point: BookedPoint, sent: EditedPoint | undefined): BookedPoint {
  if (!sent) return point
  const given = newAddress(point, sent)
  const isOther = given !== undefined && given !== point.formattedAddress
  const formattedAddress = isOther ? textOr(given, point.formattedAddress) : point.formattedAddress
  return {
    ...point,
    formattedAddress,
    // The place that a map knew belongs to the words that were chosen from it.
    ...(isOther && point.address
      ? { address: { ...point.address, formattedAddress, placeId: null, location: null } }
      : {}),
    flatAndHouse: textOr(sent.flatAndHouse, point.flatAndHouse),
    contactName: textOr(sent.contactName, point.contactName),
    contactNumber: textOr(sent.contactNumber, point.contactNumber),
    deliveryContactSameAsPickUp: sent.deliveryContactSameAsPickUp ?? point.deliveryContactSameAsPickUp ?? true,
    customerEmail: point.number === 0 ? textOr(sent.customerEmail, point.customerEmail ?? null) : null,
  }
}

/** A street that the driver knew is not taken away, only changed. A booking made without one may stay so. */
export function removedStreetErrors(before: readonly BookedPoint[], after: readonly BookedPoint[]): FieldErrors {
  return Object.fromEntries(
    after
      .filter((point, index) => before[index]?.formattedAddress && !point.formattedAddress)
      .map(({ number }) => [`route_points.${number}.formatted_address`, [STREET_MESSAGE]]),
  )
}

const SAID: readonly (readonly [keyof BookedPoint, string])[] = [
  ['formattedAddress', 'address'],
  ['flatAndHouse', 'flat or house'],
  ['contactName', 'contact'],
  ['contactNumber', 'contact number'],
]

/** What changed, in words for the driver: "contact number at stop 2". */
export function changedTexts(before: readonly BookedPoint[], after: readonly BookedPoint[]): string[] {
  return after.flatMap((point, index) => {
    const was = before[index]
    const place = index === 0 ? 'pick-up' : index === after.length - 1 ? 'drop-off' : `stop ${index}`
    return SAID.flatMap(([field, name]) => (was?.[field] === point[field] ? [] : [`${name} at the ${place}`]))
  })
}
