import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmBooking } from '#modules/bookings/answers/contract.ts'
import { saveVat } from '#modules/companies/contract.ts'
import { addUnit } from '#modules/fleet/units/contract.ts'
import { listCompanyTrail } from '../contract.ts'
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
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { findCompanies, getCompanyForOffice } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

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
      expect(await office(endpoint, { params, body: { reason } })).toMatchObject({ problem: { code: 'none_to_stop' } })
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
