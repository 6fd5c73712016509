import { haversineMetres, type LatLng, type Metres } from '#shared/distance.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { areaOf, normaliseOutcode } from '#shared/uk-postcode.ts'
import { coversDay } from '../documents/rules.ts'
import { canBring } from '../people/rules.ts'
import type { HelpLevel } from '../rules.ts'

/**
 * Names for the states of a working unit (spec §3, decisions §6). The transitions are in onboarding/rules.ts, the only place that
 * sets a status.
 */

export const UNIT_STATUSES = [
  'not_ready_for_a_job',
  'pending_verification',
  'verification_failed',
  'verification_completed',
  'ready_to_start',
  'operating',
  'insurance_expires_soon',
  'blocked',
  'deactivated_by_you',
  'deactivated',
] as const
export type UnitStatus = (typeof UNIT_STATUSES)[number]

export const UNIT_STATUS_LABELS: Record<UnitStatus, string> = {
  not_ready_for_a_job: 'Not ready for a job',
  pending_verification: 'Pending verification',
  verification_failed: 'Verification failed',
  verification_completed: 'Verification completed',
  ready_to_start: 'Ready to start',
  operating: 'Operating',
  insurance_expires_soon: 'Insurance expires soon',
  blocked: 'Blocked',
  deactivated_by_you: 'Deactivated by you',
  deactivated: 'Deactivated',
}

/** Counts as deactivated (spec §3). */
export const isDeactivated = (status: UnitStatus): boolean =>
  status === 'blocked' || status === 'deactivated' || status === 'deactivated_by_you'

/** Can receive jobs. */
export const isOperating = (status: UnitStatus): boolean =>
  status === 'operating' || status === 'insurance_expires_soon'

/** Until when documents and people of a unit count, as it is stored. */
export interface UnitCover {
  papersUntil: string
  peopleUntil: readonly string[]
  peopleGraceUntil: LocalDay | null
}

/** Whether documents and enough checked people cover a job whose last day this is: until they expire they count without a gap. */
export const coversJob = (
  { papersUntil: documentsUntil, peopleUntil: until, peopleGraceUntil: graceUntil }: UnitCover,
  help: HelpLevel,
  lastDay: LocalDay,
): boolean => coversDay(documentsUntil, lastDay) && canBring({ until, graceUntil }, help, lastDay)

export const JOB_KINDS = ['home_or_office', 'furniture'] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const MOST_UNITS = 50

/** Bounds of the least notice, in hours, for a van whose bookings confirm themselves. */
export const LEAST_NOTICE_HOURS = 2
export const MOST_NOTICE_HOURS = 336

/** Whether a booking confirms itself: all of its vans do so, and the start leaves each its least notice. */
export const confirmsAtOnce = (confirmsFromHours: readonly (number | null)[], at: Date, start: Date): boolean =>
  confirmsFromHours.length > 0 &&
  confirmsFromHours.every((hours) => hours !== null && start.getTime() - at.getTime() >= hours * 3_600_000)

/** A unit as its owner knows it: "Dawn P. (KX70 RMV)". */
export const unitCalled = ({ name, registration }: { name: string; registration: string | null }): string =>
  registration ? `${name} (${registration})` : name

/** "Dawn P.’s (KX70 RMV)", before a word: "Dawn P. (KX70 RMV)’s" would trip over its bracket. */
export const possessive = (called: string): string =>
  called.endsWith(')') ? called.replace(' (', '’s (') : `${called}’s`

/** Days after an answer before the office looks at the same decision again. */
const DAYS_BETWEEN_APPEALS = 14

/** The first day on which a driver whose appeal was answered so may appeal again. */
export const canAppealFrom = (answeredAt: Date): LocalDay => addDays(localDayOf(answeredAt), DAYS_BETWEEN_APPEALS)

/** Area of a unit's pick-ups: postcode areas ("SW") and districts ("SW1A") (decisions §6). Pure. */

export const LEAST_RADIUS_METRES = 1000
export const MOST_RADIUS_METRES = 500_000
/** More districts than exist. */
export const MOST_DISTRICTS = 3500

interface KnownDistrict extends LatLng {
  code: string
}

/** Existing districts and areas, by code. */
export interface Gazetteer {
  districts: ReadonlyMap<string, KnownDistrict>
  areas: ReadonlyMap<string, KnownDistrict>
}

/** 'sw1a' → 'SW1A', 'sw' → 'SW'; null if no district or area has this code. */
export function knownCode(text: string, { districts, areas }: Gazetteer): string | null {
  const code = text.trim().toUpperCase()
  if (areas.has(code)) return code
  const outcode = normaliseOutcode(code)
  return outcode && districts.has(outcode) ? outcode : null
}

/** Districts whose centre is within the radius, and always the base's own, however small the radius. */
export function districtsWithin(
  base: LatLng & { outcode: string },
  radius: Metres,
  { districts }: Gazetteer,
): string[] {
  const found: string[] = []
  for (const district of districts.values()) {
    if (district.code === base.outcode || haversineMetres(base, district) <= radius) found.push(district.code)
  }
  return found
}

/** Codes without duplicates, and without districts whose whole area is listed. */
export function tidyDistricts(codes: readonly string[]): string[] {
  const all = new Set(codes)
  return [...all].filter((code) => {
    const area = areaOf(code)
    return area === null || area === code || !all.has(area)
  })
}
