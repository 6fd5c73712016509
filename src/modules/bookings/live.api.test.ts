import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeDriver } from '#modules/fleet/drivers/contract.ts'
import { blockPerson } from '#modules/identity/administration/contract.ts'
import { getUser, logOut } from '#modules/identity/contract.ts'
import { endOtherSessions } from '#modules/identity/sessions/contract.ts'
import { notifyChange } from '#platform/live.ts'
import { newId } from '#platform/new-id.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { readEvents, type EventReader, type Listening } from '#test/support/event-reader.ts'
import { aBooking, aCustomer, type Customer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { notifyParties } from './commands.ts'
import { BOOKINGS } from './queries.ts'

let app: TestApp
let url: string
const open: EventReader[] = []
beforeAll(async () => {
  app = await createTestApp()
  url = `${await app.app.fastify.listen({ port: 0, host: '127.0.0.1' })}/api/booking/live/`
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})
afterAll(() => app.close())

async function listen(bearer: string, more: Listening = {}) {
  const reader = await readEvents(url, { bearer, ...more })
  open.push(reader)
  return reader
}

const namesOf = ({ events }: EventReader) => events.map(({ name }) => name)
const idsOf = ({ events }: EventReader) => events.flatMap(({ data }) => (data as { bookingIds?: string[] }).bookingIds)

async function parties() {
  const unit = await aUnit(app)
  const { ownerUserId: owner } = await app.ctx.db
    .selectFrom('companies.company')
    .select('ownerUserId')
    .where('id', '=', unit.company.id)
    .executeTakeFirstOrThrow()
  return { customer: await aCustomer(app), driver: await sessionFor(app, owner ?? ''), unit }
}

describe('a change of a booking', () => {
  it('is told to its customer and its driver, by its id, and to nobody else', async () => {
    const { customer, driver } = await parties()
    const [mine, theirs, strangers] = await Promise.all([
      listen(customer.bearer),
      listen(driver.bearer),
      listen((await aCustomer(app)).bearer),
    ])
    const { id } = await aBooking(app, { customer })
    await expect.poll(() => [idsOf(mine), idsOf(theirs)]).toEqual([[id], [id]])
    expect(strangers.events).toEqual([])
  })

  it('is told to whoever is hired for the van, and no more once their access has ended', async () => {
    const { customer, driver, unit } = await parties()
    const owner = app.call(driver.bearer)
    const hired = await aHiredDriver(app, owner, unit.id)
    const theirs = await listen(hired.bearer)
    const { id } = await aBooking(app, { customer })
    await expect.poll(() => idsOf(theirs)).toEqual([id])
    expect((await owner(removeDriver, { params: { id: unit.id } })).status).toBe(204)
    await expect.poll(() => theirs.isOver).toBe(true)
  })

  it('is told to the driver who no longer has it too', async () => {
    const { customer, driver, unit } = await parties()
    const { id } = await aBooking(app, { customer })
    const theirs = await listen(driver.bearer)
    await app.ctx.db.updateTable('bookings.booking').set({ companyId: null }).where('id', '=', id).execute()
    await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: null }))
    await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: unit.id }))
    await expect.poll(() => idsOf(theirs)).toEqual([id])
  })

  it('is told to as many as were offered it, who may be hundreds', async () => {
    const { customer } = await parties()
    const { id } = await aBooking(app, { customer })
    const mine = await listen(customer.bearer)
    const crowd = Array.from({ length: 2000 }, () => crypto.randomUUID())
    await app.ctx.tx((ctx) => notifyChange(ctx, { about: BOOKINGS, ids: [id], to: [...crowd, customer.id] }))
    await expect.poll(() => idsOf(mine)).toEqual([id])
  })

  it('that was rolled back is told to nobody', async () => {
    const { customer } = await parties()
    const { id } = await aBooking(app, { customer })
    const mine = await listen(customer.bearer)
    await app.ctx
      .tx(async (ctx) => {
        await notifyParties(ctx, { bookingId: id, unitId: null })
        throw new Error('no')
      })
      .catch(() => undefined)
    await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: null }))
    await expect.poll(() => idsOf(mine)).toEqual([id])
  })
})

describe('whoever comes back', () => {
  it('hears what changed while it was away, and no more than that', async () => {
    const { customer } = await parties()
    const before = newId(app.clock)
    const { id } = await aBooking(app, { customer })
    app.clock.advance({ minutes: 1 })
    const missed = await listen(customer.bearer, { lastEventId: before })
    expect([namesOf(missed), idsOf(missed)]).toEqual([['bookings_changed'], [id]])
    const next = await listen(customer.bearer, { lastEventId: missed.events[0]?.id })
    expect(next.events).toEqual([])
  })

  it('hears nothing of what is not its own', async () => {
    const { customer } = await parties()
    const before = newId(app.clock)
    await aBooking(app, { customer })
    expect((await listen((await aCustomer(app)).bearer, { lastEventId: before })).events).toEqual([])
  })

  it.each([
    ['after eleven minutes', () => newId({ now: () => new Date(app.clock.now().getTime() - 660_000) })],
    ['with an id that isn’t ours', () => 'abc'],
  ])('%s reads everything again', async (_, lastEventId) => {
    const { bearer } = await aCustomer(app)
    expect(namesOf(await listen(bearer, { lastEventId: lastEventId() }))).toEqual(['resync'])
  })

  it('and when the database was away reads everything again', async () => {
    const { bearer } = await aCustomer(app)
    const reader = await listen(bearer)
    await app.app.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vanfare-live' and datname = current_database()`)
    await expect.poll(() => namesOf(reader)).toEqual(['resync'])
  })
})

describe('a stream ends with the session that opened it', () => {
  /** Before, and once it has happened. */
  const isOpenAround = async (customer: Customer, end: () => Promise<unknown>) => {
    const reader = await listen(customer.bearer)
    const before = !reader.isOver
    await end()
    await expect.poll(() => reader.isOver).toBe(true)
    return [before, !reader.isOver]
  }

  it('logged out', async () => {
    const customer = await aCustomer(app)
    expect(await isOpenAround(customer, () => app.call(customer.bearer)(logOut))).toEqual([true, false])
  })

  it('ended from another device', async () => {
    const customer = await aCustomer(app)
    const other = await sessionFor(app, customer.id)
    const staying = await listen(other.bearer)
    const isOpen = await isOpenAround(customer, () => app.call(other.bearer)(endOtherSessions))
    expect(isOpen).toEqual([true, false])
    expect(staying.isOver).toBe(false)
  })

  it('of somebody whom the office has just blocked: the next request is refused, too', async () => {
    const customer = await aCustomer(app)
    const office = await anOffice(app)
    const body = { reason: 'Three companies waited in vain.' }
    const isOpen = await isOpenAround(customer, () => office(blockPerson, { params: { id: customer.id }, body }))
    expect(isOpen).toEqual([true, false])
    expect(await app.call(customer.bearer)(getUser)).toMatchObject({ problem: { code: 'account_blocked' } })
  })

  it('with a token that has expired: nothing more is told', async () => {
    const { customer } = await parties()
    const { id } = await aBooking(app, { customer })
    const isOpen = await isOpenAround(customer, async () => {
      app.clock.advance({ minutes: 11 })
      await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: null }))
    })
    expect(isOpen).toEqual([true, false])
    expect(open.flatMap(({ events }) => events)).toEqual([])
  })
})

it('one person has six open at once', async () => {
  const customer = await aCustomer(app)
  const readers = await Promise.all(
    Array.from({ length: 7 }, (_, host) => listen(customer.bearer, { from: `127.0.1.${host + 1}` })),
  )
  expect(readers.filter(({ status }) => status === 200)).toHaveLength(6)
  expect(readers.find(({ status }) => status === 429)?.body).toContain('"code":"too_many_streams"')
})
