import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentView } from '#modules/fleet/documents/queries.ts'
import { deactivateUnit, appealUnit } from '#modules/fleet/units/contract.ts'
import { UNIT_STATUSES, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { getCustomerTerms } from '#modules/pricing/terms/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, upload, type TestDriver, approve } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { pdf } from '#test/support/pdfs.ts'
import { mailboxOf } from '#test/support/people.ts'
import { signIn, sessionFor } from '#test/support/session.ts'
import { reviewStatuses } from './commands.ts'
import { blockUnit, deactivateByOffice, restoreUnit } from './decisions/contract.ts'
import { checkExpiry, notifyFirstMots } from './expiry-commands.ts'
import { onboardingJobs } from './jobs.ts'
import { listVerifications } from './verification/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('T-064: a unit', () => {
  /**
   * T-064: who may move a unit from which of its ten statuses, and where it goes: a status, `.` where it stays, or the code of the no.
   * Everything else that changes a status is a fact that changed (rules.test.ts).
   */
  const TABLE = `
                          pause               resume          appeal           block            deactivate       restore
  not_ready_for_a_job     deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  pending_verification    deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  verification_failed     deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  verification_completed  deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  ready_to_start          deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  operating               deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  insurance_expires_soon  deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  deactivated_by_you      .                   operating       not_deactivated  blocked          deactivated      not_stopped
  blocked                 office_decides      office_decides  .                already_stopped  already_stopped  operating
  deactivated             office_decides      office_decides  .                already_stopped  already_stopped  operating
`
  const [header = '', ...lines] = TABLE.trim().split('\n')
  const moves = header.trim().split(/\s+/)
  const cells = lines.flatMap((line) => {
    const [from = '', ...to] = line.trim().split(/\s+/)
    return to.map((outcome, index) => [from as UnitStatus, moves[index] ?? '', outcome] as const)
  })
  let driver: TestDriver
  let office: Call
  beforeAll(async () => {
    driver = await anOperatingDriver(app)
    office = app.call((await signIn(app, 'admin')).bearer)
  })
  beforeEach(() => makeOperating())

  const db = () => app.ctx.db
  const units = () => db().updateTable('fleet.working_unit').where('id', '=', driver.unitId)
  const documents = () => db().updateTable('fleet.document').where('companyId', '=', driver.companyId)

  /** Sets up an operating unit in full. */
  async function makeOperating(): Promise<void> {
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ unitId: driver.unitId, dayOfWeek: day, ...wholeDay }))
    await Promise.all([
      units().set({ pausedAt: null, officeBlock: null, officeReason: null, appeal: null }).execute(),
      documents().set({ status: 'approved', reason: null }).execute(),
      db()
        .insertInto('calendar.business_day')
        .values(days)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
      verifyPhone(app.clock.now()),
    ])
    await insuredUntil('2027-11-01')
  }

  const insuredUntil = (day: string) =>
    documents().set({ expiresOn: day }).where('kind', '=', 'hire_and_reward').execute()

  const wholeDay = { startMinute: 0, endMinute: 1440, dayOff: false }
  const verifyPhone = (at: Date | null) =>
    db().updateTable('identity.user').set({ phoneVerifiedAt: at }).where('id', '=', driver.id).execute()

  /** What makes each status of an operating unit. */
  const FACTS: Record<UnitStatus, () => Promise<unknown>> = {
    operating: () => Promise.resolve(),
    insurance_expires_soon: () => insuredUntil('2026-12-01'),
    ready_to_start: () => db().deleteFrom('calendar.business_day').where('unitId', '=', driver.unitId).execute(),
    verification_completed: () => verifyPhone(null),
    pending_verification: () => documents().set({ status: 'pending' }).where('kind', '=', 'v5c').execute(),
    verification_failed: () => documents().set({ status: 'refused', reason: 'x' }).where('kind', '=', 'v5c').execute(),
    not_ready_for_a_job: () => documents().set({ status: 'cancelled' }).where('kind', '=', 'v5c').execute(),
    deactivated_by_you: () => units().set({ pausedAt: app.clock.now() }).execute(),
    blocked: () => units().set({ officeBlock: 'blocked', officeReason: 'x' }).execute(),
    deactivated: () => units().set({ officeBlock: 'deactivated', officeReason: 'x' }).execute(),
  }

  async function bringTo(status: UnitStatus): Promise<void> {
    await FACTS[status]()
    await app.ctx.tx((tx) => reviewStatuses(tx, { companyId: driver.companyId }))
    expect(await statusNow()).toBe(status)
  }

  const statusNow = async () => {
    const unit = db().selectFrom('fleet.working_unit').select('status').where('id', '=', driver.unitId)
    return (await unit.executeTakeFirstOrThrow()).status
  }

  async function move(name: string) {
    const params = { id: driver.unitId }
    const body = { reason: 'Two customers waited in vain this week.' }
    if (name === 'pause') return driver.call(deactivateUnit, { params, body: { deactivate: true } })
    if (name === 'resume') return driver.call(deactivateUnit, { params, body: { deactivate: false } })
    if (name === 'appeal') return driver.call(appealUnit, { params, body: { text: 'The van was stolen.' } })
    if (name === 'block') return office(blockUnit, { params, body })
    if (name === 'deactivate') return office(deactivateByOffice, { params, body })
    return office(restoreUnit, { params, body: {} })
  }

  it('has a line for each of its statuses', () => {
    expect([...new Set(cells.map(([from]) => from))].toSorted()).toEqual([...UNIT_STATUSES].toSorted())
  })

  it.each(cells)('%s, %s: %s', async (from, name, outcome) => {
    await bringTo(from)
    const answer = await move(name)
    const after = await statusNow()
    const came = answer.ok ? [after === from ? '.' : after] : [answer.problem.code, answer.status, after]
    expect(came).toEqual(answer.ok ? [outcome] : [outcome, 409, from])
  })

  it('takes no status from what its driver sends, nor a document its approval', async () => {
    await bringTo('pending_verification')
    const path = `/company/working-unit/${driver.unitId}`
    const van = { registration: 'LK72 VNF', make: 'Ford', model: 'Transit', category: 'large_van', fuel: 'electric' }
    const day = { day_of_week: '1', start_time: '08:00', end_time: '18:00' }
    const rates = { version: 3, rates: [], minimum_minutes: 120, minimum_minutes_two_porters: 180 }
    const bodies: [method: 'PUT' | 'POST', path: string, body: object][] = [
      ['PUT', `${path}/`, { name: 'Sam' }],
      ['PUT', `${path}/van/`, van],
      ['PUT', `${path}/allowed-jobs/`, { job_kinds: ['furniture'], help_levels: ['no_help'] }],
      ['PUT', `${path}/set-operating-area/`, { districts: ['E17'] }],
      ['POST', `${path}/deactivate/`, { deactivate: false }],
      ['POST', `${path}/reset-van/`, {}],
      ['PUT', '/company/', { name: 'Sam' }],
      ['PUT', '/users/', { first_name: 'Sam' }],
      ['PUT', `/company/${driver.companyId}/hourly-rates/`, rates],
      ['PUT', `${path}/schedule/`, day],
    ]
    const fields = {
      status: 'operating',
      office_block: null,
      verified: true,
      decided_at: '2026-11-20',
      is_operating: true,
    }
    for (const [method, url, body] of bodies)
      for (const [field, value] of Object.entries(fields)) {
        const sent = url.endsWith('/schedule/') ? [{ ...body, [field]: value }] : { ...body, [field]: value }
        const answer = await app.app.fastify.inject({
          method,
          url: `/api${url}`,
          headers: { authorization: `Bearer ${driver.bearer}` },
          payload: sent,
        })
        expect([url, field, answer.statusCode]).toEqual([url, field, 422])
      }
    const document = { name: 'files', filename: 'v5c.pdf', type: 'application/pdf', content: pdf() }
    for (const [name, value] of [
      ['status', 'approved'],
      ['verified', 'true'],
      ['decided_by', driver.id],
    ] as const) {
      const sent = await upload(app, driver.bearer, `${path}/docs/`, [document], { kind: 'v5c', [name]: value })
      expect([name, sent.status]).toEqual([name, 422])
    }
    expect(await statusNow()).toBe('pending_verification')
  })
})

describe('expiry', () => {
  let driver: TestDriver

  beforeAll(() => removeCompanies(app))
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    driver = await anOperatingDriver(app)
  })

  const statusNow = async () => {
    const unit = app.ctx.db.selectFrom('fleet.working_unit').select('status').where('id', '=', driver.unitId)
    return (await unit.executeTakeFirstOrThrow()).status
  }

  const subjects = async () => (await mailboxOf(app, driver.email)).map(({ subject }) => subject)
  const about = async (subjectPart: string) =>
    (await subjects()).filter((subject) => subject.includes(subjectPart)).length

  const driveVanOf = (year: number) =>
    app.ctx.db.updateTable('fleet.van').set({ year }).where('unitId', '=', driver.unitId).execute()

  describe('T-063: a document that expires', () => {
    it('ends the jobs within the hour also where nothing ran at midnight, and is told once', async () => {
      expect(onboardingJobs.find(({ handle }) => handle === checkExpiry)?.cron).toBe('1 * * * *')
      await app.ctx.db
        .updateTable('fleet.document')
        .set({ expiresOn: '2027-03-01' })
        .where('companyId', '=', driver.companyId)
        .where('kind', '=', 'hire_and_reward')
        .execute()
      app.clock.set('2027-03-01T11:01:00Z')
      for (let hour = 0; hour < 3; hour += 1) {
        await checkExpiry(app.ctx)
        app.clock.advance({ hours: 1 })
      }
      expect([await statusNow(), await about('has expired')]).toEqual(['not_ready_for_a_job', 1])
    })
  })

  describe('a van that grows old', () => {
    it('is told a month before its first MOT is needed, and takes no jobs from New Year on without it', async () => {
      await driveVanOf(2023)
      app.clock.set('2026-12-02T00:01:00Z')
      await checkExpiry(app.ctx)
      await notifyFirstMots(app.ctx)
      expect([await statusNow(), await about('is needed from 01/01/2027')]).toEqual(['operating', 1])
      for (const instant of ['2026-12-03T00:01:00Z', '2026-12-31T23:01:00Z']) {
        app.clock.set(instant)
        await checkExpiry(app.ctx)
        await notifyFirstMots(app.ctx)
      }
      expect([await statusNow(), (await subjects()).filter((subject) => subject.includes('MOT')).length]).toEqual([
        'operating',
        1,
      ])
      // The worker was off on New Year's Day.
      for (const instant of ['2027-01-03T10:01:00Z', '2027-01-03T11:01:00Z']) {
        app.clock.set(instant)
        await checkExpiry(app.ctx)
      }
      expect([await statusNow(), await about('takes no jobs: its van needs an MOT now')]).toEqual([
        'not_ready_for_a_job',
        1,
      ])
      expect(await about('has expired')).toBe(0)
    })

    it('waits for the office where its MOT has been sent, and is not told to send it', async () => {
      await driveVanOf(2023)
      app.clock.set('2026-12-20T09:00:00Z')
      const { bearer } = await sessionFor(app, driver.id)
      const document = { name: 'files', filename: 'mot.pdf', type: 'application/pdf', content: pdf() }
      const fields = { kind: 'mot', expires_on: '2027-12-01' }
      const sent = await upload(app, bearer, `/company/working-unit/${driver.unitId}/docs/`, [document], fields)
      expect([sent.status, await statusNow()]).toEqual([201, 'operating'])
      app.clock.set('2027-01-01T00:01:00Z')
      await checkExpiry(app.ctx)
      expect([await statusNow(), await about('MOT')]).toEqual(['pending_verification', 0])
    })
  })
})

describe('what a company’s insurance covers', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const submitDocument = (driver: TestDriver, fields: Record<string, string>) =>
    upload<DocumentView>(
      app,
      driver.bearer,
      `/company/working-unit/${driver.unitId}/docs/`,
      [{ name: 'files', filename: 'policy.pdf', type: 'application/pdf', content: pdf() }],
      { kind: 'goods_in_transit', expires_on: '2027-11-01', ...fields },
    )

  async function coverOf(driver: TestDriver) {
    const { companyId: id } = await app.ctx.db
      .selectFrom('fleet.working_unit')
      .select('companyId')
      .where('id', '=', driver.unitId)
      .executeTakeFirstOrThrow()
    const answer = await app.call()(getCustomerTerms, { params: { id } })
    return answer.ok ? answer.data.cover : null
  }

  it('is the least that we ask until a policy that says more is approved', async () => {
    const driver = await anOperatingDriver(app)
    const least = { totalPence: 1_000_000, perItemPence: 150_000, source: 'minimum' }
    expect(await coverOf(driver)).toEqual(least)
    const sent = await submitDocument(driver, { cover_pence: '2500000', cover_per_item_pence: '300000' })
    expect(sent.data.newest).toMatchObject({ status: 'pending', coverPence: 2_500_000, coverPerItemPence: 300_000 })
    // The cover does not count before the office has decided.
    expect(await coverOf(driver)).toEqual(least)
    await approve(app, driver.unitId, [sent.data.newest?.id ?? ''])
    expect(await coverOf(driver)).toEqual({ totalPence: 2_500_000, perItemPence: 300_000, source: 'policy' })
  })

  it.each([
    [{ cover_pence: '999999', cover_per_item_pence: '150000' }, 'cover_pence', /£10,000 a move or more/],
    [{ cover_pence: '1000000', cover_per_item_pence: '10000' }, 'cover_per_item_pence', /£1,500 an item or more/],
    [{ cover_pence: '1000000', cover_per_item_pence: '1000001' }, 'cover_per_item_pence', /more than the whole move/],
    [{ cover_pence: '1000000' }, 'cover_per_item_pence', /Enter both/],
    [{ cover_per_item_pence: '150000' }, 'cover_pence', /Enter both/],
    [
      { kind: 'public_liability', cover_pence: '1000000', cover_per_item_pence: '150000' },
      'cover_per_item_pence',
      /Only goods/,
    ],
    [{ cover_pence: 'lots', cover_per_item_pence: '150000' }, 'cover_pence', /whole pence/],
  ])('%j is refused at %s', async (fields, field, expectedMessage) => {
    const driver = await anOperatingDriver(app)
    const { status, problem } = await submitDocument(driver, fields)
    expect(status).toBe(422)
    expect(problem.errors?.[field]?.[0]).toMatch(expectedMessage)
  })
})

describe('verification', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  /** A unit whose MOT waits since then; answers its id. */
  async function waitingSince(time: string): Promise<string> {
    const unit = await aUnit(app)
    await app.ctx.db
      .insertInto('fleet.document')
      .values({ companyId: unit.company.id, unitId: unit.id, kind: 'mot', submittedAt: sql`${time}::timestamptz` })
      .execute()
    return unit.id
  }

  it('the queue goes on behind a unit, each once, whoever is decided or comes in meanwhile', async () => {
    const same = '2026-11-01T09:00:00.000001Z'
    const waiting = [await waitingSince('2026-10-01'), await waitingSince(same), await waitingSince(same)]
    waiting.push(await waitingSince('2026-11-01T09:00:00.000002Z'))
    const call = app.call((await signIn(app, 'admin')).bearer)
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const answer = await call(listVerifications, { query: { pageSize: 2, after } })
      if (!answer.ok) throw new Error(answer.problem.code)
      const { results, nextCursor, count, countIsMinimum } = answer.data
      expect([count, countIsMinimum]).toEqual([4, false])
      seen.push(...results.map(({ workingUnit }) => workingUnit.id))
      if (nextCursor === null) break
      after = nextCursor
      await waitingSince('2026-09-01')
      await app.ctx.db
        .updateTable('fleet.document')
        .set({ status: 'approved' })
        .where('unitId', '=', seen[0] ?? '')
        .execute()
    }
    expect(seen).toEqual(waiting)
    expect(await call(listVerifications, { query: { after: 'nonsense' } })).toMatchObject({
      status: 422,
      problem: { errors: { after: [expect.any(String)] } },
    })
  })
})
