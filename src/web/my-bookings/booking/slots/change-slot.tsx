import { BookingChanges } from '#web/kit/changes/booking-changes.tsx'
import type { SlotProps } from './slot.ts'

/** A change that one side has proposed, for the other to agree to. */
export function ChangeSlot({ own, changes, keysLinks, changed }: SlotProps) {
  if (!own || !changes) return null
  return (
    <BookingChanges
      booking={own}
      changes={changes}
      keysLinks={keysLinks}
      side="customer"
      who={own.company?.name ?? 'the company'}
      mayPrice={false}
      pageAnswer={changed}
    />
  )
}
