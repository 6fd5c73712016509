import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockPerson, unblockPerson } from '#modules/identity/administration/contract.ts'
import { listPersonTrail } from '../contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson, signedIn } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { findPeople, getPerson, listPersonMessages } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-20T09:00:00Z' })
})
afterAll(() => app.close())

const reason = 'Three companies waited in vain.'
const anAdmin = async () => {
  const session = await signIn(app, 'admin')
  return { ...session, call: app.call(session.bearer) }
}
const auditBy = (actorId: string) =>
  app.ctx.db
    .selectFrom('audit.entry')
    .select(['action', 'object', 'after'])
    .where('actorId', '=', actorId)
    .orderBy('id')
    .execute()

describe('people are found', () => {
  it('by name, address and number, whatever they are to us; who was seen is kept, and what was typed is not', async () => {
    const admin = await anAdmin()
    const unit = await aUnit(app)
    const hired = await aHiredDriver(app, app.call((await sessionFor(app, unit.company.owner.id)).bearer), unit.id)
    const [customer, owner, office] = [
      await createPerson(app, { firstName: 'Zebedee', phone: '+447700900456' }),
      { id: unit.company.owner.id },
      await createPerson(app, { role: 'admin', firstName: 'Zebedina' }),
    ]
    const found = async (query: object) =>
      (await must(admin.call(findPeople, { query }))).results.map(({ id, role }) => [id, role])
    expect(await found({ q: 'zebed' })).toEqual([
      [office.id, 'admin'],
      [customer.id, 'customer'],
    ])
    expect(await found({ q: '07700 900 456' })).toEqual([[customer.id, 'customer']])
    expect(await found({ q: customer.email })).toEqual([[customer.id, 'customer']])
    expect(await found({ q: hired.email, role: 'hired' })).toEqual([[hired.id, 'hired']])
    expect(await found({ q: hired.email, role: 'driver' })).toEqual([])
    expect(await found({ q: 'nobody is called that' })).toEqual([])
    const { results } = await must(admin.call(findPeople, { query: { q: unit.company.owner.email } }))
    expect(results).toMatchObject([{ id: owner.id, role: 'driver', company: { id: unit.company.id } }])
    const auditEntries = await auditBy(admin.userId)
    expect(auditEntries[0]).toEqual({
      action: 'people.searched',
      object: 'people',
      after: { shown: [office.id, customer.id] },
    })
    expect(JSON.stringify(auditEntries)).not.toContain('zebed')
  })

  it('only by what is typed, unless those who are blocked are asked for', async () => {
    const admin = await anAdmin()
    const refused = await admin.call(findPeople, { query: { q: 'ze' } })
    expect(refused).toMatchObject({ status: 422, problem: { errors: { q: ['Type at least three characters.'] } } })
    expect((await admin.call(findPeople)).status).toBe(422)
    const people = [await createPerson(app), await createPerson(app), await createPerson(app)]
    for (const { id } of people) await must(admin.call(blockPerson, { params: { id }, body: { reason } }))
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const page = await must(admin.call(findPeople, { query: { show: 'blocked', pageSize: 2, after } }))
      seen.push(...page.results.map(({ id }) => id))
      if (!page.nextCursor) break
      after = page.nextCursor
    }
    expect(seen).toEqual(people.map(({ id }) => id).toReversed())
  })
})

describe('one person', () => {
  it('is shown with sessions, what lies ahead and what a block would make of it; and the look is kept', async () => {
    const admin = await anAdmin()
    await removeCompanies(app)
    const unit = await aUnit(app)
    const { customer, id } = await aBooking(app)
    const person = await must(admin.call(getPerson, { params: { id: customer.id } }))
    expect(person).toMatchObject({
      id: customer.id,
      role: 'customer',
      status: 'active',
      blocked: null,
      blockFlaw: null,
      bookingsCount: 1,
      sessions: [{ device: null }],
      ahead: [{ id, reference: id.slice(-8).toUpperCase(), status: 'new_booking', ifBlocked: 'stands' }],
      reports: [],
    })
    const owner = await must(admin.call(getPerson, { params: { id: unit.company.owner.id } }))
    expect(owner).toMatchObject({ role: 'driver', company: { id: unit.company.id }, ahead: [{ id, ifBlocked: 'hot' }] })
    expect(await auditBy(admin.userId)).toEqual([
      { action: 'person.seen', object: `user ${customer.id}`, after: null },
      { action: 'person.seen', object: `user ${unit.company.owner.id}`, after: null },
    ])
    const unknownPerson = await admin.call(getPerson, { params: { id: crypto.randomUUID() } })
    expect(unknownPerson.status).toBe(404)
    await app.ctx.db.deleteFrom('bookings.booking').where('id', '=', id).execute()
  })

  it('who is blocked: by whom, since when and why; nobody blocks themselves', async () => {
    const admin = await anAdmin()
    const { id } = await createPerson(app)
    await must(admin.call(blockPerson, { params: { id }, body: { reason } }))
    expect(await must(admin.call(getPerson, { params: { id } }))).toMatchObject({
      status: 'blocked',
      statusReason: reason,
      blocked: { at: '2026-11-20T09:00:00.000Z', by: 'Priya' },
      blockFlaw: 'blocked',
      sessions: [],
    })
    await must(admin.call(unblockPerson, { params: { id }, body: { reason } }))
    expect(await must(admin.call(getPerson, { params: { id } }))).toMatchObject({ blocked: null, blockFlaw: null })
    const own = await must(admin.call(getPerson, { params: { id: admin.userId } }))
    expect(own.blockFlaw).toBe('own_account')
  })

  it('the last admin stays: whoever could block them is no admin any more', async () => {
    const [one, two] = [await anAdmin(), await anAdmin()]
    await must(one.call(blockPerson, { params: { id: two.userId }, body: { reason } }))
    expect(await two.call(blockPerson, { params: { id: one.userId }, body: { reason } })).toMatchObject({
      status: 403,
      problem: { code: 'account_blocked' },
    })
    expect(await one.call(blockPerson, { params: { id: one.userId }, body: { reason } })).toMatchObject({
      problem: { code: 'own_account' },
    })
  })

  it('what was sent to them, and no word that opens their account', async () => {
    const admin = await anAdmin()
    const person = await signedIn(app)
    await must(admin.call(blockPerson, { params: { id: person.id }, body: { reason } }))
    app.clock.advance({ minutes: 1 })
    await must(admin.call(unblockPerson, { params: { id: person.id }, body: { reason } }))
    const params = { id: person.id }
    const { results, count } = await must(admin.call(listPersonMessages, { params }))
    expect(results.map(({ kind, to, text }) => [kind, to, text])).toEqual([
      ['account_unblocked', person.email, null],
      ['account_blocked', person.email, null],
    ])
    expect(count).toBe(2)
    const [first] = (await must(admin.call(listPersonMessages, { params, query: { pageSize: 1 } }))).results
    expect(first?.kind).toBe('account_unblocked')
    expect((await auditBy(admin.userId)).at(-1)).toMatchObject({ action: 'person.messages_seen' })
  })

  it('the log says what was done to them and what they did, page by page', async () => {
    const admin = await anAdmin()
    const person = await createPerson(app, { role: 'admin' })
    const params = { id: person.id }
    for (let round = 0; round < 2; round++) {
      await must(admin.call(blockPerson, { params, body: { reason } }))
      await must(admin.call(unblockPerson, { params, body: { reason: `They explained it: ${round}.` } }))
    }
    await must(app.call((await sessionFor(app, person.id)).bearer)(getPerson, { params }))
    const seen: string[] = []
    let total = 0
    for (let after: string | undefined; ;) {
      const page = await must(admin.call(listPersonTrail, { params, query: { pageSize: 2, after } }))
      seen.push(...page.results.map(({ action, by }) => `${action} by ${by?.name}`))
      total = page.count
      if (!page.nextCursor) break
      after = page.nextCursor
    }
    expect(total).toBe(5)
    expect(seen).toEqual([
      // Both done by them and about them: once.
      'person.seen by Jane',
      'account.unblocked by Priya',
      'account.blocked by Priya',
      'account.unblocked by Priya',
      'account.blocked by Priya',
    ])
    const [, last] = (await must(admin.call(listPersonTrail, { params }))).results
    expect(last).toMatchObject({
      before: 'blocked',
      after: 'active',
      reason: 'They explained it: 1.',
      by: { isOffice: true },
    })
    const unknownPerson = await admin.call(listPersonTrail, { params: { id: crypto.randomUUID() } })
    expect(unknownPerson.status).toBe(404)
  })
})
