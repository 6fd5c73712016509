import { type AskedMove, stopTexts } from '#modules/quoting/move/rules.ts'
import { mapped } from '#shared/mapped.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import type { BookedPoint } from '../create/rules.ts'

/** The part of the stored work that says where the move was. */
interface Placed {
  places: { postcode: string; outcode: string; lat: number; lng: number; town: string }[]
}

/**
 * A booking without its customer: what tax law requires (when, how far, between which districts, at what price), and nothing that
 * leads to an address, a phone or a name.
 */
export const anonymiseBooking = <Work extends Placed>(booking: {
  routePoints: BookedPoint[]
  move: AskedMove
  work: Work
}) => ({
  routePoints: booking.routePoints.map(({ number, postcode, stairs }): BookedPoint => ({
    number,
    postcode: districtOf(postcode),
    stairs,
    formattedAddress: null,
    ...mapped(stopTexts, () => null),
    contactNumber: null,
  })),
  move: {
    ...booking.move,
    customerNote: null,
    items: booking.move.items.map((item) => ({ ...item, note: null })),
    routePoints: booking.move.routePoints.map(({ number, postcode, stairs, date, time }) => ({
      number,
      postcode: districtOf(postcode),
      stairs,
      date,
      time,
    })),
  } satisfies AskedMove,
  work: {
    ...booking.work,
    places: booking.work.places.map((place) => ({
      ...place,
      postcode: place.outcode,
      // Rounded to about ten kilometres.
      lat: Math.round(place.lat * 10) / 10,
      lng: Math.round(place.lng * 10) / 10,
    })),
  },
})

const districtOf = (postcode: string): string => outcodeOf(postcode) ?? postcode.split(' ')[0] ?? ''
