// What the office reads of people is in the audit: every call that answers personal data names it, and it is written in one place.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findBookings } from '#modules/board/bookings/contract.ts'
import { getBoard } from '#modules/board/contract.ts'
import { listStaff } from '#modules/identity/administration/contract.ts'
import { exportCompanies, findCompanies } from '#modules/office/companies/contract.ts'
import { listPersonTrail } from '#modules/office/contract.ts'
import { listAudit } from '#modules/settings/audit/contract.ts'
import { isFile, isStream, READINGS, type Endpoint } from '#shared/endpoint.ts'
import { trailText } from '#web/admin/trail/trail-texts.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const read = async (userId: string) => {
  await app.app.api.readings?.settle()
  const rows = await app.ctx.db
    .selectFrom('audit.entry')
    .select(['action', 'object'])
    .where('actorId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ action, object }) => `${action} ${object}`)
}

describe('what the office reads', () => {
  it('is in the audit with what it was about, once in ten minutes', async () => {
    const { userId, bearer } = await signIn(app, 'admin')
    const { id } = await createPerson(app)
    const call = app.call(bearer)
    const look = () => call(listPersonTrail, { params: { id } })
    await look()
    await look()
    // Each is written by itself, in no order.
    await app.app.api.readings?.settle()
    await call(getBoard)
    expect(await read(userId)).toEqual([`read.person person ${id}`, 'read.board board'])
    app.clock.advance({ minutes: 9 })
    await look()
    expect(await read(userId)).toHaveLength(2)
    app.clock.advance({ minutes: 2 })
    const later = app.call((await sessionFor(app, userId)).bearer)
    await later(listPersonTrail, { params: { id } })
    expect(await read(userId)).toHaveLength(3)
  })

  it('is told in the log with whose it was', async () => {
    const { bearer } = await signIn(app, 'admin')
    const { id } = await createPerson(app, { firstName: 'Ottilie' })
    await app.call(bearer)(listPersonTrail, { params: { id } })
    await app.app.api.readings?.settle()
    const { results } = await must(app.call(bearer)(listAudit, { query: { what: 'read', object: `person ${id}` } }))
    expect(results).toMatchObject([{ by: 'Priya', action: 'read.person', whose: 'Ottilie' }])
  })

  it('is in the audit each time it is exported', async () => {
    const { userId, bearer } = await signIn(app, 'admin')
    const call = app.call(bearer)
    await call(exportCompanies)
    await call(exportCompanies)
    expect(await read(userId)).toEqual(['exported.companies companies', 'exported.companies companies'])
  })

  it('is not in the audit if it was refused', async () => {
    const { userId, bearer } = await signIn(app, 'admin', 'editor')
    await app.call(bearer)(findCompanies)
    await app.call(bearer)(listStaff)
    expect(await read(userId)).toEqual([])
  })

  it('is answered even if the audit cannot be written', async () => {
    const { bearer } = await signIn(app, 'admin')
    await app.database.asOwner('alter table audit.entry rename to entry_gone')
    try {
      expect((await app.call(bearer)(getBoard)).ok).toBe(true)
      await app.app.api.readings?.settle()
    } finally {
      await app.database.asOwner('alter table audit.entry_gone rename to entry')
    }
  })

  it('is told as a sentence, whatever it is', () => {
    const nothing = { reason: null, before: null, after: null }
    for (const what of READINGS) {
      expect(trailText({ ...nothing, action: `read.${what}` })).toMatch(/^(?:read|looked) /)
      expect(trailText({ ...nothing, action: `exported.${what}` })).toMatch(/^exported /)
    }
  })
})

/** Calls whose answers hold names that are nobody's data, and why. */
const NO_ONES: Record<string, string> = {
  getCompanyProfile: 'everybody sees it',
  exportOwnData: 'it is the caller’s own',
  listContentPages: 'names of pages',
  getContentPage: 'names of pages',
  getContentVersion: 'the author that a page shows',
  listSettings: 'names of companies and of colleagues',
  sendStatementByGet: 'counts',
  sendInvoiceByGet: 'counts',
  sendSalesCreditByGet: 'counts',
}

const PERSONAL = /"(?:first_name|last_name|name|email|phone|\w*address|recipient|customer|client|owner|driver|author)":/

const isPersonal = ({ answer }: Endpoint): boolean =>
  isFile(answer) ||
  (!isStream(answer) && PERSONAL.test(JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any', io: 'output' }))))

describe('every call that answers personal data to the office', () => {
  const asked = () =>
    app.app.api.endpoints.filter(({ method, staff }) => method === 'GET' && staff !== undefined && staff !== 'self')

  it('says what it reads', () => {
    const silent = asked().filter((endpoint) => isPersonal(endpoint) && !endpoint.reads && !(endpoint.id in NO_ONES))
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  it('is exempt only if it is there and says nothing', () => {
    const exempt = asked().filter(({ id, reads }) => id in NO_ONES && !reads)
    expect(exempt.map(({ id }) => id).toSorted()).toEqual(Object.keys(NO_ONES).toSorted())
  })

  it('records whom it showed by itself only if it searches or shows a whole person', async () => {
    const own = asked().filter(({ reads }) => reads === 'itself')
    expect(own.map(({ id }) => id).toSorted()).toEqual([
      'findBookings',
      'findCustomers',
      'findPeople',
      'getCompanyForOffice',
      'getPerson',
      'listPersonMessages',
    ])
    const { userId, bearer } = await signIn(app, 'admin')
    await app.call(bearer)(findBookings, { query: { q: 'nobody at all' } })
    expect(await read(userId)).toEqual(['bookings.searched bookings'])
  })
})
