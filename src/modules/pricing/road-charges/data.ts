import type { ChargeHours, RoadCharge, VehicleClass } from './rules.ts'

const ULEZ_HOURS: ChargeHours = { weekday: [0, 1440], weekend: [0, 1440], freeDays: 'christmas_day' }

/** Since 21 February 2022: Monday to Friday 07:00–18:00, weekends and bank holidays 12:00–18:00. */
const CONGESTION_HOURS: ChargeHours = { weekday: [420, 1080], weekend: [720, 1080], freeDays: 'christmas_to_new_year' }

/** The road charges of a new installation (geography.md 4); afterwards an admin maintains the rows in the database. */
export const ROAD_CHARGES: readonly RoadCharge[] = [
  {
    zone: 'ulez',
    vehicleClass: 'noncompliant',
    amountPence: 1250,
    hours: ULEZ_HOURS,
    fromDay: '2023-08-29',
    toDay: null,
    source: 'Transport for London, expansion to all London boroughs of 29 August 2023',
  },
  ...congestion(1500, ['noncompliant', 'other'], '2022-02-21', '2026-01-01', 'hours of 21 February 2022'),
  ...congestion(1800, ['noncompliant', 'other'], '2026-01-02', null, 'charge of 2 January 2026'),
  ...congestion(
    900,
    ['electric'],
    '2026-01-02',
    '2030-03-03',
    'electric van on Auto Pay, half off since 2 January 2026',
  ),
  ...congestion(1350, ['electric'], '2030-03-04', null, 'electric van on Auto Pay, a quarter off from 4 March 2030'),
]

function congestion(
  amountPence: number,
  classes: VehicleClass[],
  fromDay: string,
  toDay: string | null,
  what: string,
): RoadCharge[] {
  return classes.map((vehicleClass) => ({
    zone: 'congestion',
    vehicleClass,
    amountPence,
    hours: CONGESTION_HOURS,
    fromDay,
    toDay,
    source: `Transport for London, ${what}`,
  }))
}
