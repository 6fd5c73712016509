// Makes what a browser test needs for itself, by the product's own rules and beside the product under test, whose database and data
// directory it has: node test/support/browser/world-server.ts. Once it listens, it sends its address to whoever started it (world.ts).
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { buildApp } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { confirmBooking } from '#modules/bookings/answers/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { readConfig } from '#platform/config.ts'
import { endWithParent } from '#platform/end-with-parent.ts'
import { createLog } from '#platform/log.ts'
import { MovingClock } from '#platform/moving-clock.ts'
import { findRunningPostgres } from '#platform/running-postgres.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import type { TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { withoutLoadLimits } from '#test/support/load-limits.ts'
import { sessionFor } from '#test/support/session.ts'
import { aheadMs } from '#test/support/start-of-clock.ts'
import type { Job, JobOptions } from './world.ts'

endWithParent()
const config = readConfig({ ...process.env, RATE_LIMIT_FACTOR: '1000' })
const roles = await findRunningPostgres(config.dataDir)
if (!roles) throw new Error(`No product is running on ${config.dataDir}.`)
const clock = new MovingClock(aheadMs())
const app = await buildApp({
  // Nobody guesses at these hashes.
  config: { ...config, guardOff: new Set([...config.guardOff, 'password_cost']) },
  connection: roles.connection,
  clock,
  queueClock: clock,
  log: createLog('warn'),
  work: false,
  loadLimits: withoutLoadLimits,
})
await app.fastify.ready()
const world = {
  app,
  ctx: app.ctx,
  clock,
  call: (bearer?: string, address?: string) => createCall(app.fastify, { bearer, address }),
} as unknown as TestApp

/** A town with a hill, where the demonstration has nobody: its searches do not find these units, and theirs find no others. */
const PLACE = { district: 'LD1', from: 'LD1 5AA', to: 'LD2 3AA' }

let made = 0
const units = new Map<string, TestUnit>()

async function unitFor({ unitId }: JobOptions): Promise<TestUnit> {
  const known = units.get(unitId ?? '')
  if (known) return known
  made += 1
  const name = `Hillside Moves ${made}-${process.pid}`
  const unit = await aUnit(world, {
    company: { name, pencePerHour: 5000, tariff: { waitingPencePerHalfHour: 1500 } },
    districts: [PLACE.district],
  })
  units.set(unit.id, unit)
  return unit
}

/** The offer of this company, wherever it stands in the list. */
async function quoteOf({ company }: TestUnit, move: ReturnType<typeof aMove>): Promise<string> {
  for (let page = 1; ; page += 1) {
    const { results } = await must(
      world.call(undefined, `10.8.${made % 250}.${page}`)(findQuotes, { body: move, query: { page } }),
    )
    const own = results.find((quote) => quote.company.id === company.id)
    if (own) return own.quoteId
    if (results.length === 0) throw new Error(`${company.name} offers nothing`)
  }
}

async function makeJob(options: JobOptions): Promise<Job> {
  const unit = await unitFor(options)
  const firstName = 'Priya'
  const phone = `+4477009${String(10_000 + ((process.pid * 97 + made * 7) % 90_000))}`
  const customer = await aCustomer(world, { firstName, phone })
  // At noon, which every day has; whoever wants another time moves it there.
  const date = addDays(localDayOf(clock.now()), 3 + (made % 100))
  const { from, to } = PLACE
  const point = {
    address: { formattedAddress: '12 Hill Street' },
    flatAndHouse: 'Flat 3, 12',
    contactName: firstName,
    contactNumber: phone,
  }
  const move = aMove({ from, to, date, time: '12:00', points: [point, point] })
  const { id } = await aBooking(world, {
    customer,
    quoteId: await quoteOf(unit, move),
    paymentMethod: options.paidInCash ? 'cash' : 'card',
    allowHotJob: true,
  })
  const { owner } = unit.company
  if (options.status !== 'new_booking') {
    const { bearer } = await sessionFor(world, owner.id)
    await must(world.call(bearer)(confirmBooking, { params: { id } }))
  }
  if (options.at) await putAt(id, options)
  return {
    id,
    day: date,
    unitId: unit.id,
    companyId: unit.company.id,
    driver: { firstName: 'Jane', email: owner.email, password: owner.password },
    email: customer.email,
    password: customer.password,
    firstName,
    phone,
  }
}

/**
 * To another time, without asking whether anybody may, as if it had been booked three days ago. The van begins where it ends up, so that
 * it is in time for its next job.
 */
async function putAt(id: string, { at = '', minutes = 300, heldMinutes = minutes }: JobOptions): Promise<void> {
  const [start, end, free] = [0, minutes, heldMinutes].map((after) => new Date(Date.parse(at) + after * 60_000))
  await app.pool.query(
    `update bookings.booking set start_at = $2, end_at = $3, created_at = created_at - interval '3 days',
       confirmed_at = confirmed_at - interval '3 days' where id = $1`,
    [id, start, end],
  )
  await app.pool.query(
    `update calendar.hold h set during = tstzrange($2, $3), start_lat = (e.place->>'lat')::float8, start_lng = (e.place->>'lng')::float8,
       start_outcode = e.place->>'outcode'
     from (select work->'places'->-1 as place from bookings.booking where id = $1) e where h.booking_id = $1`,
    [id, start, free],
  )
}

const server = createServer((request, response) => {
  json(request)
    .then((options) => makeJob(options as JobOptions))
    .then(
      (job) => response.end(JSON.stringify(job)),
      (error: unknown) => response.writeHead(500).end(String(error instanceof Error ? error.stack : error)),
    )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`)
})
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
