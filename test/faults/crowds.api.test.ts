import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { cancelBooking, confirmBooking, rejectBooking, takeBooking } from '#modules/bookings/answers/contract.ts'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { confirmArrivalByLink } from '#modules/bookings/day/actions/contract.ts'
import { getUser } from '#modules/identity/contract.ts'
import { LOAD_LIMITS } from '#platform/load-shedding.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, type Booking, type Customer } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'

/**
 * A crowd on one booking, whose row somebody keeps locked all the while: the crowd is told at once what is impossible, at most one of it
 * waits with a connection, and the calls of others are answered. Without the guards the others starve.
 */

const OTHERS = 10
const ROUNDS = 3
const TAKERS = 200

/** Production's numbers, but for how long somebody waits: the machine may be busy with other things. */
const { people, networks } = LOAD_LIMITS.connections
const limits = {
  ...LOAD_LIMITS,
  connections: { people: { ...people, patienceMs: 60_000 }, networks: { ...networks, patienceMs: 60_000 } },
  rows: { ...LOAD_LIMITS.rows, patienceMs: 60_000 },
}

let app: TestApp
let unit: TestUnit
let booking: Booking & { customer: Customer }
let others: string[]
let locker: pg.Client
let days = 0
beforeAll(async () => {
  app = await createTestApp({ loadLimits: limits })
  unit = await aUnit(app, { company: { pencePerHour: 3000 } })
  others = []
  for (let made = 0; made < OTHERS; made++) others.push((await aCustomer(app)).bearer)
  locker = new pg.Client(app.database.connection)
  await locker.connect()
})
afterAll(async () => {
  await locker.end()
  await app.close()
})
beforeEach(async () => {
  booking = await aBooking(app, { move: aMove({ date: `2026-12-${String(1 + days++).padStart(2, '0')}` }) })
})

const networkOf = (index: number) => `10.7.${index}.1`
const bearerOf = async ({ company }: TestUnit) => (await sessionFor(app, company.owner.id)).bearer

/** One call of the crowd, from the network of this number. */
type OneOfCrowd = (product: App, index: number) => Promise<{ status: number }>

const countStatuses = (answers: readonly { status: number }[]) =>
  answers.reduce<Record<number, number>>((count, { status }) => ({ ...count, [status]: (count[status] ?? 0) + 1 }), {})

/** What the crowd and others were answered while the row of the booking was locked. */
async function besides(product: App, count: number, call: OneOfCrowd) {
  await locker.query('begin')
  await locker.query('select from bookings.booking where id = $1 for no key update', [booking.id])
  const answered: { status: number }[] = []
  const keep = (answer: { status: number }) => void answered.push(answer)
  const crowd = Array.from({ length: count }, (_, index) => call(product, index).then(keep))
  // All but the one that has the row's turn and the two behind it, or as many as there are connections.
  const isCaught = () => answered.length >= count - 3 || product.pool.totalCount === product.pool.options.max
  await expect.poll(isCaught, { timeout: 60_000 }).toBe(true)
  const seen: { status: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    seen.push(...(await Promise.all(others.map((bearer, index) => lookAround(product, bearer, index)))).flat())
  const { rows } = await locker.query<{ waiting: number }>(
    `select count(*)::int waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await locker.query('rollback')
  await Promise.all(crowd)
  return { others: countStatuses(seen), crowd: countStatuses(answered), waiting: rows[0]?.waiting }
}

async function lookAround(product: App, bearer: string, index: number) {
  const call = createCall(product.fastify, { bearer, address: `10.8.${index}.1` })
  return [await call(getUser), await call(listFutureBookings)]
}

interface Crowd {
  name: string
  count: number
  /** What a call is told: what it would be told without a crowd, or that its caller has too many waiting. */
  told: number[]
  prepare: () => Promise<OneOfCrowd>
}

const crowds: Crowd[] = [
  {
    name: 'fifteen accounts try to take somebody’s booking',
    count: 300,
    told: [404, 429],
    prepare: async () => {
      await must(app.call(await bearerOf(unit))(confirmBooking, { params: { id: booking.id } }))
      const takers: { id: string; bearer: string }[] = []
      for (let made = 0; made < 15; made++) {
        const stranger = await aUnit(app, { company: { pencePerHour: 9000 } })
        takers.push({ id: stranger.id, bearer: await bearerOf(stranger) })
      }
      return (product, index) => {
        const taker = takers[index % takers.length]
        const call = createCall(product.fastify, { bearer: taker?.bearer ?? '', address: networkOf(index % 15) })
        return call(takeBooking, { params: { id: booking.id }, body: { workingUnitId: taker?.id ?? '' } })
      }
    },
  },
  {
    name: 'a new account cancels its booking at a wrong fee',
    count: 280,
    told: [409, 429],
    prepare: async () => (product, index) =>
      createCall(product.fastify, { bearer: booking.customer.bearer, address: networkOf(index % 4) })(cancelBooking, {
        params: { id: booking.id },
        body: { feePence: 999_999 },
      }),
  },
  {
    name: 'ten networks say by one public link that the mover is there',
    count: 600,
    told: [409, 429],
    prepare: async () => (product, index) =>
      createCall(product.fastify, { address: networkOf(index % 10) })(confirmArrivalByLink, {
        params: { hash: booking.hash },
      }),
  },
]

describe.each(crowds)('$name', ({ count, told, prepare }) => {
  it('lets nobody else be told that the product is busy', async () => {
    const seen = await besides(app.app, count, await prepare())
    expect(seen.others).toEqual({ 200: OTHERS * ROUNDS * 2 })
    expect(Object.keys(seen.crowd).filter((status) => !told.includes(Number(status)))).toEqual([])
    expect(seen.waiting).toBeLessThanOrEqual(1)
  })

  it('starves others without the guards: the control', async () => {
    const careless = await withoutGuards(app, 'row_turns', 'pool_shares')
    try {
      const seen = await besides(careless, count, await prepare())
      expect(seen.others[503]).toBeGreaterThan(0)
    } finally {
      await careless.close()
    }
  })
})

describe(`${TAKERS} drivers take one hot job at once`, () => {
  it(
    'one has it, all the others are told that it is taken, and nobody else notices',
    { timeout: 300_000 },
    async () => {
      const takers: { id: string; bearer: string }[] = []
      for (let made = 0; made < TAKERS; made++) {
        const taker = await aUnit(app, { company: { pencePerHour: 9000 } })
        takers.push({ id: taker.id, bearer: await bearerOf(taker) })
      }
      const { id } = booking
      const giver = app.call(await bearerOf(unit))
      await must(giver(rejectBooking, { params: { id }, body: { reason: 'personal' } }))
      const taking = takers.map(async ({ id: workingUnitId, bearer }, index) =>
        createCall(app.app.fastify, { bearer, address: networkOf(index) })(takeBooking, {
          params: { id },
          body: { workingUnitId },
        }),
      )
      const seen = await Promise.all(others.map((bearer, index) => lookAround(app.app, bearer, index)))
      const answers = await Promise.all(taking)
      expect(countStatuses(answers)).toEqual({ 200: 1, 409: TAKERS - 1 })
      expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.problem.code])))).toEqual(
        new Set(['already_taken']),
      )
      expect(countStatuses(seen.flat())).toEqual({ 200: OTHERS * 2 })
      const { rows } = await sql<{ holds: number }>`
      select count(*)::int holds from calendar.hold where booking_id = ${id}`.execute(app.ctx.db)
      expect(rows).toEqual([{ holds: 1 }])
    },
  )
})
