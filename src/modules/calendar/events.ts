import type { HeldFor } from './commands.ts'

export interface OfUnit {
  unitId: string
}

declare module '#platform/events.ts' {
  interface Events {
    /** The hours of a unit's week. */
    'calendar.hours-changed': OfUnit
    /** Nobody decided on a provisional hold in time, so it has been released. */
    'calendar.hold-lapsed': { heldFor: HeldFor }
  }
}
