// The rows of a database of many units, as statements that make them in the database itself.
import { HELP_LEVELS, VAN_CATEGORIES, type VanCategory } from '#modules/fleet/rules.ts'
import { GREAT_BRITAIN, landOf } from '#modules/geo/crossings/rules.ts'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import type { TablePlace } from '#modules/geo/outcodes/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'

/**
 * `fixed`: units of every kind all over Great Britain, of which some 50 can do a move, however many there are. `proportional`:
 * large vans that mostly can, of which 2 % work where a move begins.
 */
export type FillMode = 'fixed' | 'proportional'

/** Each place is covered by as many units in fixed mode: at a million units, one district each. */
const UNITS_PER_PLACE = 336
/** Areas of Great Britain for each unit, in proportional mode. */
const AREAS_PER_UNIT = 3
const UNITS_PER_COMPANY = 2.5
export const FIRST_DAYS = 14

export const places: readonly (TablePlace & { area: string })[] = [...outcodes.values()]
  .filter(({ code }) => landOf(code) === GREAT_BRITAIN)
  .map((place) => ({ ...place, area: areaOf(place.code) ?? place.code }))
export const areas: readonly string[] = [...new Set(places.map(({ area }) => area))]

/** A number in [0, 1) for the i-th row, another for each salt: the same in every run and in any order of rows. */
export const HASH_FUNCTION = `
  create function pg_temp.u(i bigint, salt int) returns float8 language sql immutable parallel safe
  as 'select (hashint8extended($1, $2) & 1048575) / 1048576.0'`

const idOf = (kind: number, number: string) =>
  `('0000000${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const companyId = (number: string) => idOf(1, number)
const unitId = (number: string) => idOf(2, number)
const bookingId = (number: string) => idOf(3, number)

/** A company's place among the districts or areas. The stride is a prime, so that neighbours in number are not neighbours on the map. */
const placeOfCompany = (company: string, count: number) => `((${company}) * 1597 % ${count})`
const companyOf = (unit: string) => `((${unit} - 1) * 2 / 5 + 1)`
/** SQL that chooses by weight: `choice('u.i', 3, [["'a'", 30], ["'b'", 70]])`. Weights add up to 100. */
function choice(number: string, salt: number, choices: readonly (readonly [sql: string, weight: number])[]): string {
  let upTo = 0
  const cases = choices.map(
    ([sql, weight]) => `when pg_temp.u(${number}, ${salt}) < ${(upTo += weight) / 100} then ${sql}`,
  )
  return `case ${cases.join(' ')} else ${choices.at(-1)?.[0]} end`
}

/** In an order in which each reads only what is there. They need the tables `place` and `area`, and HASH_FUNCTION. */
export function statements(units: number, mode: FillMode, today: LocalDay): [table: string, statement: string][] {
  return [
    ...companyStatements(Math.ceil(units / UNITS_PER_COMPANY)),
    ...fleetStatements(units, mode, today),
    ...calendarStatements(units, today),
    ...holdStatements(units, today),
    ...rateStatements(),
  ]
}

function companyStatements(companies: number): [string, string][] {
  return [
    [
      'identity.user',
      `insert into identity."user" (id, user_role, email, email_key, email_verified_at, password_hash, first_name, is_demonstration, created_at)
       values (${bookingId('0::bigint')}, 'customer', 'bench@bench.test', 'bench@bench.test', now(), '!', 'Bench', true, now())`,
    ],
    [
      'companies.company',
      `insert into companies.company (created_at, id, name, base_postcode, base_place, payment_methods, vat_registered_from, rating, reviews_count)
       select now(), ${companyId('i')}, 'Mover ' || i, p.code || ' 1AA', p.code,
         ${choice('i', 1, [
           ["'{cash,card}'::text[]", 60],
           ["'{card}'", 20],
           ["'{cash}'", 20],
         ])},
         case when pg_temp.u(i, 2) < 0.33 then date '2024-01-01' end,
         case when pg_temp.u(i, 3) < 0.8 then round((3.8 + 1.2 * pg_temp.u(i, 4))::numeric, 2) end,
         case when pg_temp.u(i, 3) < 0.8 then (5 + 300 * pg_temp.u(i, 5) ^ 3)::int else 0 end
       from generate_series(1::bigint, ${companies}) i join place p on p.n = ${placeOfCompany('i', places.length)}`,
    ],
    [
      'pricing.tariff',
      `insert into pricing.tariff (company_id, included_miles, pence_per_mile, out_of_hours_percent, waiting_pence_per_half_hour)
       select ${companyId('i')}, 5 + 5 * (i % 3), 80 + 10 * (i % 8), 15 + 5 * (i % 3), 1500 from generate_series(1::bigint, ${companies}) i`,
    ],
  ]
}

const HELP_SETS: readonly (readonly [string, number])[] = [
  [`'{no_help,driver_helps}'::text[]`, 45],
  [`'{no_help,driver_helps,one_porter}'::text[]`, 35],
  [`'{no_help,driver_helps,one_porter,two_porters}'::text[]`, 20],
]
const STATUSES: readonly (readonly [string, number])[] = [
  [`'operating'`, 81],
  [`'insurance_expires_soon'`, 4],
  [`'pending_verification'`, 8],
  [`'deactivated_by_you'`, 7],
]
export const VANS: readonly (readonly [VanCategory, number])[] = [
  ['large_van', 30],
  ['medium_van', 25],
  ['luton_van', 25],
  ['small_van', 20],
]

function fleetStatements(units: number, mode: FillMode, today: LocalDay): [string, string][] {
  const vans: readonly (readonly [VanCategory, number])[] = mode === 'fixed' ? VANS : [['large_van', 100]]
  const helps = mode === 'fixed' ? HELP_SETS : HELP_SETS.slice(-1)
  const category = choice(
    'i',
    13,
    vans.map(([van, weight]) => [`'${van}'`, weight] as const),
  )
  return [
    [
      'fleet.working_unit',
      `insert into fleet.working_unit (created_at, id, company_id, name, status, people_until, papers_until, job_kinds, help_levels)
       select now(), ${unitId('i')}, ${companyId(companyOf('i'))}, 'Driver ' || i, ${choice('i', 10, STATUSES)}, '{infinity,infinity,infinity}',
         ${choice('i', 16, [
           ["'infinity'::date", 80],
           [`date '${today}' + 300`, 15],
           [`date '${today}' + 5`, 5],
         ])},
         ${choice('i', 11, [
           ["'{home_or_office,furniture}'::text[]", 96],
           ["'{furniture}'", 4],
         ])},
         case when ${category} = 'small_van' then '{no_help,driver_helps,one_porter}' else ${choice('i', 12, helps)} end
       from generate_series(1::bigint, ${units}) i`,
    ],
    [
      'fleet.van',
      `insert into fleet.van (unit_id, category, make, model, registration, has_tail_lift, fuel, euro_class, year)
       select ${unitId('i')}, ${category}, 'Ford', 'Transit', 'BE' || 10 + i % 70 || ' NCH',
         ${category} = 'luton_van' and pg_temp.u(i, 14) < 0.8, 'diesel', case when pg_temp.u(i, 15) < 0.85 then 6 else 5 end, 2020
       from generate_series(1::bigint, ${units}) i`,
    ],
    ['fleet.operating_district', coverage(units, mode)],
  ]
}

/** Whole areas where a unit covers many districts, districts where it covers few: as the settings page writes them too. */
function coverage(units: number, mode: FillMode): string {
  const areasEach = mode === 'proportional' ? AREAS_PER_UNIT : Math.round((UNITS_PER_PLACE * areas.length) / units)
  const isByArea = areasEach >= 2
  const [table, count] = isByArea ? ['area', areas.length] : ['place', places.length]
  const each = isByArea ? areasEach : Math.max(1, Math.round((UNITS_PER_PLACE * places.length) / units))
  return `insert into fleet.operating_district (unit_id, district)
    select ${unitId('i')}, p.code from generate_series(1::bigint, ${units}) i cross join generate_series(0, ${each - 1}) k
    join ${table} p on p.n = (${placeOfCompany(companyOf('i'), count)} + k) % ${count}`
}

function calendarStatements(units: number, today: LocalDay): [string, string][] {
  const pattern = `(i * 2654435761 >> 7) % 10`
  return [
    [
      'calendar.business_day',
      `insert into calendar.business_day (unit_id, day_of_week, start_minute, end_minute, day_off)
       select ${unitId('i')}, d,
         case when ${pattern} < 5 then 420 when ${pattern} < 6 then 420 else 480 end,
         case when ${pattern} < 5 then 1140 when ${pattern} < 6 then 1200 else 1080 end,
         case when ${pattern} = 5 then false when ${pattern} = 9 then d > 5 else d = 7 end
       from generate_series(1::bigint, ${units}) i cross join generate_series(1, 7) d`,
    ],
    [
      'calendar.availability',
      `insert into calendar.availability (unit_id, day, free_hours)
       select ${unitId('i')}, date '${today}' + 1 + (pg_temp.u(i, 20) * ${FIRST_DAYS})::int, 16777215 & ~3840
       from generate_series(1::bigint, ${units}) i where pg_temp.u(i, 21) < 0.2`,
    ],
    [
      'calendar.vacation',
      `insert into calendar.vacation (unit_id, start_day, end_day)
       select ${unitId('i')}, date '${today}' + ahead, date '${today}' + ahead + 6
       from generate_series(1::bigint, ${units}) i, lateral (select (pg_temp.u(i, 22) * 60)::int as ahead) a where pg_temp.u(i, 23) < 0.2`,
    ],
  ]
}

/** Every other unit has a job of four hours in the days that are asked for. */
function holdStatements(units: number, today: LocalDay): [string, string][] {
  const booked = `
    select i, ${companyOf('i')} as company, (date '${today}' + 1 + floor(pg_temp.u(i, 30) * ${FIRST_DAYS})::int
      + case when pg_temp.u(i, 31) < 0.6 then time '09:00' else time '13:30' end) at time zone 'Europe/London' as at
    from generate_series(1::bigint, ${units}) i where pg_temp.u(i, 32) < 0.5`
  return [
    [
      'bookings.booking',
      `insert into bookings.booking (id, customer_id, company_id, unit_id, quote_id, status, start_at, end_at, payment_method, total_pence,
         ceiling_pence, commissionable_pence, lines, move, work, route_points, request_digest, created_at)
       select ${bookingId('i')}, ${bookingId('0::bigint')}, ${companyId('company')}, ${unitId('i')}, 'bench', 'confirmed', at, at + interval '4 hours',
         'cash', 20000, 22000, 20000, '[]', '{}', '{}', '[]', '', now() from (${booked}) b`,
    ],
    [
      'calendar.hold',
      `insert into calendar.hold (unit_id, booking_id, during, start_lat, start_lng, end_lat, end_lng, start_outcode, end_outcode, driving_minutes, duty_minutes)
       select ${unitId('i')}, ${bookingId('i')}, tstzrange(at, at + interval '4 hours'), p.lat, p.lng, q.lat, q.lng, p.code, q.code, 60, 240
       from (${booked}) b
       join place p on p.n = ${placeOfCompany('company', places.length)}
       join place q on q.n = (${placeOfCompany('company', places.length)} + 1 + i % 5) % ${places.length}`,
    ],
  ]
}

const ordinal = (list: readonly string[], column: string): string =>
  `array_position('{${list.join(',')}}'::text[], ${column})`

/** A rate for each van and help level that a company really has. */
function rateStatements(): [string, string][] {
  return [
    [
      'pricing.hourly_rate',
      `insert into pricing.hourly_rate (company_id, van_category, help_level, pence_per_hour)
       select distinct on (u.company_id, v.category, help) u.company_id, v.category, help,
         3000 + 500 * ${ordinal(VAN_CATEGORIES, 'v.category')} + 900 * ${ordinal(HELP_LEVELS, 'help')} + (hashtext(u.company_id::text) & 15) * 50
       from fleet.working_unit u join fleet.van v on v.unit_id = u.id cross join unnest(u.help_levels) help`,
    ],
  ]
}
