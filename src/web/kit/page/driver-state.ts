import type { DocumentKind } from '#modules/fleet/documents/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Crew, Check, Flags, Lack } from '#modules/onboarding/rules.ts'

/** How one unit stands: what its pages, ticks and banners are about. */
export interface UnitState extends Flags {
  id: string
  name: string
  registration: string | null
  vanCategory: VanCategory | null
  status: UnitStatus
  statusReason: string | null
  lacks: readonly Lack[]
  refused: readonly Check[]
  refusedDocuments: readonly DocumentKind[]
  crews: readonly Crew[]
  peopleToChoose: number
  hasHours: boolean
  isAvailableNow: boolean
}

/** What every page knows of the signed-in driver. */
export interface DriverState {
  /** A unit takes jobs, and its schedule is open at this hour. */
  isAvailableNow: boolean
  /** Of the company; for what is a unit's, one of several is enough. */
  flags: Flags
  takesCards: boolean
  units: readonly UnitState[]
}
