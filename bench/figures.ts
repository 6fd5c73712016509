// The figures of an owner at a million bookings a year: the page's two statements over 12 months, and the count of a day.
// node bench/figures.ts
import pg from 'pg'
import { countFigures } from '#modules/figures/commands.ts'
import { findFigures } from '#modules/figures/queries.ts'
import { findUnmetSearches } from '#modules/figures/unmet-queries.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { openSetting } from './setting.ts'

/** A million a year. */
const A_DAY = 2740
const DAYS = 40
const ROUNDS = 5

const setting = await openSetting()
const { ctx } = setting.app
const client = new pg.Client(setting.connection)
await client.connect()
const today = localDayOf(ctx.clock.now())

/**
 * Inserts two years of counted days: 88 different answer times each, 24 hours, and 3,000 districts of which 1,400 hours
 * had no free driver.
 */
async function fillCounted(): Promise<void> {
  await client.query(
    `
    insert into figures.day select d::date, 2740, 60000000, 2500, 2300, 150, 2400, 200, 140, 300, 250, 50, 55000000, 8000000
      from generate_series($1::date - 730, $1::date - 50, interval '1 day') d`,
    [today],
  )
  await client.query(
    `
    insert into figures.reply select d::date, case when m < 30 then m when m < 48 then m * 5 - 120 else (m - 40) * 15 end, 1 + m % 20
      from generate_series($1::date - 730, $1::date, interval '1 day') d, generate_series(0, 87) m`,
    [today],
  )
  await client.query(
    `
    insert into quoting.search_hour select d::date, h, 1200, 60 from generate_series($1::date - 730, $1::date, interval '1 day') d, generate_series(0, 23) h`,
    [today],
  )
  await client.query(
    `
    insert into quoting.unmet_search select d::date, 'D' || (n * 7919 % 3000), n % 24, 1 + n % 3
      from generate_series($1::date - 730, $1::date, interval '1 day') d, generate_series(0, 1399) n on conflict do nothing`,
    [today],
  )
}

/** Forty days as dense as those of a year with a million, eight events each. */
async function fillTrail(): Promise<void> {
  await client.query(`set synchronous_commit = off`)
  await client.query(`insert into identity."user" (id, user_role, email, email_key, password_hash, first_name, created_at)
    values (md5('u')::uuid, 'customer', 'u@example.test', 'u@example.test', 'never compared', 'Jo', now())`)
  await client.query(
    `insert into companies.company (id, name, base_postcode, created_at) values (md5('c')::uuid, 'Bench', 'E17 4QH', now())`,
  )
  await client.query(
    `insert into fleet.working_unit (id, company_id, name, status, created_at) values (md5('w')::uuid, md5('c')::uuid, 'Sam', 'operating', now())`,
  )
  await client.query(
    `
    insert into bookings.booking (id, customer_id, company_id, unit_id, quote_id, status, start_at, end_at, payment_method, total_pence, ceiling_pence,
      commissionable_pence, lines, move, work, route_points, request_digest, created_at)
    select md5('b' || n)::uuid, md5('u')::uuid, md5('c')::uuid, md5('w')::uuid, md5(n::text), 'completed', at + interval '5 days', at + interval '5 days 3 hours', 'cash', 12000, 14000,
      12000, '[]', '{}', '{}', '[]', '\\x00', at from generate_series(0, $1::int - 1) n, lateral (select now() - interval '6 hours' - n * interval '1 day' / $2::int as at) s`,
    [A_DAY * DAYS, A_DAY],
  )
  await client.query(
    `
    insert into bookings.event (booking_id, at, kind, actor_kind, unit_id, data)
    select md5('b' || n)::uuid, now() - interval '6 hours' - n * interval '1 day' / $2::int + k.after, k.kind, 'system', md5('w')::uuid, '{}'
    from generate_series(0, $1::int - 1) n, (values ('created', interval '0'), ('confirmed', interval '20 minutes'), ('reconfirmation_asked', '1 hour'),
      ('reconfirmed', '2 hours'), ('set_off', '3 hours'), ('started', '4 hours'), ('hours_confirmed', '5 hours'), ('finished', '5 hours')) k (kind, after)`,
    [A_DAY * DAYS, A_DAY],
  )
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  console.log(`${name.padEnd(48)} ${times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]?.toFixed(1)} ms`)
}

await fillCounted()
await fillTrail()
await client.query('vacuum analyze')
const year = { startDate: addDays(today, -364), endDate: today }
for (const step of ['day', 'week', 'month'] as const)
  await timed(`12 months by ${step}`, () => findFigures(ctx, { ...year, step }))
await timed('12 months, districts and hours', () => findUnmetSearches(ctx, { from: year.startDate, to: today }))
await timed('a month by day', () => findFigures(ctx, { startDate: addDays(today, -30), endDate: today, step: 'day' }))
const start = performance.now()
const days = await countFigures(ctx, { isWhole: true })
const each = (performance.now() - start) / days
console.log(`${'counting a day, all of them'.padEnd(48)} ${each.toFixed(1)} ms (${days} days)`)
await timed('counting what has changed', () => countFigures(ctx))
const { rows } = await client.query(
  `explain select e.at from bookings.event e where e.at >= now() - interval '1 day' and e.at < now() and e.kind in ('created', 'verified', 'confirmed',
    'rejected', 'not_taken', 'became_hot', 'no_one_took', 'finished', 'cancelled')`,
)
console.log(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'))
await client.end()
await setting.close()
