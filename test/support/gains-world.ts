import { sql } from 'kysely'
import { HELP_LEVELS, helpLevelsFor, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { prepareMove, timed, type TimedMove } from '#modules/quoting/move/queries.ts'
import { quotePayload } from '#modules/quoting/contract.ts'
import type { Change } from '#modules/quoting/insights/rules.ts'
import { toJson } from '#platform/json-columns.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#shared/endpoint.ts'
import { addDays, ALL_HOURS, addMinutes, toInstant } from '#shared/local-time.ts'
import { fromWire, toSnakeKey, toWire } from '#shared/wire.ts'
import type { TestApp } from './app.ts'
import { aMove, type Move } from './factories/move.ts'
import { placeOf } from './factories/hold.ts'
import { createPerson } from './people.ts'

/** Random numbers that are the same in every run. */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  const oneOf = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0]
  const someOf = <T>(list: readonly T[], chance: number) => list.filter(() => next() < chance)
  return { next, below, oneOf, someOf }
}

type Dice = ReturnType<typeof dice>

export interface WorldUnit {
  id: string
  companyId: string
}

const DAY = '2026-11-20'
const PICK_UPS = ['E17', 'E10', 'E4', 'E11', 'N17', 'IG8', 'SW1A', 'E'] as const
const POSTCODES = ['E17 4QH', 'E10 5AA', 'E4 6AA', 'E11 1AA', 'N17 8AA', 'IG8 0AA', 'SW1A 1AA'] as const
const FAR = ['BN1 4QL', 'CR0 2AA', 'SE1 7PB', 'OX1 1AA', 'B1 1AA', 'G2 8AA', 'E17 5AA', 'EN1 1AA'] as const
const CATEGORIES = ['large_van', 'large_van', 'medium_van', 'luton_van', 'small_van'] as const

/** So many units in companies of one to three, with everything that a search looks at at random. A few statements, however many. */
export async function aWorld(app: TestApp, count: number, seed: number): Promise<WorldUnit[]> {
  const at = dice(seed)
  const { ctx } = app
  const companies: { id: string; category: VanCategory; units: number }[] = []
  for (let units = 0; units < count;) {
    const size = Math.min(count - units, at.oneOf([1, 1, 1, 2, 3]))
    companies.push({ id: crypto.randomUUID(), category: at.oneOf(CATEGORIES), units: size })
    units += size
  }
  const owner = await createPerson(app, { role: 'driver' })
  await sql`
    with person as (
      insert into identity."user" (user_role, email, email_key, email_verified_at, password_hash, first_name, created_at)
      select 'driver', c.id || '@example.com', c.id || '@example.com', ${ctx.clock.now()}, u.password_hash, 'Jo', ${ctx.clock.now()}
      from unnest(${companies.map(({ id }) => id)}::text[]) c (id), identity."user" u where u.id = ${owner.id} returning id, email
    )
    insert into companies.company (id, name, owner_user_id, base_postcode, base_place, payment_methods, created_at)
    select split_part(email, '@', 1)::uuid, 'Company', id, 'E17 4QH', 'Walthamstow', array['cash'], ${ctx.clock.now()} from person`.execute(
    ctx.db,
  )
  await ctx.db
    .insertInto('pricing.tariff')
    .values(companies.map(({ id }) => tariffOf(at, id)))
    .execute()
  await ctx.db
    .insertInto('pricing.hourly_rate')
    .values(companies.flatMap(({ id, category }) => ratesOf(at, id, category)))
    .execute()
  const units = companies.flatMap(({ id, category, units: size }) =>
    Array.from({ length: size }, () => ({ id: crypto.randomUUID(), companyId: id, category })),
  )
  await addUnits(app, at, units)
  return units.map(({ id, companyId }) => ({ id, companyId }))
}

const tariffOf = (at: Dice, companyId: string) => ({
  companyId,
  minimumMinutes: at.oneOf([60, 120, 180]),
  minimumMinutesTwoPorters: 180,
  includedMiles: at.oneOf([0, 10]),
  pencePerMile: at.oneOf([0, 50, 120]),
  outOfHoursPercent: at.oneOf([0, 25, 50]),
  waitingPencePerHalfHour: 0,
  standardHours: toJson(Array.from({ length: 7 }, (_, day) => (day === 6 ? null : ([480, 1080] as const)))),
})

const ratesOf = (at: Dice, companyId: string, vanCategory: VanCategory) => {
  const helps = helpLevelsFor(vanCategory).filter((help) => help === 'driver_helps' || at.next() < 0.75)
  return helps.map((helpLevel) => ({
    companyId,
    vanCategory,
    helpLevel,
    pencePerHour: 2500 + HELP_LEVELS.indexOf(helpLevel) * 1200 + at.below(30) * 50,
  }))
}

async function addUnits(app: TestApp, at: Dice, units: (WorldUnit & { category: VanCategory })[]): Promise<void> {
  const { db, clock } = app.ctx
  await db
    .insertInto('fleet.working_unit')
    .values(
      units.map(({ id, companyId }) => ({
        id,
        companyId,
        name: 'Sam',
        status: at.oneOf(['operating', 'operating', 'operating', 'operating', 'insurance_expires_soon', 'blocked']),
        jobKinds: at.oneOf([['home_or_office', 'furniture'], ['home_or_office'], ['furniture']]),
        helpLevels: [...at.someOf<HelpLevel>(HELP_LEVELS, 0.6), at.oneOf<HelpLevel>(HELP_LEVELS)].filter(
          (help, index, all) => all.indexOf(help) === index,
        ),
        peopleUntil: at.oneOf([
          ['infinity', 'infinity', 'infinity'],
          ['infinity', 'infinity', 'infinity'],
          ['infinity', addDays(DAY, 3)],
          ['infinity'],
        ]),
        papersUntil: at.oneOf(['infinity', 'infinity', addDays(DAY, 4)]),
        peopleGraceUntil: at.oneOf([null, null, addDays(DAY, -2), addDays(DAY, 4)]),
        createdAt: clock.now(),
      })),
    )
    .execute()
  await db
    .insertInto('fleet.van')
    .values(
      units.map(({ id, category: usual }, index) => {
        const category = at.next() < 0.9 ? usual : at.oneOf(CATEGORIES)
        return {
          unitId: id,
          category,
          make: 'Ford',
          model: 'Transit',
          registration: `LM21 ${String(index).padStart(3, '0')}`,
          hasTailLift: at.next() < 0.5 && category === 'luton_van',
          fuel: at.oneOf(['diesel', 'diesel', 'electric', 'petrol']),
          euroClass: at.oneOf([4, 5, 6, null]),
          payloadKg: at.oneOf([null, null, 500, 900, 1400]),
        }
      }),
    )
    .execute()
  await db
    .insertInto('fleet.operating_district')
    .values(
      units.flatMap(({ id: unitId }) =>
        [...new Set([at.oneOf(PICK_UPS), at.oneOf(PICK_UPS), at.oneOf(PICK_UPS)])].map((district) => ({
          unitId,
          district,
        })),
      ),
    )
    .execute()
  await db
    .insertInto('calendar.business_day')
    .values(
      units.flatMap(({ id: unitId }) => {
        const usual = { startMinute: at.oneOf([0, 420, 480, 540]), endMinute: at.oneOf([960, 1080, 1200, 1440]) }
        return ([1, 2, 3, 4, 5, 6, 7] as const)
          .filter(() => at.next() < 0.9)
          .map((dayOfWeek) => ({ unitId, dayOfWeek, ...usual, dayOff: at.next() < 0.15 }))
      }),
    )
    .execute()
  await db
    .insertInto('calendar.availability')
    .values(
      units.flatMap(({ id: unitId }) =>
        [-4, 1, 2, 8].map((days) => ({
          unitId,
          day: addDays(DAY, days),
          freeHours: at.oneOf([ALL_HOURS, ALL_HOURS & ~(1 << 12), ALL_HOURS & ~0xf00]),
        })),
      ),
    )
    .execute()
  const away = at.someOf(units, 0.2).map(({ id: unitId }) => {
    const startDay = addDays(DAY, at.below(14) - 6)
    return { unitId, startDay, endDay: addDays(startDay, at.below(3)) }
  })
  await db.insertInto('calendar.vacation').values(away).execute()
  await addHolds(app, at, units)
}

async function addHolds(app: TestApp, at: Dice, units: readonly WorldUnit[]): Promise<void> {
  const places = await Promise.all([...POSTCODES, ...FAR].map((postcode) => placeOf(app, postcode)))
  const [first, ...others] = places
  if (!first) throw new Error('There are no places')
  const holds = units.flatMap(({ id: unitId }) =>
    [-7, -4, -1, 1, 2, 3, 5, 8].flatMap((days) => {
      if (at.next() < 0.6) return []
      const start = addMinutes(toInstant(addDays(DAY, days), 0), 360 + at.below(24) * 30)
      const end = addMinutes(start, 60 + at.below(8) * 30)
      const [from, to] = [at.oneOf([first, ...others]), at.oneOf([first, ...others])]
      return [
        {
          unitId,
          heldFor: 'offer' as const,
          offerId: crypto.randomUUID(),
          decideBy: toInstant('2027-06-01', 0),
          during: `[${start.toISOString()},${end.toISOString()})`,
          startLat: from.lat,
          startLng: from.lng,
          startOutcode: from.outcode,
          endLat: to.lat,
          endLng: to.lng,
          endOutcode: to.outcode,
          drivingMinutes: at.oneOf([0, 60, 180]),
          dutyMinutes: at.oneOf([180, 240, 420]),
        },
      ]
    }),
  )
  await app.ctx.db.insertInto('calendar.hold').values(holds).execute()
}

/** A random move as it is asked for, and a time to ask: some days before it begins. Some are more than any van does in a day. */
export function aRandomJob(at: Dice): { asked: Move; now: Date } {
  const vanCategory = at.oneOf(CATEGORIES)
  const date = addDays(DAY, at.below(18) - 7)
  const asked = aMove({
    from: at.oneOf(POSTCODES),
    to: at.oneOf(FAR),
    stops: at.next() < 0.2 ? [at.oneOf(['E15 1AA', 'N1 1AA'])] : [],
    stairs: [at.below(4), at.below(3)],
    date,
    time: at.oneOf(['06:00', '06:30', '07:00', '07:30', '08:00', '08:30', '11:30', '13:00', '15:00', '16:30']),
    vanCategory,
    manPower: at.oneOf(['driver_helps', ...helpLevelsFor(vanCategory)]),
    jobKind: at.oneOf(['home_or_office', 'home_or_office', 'furniture']),
    needTailLift: vanCategory === 'luton_van' && at.next() < 0.4,
    items: [
      { movingItem: 102, amount: 1 + at.below(3) },
      { movingItem: 112, amount: 1 + at.below(3) },
      { movingItem: 207, amount: at.oneOf([2, 10, 30]) },
    ],
    ...(at.next() < 0.3 ? { declaredWaiting: '01:30:00' } : {}),
  })
  return { asked, now: toInstant(addDays(date, -4), 600) }
}

/** The same as a search prepares it. */
export async function aRandomMove(app: TestApp, at: Dice): Promise<TimedMove> {
  const { asked, now } = aRandomJob(at)
  app.clock.set(now)
  const prepared = await prepareMove(app.ctx, fromWire(quotePayload.parse(toWire(asked))))
  const move = prepared instanceof Refusal ? undefined : timed(prepared)
  return move ?? aRandomMove(app, at)
}

/** Really makes these changes, each to its unit: a statement for each kind. */
export async function makeChanges({ db }: Ctx, made: readonly { unit: WorldUnit; change: Change }[]): Promise<void> {
  const rows = JSON.stringify(
    made.map(({ unit, change }) => ({
      unit_id: unit.id,
      company_id: unit.companyId,
      kind: change.kind,
      ...Object.fromEntries(Object.entries(change).map(([key, value]) => [toSnakeKey(key), value])),
    })),
  )
  const change = sql`json_to_recordset(${rows}::json) as c (unit_id uuid, company_id uuid, kind text, day_of_week int, start_minute int,
    end_minute int, help_level text, pence_per_hour int, district text, job_kind text, pence int)`
  await sql`insert into calendar.business_day (unit_id, day_of_week, start_minute, end_minute, day_off)
    select unit_id, day_of_week, start_minute, end_minute, false from ${change} where day_of_week is not null
    on conflict (unit_id, day_of_week) do update set start_minute = excluded.start_minute, end_minute = excluded.end_minute, day_off = false`.execute(
    db,
  )
  await sql`update fleet.working_unit u set help_levels = array(select distinct unnest(u.help_levels || c.help_level))
    from ${change} where u.id = c.unit_id and c.help_level is not null`.execute(db)
  await sql`insert into pricing.hourly_rate (company_id, van_category, help_level, pence_per_hour)
    select c.company_id, v.category, c.help_level, c.pence_per_hour from ${change} join fleet.van v using (unit_id)
    where c.help_level is not null on conflict do nothing`.execute(db)
  await sql`insert into fleet.operating_district (unit_id, district)
    select unit_id, district from ${change} where district is not null`.execute(db)
  await sql`update fleet.working_unit u set job_kinds = u.job_kinds || c.job_kind
    from ${change} where u.id = c.unit_id and c.job_kind is not null`.execute(db)
  await sql`update pricing.hourly_rate r set pence_per_hour = r.pence_per_hour - c.pence
    from ${change} join fleet.van v using (unit_id)
    where r.company_id = c.company_id and r.van_category = v.category and c.pence is not null`.execute(db)
}
