import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { median } from './cpu-time.ts'
import { aCustomer, aQuoteFor, type Customer } from './factories/booking.ts'
import type { Move } from './factories/move.ts'
import { quoteIdParts } from '#modules/quoting/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'

/**
 * How often a race is run: some rounds with every run of the tests, all of them with `npm run races`, which takes many times as long.
 */
export const roundsOf = (some: number, all: number): number => (process.env['RACES'] === 'all' ? all : some)

export interface Race {
  app: TestApp
  racers: Customer[]
  /** A quote from which those of every round are copied. */
  quoteId: string
}

export interface RaceResult {
  statuses: number[]
  codes: string[]
  /** Milliseconds until the last racer had an answer. */
  slowest: number
  /** Milliseconds that this process worked for all of them. */
  cpuMs: number
}

/** Customers who all want the one unit that is on the road. */
export async function prepareRace(app: TestApp, count: number, move?: Move): Promise<Race> {
  const racers: Customer[] = []
  for (let made = 0; made < count; made += 1) racers.push(await aCustomer(app))
  return { app, racers, quoteId: (await aQuoteFor(app, move)).quoteId }
}

/** All racers book at once, each a quote of their own for a time that overlaps everybody else's. */
export async function runRace(race: Race, start: Date): Promise<RaceResult> {
  const quotes = await Promise.all(
    [0, 30, 60, 90].map((minutes) => copyQuotes(race, addMinutes(start, minutes), Math.ceil(race.racers.length / 4))),
  )
  const all = quotes.flat()
  const began = performance.now()
  const cpuBegan = process.cpuUsage()
  const answers = await Promise.all(
    race.racers.map(async (racer, index) => {
      const answer = await book(race.app, racer, all[index])
      return { answer, took: performance.now() - began }
    }),
  )
  const { user, system } = process.cpuUsage(cpuBegan)
  // Their winners do not wait for a driver, so that nobody comes to have five open bookings.
  await race.app.ctx.db
    .updateTable('bookings.booking')
    .set({ status: 'confirmed' })
    .where('status', '=', 'new_booking')
    .execute()
  return {
    statuses: answers.map(({ answer }) => answer.statusCode),
    codes: answers.map(({ answer }) => answer.json<{ code?: string }>().code ?? 'booked'),
    slowest: Math.max(...answers.map(({ took }) => took)),
    cpuMs: (user + system) / 1000,
  }
}

/** What one racer costs who comes alone for a time that is taken: the middle of twenty. */
export async function measureAlone(race: Race, start: Date): Promise<{ ms: number; cpuMs: number }> {
  const [racer] = race.racers
  if (!racer) throw new Error('Nobody races')
  const times: number[] = []
  const quotes = await copyQuotes(race, start, 20)
  const cpuBegan = process.cpuUsage()
  for (const quoteId of quotes) {
    const began = performance.now()
    await book(race.app, racer, quoteId)
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(cpuBegan)
  return { ms: median(times), cpuMs: (user + system) / 1000 / quotes.length }
}

export const book = ({ app }: TestApp, { bearer }: Customer, quoteId: string | undefined) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/booking/',
    headers: { authorization: `Bearer ${bearer}` },
    payload: toWire({ quoteId, paymentMethod: 'cash' }) as object,
  })

/** The same move at another time, so many times, as so many searches would have left it. */
export async function copyQuotes({ app, quoteId }: Race, start: Date, count: number): Promise<string[]> {
  const { pageId, key } = quoteIdParts(quoteId)
  const { rows } = await sql<{ id: string }>`
    insert into quoting.offer_page (id, valid_until, start_at, end_at, move, work, quotes)
    select left(md5(random()::text), 22), valid_until, ${start}, ${start}::timestamptz + (end_at - start_at), move, work,
      json_build_object(${key}::text, quotes -> ${key})
    from quoting.offer_page, generate_series(1, ${count}) where id = ${pageId}
    returning id`.execute(app.ctx.db)
  return rows.map(({ id }) => id + key)
}

/** How many pairs of transactions waited for each other, as the database has counted them so far. */
export async function countDeadlocks({ ctx }: TestApp): Promise<number> {
  // Backends report what they counted within a second.
  await new Promise((resolve) => setTimeout(resolve, 1200))
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(ctx.db)
  return rows[0]?.deadlocks ?? NaN
}
