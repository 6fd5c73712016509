import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, listPeople } from '#modules/fleet/people/contract.ts'
import { appealUnit, getUnit } from '#modules/fleet/units/contract.ts'
import { addVan, saveVan } from '#modules/fleet/vans/contract.ts'
import type { Call } from '#shared/call.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBusyDriver, rowsThatDecisionsTouch, type BusyDriver } from '#test/support/busy-driver.ts'
import {
  aDriver,
  anOperatingDriver,
  approvals,
  freePlate,
  handInDocuments,
  must,
  type TestDriver,
} from '#test/support/driver.ts'
import { aBooking, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson, mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import {
  decideAppeal,
  listDecisions,
  undoDecision,
  blockUnit,
  deactivateByOffice,
  restoreUnit,
  listStopped,
} from '../decisions/contract.ts'
import {
  lookAt,
  decideVerification,
  getVerification,
  listVerifications,
  previewVerification,
  findUnits,
} from '../verification/contract.ts'
import { decidePerson, getPersonVerification } from './contract.ts'

const reason = 'Two customers waited in vain this week.'
const paramsOf = ({ unitId }: TestDriver) => ({ id: unitId })

describe('the desk', () => {
  const OFFICE = 'desk@vanfare.test'
  const theVan = { make: 'Ford', model: 'Transit', category: 'large_van', fuel: 'electric', year: 2025 } as const

  let app: TestApp
  let ana: { id: string }
  let ben: { id: string }
  beforeAll(async () => {
    app = await createTestApp({ env: { OFFICE_EMAIL: OFFICE } })
    ana = await createPerson(app, { role: 'admin', firstName: 'Ana' })
    ben = await createPerson(app, { role: 'admin', firstName: 'Ben' })
  })
  afterAll(() => app.close())

  /** Signed in a moment ago: tokens last ten minutes of the test's clock. */
  const desk = async (who = ana): Promise<Call> => app.call((await sessionFor(app, who.id)).bearer)
  const driverCall = async ({ id }: TestDriver): Promise<Call> => app.call((await sessionFor(app, id)).bearer)

  const lastDecision = async (office: Call) => (await must(office(listDecisions)))[0]
  const undoLast = async (office: Call) =>
    office(undoDecision, { params: { id: (await lastDecision(office))?.id ?? '' }, body: {} })

  async function codeOf(pendingUndo: ReturnType<typeof undoLast>): Promise<string> {
    const answer = await pendingUndo
    return answer.ok ? 'ok' : `${answer.status} ${answer.problem.code}`
  }

  async function vanOf(driver: TestDriver) {
    const { vehicle } = await must((await desk())(getVerification, { params: paramsOf(driver) }))
    if (!vehicle) throw new Error('The van is gone')
    return vehicle
  }

  /** Approves the waiting facts of the driver's van. */
  async function approveVan(office: Call, driver: TestDriver): Promise<void> {
    const params = paramsOf(driver)
    const { vanFacts } = await must(office(getVerification, { params }))
    const verdict = { id: vanFacts?.declared?.id ?? '', decision: 'approve' as const }
    await must(office(decideVerification, { params, body: { decisions: [], vanFacts: verdict } }))
  }

  const rowsOf = ({ companyId }: TestDriver) => rowsThatDecisionsTouch(app, companyId)
  const mails = async (driver: TestDriver) =>
    (await mailboxOf(app, driver.email)).filter(({ channel }) => channel === 'email')

  type Verdict = 'approve' | 'refuse' | null
  type Op =
    | { kind: 'documents'; verdicts: Verdict[]; van: Verdict }
    | { kind: 'person'; verdict: 'approve' | 'refuse' }
    | { kind: 'block' }
    | { kind: 'deactivate' }
    | { kind: 'lift' }
    | { kind: 'uphold' }
    | { kind: 'restore' }

  const verdict = fc.constantFrom<Verdict>('approve', 'refuse', null)
  const anyOp: fc.Arbitrary<Op> = fc.oneof(
    fc.record({
      kind: fc.constant('documents' as const),
      verdicts: fc.array(verdict, { minLength: 4, maxLength: 4 }),
      van: verdict,
    }),
    fc.record({
      kind: fc.constant('person' as const),
      verdict: fc.constantFrom('approve' as const, 'refuse' as const),
    }),
    fc.constantFrom<Op>({ kind: 'block' }, { kind: 'deactivate' }),
  )

  async function make(office: Call, driver: BusyDriver, op: Op): Promise<void> {
    const params = paramsOf(driver)
    if (op.kind === 'documents') await decideDocuments(office, driver, op)
    else if (op.kind === 'block') await must(office(blockUnit, { params, body: { reason } }))
    else if (op.kind === 'deactivate') await must(office(deactivateByOffice, { params, body: { reason } }))
    else if (op.kind === 'restore') await must(office(restoreUnit, { params, body: {} }))
    else if (op.kind === 'lift' || op.kind === 'uphold')
      await must(office(decideAppeal, { params, body: { decision: op.kind, reason } }))
    else if (op.kind === 'person') {
      const personId = driver.personId
      const { person } = await must(office(getPersonVerification, { params: { personId } }))
      const body = { version: person.version, decision: op.verdict, reason, expiresOn: '2027-06-01' }
      await must(office(decidePerson, { params: { personId }, body }))
    }
  }

  async function decideDocuments(
    office: Call,
    driver: TestDriver,
    op: Extract<Op, { kind: 'documents' }>,
  ): Promise<void> {
    const params = paramsOf(driver)
    const { documents, vanFacts } = await must(office(getVerification, { params }))
    const waiting = documents.flatMap(({ newest, checks }) =>
      newest?.status === 'pending' ? [{ id: newest.id, checks }] : [],
    )
    const decided = waiting.flatMap(({ id, checks }, index) => {
      const decision = op.verdicts[index]
      return decision ? [{ documentId: id, decision, reason, ticks: checks }] : []
    })
    const body = {
      decisions: decided,
      vanFacts: op.van ? { id: vanFacts?.declared?.id ?? '', decision: op.van, reason } : null,
    }
    const before = await rowsOf(driver)
    const foreseen = await must(
      office(previewVerification, {
        params,
        body: {
          decisions: decided.map(({ documentId, decision }) => ({ documentId, decision })),
          vanFacts: body.vanFacts && { id: body.vanFacts.id, decision: body.vanFacts.decision },
        },
      }),
    )
    expect(await rowsOf(driver)).toEqual(before)
    const answer = await must(office(decideVerification, { params, body }))
    // The foreseen status is the resulting one.
    expect(answer.workingUnit.status).toBe(foreseen.status)
    const required = answer.documents.filter(({ isRequired }) => isRequired)
    expect(required.map(({ kind, standing }) => [kind, standing])).toEqual(
      foreseen.documents.flatMap(({ kind, standing }) => (kind ? [[kind, standing]] : [])),
    )
  }

  describe('undo', () => {
    it('leaves every row as it was, whatever was decided; and what would follow was said before', async () => {
      const driver = await aBusyDriver(app)
      const office = await desk()
      const check = async (op: Op) => {
        if (op.kind === 'documents' && [...op.verdicts, op.van].every((one) => one === null)) return
        const before = await rowsOf(driver)
        await make(office, driver, op)
        expect(await rowsOf(driver)).not.toEqual(before)
        await must(undoLast(office))
        expect(await rowsOf(driver)).toEqual(before)
      }
      const [approveAll, refuseAll] = (['approve', 'refuse'] as const).map((one) => ({
        kind: 'documents' as const,
        verdicts: [one, one, one, one],
        van: one,
      }))
      const examples: [Op][] = [approveAll, refuseAll].flatMap((op) => (op ? [[op]] : []))
      const people: [Op][] = (['approve', 'refuse'] as const).map((one) => [{ kind: 'person', verdict: one }])
      await fc.assert(fc.asyncProperty(anyOp, check), { numRuns: 6, examples: [...examples, ...people] })

      // The same of a unit that is stopped, with an appeal that waits.
      await must(office(blockUnit, { params: paramsOf(driver), body: { reason } }))
      const call = await driverCall(driver)
      await must(call(appealUnit, { params: paramsOf(driver), body: { text: 'The van was stolen.' } }))
      for (const kind of ['lift', 'uphold', 'restore'] as const) await check({ kind })
      // An undone decision sends no notice. The block itself remains.
      app.clock.advance({ minutes: 1 })
      const sentMails = (await mails(driver)).filter(({ subject }) => !subject.includes('bank account'))
      expect(sentMails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/ was blocked$/)])
    })

    it('is for whoever decided, for a minute, and only if nothing has changed since', async () => {
      const driver = await anOperatingDriver(app)
      const params = paramsOf(driver)
      const [office, other] = [await desk(), await desk(ben)]
      await must(office(blockUnit, { params, body: { reason } }))
      const decision = await lastDecision(office)
      expect(decision).toMatchObject({ kind: 'blocked', subjectId: driver.unitId })
      const undo = { params: { id: decision?.id ?? '' }, body: {} }
      expect(await codeOf(other(undoDecision, undo))).toBe('403 not_yours')
      expect(await must(other(listDecisions))).toEqual([])
      const call = await driverCall(driver)
      await must(call(appealUnit, { params, body: { text: 'The van was stolen.' } }))
      expect(await codeOf(office(undoDecision, undo))).toBe('409 decided_since')
      await must(office(restoreUnit, { params, body: {} }))
      expect(await codeOf(undoLast(office))).toBe('ok')
      expect(await must(office(getVerification, { params }))).toMatchObject({
        workingUnit: { status: 'blocked' },
        appeal: { text: 'The van was stolen.' },
        history: [
          { kind: 'lifted', isUndone: true },
          { kind: 'blocked', by: 'Ana', reason, isUndone: false },
        ],
      })
      await must(office(restoreUnit, { params, body: {} }))
      const last = { params: { id: (await lastDecision(office))?.id ?? '' }, body: {} }
      app.clock.advance({ seconds: 59 })
      expect((await lastDecision(office))?.id).toBe(last.params.id)
      app.clock.advance({ seconds: 1 })
      // The undo is refused whether or not the worker has run since.
      expect(await codeOf(office(undoDecision, last))).toBe('409 too_late')
      await app.runJobs()
      expect(await codeOf(office(undoDecision, last))).toBe('409 too_late')
      expect(await must(office(listDecisions))).toEqual([])
    })

    it('of another van is refused once its plate is somebody else’s; bookings it leaves uncovered are told of when it stands', async () => {
      const driver = await anOperatingDriver(app)
      const params = paramsOf(driver)
      const move = aMove({ date: addDays(localDayOf(app.clock.now()), 7) })
      const { results } = await search(app, move, { pageSize: 100 })
      const quote = results.find(({ workingUnit }) => workingUnit.id === driver.unitId)
      await aBooking(app, { quoteId: quote?.quoteId ?? '' })
      const uncovered = async () =>
        (await mails(driver)).filter(({ subject }) => subject.includes('no longer cover')).length
      app.clock.advance({ seconds: 1 })
      const { registration: plate } = await vanOf(driver)
      const other = { ...theVan, registration: await freePlate(app) }
      await must((await driverCall(driver))(saveVan, { params, body: other }))
      await approveVan(await desk(), driver)
      expect(await vanOf(driver)).toMatchObject({ registration: other.registration })
      await must(undoLast(await desk()))
      expect(await vanOf(driver)).toMatchObject({ registration: plate })
      app.clock.advance({ minutes: 1 })
      expect(await uncovered()).toBe(0)

      const office = await desk()
      await approveVan(office, driver)
      const undo = { params: { id: (await lastDecision(office))?.id ?? '' }, body: {} }
      const buyer = await aDriver(app)
      await must(buyer.call(addVan, { params: paramsOf(buyer), body: { ...theVan, registration: plate } }))
      await approveVan(office, buyer)
      expect(await codeOf(office(undoDecision, undo))).toBe('409 decided_since')
      app.clock.advance({ minutes: 1 })
      expect(await uncovered()).toBe(1)
    })

    it('several decisions within a minute are one email, of how things stand at its end', async () => {
      const driver = await aDriver(app)
      await must(driver.call(addVan, { params: paramsOf(driver), body: { ...theVan, registration: 'LK72VNG' } }))
      const [v5c = '', cover = ''] = await handInDocuments(app, driver)
      const office = await desk()
      const params = paramsOf(driver)
      const decide = async (decisions: Awaited<ReturnType<typeof approvals>>) =>
        must(office(decideVerification, { params, body: { decisions } }))
      await decide(await approvals(office, driver.unitId, [v5c]))
      app.clock.advance({ seconds: 30 })
      const refused = [{ documentId: cover, decision: 'refuse' as const, reason: 'It names another van.' }]
      await must(office(decideVerification, { params, body: { decisions: refused } }))
      await must(office(blockUnit, { params, body: { reason } }))
      app.clock.advance({ seconds: 30 })
      // The first minute is over, but not that of what came after it.
      expect(await mails(driver)).toEqual([])
      app.clock.advance({ seconds: 30 })
      const sentMails = await mails(driver)
      expect(sentMails).toHaveLength(1)
      expect(sentMails[0]?.subject).toMatch(/ was blocked$/)
      for (const passage of [reason, 'let you know the outcome', 'It names another van.', 'Approved: V5C log book.'])
        expect(sentMails[0]?.text).toContain(passage)
      const [colleague] = await mailboxOf(app, OFFICE)
      expect(colleague?.subject).toMatch(/^Blocked: .*LK72 VNG/)
      expect(colleague?.text).toContain(`Ana blocked`)
      expect(colleague?.text).toContain(`/admin/stopped?unit=${driver.unitId}`)
      // Once told, not again.
      app.clock.advance({ minutes: 5 })
      expect(await mails(driver)).toHaveLength(1)
    })
  })

  describe('the desk', () => {
    it('approves what was ticked, as it is on file; and keeps who ticked what', async () => {
      app.clock.set('2026-12-05T09:00:00Z')
      const driver = await aDriver(app)
      const params = paramsOf(driver)
      await must(driver.call(addVan, { params, body: { ...theVan, registration: 'LK72VNH' } }))
      const { id } = await must(driver.call(addPerson, { body: { firstName: 'Rob', lastName: 'Hart' } }))
      const [v5c = ''] = await handInDocuments(app, driver)
      const office = await desk()
      const seen = await must(office(getVerification, { params }))
      // The right person: who drives is not the owner.
      expect(seen).toMatchObject({ owner: { name: 'Jane' }, people: [{ id, name: 'Rob Hart', state: 'unchecked' }] })
      const [decision] = await approvals(office, driver.unitId, [v5c])
      if (!decision) throw new Error('Nothing to approve')
      const [plate, ...others] = decision.ticks
      const send = (ticks: typeof decision.ticks) =>
        office(decideVerification, { params, body: { decisions: [{ ...decision, ticks }] } })
      expect(await send(others)).toMatchObject({
        status: 422,
        problem: { errors: { 'decisions.0.ticks': ['Compare and tick: Registration.'] } },
      })
      expect(await send([{ field: 'registration', onFile: 'LK21 XTR' }, ...others])).toMatchObject({
        status: 409,
        problem: { code: 'file_changed' },
      })
      const answer = await must(send(decision.ticks))
      expect(answer.decided).toMatchObject([
        { label: 'V5C log book', isApproved: true, decidedBy: 'Ana', ticks: decision.ticks, submission: { id: v5c } },
      ])
      expect(plate).toEqual({ field: 'registration', onFile: 'LK72 VNH' })

      const only = async (query: object) =>
        (await must(office(listVerifications, { query }))).results.map(({ workingUnit }) => workingUnit.id)
      expect(await only({ kind: 'public_liability', search: 'lk72 vnh' })).toEqual([driver.unitId])
      expect(await only({ kind: 'v5c', search: driver.email })).toEqual([])
      const { waitingByKind } = await must(office(listVerifications))
      expect(waitingByKind.find(({ kind }) => kind === 'public_liability')?.count).toBeGreaterThan(0)
      expect((await must((await driverCall(driver))(listPeople)))[0]?.id).toBe(id)
    })

    it('says who else has a unit open, for as long as they do', async () => {
      const driver = await aDriver(app)
      const [one, other] = [await desk(), await desk(ben)]
      const look = (office: Call, subjectId: string | null) => must(office(lookAt, { body: { subjectId } }))
      expect(await look(one, driver.unitId)).toEqual({ others: [] })
      expect(await look(other, driver.unitId)).toEqual({ others: ['Ana'] })
      expect((await must(one(getVerification, { params: paramsOf(driver) }))).looking).toEqual(['Ben'])
      await look(other, null)
      expect(await look(one, driver.unitId)).toEqual({ others: [] })
      app.clock.advance({ seconds: 46 })
      expect(await look(other, driver.unitId)).toEqual({ others: [] })
    })
  })
})

describe('an appeal', () => {
  const OFFICE = 'appeals@vanfare.test'

  let app: TestApp
  let ana: { id: string }
  beforeAll(async () => {
    app = await createTestApp({ env: { OFFICE_EMAIL: OFFICE } })
    ana = await createPerson(app, { role: 'admin', firstName: 'Ana' })
  })
  afterAll(() => app.close())

  /** Signed in a moment ago: tokens last ten minutes of the test's clock. */
  const desk = async (): Promise<Call> => app.call((await sessionFor(app, ana.id)).bearer)
  const driverCall = async ({ id }: TestDriver): Promise<Call> => app.call((await sessionFor(app, id)).bearer)
  const mails = async (driver: TestDriver) =>
    (await mailboxOf(app, driver.email)).filter(({ channel }) => channel === 'email')

  it('comes to the office, is answered, and can be made again after two weeks', async () => {
    const driver = await anOperatingDriver(app)
    const quiet = await anOperatingDriver(app)
    const params = paramsOf(driver)
    let office = await desk()
    for (const one of [quiet, driver]) await must(office(blockUnit, { params: paramsOf(one), body: { reason } }))
    app.clock.advance({ minutes: 2 })
    const text = 'The van was stolen; the police have a number.'
    await must((await driverCall(driver))(appealUnit, { params, body: { text } }))
    const mail = (await mailboxOf(app, OFFICE)).find(({ subject }) => subject.startsWith('Appeal: '))
    expect(mail?.text).toContain(text)
    expect(mail?.text).toContain(`/admin/stopped?unit=${driver.unitId}`)

    const list = await must(office(listStopped, { query: { search: driver.email.toUpperCase() } }))
    expect(list.results).toMatchObject([
      {
        workingUnit: { id: driver.unitId },
        ownerEmail: driver.email,
        stoppedBy: 'Ana',
        appealWaitsSince: expect.any(String),
      },
    ])
    expect(list.appealsWaiting).toBeGreaterThan(0)
    // Appeals first, then the last stopped; page by page, each once.
    const all = await must(office(listStopped))
    const ids = all.results.map(({ workingUnit }) => workingUnit.id)
    expect(ids.indexOf(driver.unitId)).toBeLessThan(ids.indexOf(quiet.unitId))
    expect(all.results.map(({ appealWaitsSince }) => appealWaitsSince === null)).toEqual(
      all.results.map(({ appealWaitsSince }) => appealWaitsSince === null).toSorted((a, b) => Number(a) - Number(b)),
    )
    const paged: string[] = []
    for (let after: string | undefined; ;) {
      const page = await must(office(listStopped, { query: { pageSize: 1, after } }))
      paged.push(...page.results.map(({ workingUnit }) => workingUnit.id))
      if (page.nextCursor === null) break
      after = page.nextCursor
    }
    expect(paged).toEqual(ids)
    expect((await must(office(listStopped, { query: { show: 'appeals' } }))).results).toHaveLength(list.appealsWaiting)
    expect((await must(office(listStopped, { query: { search: 'lk72vnf', show: 'deactivated' } }))).results).toEqual([])

    const seen = await must(office(getVerification, { params }))
    const uphold = { decision: 'uphold' as const, reason: 'Both customers sent pictures of the van.' }
    const stale = await office(decideAppeal, { params, body: { ...uphold, sentAt: '2026-11-01T00:00:00.000Z' } })
    expect(stale).toMatchObject({ status: 409, problem: { code: 'no_appeal' } })
    await must(office(decideAppeal, { params, body: { ...uphold, sentAt: seen.appeal?.sentAt } }))
    const twice = await office(decideAppeal, { params, body: uphold })
    expect(twice).toMatchObject({ status: 409, problem: { code: 'no_appeal' } })
    app.clock.advance({ minutes: 1 })
    const [notice] = await mails(driver)
    expect(notice?.text).toContain('Both customers sent pictures of the van.')
    const unit = await must((await driverCall(driver))(getUnit, { params }))
    expect(unit).toMatchObject({ status: 'blocked', appeal: { answer: uphold.reason, againFrom: '2026-12-04' } })
    expect(notice?.text).toContain('You can appeal again from 04/12/2026')

    app.clock.set('2026-12-03T12:00:00Z')
    const appealAgain = async () =>
      (await driverCall(driver))(appealUnit, { params, body: { text: 'Here is the police report.' } })
    expect(await appealAgain()).toMatchObject({
      status: 409,
      problem: { code: 'appeal_later', detail: expect.stringContaining('4 December') },
    })
    app.clock.set('2026-12-04T00:00:00Z')
    await must(appealAgain())
    office = await desk()
    const lifted = await must(
      office(decideAppeal, { params, body: { decision: 'lift', reason: 'The report settles it.' } }),
    )
    expect(lifted.status).toBe('operating')
    app.clock.advance({ minutes: 1 })
    const [last] = await mails(driver)
    expect(last?.text).toMatch(/We’ve lifted the block\.[\s\S]*The report settles it\./)
    expect((await must(office(getVerification, { params }))).history).toMatchObject([
      { kind: 'lifted', appeal: 'Here is the police report.' },
      { kind: 'appeal_upheld', appeal: text, reason: uphold.reason },
      { kind: 'blocked', reason },
    ])
  })
})

describe('units of the office', () => {
  let app: TestApp
  let office: Call
  beforeAll(async () => {
    app = await createTestApp()
    await removeCompanies(app)
    office = await anOffice(app)
  })
  afterAll(() => app.close())

  it('finds units by company and plate, and pages through them without losing one', async () => {
    const units: TestUnit[] = []
    for (const registration of ['LK72 VNF', 'LJ20 PDX', 'GX21 OPL'])
      units.push(await aUnit(app, { van: { registration } }))
    const all = await must(office(findUnits))
    expect(all.results.map(({ id }) => id).toSorted()).toEqual(units.map(({ id }) => id).toSorted())
    const [first] = all.results
    const plate = first?.registration?.replaceAll(' ', '').toLowerCase() ?? ''
    expect(plate).not.toBe('')
    const byPlate = await must(office(findUnits, { query: { q: plate } }))
    expect(byPlate.results.map(({ id }) => id)).toEqual([first?.id])
    const byName = await must(office(findUnits, { query: { q: first?.company.name ?? '' } }))
    expect(byName.results).toContainEqual(first)
    expect((await must(office(findUnits, { query: { q: 'nobody has this name' } }))).results).toEqual([])

    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await must(office(findUnits, { query: { pageSize: 1, after } }))
      seen.push(...page.results.map(({ id }) => id))
      after = page.nextCursor ?? undefined
    } while (after)
    expect(seen).toEqual(all.results.map(({ id }) => id))
  })
})
