import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMinutes, startOfDay, type DayOfWeek, type LocalDay } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCompany, type TestCompany } from '#test/support/factories/company.ts'
import {
  askOracle,
  FLAWS,
  isWithin,
  minutesOf,
  overlap,
  type Calendar,
  type Held,
  type Minutes,
  type Told,
} from '#test/support/minute-oracle.ts'
import { createPerson } from '#test/support/people.ts'
import { openHours } from './hours/rules.ts'
import { listUnitCalendars } from './queries.ts'
import { reasonNotFree, type AvailabilityDay, type BusinessDay, type Vacation } from './rules.ts'
import { weekStatement } from './week-queries.ts'

const BATCH = 500
/** Starts of weeks with a clock change: on their last day, within, or on their first. */
const CHANGING = [
  '2027-03-22 2027-03-25 2026-03-29 2028-03-20 2028-03-26',
  '2026-10-19 2027-10-28 2026-10-25 2027-10-25 2028-10-29',
].flatMap((days) => days.split(' '))
/** Others: over New Year, over a leap day, in summer and in winter. */
const PLAIN = [
  '2026-12-28 2028-02-28 2027-06-14 2027-01-11 2027-08-30',
  '2027-11-01 2027-02-01 2027-05-03 2027-09-06 2028-01-03',
].flatMap((days) => days.split(' '))

let app: TestApp
let company: TestCompany
let customerId: string
beforeAll(async () => {
  app = await createTestApp()
  company = await aCompany(app)
  customerId = (await createPerson(app)).id
})
afterAll(() => app.close())

let seed = 20_261_120
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T

/** One in thirty has nothing at all: no hours, no days off. */
function aCalendar(week: Minutes): Calendar {
  const [from = ''] = week.days
  const isEmpty = random(30) === 0
  const days = Array.from({ length: isEmpty ? 0 : 9 }, (_, index) => addDays(from, index - 1))
  const holds = Array.from({ length: random(4) }, () => aTime(from, [30, 60, 240, 600, 1500, 4000]))
  return {
    id: crypto.randomUUID(),
    businessDays: ([1, 2, 3, 4, 5, 6, 7] as const).filter(() => !isEmpty && random(9) > 0).map(aBusinessDay),
    availability: days.filter(() => random(4) === 0).map(aDayOfHours),
    vacations: Array.from({ length: isEmpty ? 0 : oneOf([0, 0, 0, 1, 1, 2]) }, () => aVacation(from)),
    holds: holds.filter((one, index) => holds.slice(0, index).every((other) => !overlap(one, other))),
    job: aJob(week),
  }
}

function aBusinessDay(dayOfWeek: DayOfWeek): BusinessDay {
  const startMinute = oneOf([0, 0, 60, 90, 480, 515, random(1440)])
  const endMinute = oneOf([1440, 1440, 1080, 1439, Math.min(1440, startMinute + 1 + random(900))])
  return { dayOfWeek, startMinute, endMinute: Math.max(startMinute + 1, endMinute), dayOff: random(9) === 0 }
}

const aDayOfHours = (day: LocalDay): AvailabilityDay => ({
  day,
  freeHours: oneOf([0, 0xffffff, 0xffffff & ~(1 << random(24)), random(2 ** 24)]),
})

function aVacation(from: LocalDay): Vacation {
  const startDay = addDays(from, random(13) - 5)
  return { startDay, endDay: addDays(startDay, oneOf([0, 0, 1, 3, 9])) }
}

/** A time that begins in the week or in the two days before; one in three begins in the evening and may run over midnight. */
function aTime(from: LocalDay, lengths: readonly number[]): Held {
  const start = addMinutes(
    startOfDay(from),
    (random(9) - 2) * 1440 + (random(3) === 0 ? 1320 + random(120) : random(48) * 30),
  )
  return { start, end: addMinutes(start, oneOf(lengths)) }
}

function aJob(week: Minutes): Held {
  const job = aTime(week.days[0] ?? '', [1, 30, 60, 90, 240, 300])
  return isWithin(week, job) ? job : aJob(week)
}

/** A statement for each table. */
async function keep(calendars: readonly Calendar[]): Promise<void> {
  const { db } = app.ctx
  const rows = (pick: (calendar: Calendar) => readonly object[]) =>
    JSON.stringify(calendars.flatMap((calendar) => pick(calendar).map((row) => ({ ...row, unit: calendar.id }))))
  await sql`insert into fleet.working_unit (id, company_id, name, created_at)
    select unit, ${company.id}, 'Sam', now() from json_to_recordset(${rows(() => [{}])}::json) r (unit uuid)`.execute(
    db,
  )
  await sql`insert into calendar.business_day (unit_id, day_of_week, start_minute, end_minute, day_off)
    select * from json_to_recordset(${rows(({ businessDays }) => businessDays)}::json)
      r (unit uuid, "dayOfWeek" int, "startMinute" int, "endMinute" int, "dayOff" boolean)`.execute(db)
  await sql`insert into calendar.availability (unit_id, day, free_hours)
    select * from json_to_recordset(${rows(({ availability }) => availability)}::json)
      r (unit uuid, day date, "freeHours" int)`.execute(db)
  await sql`insert into calendar.vacation (unit_id, start_day, end_day)
    select * from json_to_recordset(${rows(({ vacations }) => vacations)}::json)
      r (unit uuid, "startDay" date, "endDay" date)`.execute(db)
  await sql`with held as (
      select gen_random_uuid() as id, * from json_to_recordset(${rows(({ holds }) => holds)}::json)
        r (unit uuid, start timestamptz, "end" timestamptz)
    ), booked as (
      insert into bookings.booking (id, customer_id, unit_id, quote_id, status, start_at, end_at, payment_method, total_pence, ceiling_pence,
        commissionable_pence, lines, move, work, route_points, request_digest, created_at)
      select id, ${customerId}, unit, id::text, 'confirmed', start, "end", 'cash', 1, 1, 1, '[]', '{}', '{}', '[]', '', now() from held
    )
    insert into calendar.hold (unit_id, booking_id, during, start_lat, start_lng, start_outcode, end_lat, end_lng, end_outcode,
      driving_minutes, duty_minutes)
    select unit, id, tstzrange(start, "end"), 0, 0, 'E17', 0, 0, 'E17', 0, 0 from held`.execute(db)
}

const nowhere = { startPlace: 0, endPlace: 0, drivingMinutes: 0, dutyMinutes: 0 }

/** What the product says: the statement of the calendar's week, the rule, and the rule of booking on what is read back for it. */
async function askProduct(calendars: readonly Calendar[], week: Minutes): Promise<(Told | undefined)[]> {
  const { ctx } = app
  const ids = calendars.map(({ id }) => id)
  const { rows } = await weekStatement(ids, week.days[0] ?? '', 7).execute(ctx.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const first = new Date(week.first * 60_000)
  const read = await listUnitCalendars(ctx, ids, first, addMinutes(first, week.count))
  return calendars.map((calendar) => {
    const row = byId.get(calendar.id)
    const ofUnit = read.get(calendar.id)
    if (!row || !ofUnit) return undefined
    const holds = ofUnit.holds.map(({ start, end }) => ({ start, end, ...nowhere }))
    return {
      statement: row.days.map(({ hours }) => hours),
      rule: week.days.map((day) => openHours(calendar, day)),
      bookings: row.bookings.map((booking) => new Date(booking.startAt).toISOString()),
      verdict: reasonNotFree({ ...ofUnit, holds }, { ...calendar.job, ...nowhere }, () => 0),
    }
  })
}

const same = (a: Told | undefined, b: Told) => JSON.stringify(a) === JSON.stringify(b)

describe('the open hours of a week', () => {
  /** One calendar in twenty-five of every week, for the control. */
  const sampled: { calendar: Calendar; week: Minutes; answer: Told }[] = []

  const verdicts = new Map<string | null, number>()

  it.each([...CHANGING, ...PLAIN])(
    'of %s are the same by the statement, by the rule and minute by minute',
    async (from) => {
      const disagreements: object[] = []
      const week = minutesOf(from)
      const calendars = Array.from({ length: BATCH }, () => aCalendar(week))
      await keep(calendars)
      const answers = await askProduct(calendars, week)
      calendars.forEach((calendar, index) => {
        const expected = askOracle(calendar, week)
        const answer = answers[index]
        if (!same(answer, expected)) disagreements.push({ from, calendar, told: answer, expected })
        if (answer && index % 25 === 0) sampled.push({ calendar, week, answer })
        verdicts.set(expected.verdict, (verdicts.get(expected.verdict) ?? 0) + 1)
      })
      expect(disagreements.slice(0, 3)).toEqual([])
    },
  )

  it('were compared for 10,000 calendars, each verdict among them', () => {
    expect([...verdicts.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000)
    // The agreement would prove little if any answer were rare.
    for (const verdict of [null, 'vacation', 'day_off', 'hours', 'unavailable', 'busy'])
      expect(verdicts.get(verdict) ?? 0).toBeGreaterThan(100)
  })

  it.each(FLAWS)('show it where %s: the control', (flaw) => {
    const found = sampled.filter(({ calendar, week, answer }) => !same(answer, askOracle(calendar, week, flaw)))
    expect(found.length).toBeGreaterThan(0)
  })
})

it('has half of its weeks around a clock change', () => {
  const lengths = (weeks: readonly LocalDay[]) => weeks.map((from) => minutesOf(from).count - 7 * 1440)
  expect(lengths(CHANGING)).toEqual([-60, -60, -60, -60, -60, 60, 60, 60, 60, 60])
  expect(new Set(lengths(PLAIN))).toEqual(new Set([0]))
})
