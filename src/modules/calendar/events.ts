import type { HeldFor } from './commands.ts'

export interface OfUnit {
  unitId: string
}

declare module '#platform/events.ts' {
  interface Events {
    /** The hours of a unit's week. */
    'calendar.hours-changed': OfUnit
    /** Nobody decided about a provisional hold in time; it is gone. */
    'calendar.hold-lapsed': { heldFor: HeldFor }
  }
}
