import { isStairs, NO_STAIRS } from '#modules/fleet/rules.ts'
import type { SavedAddress } from '#web/kit/bookings/booking-texts.ts'
import { emptyAddress, type OrderPoint } from '../draft/order.ts'

/** A saved address as the route point at `index`. If the address has no contact, a typed one stays. */
export function pointOf(saved: SavedAddress, index: number): Partial<OrderPoint> {
  const { postcode, formattedAddress, flatAndHouse, stairs, contactName, contactNumber } = saved
  const place = {
    postcode,
    address: { ...emptyAddress, formattedAddress: formattedAddress ?? '' },
    flatAndHouse: flatAndHouse ?? '',
    stairs: isStairs(stairs) ? stairs : NO_STAIRS,
  }
  if (!contactName && !contactNumber) return place
  const contact = { contactName: contactName ?? '', contactNumber: contactNumber ?? '' }
  return { ...place, ...contact, ...(index === 0 ? {} : { deliveryContactSameAsPickUp: false }) }
}
