import type { SeedBooking } from '../bookings.ts'
import type { Row } from '../rows.ts'
import type { User } from '../user-rows.ts'
import type { PhotoBook } from './photos.ts'

/** A booking with its parties. */
export interface Booked {
  booking: SeedBooking
  customer: User
  /** Who does it, and their company's owner. */
  driver: Mover
  owner: User
}

export interface Mover {
  user: User
  kind: 'driver' | 'hired'
}

export interface World {
  now: Date
  photos: PhotoBook
  admin: User
  /** The booking of a story; undefined where there was no room for it. */
  find: (name: string) => Booked | undefined
}

export type EventRow = Row<'bookings.event'>

/** A step of a booking in its trail. */
export const trailRow = (
  { booking }: Pick<Booked, 'booking'>,
  kind: string,
  at: Date,
  by: { kind: EventRow['actorKind']; id: string } | null,
  data: Record<string, unknown> = {},
): EventRow => ({
  bookingId: booking.id,
  at,
  kind,
  actorKind: by?.kind ?? 'system',
  actorId: by?.id ?? null,
  unitId: booking.unit.id,
  reason: null,
  data,
})

export const byCustomer = ({ customer }: Booked) => ({ kind: 'customer' as const, id: customer.id })
export const byMover = ({ driver }: Booked) => ({ kind: driver.kind, id: driver.user.id })
export const byOwner = ({ owner }: Booked) => ({ kind: 'driver' as const, id: owner.id })
