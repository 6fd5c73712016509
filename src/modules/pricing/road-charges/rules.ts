import { isBankHoliday, newYearBankHoliday } from '../bank-holidays/rules.ts'
import type { Pence } from '#shared/money.ts'
import { dayOfWeek, localPieces } from '#shared/local-time.ts'
import type { DayPiece, LocalDay, MinuteOfDay } from '#shared/local-time.ts'

export const ZONES = ['ulez', 'congestion'] as const
export type Zone = (typeof ZONES)[number]

export const ZONE_CHARGE_NAMES: Record<Zone, string> = { ulez: 'ULEZ charge', congestion: 'Congestion Charge' }

/**
 * Typical driving time between a place inside a zone and its edge, for routes of which only the points are known. Deliberately
 * generous: an hour through outer London, twenty minutes through the centre.
 */
export const ZONE_EDGE_MINUTES: Record<Zone, number> = { ulez: 60, congestion: 20 }

export const FUELS = ['diesel', 'petrol', 'electric', 'hybrid'] as const
export type Fuel = (typeof FUELS)[number]

/** The van's properties that charges depend on. `euroClass` is 0 to 7, null if unknown or meaningless (electric vans). */
export type ChargedVan = { fuel: Fuel; euroClass: number | null }

/** Each van has one class: electric, below the ULEZ standard, or compliant. A class without a row pays nothing. */
export const VEHICLE_CLASSES = ['noncompliant', 'electric', 'other'] as const
export type VehicleClass = (typeof VEHICLE_CLASSES)[number]

export type MinuteRange = readonly [from: MinuteOfDay, to: MinuteOfDay]

/** When a zone charges; null for not at all on such days. The weekend hours also apply on bank holidays of England. */
export type ChargeHours = {
  weekday: MinuteRange | null
  weekend: MinuteRange | null
  freeDays: 'none' | 'christmas_day' | 'christmas_to_new_year'
}

/** What a zone charges a class of vans per calendar day, between two dates, both included. Admins can change it. */
export type RoadCharge = {
  zone: Zone
  vehicleClass: VehicleClass
  amountPence: Pence
  hours: ChargeHours
  fromDay: LocalDay
  toDay: LocalDay | null
  source: string
}

/** A period during which the van is inside a zone, end excluded. */
export type ZoneVisit = { zone: Zone; start: Date; end: Date }

export type ChargedDay = { zone: Zone; day: LocalDay; amountPence: Pence }

/**
 * The ULEZ standard: diesel Euro 6, petrol Euro 4; a hybrid is treated as petrol, which nearly all of them are. A van of unknown
 * class is assumed to pay, so that no charge turns up later.
 */
export function meetsUlezStandard({ fuel, euroClass }: ChargedVan): boolean {
  if (fuel === 'electric') return true
  return euroClass !== null && euroClass >= (fuel === 'diesel' ? 6 : 4)
}

export function vehicleClassOf(van: ChargedVan): VehicleClass {
  if (van.fuel === 'electric') return 'electric'
  return meetsUlezStandard(van) ? 'other' : 'noncompliant'
}

/**
 * The days for which a van pays, once per zone and day however often it enters. Ordered by zone, then day. If two rows apply on a
 * day, the one that started later counts.
 */
export function chargedDays(
  charges: readonly RoadCharge[],
  van: ChargedVan,
  visits: readonly ZoneVisit[],
): ChargedDay[] {
  const vehicleClass = vehicleClassOf(van)
  return ZONES.flatMap((zone) => {
    const rows = charges.filter((charge) => charge.zone === zone && charge.vehicleClass === vehicleClass)
    const days = new Map<LocalDay, ChargedDay>()
    for (const piece of visits.flatMap((visit) => (visit.zone === zone ? localPieces(visit.start, visit.end) : []))) {
      const row = rowOn(rows, piece.day)
      if (row && row.amountPence > 0 && isCharged(row.hours, piece))
        days.set(piece.day, { zone, day: piece.day, amountPence: row.amountPence })
    }
    return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
  })
}

function rowOn(rows: readonly RoadCharge[], day: LocalDay): RoadCharge | undefined {
  let latest: RoadCharge | undefined
  for (const row of rows)
    if (row.fromDay <= day && (row.toDay === null || day <= row.toDay) && (!latest || row.fromDay >= latest.fromDay))
      latest = row
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
