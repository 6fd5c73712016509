import type { HeldFor } from './commands.ts'

export interface OfUnit {
  unitId: string
}

declare module '#platform/events.ts' {
  interface Events {
    /** The hours of a unit's week. */
    'calendar.hours-changed': OfUnit
    /** A provisional hold was not decided on in time and has been released. */
    'calendar.hold-lapsed': { heldFor: HeldFor }
  }
}
