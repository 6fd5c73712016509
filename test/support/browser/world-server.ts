// Makes what a browser test needs for itself, by the product's own rules and beside the product under test, whose database and data
// directory it has: node test/support/browser/world-server.ts. Once it listens, it sends its address to whoever started it (world.ts).
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { buildApp } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { confirmBooking } from '#modules/bookings/answers/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { countPeople } from '#modules/fleet/people/commands.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { readConfig } from '#platform/config.ts'
import { endWithParent } from '#platform/process.ts'
import { createLog } from '#platform/log.ts'
import { MovingClock } from '#platform/clock.ts'
import { createCtx } from '#platform/ctx.ts'
import { findRunningPostgres } from '#platform/embedded-postgres.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import type { TestApp } from '#test/support/app.ts'
import { createTestClock } from '#test/support/clock.ts'
import { must, upload } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { finishBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { withoutLoadLimits } from '#test/support/load-limits.ts'
import { jpeg } from '#test/support/pictures.ts'
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
let booked = 0
const units = new Map<string, Unit>()

interface Unit extends TestUnit {
  plate: string
}

/** A number plate that no other unit of this run has. */
function newPlate(): string {
  const letters = [made / 400, made / 20, made].map((place) => 'ABCDEFGHJKLMNPRSTUVW'[Math.floor(place) % 20])
  return `LD${20 + (process.pid % 5)} ${letters.join('')}`
}

async function unitFor({ unitId, district = PLACE.district }: JobOptions): Promise<Unit> {
  const known = units.get(unitId ?? '')
  if (known) return known
  made += 1
  const name = `Hillside Moves ${made}-${process.pid}`
  const registration = newPlate()
  const unit = await aUnit(world, {
    company: { name, pencePerHour: 5000, tariff: { waitingPencePerHalfHour: 1500 } },
    districts: [district],
    van: { registration },
  })
  const withPlate = { ...unit, plate: registration }
  units.set(unit.id, withPlate)
  return withPlate
}

/** Sends a photo of each person as the owner, and has it checked as the office would. */
async function addPhotos({ company }: TestUnit): Promise<void> {
  const { bearer } = await sessionFor(world, company.owner.id)
  const { rows } = await app.pool.query<{ id: string }>(`select id from fleet.person where company_id = $1`, [
    company.id,
  ])
  for (const { id } of rows) {
    const photo = { name: 'photo', content: await jpeg() }
    const { status, problem } = await upload(world, bearer, `/company/people/${id}/photo/`, [photo])
    if (status >= 300) throw new Error(`The photo was refused: ${problem.detail}`)
  }
  await app.pool.query(`update fleet.person set checked_photo_upload_id = photo_upload_id where company_id = $1`, [
    company.id,
  ])
  await app.ctx.tx((tx) => countPeople(tx, { companyId: company.id }))
  // A change of people has its unit reviewed, which has no documents.
  await app.pool.query(`update fleet.working_unit set status = 'operating' where company_id = $1`, [company.id])
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
  booked += 1
  const date = addDays(localDayOf(clock.now()), 3 + (booked % 100))
  const { from = PLACE.from } = options
  const { to } = PLACE
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
  if (options.status !== 'new_booking' && !options.isFinished) {
    const { bearer } = await sessionFor(world, owner.id)
    await must(world.call(bearer)(confirmBooking, { params: { id } }))
  }
  if (options.at) await putAt(id, options)
  if (options.isFinished) await finish(id)
  if (options.hasPhotos) await addPhotos(unit)
  return {
    id,
    day: date,
    unitId: unit.id,
    plate: unit.plate,
    companyId: unit.company.id,
    company: unit.company.name,
    driver: { firstName: 'Jane', email: owner.email, password: owner.password },
    email: customer.email,
    password: customer.password,
    firstName,
    phone,
  }
}

/**
 * To another time, without asking whether anybody may, as if it had been booked three days ago or before it. The van begins where it ends up, so that
 * it is in time for its next job.
 */
async function putAt(id: string, { at = '', minutes = 300, heldMinutes = minutes }: JobOptions): Promise<void> {
  const [start, end, free] = [0, minutes, heldMinutes].map((after) => new Date(Date.parse(at) + after * 60_000))
  await app.pool.query(
    `update bookings.booking set start_at = $2, end_at = $3, created_at = least(created_at, $2) - interval '3 days',
       confirmed_at = least(confirmed_at, $2) - interval '3 days' where id = $1`,
    [id, start, end],
  )
  await app.pool.query(
    `update calendar.hold h set during = tstzrange($2, $3), start_lat = (e.place->>'lat')::float8, start_lng = (e.place->>'lng')::float8,
       start_outcode = e.place->>'outcode'
     from (select work->'places'->-1 as place from bookings.booking where id = $1) e where h.booking_id = $1`,
    [id, start, free],
  )
}

/** Its driver confirms, starts and finishes it, at the times of its day; nobody disputes the hours. */
async function finish(id: string): Promise<void> {
  const booking = await app.ctx.db
    .selectFrom('bookings.booking')
    .select(['startAt', 'endAt', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const past = createTestClock(booking.createdAt)
  const then = { ...world, clock: past, ctx: createCtx({ ...app.ctx, clock: past }) }
  await finishBooking(then, { id, startAt: booking.startAt.toISOString(), endAt: booking.endAt.toISOString() })
  await then.ctx.tx((tx) => settleHours(tx, id, 'silence'))
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
