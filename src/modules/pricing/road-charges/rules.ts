import { isBankHoliday, newYearBankHoliday } from '../bank-holidays-rules.ts'
import type { Pence } from '#shared/money.ts'
import { dayOfWeek, localPieces } from '#shared/local-time.ts'
import type { DayPiece, LocalDay, MinuteOfDay } from '#shared/local-time.ts'

export const FUELS = ['diesel', 'petrol', 'electric', 'hybrid'] as const
export type Fuel = (typeof FUELS)[number]

/** The van's properties that charges depend on. `euroClass` is 0 to 7, null if unknown or meaningless (electric vans). */
export type ChargedVan = { fuel: Fuel; euroClass: number | null; grossWeightKg?: number | null }

/**
 * Each van is of one class: electric, below the standard (and then over 3.5 t or not), or the rest. A class without a row pays nothing,
 * but a heavy van below the standard then pays what a light one pays.
 */
export const VEHICLE_CLASSES = ['noncompliant', 'heavy_noncompliant', 'electric', 'other'] as const
export type VehicleClass = (typeof VEHICLE_CLASSES)[number]

/** Above this a van is a heavy goods vehicle to a zone. */
const LIGHT_UP_TO_KG = 3500

export type MinuteRange = readonly [from: MinuteOfDay, to: MinuteOfDay]

/** When a zone charges; null for not at all on such days. The weekend hours also apply on bank holidays of England. */
export type ChargeHours = {
  weekday: MinuteRange | null
  weekend: MinuteRange | null
  freeDays: 'none' | 'christmas_day' | 'christmas_to_new_year'
}

/** What a zone charges a class of vans per calendar day, between two dates, both included. Admins can change it. */
export type RoadCharge = {
  /** The code of geo.zone. */
  zone: string
  /** Label on a receipt. */
  label: string
  vehicleClass: VehicleClass
  /** Null where such a van may not enter at all. */
  amountPence: Pence | null
  hours: ChargeHours
  fromDay: LocalDay
  toDay: LocalDay | null
  source: string
  /** Day by which the row must be checked again. */
  checkBy: LocalDay
}

/** A period during which the van is inside a zone, end excluded. */
export type ZoneVisit = { zone: string; start: Date; end: Date }

export type ChargedDay = { zone: string; label: string; day: LocalDay; amountPence: Pence }

/**
 * The standard of the ULEZ, of the clean air zones and of the Scottish zones alike: diesel Euro 6, petrol Euro 4; a hybrid is held to petrol's, which is its engine in all but a few vans. A
 * van of unknown class is taken to pay, so that no charge turns up later.
 */
export function meetsZoneStandard({ fuel, euroClass }: ChargedVan): boolean {
  if (fuel === 'electric') return true
  return euroClass !== null && euroClass >= (fuel === 'diesel' ? 6 : 4)
}

export function vehicleClassOf(van: ChargedVan): VehicleClass {
  if (van.fuel === 'electric') return 'electric'
  if (meetsZoneStandard(van)) return 'other'
  return (van.grossWeightKg ?? 0) > LIGHT_UP_TO_KG ? 'heavy_noncompliant' : 'noncompliant'
}

/**
 * The days for which a van pays, each once per zone however often it goes in. Zones in the order of the visits, then by day. Where two
 * rows hold on a day, the one that started later counts.
 */
export function chargedDays(
  charges: readonly RoadCharge[],
  van: ChargedVan,
  visits: readonly ZoneVisit[],
): ChargedDay[] {
  return rowsMet(charges, vehicleClassOf(van), visits).flatMap(({ row: { zone, label, amountPence }, day }) =>
    amountPence === null || amountPence === 0 ? [] : [{ zone, label, day, amountPence }],
  )
}

/** The classes of van that may not make these visits: one of the zones does not let them in on a day and at an hour of the visit. */
export function bannedClasses(
  charges: readonly RoadCharge[],
  visits: readonly ZoneVisit[],
): ReadonlyMap<VehicleClass, string> {
  const banned = new Map<VehicleClass, string>()
  if (!charges.some(({ amountPence, zone }) => amountPence === null && visits.some((visit) => visit.zone === zone)))
    return banned
  for (const vehicleClass of VEHICLE_CLASSES) {
    const ban = rowsMet(charges, vehicleClass, visits).find(({ row }) => row.amountPence === null)
    if (ban) banned.set(vehicleClass, ban.row.label)
  }
  return banned
}

/** The row that holds for each day on which a van of a class is in a zone at an hour that counts. */
function rowsMet(charges: readonly RoadCharge[], vehicleClass: VehicleClass, visits: readonly ZoneVisit[]) {
  return [...new Set(visits.map(({ zone }) => zone))].flatMap((zone) => {
    const ofZone = charges.filter((charge) => charge.zone === zone)
    const met = new Map<LocalDay, RoadCharge>()
    for (const piece of visits.flatMap((visit) => (visit.zone === zone ? localPieces(visit.start, visit.end) : []))) {
      const row = rowFor(ofZone, vehicleClass, piece.day)
      if (row && isCharged(row.hours, piece)) met.set(piece.day, row)
    }
    return [...met].map(([day, row]) => ({ day, row })).sort((a, b) => (a.day < b.day ? -1 : 1))
  })
}

function rowFor(ofZone: readonly RoadCharge[], vehicleClass: VehicleClass, day: LocalDay): RoadCharge | undefined {
  const own = rowOn(ofZone, vehicleClass, day)
  return own ?? (vehicleClass === 'heavy_noncompliant' ? rowOn(ofZone, 'noncompliant', day) : undefined)
}

function rowOn(rows: readonly RoadCharge[], vehicleClass: VehicleClass, day: LocalDay): RoadCharge | undefined {
  let latest: RoadCharge | undefined
  for (const row of rows) {
    const holds = row.vehicleClass === vehicleClass && row.fromDay <= day && (row.toDay === null || day <= row.toDay)
    if (holds && (!latest || row.fromDay >= latest.fromDay)) latest = row
  }
  return latest
}

function isCharged(hours: ChargeHours, { day, fromMinute, toMinute }: DayPiece): boolean {
  if (isFreeDay(hours, day)) return false
  const range = dayOfWeek(day) > 5 || isBankHoliday(day, 'england') ? hours.weekend : hours.weekday
  return range !== null && fromMinute < range[1] && range[0] < toMinute
}

/** A range "from Christmas Day to the New Year bank holiday" ends on the substitute day if 1 January is at a weekend. */
function isFreeDay({ freeDays }: ChargeHours, day: LocalDay): boolean {
  if (freeDays === 'none') return false
  const monthAndDay = day.slice(5)
  if (freeDays === 'christmas_day') return monthAndDay === '12-25'
  return monthAndDay >= '12-25' || day <= newYearBankHoliday(Number(day.slice(0, 4)))
}
