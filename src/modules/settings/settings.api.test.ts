import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { statements } from '#modules/billing/documents/contract.ts'
import { post } from '#modules/billing/ledger/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import { withActor } from '#platform/ctx.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { postedJob } from '#test/support/factories/billed-month.ts'
import { aBooking, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { listAudit } from './audit/contract.ts'
import type { SUBJECTS } from './audit/rules.ts'
import { changeSetting, checkSetting, listSettings, previewSetting, withdrawSetting } from './contract.ts'
import { notifyOfCommission } from './dated-values/notices-commands.ts'
import type { Part } from './rules.ts'

describe('settings', () => {
  let app: TestApp
  let adminId: string
  beforeAll(async () => {
    app = await createTestApp()
    adminId = (await createPerson(app, { role: 'admin', firstName: 'Adaeze' })).id
  })
  beforeEach(async () => {
    app.clock.set('2026-11-23T09:00:00Z')
    await removeCompanies(app)
  })
  afterAll(() => app.close())

  const office = async () => app.call((await sessionFor(app, adminId)).bearer)
  const partOf = async (part: Part, find?: string) =>
    must((await office())(listSettings, { params: { part }, query: { find } }))

  const birmingham = (amountPence: number, fromDay: string) => ({
    part: 'road_charges' as const,
    zone: 'birmingham',
    vehicleClasses: ['noncompliant' as const],
    amountPence,
    fromDay,
    checkBy: '2027-12-31',
    source: 'birmingham.gov.uk, 4 November',
  })

  const rowOf = async (subject: string, fromDay: string) =>
    (await partOf('road_charges')).rows.find((row) => row.subject === subject && row.fromDay === fromDay)

  const euro5 = { fuel: 'diesel', euroClass: 5 } as const
  const chargedOn = async (date: string) => {
    const { results } = await search(app, aMove({ from: 'B2 4QA', to: 'M1 1AA', date }))
    return results[0]?.lines.find(({ code }) => code === 'birmingham')?.amountPence
  }

  describe('a road charge', () => {
    it('raised from next month costs more from that day on; a booking keeps its own; withdrawn, all is as it was', async () => {
      await aUnit(app, { van: euro5, districts: ['B2'] })
      const call = await office()
      const { version, usualFromDay } = await partOf('road_charges')
      expect(usualFromDay).toBe('2026-12-01')
      const booked = await aBooking(app, { move: aMove({ from: 'B2 4QA', to: 'M1 1AA', date: '2026-12-03' }) })
      const change = birmingham(1000, '01/12/2026')

      const preview = await must(call(previewSetting, { body: { change } }))
      expect(preview).toMatchObject({
        before: '£8.00',
        after: '£10.00',
        fromDay: '2026-12-01',
        bookings: 1,
        costPence: 200,
      })
      expect((await partOf('road_charges')).version).toBe(version)

      const { ids } = await must(call(changeSetting, { body: { version, change } }))
      expect([await chargedOn('2026-11-30'), await chargedOn('2026-12-01')]).toEqual([800, 1000])
      expect(booked.lines.find(({ code }) => code === 'birmingham')?.amountPence).toBe(800)
      expect(await rowOf('birmingham noncompliant', '2026-12-01')).toMatchObject({
        state: 'to_come',
        madeBy: 'Adaeze',
        reason: change.source,
      })
      expect(await rowOf('birmingham noncompliant', '2021-06-01')).toMatchObject({
        state: 'in_force',
        toDay: '2026-11-30',
      })
      expect((await partOf('road_charges')).changes[0]).toMatchObject({
        what: 'changed',
        by: 'Adaeze',
        name: 'Birmingham Clean Air Zone',
        before: '£8.00',
        after: '£10.00',
        fromDay: '2026-12-01',
      })

      const params = { part: 'road_charges' as const, id: ids[0] ?? '' }
      await must(call(withdrawSetting, { params, body: { version: version + 1 } }))
      expect(await chargedOn('2026-12-01')).toBe(800)
      expect((await partOf('road_charges')).changes[0]).toMatchObject({ what: 'withdrawn', before: '£10.00' })
      expect(await call(withdrawSetting, { params, body: { version: version + 2 } })).toMatchObject({ status: 404 })
    })

    it('counts by the day in London, on which midnight falls an hour earlier in summer', async () => {
      await aUnit(app, { van: euro5, districts: ['B2'] })
      const { version } = await partOf('road_charges')
      const change = { ...birmingham(1100, '2027-04-01'), checkBy: '2028-01-01' }
      await must((await office())(changeSetting, { body: { version, change } }))
      expect([await chargedOn('2027-03-31'), await chargedOn('2027-04-01')]).toEqual([800, 1100])
    })

    it('in force is neither changed nor withdrawn, nor is one set for a day that is over or taken', async () => {
      const call = await office()
      const set = async (change: ReturnType<typeof birmingham>) =>
        call(changeSetting, { body: { version: (await partOf('road_charges')).version, change } })
      expect(await set(birmingham(900, '22/11/2026'))).toMatchObject({
        status: 422,
        problem: { errors: { 'change.from_day': [/is over/] } },
      })
      const { ids } = await must(set(birmingham(900, '23/11/2026')))
      const { version } = await partOf('road_charges')
      const params = { part: 'road_charges' as const, id: ids[0] ?? '' }
      expect(await call(withdrawSetting, { params, body: { version } })).toMatchObject({
        status: 409,
        problem: { code: 'already_in_force' },
      })
      expect(await set(birmingham(950, '23/11/2026'))).toMatchObject({
        status: 422,
        problem: { errors: { 'change.from_day': [/starts today already/] } },
      })
      expect(await set(birmingham(900, '24/11/2026'))).toMatchObject({
        status: 422,
        problem: { errors: { 'change.amount_pence': ['It is £9.00 already.'] } },
      })
      await must(set(birmingham(950, '24/11/2026')))
      expect(await set({ ...birmingham(950, '25/12/2026'), zone: 'nowhere' })).toMatchObject({ status: 404 })
      await expect(
        sql`update pricing.road_charge set amount_pence = 1 where zone = 'birmingham'`.execute(app.ctx.db),
      ).rejects.toThrow(/never changed/)
      await expect(sql`delete from geo.toll`.execute(app.ctx.db)).rejects.toThrow(/never changed/)
    })

    it('that nobody has looked at is overdue until somebody has', async () => {
      app.clock.set('2027-02-01T09:00:00Z')
      const overdue = async () => (await partOf('road_charges')).rows.filter(({ isOverdue }) => isOverdue)
      const [first] = await overdue()
      expect((await overdue()).map(({ name }) => name)).toContain('Congestion Charge')
      const { version } = await partOf('road_charges')
      const params = { part: 'road_charges' as const, id: first?.id ?? '' }
      const check = async (checkBy: string) => (await office())(checkSetting, { params, body: { version, checkBy } })
      expect(await check('01/02/2027')).toMatchObject({ status: 422 })
      await must(check('01/02/2028'))
      expect((await overdue()).map(({ id }) => id)).not.toContain(first?.id)
    })
  })

  it('a toll is raised for some vans and hours, and where it is stays as it was', async () => {
    const { version, rows } = await partOf('tolls')
    const row = rows.find(({ subject }) => subject === 'tyne_tunnel')
    expect(row?.value).toMatchObject({ charges: [{ pence: 250 }, { pence: 500, vans: ['luton_van'] }] })
    const change = {
      part: 'tolls' as const,
      code: 'tyne_tunnel',
      amountsPence: [260, 520],
      fromDay: '2026-12-01',
      checkBy: '2027-12-01',
      source: 'tt2.co.uk',
    }
    await must((await office())(changeSetting, { body: { version, change } }))
    const tolls = (await app.ctx.services.tolls.get()).filter(({ code }) => code === 'tyne_tunnel')
    expect(tolls.map(({ fromDay, toDay, charges }) => [fromDay, toDay, charges.map(({ pence }) => pence)])).toEqual([
      ['2025-05-01', '2026-11-30', [250, 500]],
      ['2026-12-01', null, [260, 520]],
    ])
    expect(tolls[0]?.gates).toEqual(tolls[1]?.gates)
  })

  describe('commission', () => {
    const generalRate = (percent: number, fromDay: string) => ({
      part: 'commission' as const,
      companyId: null,
      percent,
      fromDay,
      reason: 'Board, 20 November',
    })

    it('of everybody and of one company, with what it would do', async () => {
      const { company } = await aUnit(app)
      await aUnit(app)
      const booking = await aBooking(app)
      const call = await office()
      const before = await partOf('commission')
      const preview = await must(call(previewSetting, { body: { change: generalRate(17.5, '2026-12-08') } }))
      expect(preview).toMatchObject({ before: '15%', after: '17.5%', companies: 2, bookings: 1, isMailed: true })
      expect(preview.examples).toMatchObject([{ beforePence: 4500, afterPence: 5250 }])
      await must(call(changeSetting, { body: { version: before.version, change: generalRate(17.5, '2026-12-08') } }))
      const own = { ...generalRate(12, '2026-12-10'), companyId: company.id }
      expect(await must(call(previewSetting, { body: { change: own } }))).toMatchObject({
        name: company.name,
        before: 'the standard rate',
        after: '12%',
        companies: 1,
        examples: [{ beforePence: 5250, afterPence: 3600 }],
        isMailed: false,
        warnings: [],
      })
      await must(call(changeSetting, { body: { version: before.version + 1, change: own } }))
      const percentAt = async (at: string) =>
        (
          await sql<{ p: number }>`select companies.commission_percent(${company.id}, ${at}::timestamptz) as p`.execute(
            app.ctx.db,
          )
        ).rows[0]?.p
      expect([
        await percentAt(booking.createdAt),
        await percentAt('2026-12-08T00:00:00Z'),
        await percentAt('2026-12-10T00:00:00Z'),
      ]).toEqual([15, 17.5, 12])
      const { rows } = await partOf('commission')
      expect(rows.filter(({ subject }) => subject === company.id)).toMatchObject([
        { name: company.name, state: 'to_come' },
      ])
      expect(
        (await partOf('commission', company.name.slice(0, 6).toLowerCase())).rows.map(({ name }) => name),
      ).toContain(company.name)
      expect(
        await call(changeSetting, { body: { version: 0, change: { ...own, companyId: crypto.randomUUID() } } }),
      ).toMatchObject({ status: 409 })
    })
  })

  describe('a raise of commission', () => {
    const raise = (percent: number | null, fromDay: string, companyId: string | null = null) => ({
      part: 'commission' as const,
      companyId,
      percent,
      fromDay,
      reason: 'Cards cost us more',
    })
    const set = async (change: ReturnType<typeof raise>) =>
      (await office())(changeSetting, { body: { version: (await partOf('commission')).version, change } })
    const noticesOf = (id: string) =>
      app.ctx.db
        .selectFrom('notifications.message')
        .select(['kind', 'recipient', 'text'])
        .where('subjectId', '=', id)
        .orderBy('createdAt')
        .execute()

    it('is refused with less than 15 days’ notice, of everybody and of one company; a lower rate may start today', async () => {
      const { company } = await aUnit(app)
      app.clock.set('2027-03-01T09:00:00Z')
      const refused = {
        status: 422,
        problem: { errors: { 'change.from_day': [/^Choose 16\/03\/2027 or a later day/] } },
      }
      expect(await set(raise(60, '2027-03-15'))).toMatchObject(refused)
      expect(await set(raise(60, '2027-03-15', company.id))).toMatchObject(refused)
      await must(set(raise(5, '2027-03-01', company.id)))
      // A raise of the general rate counts too.
      expect(await set(raise(null, '2027-03-15', company.id))).toMatchObject(refused)
      await must(set(raise(null, '2027-03-16', company.id)))
    })

    it('is emailed once to the owners who pay more, whatever they chose to be told, and so is that it was withdrawn', async () => {
      const [dear, cheap, agreed] = [await aUnit(app), await aUnit(app), await aUnit(app)]
      app.clock.set('2027-04-01T09:00:00Z')
      const everybodys = (await partOf('commission')).rows.find(
        ({ subject, state }) => subject === '' && state === 'in_force',
      )
      const now = everybodys?.value.part === 'commission' ? everybodys.value.percent : null
      expect(now).toBeGreaterThan(4)
      // Has agreed on less for good: it stays.
      await must(set(raise(4, '2027-04-01', agreed.company.id)))
      const { ids } = await must(set(raise(70, '2027-04-17')))
      const [id = ''] = ids
      await app.runJobs()
      const mails = await noticesOf(id)
      expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
        [dear, cheap].map(({ company }) => company.owner.email).toSorted(),
      )
      expect(mails[0]?.text).toMatch(new RegExp(`on or after 17/04/2027, .* pays us 70% .* instead of ${now}%`))
      expect(mails[0]?.text).toContain('Why: Cards cost us more')
      // A restarted job finds no further owners.
      await notifyOfCommission(app.ctx, { id })
      expect(await noticesOf(id)).toHaveLength(2)

      const { version } = await partOf('commission')
      await must((await office())(withdrawSetting, { params: { part: 'commission', id }, body: { version } }))
      await app.runJobs()
      await notifyOfCommission(app.ctx, { id })
      // The clock is fixed, so the messages have no order.
      const kinds = (await noticesOf(id)).map(({ kind }) => kind).toSorted()
      expect(kinds).toEqual(['commission_raised', 'commission_raised', 'commission_stays', 'commission_stays'])
      expect((await noticesOf(id)).find(({ kind }) => kind === 'commission_stays')?.text).toContain(
        `would pay us 70% from 17/04/2027. We have withdrawn that: it stays at ${now}%`,
      )
    })

    it('of one company is emailed to its owner alone, and a lower rate to nobody', async () => {
      const { company } = await aUnit(app)
      await aUnit(app)
      app.clock.set('2027-04-02T09:00:00Z')
      const lower = await must(set(raise(3, '2027-04-02', company.id)))
      const higher = await must(set(raise(8, '2027-04-20', company.id)))
      await app.runJobs()
      expect(await noticesOf(lower.ids[0] ?? '')).toEqual([])
      expect(await noticesOf(higher.ids[0] ?? '')).toMatchObject([
        { kind: 'commission_raised', recipient: company.owner.email },
      ])
    })
  })

  describe('two admins at once', () => {
    const policy = (fromDay: string, freeUntilHours: number) => ({
      part: 'cancellation' as const,
      freeUntilHours,
      partUntilHours: 24,
      partPercent: 50,
      fromDay,
      reason: 'Board',
    })

    it('one of them is told that the other was first; without the version both would be written: the control', async () => {
      const { version } = await partOf('cancellation')
      const call = await office()
      const both = await Promise.all(
        ['2026-12-01', '2026-12-02'].map((day, index) =>
          call(changeSetting, { body: { version, change: policy(day, 60 + index) } }),
        ),
      )
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
      expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: { code: 'stale_settings' } })
      const careless = await withoutGuards(app, 'settings_version')
      try {
        const { bearer } = await sessionFor(app, adminId)
        const unguarded = createCall(careless.fastify, { bearer })
        const answer = await unguarded(changeSetting, { body: { version, change: policy('2026-12-20', 80) } })
        expect(answer.status).toBe(201)
      } finally {
        await careless.close()
      }
    })

    it('make every process price by the new row at once', async () => {
      const { config, clock, log } = app.ctx
      const other = await buildApp({ config, connection: app.database.connection, clock, log, work: false })
      await other.fastify.ready()
      try {
        expect(
          (await other.ctx.services.datedSettings.get()).policies.some(({ fromDay }) => fromDay === '2026-12-24'),
        ).toBe(false)
        const { version } = await partOf('cancellation')
        await must((await office())(changeSetting, { body: { version, change: policy('2026-12-24', 96) } }))
        await expect
          .poll(async () =>
            (await other.ctx.services.datedSettings.get()).policies.some(({ fromDay }) => fromDay === '2026-12-24'),
          )
          .toBe(true)
      } finally {
        await other.close()
      }
    })
  })
})

describe('audit', () => {
  let app: TestApp
  let adminId: string
  beforeAll(async () => {
    app = await createTestApp()
    app.clock.set('2026-11-23T09:00:00Z')
    adminId = (await createPerson(app, { role: 'admin', firstName: 'Adaeze', email: 'adaeze@vanfare.test' })).id
  })
  afterAll(() => app.close())

  const list = async (query: {
    who?: string
    what?: (typeof SUBJECTS)[number]
    object?: string
    day?: string
    pageSize?: number
    after?: string | undefined
  }) => app.call((await sessionFor(app, adminId)).bearer)(listAudit, { query })

  /** Reading the log is in the log too. */
  const isChange = ({ action }: { action: string }) => !action.startsWith('read.')

  async function anEntry(at: string, action: string, object: string, by = adminId): Promise<void> {
    app.clock.set(at)
    const ctx = withActor(app.ctx, { kind: 'admin', userId: by, sessionId: by, company: null })
    await ctx.tx((tx) =>
      recordAudit(tx, { action, object, before: { status: 'active' }, after: { status: 'blocked' } }),
    )
  }

  it('is filtered by who, what, object and day, and paged by key, the last first', async () => {
    const other = (await createPerson(app, { role: 'admin', firstName: 'Jo', email: 'jo@vanfare.test' })).id
    await anEntry('2026-11-20T23:59:59Z', 'document.saved', 'statement 1')
    await anEntry('2026-11-21T00:00:00Z', 'correction.added', 'statement 1')
    await anEntry('2026-11-21T12:00:00Z', 'account.blocked', 'user 1', other)
    // The day in summer begins an hour earlier.
    await anEntry('2027-06-30T23:00:00Z', 'document.sent', 'statement 2')
    await anEntry('2027-06-30T23:00:00Z', 'document.sent', 'statement 3')
    const actions = async (query: Parameters<typeof list>[0]) =>
      (await must(list(query))).results.filter(isChange).map(({ action, object }) => `${action} ${object}`)
    expect(await actions({ who: 'ADAEZE' })).toHaveLength(4)
    expect(await actions({ who: 'jo@vanfare' })).toEqual(['account.blocked user 1'])
    expect(await actions({ who: '100%_nobody' })).toEqual([])
    expect(await actions({ what: 'document' })).toEqual([
      'document.sent statement 3',
      'document.sent statement 2',
      'document.saved statement 1',
    ])
    expect(await actions({ object: 'statement 1' })).toEqual([
      'correction.added statement 1',
      'document.saved statement 1',
    ])
    expect(await actions({ day: '21/11/2026' })).toEqual(['account.blocked user 1', 'correction.added statement 1'])
    expect(await actions({ day: '2027-07-01' })).toHaveLength(2)
    expect(await list({ day: 'soon' })).toMatchObject({ status: 422 })
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const page = await must(list({ pageSize: 2, after }))
      seen.push(...page.results.filter(isChange).map(({ id }) => id))
      if (page.nextCursor === null) break
      after = page.nextCursor
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
    const [first] = (await must(list({ who: 'jo@vanfare' }))).results
    expect(first).toMatchObject({
      by: 'Jo',
      kind: 'admin',
      details: [{ name: 'status', before: 'active', after: 'blocked' }],
    })
  })

  it('a page costs the same among a hundred thousand entries, by whichever filter', async () => {
    await sql`insert into audit.entry (at, actor_id, actor_kind, action, object)
    select ${app.clock.now()}::timestamptz - make_interval(secs => n), ${adminId}, 'admin',
      (array['document.saved', 'correction.added', 'account.blocked'])[1 + n % 3], 'statement ' || n
    from generate_series(1, 100000) n`.execute(app.ctx.db)
    await app.database.asOwner('analyze audit.entry')
    for (const where of [
      sql`true`,
      sql`split_part(a.action, '.', 1) = 'correction'`,
      sql`a.actor_id = ${adminId}`,
      sql`a.object = 'statement 77'`,
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select a.id from audit.entry a
      where ${where} and (a.at, a.id) < (${app.clock.now()}, 50000) order by a.at desc, a.id desc limit 21`.execute(
        app.ctx.db,
      )
      const plan = rows.map((row) => row['QUERY PLAN'] ?? Object.values(row)[0]).join('\n')
      expect(plan).not.toMatch(/Seq Scan/)
    }
  })

  it('a billing document is named by its number, unit and period, with its amount; a discarded draft by what it was', async () => {
    const unit = await aUnit(app, { company: { name: 'Pennant & Daughters' } })
    await app.ctx.tx((tx) => post(tx, [postedJob(app, { unit, day: '2027-05-12', paidBy: 'cash' })]))
    app.clock.set('2027-06-02T09:00:00Z')
    const office = app.call((await sessionFor(app, adminId)).bearer)
    const body = { startDate: '2027-05-01', endDate: '2027-05-31', needValidation: false }
    const make = () => must(office(statements.create, { params: { id: unit.id }, body }))
    const draft = await make()
    await must(office(statements.discard, { params: { id: draft.id } }))
    const { id } = await make()
    const { number } = await must(office(statements.save, { params: { id } }))
    const [saved, made] = (await must(list({ object: `statement ${id}` }))).results
    const name = `${number}, LM21 ABC, Pennant & Daughters, 01/05/2027 to 31/05/2027`
    const amount = { name: 'amount', before: null, after: '−£18.00' }
    expect(saved).toMatchObject({ action: 'document.saved', whose: name, details: [amount] })
    expect(made).toMatchObject({ action: 'document.made', whose: name, details: expect.arrayContaining([amount]) })
    const [discarded] = (await must(list({ object: `statement ${draft.id}` }))).results
    expect(discarded).toMatchObject({
      whose: null,
      details: expect.arrayContaining([
        { name: 'startDate', before: '01/05/2027', after: null },
        { name: 'amount', before: '−£18.00', after: null },
      ]),
    })
  })
})
