import type { ChargeHours, RoadCharge, VehicleClass } from './rules.ts'

const ALWAYS: ChargeHours = { weekday: [0, 1440], weekend: [0, 1440], freeDays: 'none' }
const ULEZ_HOURS: ChargeHours = { ...ALWAYS, freeDays: 'christmas_day' }
const OXFORD_HOURS: ChargeHours = { weekday: [420, 1140], weekend: [420, 1140], freeDays: 'none' }

/** Since 21 February 2022: Monday to Friday 07:00–18:00, weekends and bank holidays 12:00–18:00. */
const CONGESTION_HOURS: ChargeHours = { weekday: [420, 1080], weekend: [720, 1080], freeDays: 'christmas_to_new_year' }

const CHECK_YEARLY = '2027-04-01'
const CHECK_SOON = '2027-01-31'

/** The road charges of a new installation (geography.md 4); afterwards an admin maintains the rows in the database. */
export const ROAD_CHARGES: readonly RoadCharge[] = [
  ...rows(
    { zone: 'ulez', label: 'ULEZ charge', hours: ULEZ_HOURS, fromDay: '2023-08-29' },
    { noncompliant: [1250, 'Transport for London, expansion to all London boroughs of 29 August 2023'] },
  ),
  ...rows(
    { zone: 'ulez', label: 'Low Emission Zone charge', hours: ALWAYS, fromDay: '2023-08-29' },
    { heavy_noncompliant: [10_000, 'Transport for London, Low Emission Zone: over 3.5 t below Euro VI'] },
  ),
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
  ...cleanAirZone('birmingham', 'Birmingham', [800, 5000], '2021-06-01', 'Birmingham City Council, class D'),
  ...cleanAirZone('bath', 'Bath', [900, 10_000], '2021-03-15', 'Bath & North East Somerset Council, class C'),
  ...cleanAirZone('bristol', 'Bristol', [900, 10_000], '2022-11-28', 'Bristol City Council, class D'),
  ...cleanAirZone('bradford', 'Bradford', [900, 5000], '2022-09-26', 'City of Bradford, class C+'),
  ...cleanAirZone('sheffield', 'Sheffield', [1000, 5000], '2023-02-27', 'Sheffield City Council, class C'),
  ...cleanAirZone('tyneside', 'Tyneside', [1250, 5000], '2023-01-30', 'Newcastle and Gateshead Councils, class C'),
  ...rows(
    {
      zone: 'oxford',
      label: 'Oxford Zero Emission Zone',
      hours: OXFORD_HOURS,
      fromDay: '2025-08-01',
      checkBy: CHECK_SOON,
    },
    {
      noncompliant: [2000, 'Oxfordshire County Council, charges doubled in August 2025: below Euro 6 or Euro 4'],
      other: [800, 'Oxfordshire County Council, charges doubled in August 2025: Euro 6 diesel, Euro 4 petrol'],
    },
  ),
  ...ban('glasgow', 'Glasgow', '2023-06-01'),
  ...ban('edinburgh', 'Edinburgh', '2024-06-01'),
  ...ban('aberdeen', 'Aberdeen', '2024-06-01'),
  ...ban('dundee', 'Dundee', '2024-05-30'),
]

type Shared = Pick<RoadCharge, 'zone' | 'label' | 'hours' | 'fromDay'> & Partial<RoadCharge>
type Asked = Partial<Record<VehicleClass, [amountPence: number | null, source: string]>>

function rows(shared: Shared, asked: Asked): RoadCharge[] {
  return Object.entries(asked).map(([vehicleClass, [amountPence, source]]) => ({
    toDay: null,
    checkBy: CHECK_YEARLY,
    ...shared,
    vehicleClass: vehicleClass as VehicleClass,
    amountPence,
    source,
  }))
}

function congestion(
  amountPence: number,
  classes: VehicleClass[],
  fromDay: string,
  toDay: string | null,
  what: string,
): RoadCharge[] {
  return classes.map((vehicleClass) => ({
    zone: 'congestion',
    label: 'Congestion Charge',
    vehicleClass,
    amountPence,
    hours: CONGESTION_HOURS,
    fromDay,
    toDay,
    source: `Transport for London, ${what}`,
    checkBy: CHECK_SOON,
  }))
}

/** Vans below Euro 6 diesel or Euro 4 petrol pay, every hour of every day; over 3.5 t what a lorry pays. */
function cleanAirZone(
  zone: string,
  city: string,
  [lightPence, heavyPence]: [number, number],
  fromDay: string,
  who: string,
): RoadCharge[] {
  return rows(
    { zone, label: `${city} Clean Air Zone`, hours: ALWAYS, fromDay },
    { noncompliant: [lightPence, `${who}: vans`], heavy_noncompliant: [heavyPence, `${who}: over 3.5 t`] },
  )
}

/** No charge: a van below the standard that enters is fined. */
function ban(zone: string, city: string, fromDay: string): RoadCharge[] {
  return rows(
    { zone, label: `${city} Low Emission Zone`, hours: ALWAYS, fromDay },
    { noncompliant: [null, `${city} City Council, no entry below Euro 6 diesel or Euro 4 petrol`] },
  )
}
