export interface OfUnit {
  unitId: string
}

export interface OfCompany {
  companyId: string
}

declare module '#platform/events.ts' {
  interface Events {
    'fleet.unit-paused': OfUnit
    'fleet.unit-resumed': OfUnit
    'fleet.unit-appealed': OfUnit
    /** The office has just decided something about its stop, and can still undo that. */
    'fleet.stop-changed': OfUnit
    /** The office has blocked or deactivated it, and can no longer undo that. */
    'fleet.unit-stopped': OfUnit
    'fleet.area-changed': OfUnit
    /** The kinds of job and the help levels that it takes. */
    'fleet.jobs-changed': OfUnit
    'fleet.van-changed': OfUnit
    'fleet.van-removed': OfUnit
    'fleet.document-submitted': OfCompany
    'fleet.document-withdrawn': OfCompany
    /** A person, their check or their vans changed. */
    'fleet.people-changed': OfCompany
  }
}
