import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmBooking } from '#modules/bookings/answers/contract.ts'
import { saveVat } from '#modules/companies/contract.ts'
import { addUnit } from '#modules/fleet/units/contract.ts'
import { blockPerson, unblockPerson } from '#modules/identity/administration/contract.ts'
import {
  blockUnit,
  undoDecision,
  listDecisions,
  blockCompany,
  deactivateCompany,
  restoreCompany,
} from '#modules/onboarding/decisions/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { mailboxOf, createPerson, signedIn } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { findCompanies, getCompanyForOffice } from './companies/contract.ts'
import { listCompanyTrail, listPersonTrail } from './contract.ts'
import { findPeople, getPerson, listPersonMessages } from './people/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('companies', () => {
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const reason = 'The insurer says that the certificate was cancelled.'
  const anOffice = async () => app.call((await signIn(app, 'admin')).bearer)
  const as = async (userId: string) => app.call((await sessionFor(app, userId)).bearer)
  const paramsOf = ({ company }: TestUnit) => ({ id: company.id })
  const statusesOf = async (companyId: string) =>
    (
      await app.ctx.db
        .selectFrom('fleet.working_unit')
        .select('status')
        .where('companyId', '=', companyId)
        .orderBy('id')
        .execute()
    ).map(({ status }) => status)

  describe('the list of companies', () => {
    it('is by name, filtered, searched and paged by key; says how many take jobs', async () => {
      const office = await anOffice()
      const [b, a, c] = [
        await aUnit(app, { company: { name: 'Bristol Vans' }, van: { registration: 'LK72 VNF' } }),
        await aUnit(app, { company: { name: 'Ashdown Removals', vatRegisteredFrom: '2026-01-01' } }),
        await aUnit(app, { company: { name: 'Copse & Sons' } }),
      ]
      await must(office(blockUnit, { params: { id: c.id }, body: { reason } }))
      await app.ctx.db
        .updateTable('fleet.working_unit')
        .set({ papersUntil: '2026-12-10' })
        .where('id', '=', b.id)
        .execute()
      const names = async (query: object) =>
        (await must(office(findCompanies, { query }))).results.map(({ name }) => name)
      expect(await names({})).toEqual(['Ashdown Removals', 'Bristol Vans', 'Copse & Sons'])
      expect(await names({ show: 'blocked' })).toEqual(['Copse & Sons'])
      expect(await names({ show: 'vat' })).toEqual(['Ashdown Removals'])
      expect(await names({ show: 'expiring' })).toEqual(['Bristol Vans'])
      expect(await names({ q: 'lk72vnf' })).toEqual(['Bristol Vans'])
      expect(await names({ q: 'ashdown' })).toEqual(['Ashdown Removals'])
      expect(await names({ q: a.company.owner.email })).toEqual(['Ashdown Removals'])
      expect(await names({ q: 'nobody at all' })).toEqual([])
      const { results, count, takingJobs } = await must(office(findCompanies))
      expect([count, takingJobs]).toEqual([3, 2])
      expect(results[2]).toMatchObject({ state: 'blocked', units: 1, stoppedUnits: 1, recentJobs: 0, figures: null })
      expect(results[1]).toMatchObject({ state: 'operating', papersUntil: '2026-12-10', isVatRegistered: false })
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await must(office(findCompanies, { query: { pageSize: 2, after } }))
        seen.push(...page.results.map(({ name }) => name))
        if (!page.nextCursor) break
        after = page.nextCursor
      }
      expect(seen).toEqual(['Ashdown Removals', 'Bristol Vans', 'Copse & Sons'])
    })

    it('knows who has had no job lately and has none ahead', async () => {
      const office = await anOffice()
      const [unit] = [await aUnit(app), await aUnit(app, { districts: ['LS'] })]
      const { id } = await aBooking(app)
      expect((await storedBooking(app, id)).unitId).toBe(unit.id)
      const quiet = async () =>
        (await must(office(findCompanies, { query: { show: 'no_bookings' } }))).results.map((one) => one.id)
      expect(await quiet()).not.toContain(unit.company.id)
      await app.ctx.db.deleteFrom('bookings.booking').where('id', '=', id).execute()
      expect(await quiet()).toContain(unit.company.id)
    })
  })

  describe('a company’s page', () => {
    it('has its units with what a stop would do, papers, people and money matters; the look is in its log', async () => {
      const office = await anOffice()
      const unit = await aUnit(app)
      await aBooking(app)
      const company = await must(office(getCompanyForOffice, { params: paramsOf(unit) }))
      expect(company).toMatchObject({
        id: unit.company.id,
        name: unit.company.name,
        owner: { id: unit.company.owner.id, email: unit.company.owner.email, status: 'active' },
        vat: { number: null, isRegistered: false },
        commissionPercent: 15,
        figures: null,
        units: [
          { id: unit.id, status: 'operating', officeBlock: null, driver: null, ahead: { hot: 1, ends: 0, goesOn: 0 } },
        ],
      })
      const [first] = company.units
      expect(first?.papers.map(({ kind }) => kind)).toContain('hire_and_reward')
      const trail = await must(office(listCompanyTrail, { params: paramsOf(unit) }))
      expect(trail.results[0]).toMatchObject({ action: 'company.seen', by: { name: 'Priya', isOffice: true } })
      const unknownCompany = await office(getCompanyForOffice, { params: { id: crypto.randomUUID() } })
      expect(unknownCompany.status).toBe(404)
    })
  })

  describe('a company is stopped', () => {
    it.each([
      ['blocked', blockCompany],
      ['deactivated', deactivateCompany],
    ] as const)(
      '%s: every van at once; the owner is told, may appeal, and adds no other; lifted, none is stopped',
      async (status, endpoint) => {
        const office = await anOffice()
        const unit = await aUnit(app)
        await aUnit(app, { company: unit.company, districts: ['LS'] })
        const params = paramsOf(unit)
        const { id } = await aBooking(app)
        const answer = await must(office(endpoint, { params, body: { reason } }))
        expect(answer).toMatchObject({ id: unit.company.id, bookingsAhead: 1 })
        expect(new Set(await statusesOf(unit.company.id))).toEqual(new Set([status]))
        expect(await office(endpoint, { params, body: { reason } })).toMatchObject({
          problem: { code: 'none_to_stop' },
        })
        const owner = await as(unit.company.owner.id)
        expect(await owner(addUnit, { body: { name: 'Another van' } })).toMatchObject({
          problem: { code: 'company_stopped' },
        })
        app.clock.advance({ minutes: 1 })
        await app.runJobs()
        const [mail] = await mailboxOf(app, unit.company.owner.email)
        expect([mail?.subject, mail?.text].join('\n')).toMatch(new RegExp(`${status}|no longer yours`))
        expect(await storedBooking(app, id)).toMatchObject({ isHot: true, unitId: null })

        await must(office(restoreCompany, { params, body: { reason: 'They have sent the one in force.' } }))
        // The statuses follow from their documents, of which they have none here.
        expect(new Set(await statusesOf(unit.company.id))).toEqual(new Set(['not_ready_for_a_job']))
        expect(await office(restoreCompany, { params, body: { reason } })).toMatchObject({
          problem: { code: 'none_stopped' },
        })
        const actions = (await must(office(listCompanyTrail, { params, query: { pageSize: 100 } }))).results.map(
          ({ action }) => action,
        )
        expect(actions).toEqual(
          expect.arrayContaining([`company.${status}`, 'company.restored', `working_unit.${status}`]),
        )
      },
    )

    it('is undone within the minute like any decision of the desk, and nobody hears of it', async () => {
      const office = await anOffice()
      const unit = await aUnit(app)
      await must(office(blockCompany, { params: paramsOf(unit), body: { reason } }))
      const [decision] = await must(office(listDecisions))
      await must(office(undoDecision, { params: { id: decision?.id ?? '' }, body: {} }))
      expect(await statusesOf(unit.company.id)).toEqual(['not_ready_for_a_job'])
      app.clock.advance({ minutes: 1 })
      await app.runJobs()
      expect(await mailboxOf(app, unit.company.owner.email)).toEqual([])
    })

    it('one that is not there is not found', async () => {
      const office = await anOffice()
      const params = { id: crypto.randomUUID() }
      expect((await office(blockCompany, { params, body: { reason } })).status).toBe(404)
      expect((await office(restoreCompany, { params, body: { reason } })).status).toBe(404)
    })
  })

  describe('VAT that the office enters', () => {
    const registered = { number: 'GB123456782', registeredFrom: '2026-11-24', deregisteredFrom: null }

    it('is in what is still to be done from that day on, at the price agreed; not before, nor after it has ended', async () => {
      const office = await anOffice()
      const unit = await aUnit(app)
      const { id } = await aBooking(app)
      await must((await as(unit.company.owner.id))(confirmBooking, { params: { id } }))
      const { totalPence, startAt } = await storedBooking(app, id)
      expect(startAt.toISOString().slice(0, 10)).toBe('2026-11-28')
      const vatAfter = async (body: object) => {
        await must(office(saveVat, { params: paramsOf(unit), body: { ...registered, ...body } }))
        const now = await storedBooking(app, id)
        expect(now.totalPence).toBe(totalPence)
        return now.vatPence
      }
      expect((await storedBooking(app, id)).vatPence).toBe(0)
      expect(await vatAfter({})).toBe(Math.round(totalPence / 6))
      expect(await vatAfter({ registeredFrom: '2026-11-29' })).toBe(0)
      expect(await vatAfter({ registeredFrom: '2026-11-28' })).toBe(Math.round(totalPence / 6))
      expect(await vatAfter({ deregisteredFrom: '2026-11-28' })).toBe(0)
      expect(await vatAfter({ deregisteredFrom: '2026-11-29' })).toBe(Math.round(totalPence / 6))
      expect(await vatAfter({ number: null, registeredFrom: null })).toBe(0)
      const { results } = await must(office(listCompanyTrail, { params: paramsOf(unit) }))
      expect(results.filter(({ action }) => action === 'company.vat')).toHaveLength(6)
    })

    it.each([
      [{ number: null }, 'number'],
      [{ registeredFrom: null }, 'registered_from'],
      [{ registeredFrom: '2028-01-01' }, 'registered_from'],
      [{ deregisteredFrom: '2026-11-24' }, 'deregistered_from'],
      [{ deregisteredFrom: '2029-11-24' }, 'deregistered_from'],
      [{ number: 'GB1' }, 'number'],
    ])('%j is refused at its field', async (wrong, field) => {
      const office = await anOffice()
      const unit = await aUnit(app)
      const answer = await office(saveVat, { params: paramsOf(unit), body: { ...registered, ...wrong } })
      expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } })
    })

    it('of a company that is not there is not found', async () => {
      const office = await anOffice()
      expect((await office(saveVat, { params: { id: crypto.randomUUID() }, body: registered })).status).toBe(404)
    })
  })
})

describe('people', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

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
      expect(owner).toMatchObject({
        role: 'driver',
        company: { id: unit.company.id },
        ahead: [{ id, ifBlocked: 'hot' }],
      })
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
})
