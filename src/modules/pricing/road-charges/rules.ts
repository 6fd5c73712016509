import { isBankHoliday, newYearBankHoliday } from '../bank-holidays/rules.ts'
import type { Pence } from '#shared/money.ts'
import { dayOfWeek, localPieces } from '#shared/local-time.ts'
import type { DayPiece, LocalDay, MinuteOfDay } from '#shared/local-time.ts'

export const ZONES = ['ulez', 'congestion'] as const
export type Zone = (typeof ZONES)[number]

export const ZONE_CHARGE_NAMES: Record<Zone, string> = { ulez: 'ULEZ charge', congestion: 'Congestion Charge' }

/**
 * How long a van usually drives between a place inside and the zone's edge, for routes of which only the ends are known: an
 * estimate, on the long side, of an hour through outer London and twenty minutes through its middle.
 */
export const ZONE_EDGE_MINUTES: Record<Zone, number> = { ulez: 60, congestion: 20 }

export const FUELS = ['diesel', 'petrol', 'electric', 'hybrid'] as const
export type Fuel = (typeof FUELS)[number]

/** What a charge asks of a van. `euroClass` is 0 to 7, null when unknown or, for electric vans, without meaning. */
export type ChargedVan = { fuel: Fuel; euroClass: number | null }

/** Each van is of one class: electric, below the ULEZ standard, or the rest. A class without a row pays nothing. */
export const VEHICLE_CLASSES = ['noncompliant', 'electric', 'other'] as const
export type VehicleClass = (typeof VEHICLE_CLASSES)[number]

export type MinuteRange = readonly [from: MinuteOfDay, to: MinuteOfDay]

/** When a zone charges; null is not at all on such days. The weekend includes the bank holidays of England. */
export type ChargeHours = {
  weekday: MinuteRange | null
  weekend: MinuteRange | null
  freeDays: 'none' | 'christmas_day' | 'christmas_to_new_year'
}

/** A dated fact that an admin can change: what a zone asks of a class of vans for a calendar day. Both days inclusive. */
export type RoadCharge = {
  zone: Zone
  vehicleClass: VehicleClass
  amountPence: Pence
  hours: ChargeHours
  fromDay: LocalDay
  toDay: LocalDay | null
  source: string
}

/** A time during which the van is inside a zone, end excluded. */
export type ZoneVisit = { zone: Zone; start: Date; end: Date }

export type ChargedDay = { zone: Zone; day: LocalDay; amountPence: Pence }

/**
 * The ULEZ standard: diesel Euro 6, petrol Euro 4; a hybrid is held to petrol's, which is its engine in all but a few vans. A
 * van of unknown class is taken to pay, so that no charge turns up later.
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
 * The days for which a van pays, each once per zone however often it goes in. Ordered by zone, then day. Where two rows hold
 * on a day, the one that started later counts.
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

/** "From Christmas Day to the New Year bank holiday" ends on a stand-in day where 1 January is at a weekend. */
function isFreeDay({ freeDays }: ChargeHours, day: LocalDay): boolean {
  if (freeDays === 'none') return false
  const monthAndDay = day.slice(5)
  if (freeDays === 'christmas_day') return monthAndDay === '12-25'
  return monthAndDay >= '12-25' || day <= newYearBankHoliday(Number(day.slice(0, 4)))
}
