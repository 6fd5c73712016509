import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createClaim } from '#modules/bookings/claims/contract.ts'
import { changeSetting, listSettings } from '#modules/settings/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { download, must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'

/** What the office lists, as CSV: all of it, as it is filtered, and nothing that a spreadsheet would run. */

let app: TestApp
let adminId: string
beforeAll(async () => {
  app = await createTestApp()
  adminId = (await createPerson(app, { role: 'admin', firstName: '@SUM(1+1)' })).id
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const as = async (id: string) => app.call((await sessionFor(app, id)).bearer)
const table = async (list: string, query = '') =>
  download(app, (await sessionFor(app, adminId)).bearer, `/api/admin/${list}/download-csv/?${query}`)
const rowsOf = async (list: string, query = '') => rowsOfCsv((await table(list, query)).body)

async function renamed(name: string) {
  const unit = await aUnit(app)
  await app.ctx.db.updateTable('companies.company').set({ name }).where('id', '=', unit.company.id).execute()
  return unit
}

it('bookings and claims: those that are shown, with their amounts', async () => {
  await renamed('=1+1')
  const { id, customer, totalPence, startAt } = await aFinishedBooking(app)
  const reference = id.slice(-8).toUpperCase()
  expect(await rowsOf('bookings', `q=${reference}`)).toMatchObject([
    {
      Reference: reference,
      State: 'completed',
      'Start (London time)': new Date(startAt).toISOString().slice(0, 16).replace('T', ' '),
      Company: "'=1+1",
      'Price (GBP)': (totalPence / 100).toFixed(2),
    },
  ])
  expect(await rowsOf('bookings', `q=${reference}&status=confirmed`)).toEqual([])
  expect((await table('bookings', 'q=ab')).statusCode).toBe(422)

  const items = [{ words: 'The mirror', askedPence: 12_050 }]
  await must((await as(customer.id))(createClaim, { params: { id }, body: { items } }))
  expect(await rowsOf('claims', 'show=all')).toMatchObject([
    { Booking: reference, Company: "'=1+1", 'Asked (GBP)': '120.50', 'Accepted (GBP)': '', Answer: '' },
  ])
  expect(await rowsOf('claims')).toEqual([])
})

it('companies: all of them, however many are read at a time', async () => {
  await renamed('+44 Companies')
  await sql`insert into companies.company (name, base_postcode, created_at)
    select 'Vans ' || lpad(n::text, 4, '0'), 'E17 4QH', now() from generate_series(1, 450) n`.execute(app.ctx.db)
  const names = (await rowsOf('companies')).map((row) => row['Company'])
  expect(names).toHaveLength(451)
  expect(new Set(names).size).toBe(451)
  expect(names).toContain("'+44 Companies")
  expect(await rowsOf('companies', 'q=vans+0123')).toMatchObject([{ Company: 'Vans 0123', 'Working units': '0' }])
})

it('people: only as they are searched for, and the log says whom it showed', async () => {
  const { id } = await createPerson(app, { firstName: '-Margaret' })
  expect((await table('people')).statusCode).toBe(422)
  expect((await table('people', 'q=ma')).statusCode).toBe(422)
  expect(await rowsOf('people', 'q=margaret')).toMatchObject([{ 'First name': "'-Margaret", Role: 'customer' }])
  const { after } = await app.ctx.db
    .selectFrom('audit.entry')
    .select('after')
    .where('action', '=', 'people.searched')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(after).toEqual({ shown: [id] })
})

it('the log, and who changed the settings: the last first, all of it', async () => {
  const office = await as(adminId)
  const { version, usualFromDay: fromDay } = await must(
    office(listSettings, { params: { part: 'cancellation' }, query: {} }),
  )
  const policy = { part: 'cancellation' as const, freeUntilHours: 96, partUntilHours: 24, partPercent: 40 }
  const change = { ...policy, fromDay, reason: '=cmd|A1' }
  await must(office(changeSetting, { body: { version, change } }))
  expect(await rowsOf('settings/cancellation')).toMatchObject([
    { By: "'@SUM(1+1)", What: 'changed', From: fromDay, Reason: "'=cmd|A1" },
  ])
  expect(await rowsOf('audit', 'what=settings')).toMatchObject([{ By: "'@SUM(1+1)", Object: 'settings cancellation' }])
  // More than are read at a time.
  await sql`insert into audit.entry (at, actor_id, actor_kind, action, object, before, after)
    select at, actor_id, actor_kind, action, object, before, after from audit.entry, generate_series(1, 450)
    where object = 'settings cancellation'`.execute(app.ctx.db)
  expect(await rowsOf('settings/cancellation')).toHaveLength(451)
  expect(await rowsOf('audit', 'what=settings')).toHaveLength(451)
})
