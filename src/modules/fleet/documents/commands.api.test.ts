import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { documentsValidUntil, type Document } from '#modules/fleet/documents/rules.ts'
import { getUnit } from '#modules/fleet/units/contract.ts'
import { addVan, getVan, resetVan, saveVan } from '#modules/fleet/vans/contract.ts'
import { getSettings } from '#modules/onboarding/contract.ts'
import { decideVerification, getVerification, listVerifications } from '#modules/onboarding/verification/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { migrate } from '#platform/migrate.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  aDriver,
  anOperatingDriver,
  approve,
  freePlate,
  handInDocuments,
  must,
  upload,
  type TestDriver,
} from '#test/support/driver.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { pdf } from '#test/support/pdfs.ts'
import { mailboxOf } from '#test/support/people.ts'
import { signIn } from '#test/support/session.ts'

describe('documents', () => {
  let app: TestApp
  let office: Call
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    office = app.call((await signIn(app, 'admin')).bearer)
  })
  afterAll(() => app.close())

  const theVan = { make: 'Ford', model: 'Transit', category: 'large_van', fuel: 'electric', year: 2025 } as const
  const weights = { grossWeightKg: 3500, kerbWeightKg: 2350 }

  const paramsOf = ({ unitId }: TestDriver) => ({ id: unitId })
  const unitOf = (driver: TestDriver) => must(driver.call(getUnit, { params: paramsOf(driver) }))
  const deskOf = (driver: TestDriver) => must(office(getVerification, { params: paramsOf(driver) }))
  const vanOf = async (driver: TestDriver) => {
    const van = await must(driver.call(getVan, { params: paramsOf(driver) }))
    if (!van) throw new Error('The unit has no van')
    return van
  }

  /** The van as it was entered last, but for this. */
  const save = async (driver: TestDriver, more: object) =>
    driver.call(saveVan, { params: paramsOf(driver), body: { ...(await vanOf(driver)), payloadKg: null, ...more } })

  async function decide(driver: TestDriver, decision: 'approve' | 'refuse', reason: string | null = null) {
    const id = (await deskOf(driver)).vanFacts?.declared?.id ?? ''
    return office(decideVerification, {
      params: paramsOf(driver),
      body: { decisions: [], vanFacts: { id, decision, reason } },
    })
  }

  /** Facts of the van that a search reads. */
  const inForce = async ({ unitId }: TestDriver) => {
    const van = app.ctx.db
      .selectFrom('fleet.van')
      .select(['category', 'hasTailLift', 'year', 'payloadKg', 'registration'])
    return van.where('unitId', '=', unitId).executeTakeFirstOrThrow()
  }

  const isOffered = async ({ unitId }: TestDriver): Promise<boolean> => {
    const body = aMove({ from: 'E17 4QH', to: 'E10 5AA' })
    const { results } = await must(app.call()(findQuotes, { query: { pageSize: 100 }, body }))
    return results.some(({ workingUnit }) => workingUnit.id === unitId)
  }

  const waitingIn = async ({ unitId }: TestDriver) => {
    const { results } = await must(office(listVerifications, { query: { pageSize: 100 } }))
    return results.find(({ workingUnit }) => workingUnit.id === unitId)
  }

  describe('a van that the office has never approved', () => {
    it('is as entered, and approved together with its log book', async () => {
      const driver = await aDriver(app)
      const params = paramsOf(driver)
      expect((await unitOf(driver)).vanFacts).toBeNull()
      const body = { ...theVan, registration: await freePlate(app), ...weights }
      const van = await must(driver.call(addVan, { params, body }))
      expect(van).toMatchObject({ ...weights, payloadKg: 1150 })
      expect(await inForce(driver)).toMatchObject({ category: 'large_van', payloadKg: 1150 })
      expect((await unitOf(driver)).vanFacts).toMatchObject({
        approved: null,
        declared: { status: 'pending', pausesUnit: false },
      })
      // There is nothing to compare it with yet.
      expect(await waitingIn(driver)).toBeUndefined()
      const seen = (await deskOf(driver)).vanFacts?.declared?.id ?? ''
      const documents = await handInDocuments(app, driver)
      expect(await waitingIn(driver)).toMatchObject({ doVanFactsWait: true, isRenewal: false })
      expect(await save(driver, { registration: 'AB12 CDE' })).toMatchObject({
        status: 409,
        problem: { code: 'van_has_documents' },
      })

      // The driver corrected the facts since, so the version that the office saw can no longer be decided on.
      await must(save(driver, { kerbWeightKg: 2400 }))
      expect(await inForce(driver)).toMatchObject({ payloadKg: 1100 })
      const stale = { decisions: [], vanFacts: { id: seen, decision: 'approve' as const } }
      expect(await office(decideVerification, { params, body: stale })).toMatchObject({
        status: 409,
        problem: { code: 'not_waiting' },
      })
      // The same again keeps its place in the queue.
      const { id } = (await deskOf(driver)).vanFacts?.declared ?? {}
      await must(save(driver, {}))
      expect((await deskOf(driver)).vanFacts?.declared?.id).toBe(id)
      await approve(app, driver.unitId, documents)
      expect((await unitOf(driver)).vanFacts).toMatchObject({ approved: { payloadKg: 1100 }, declared: null })
      expect(await waitingIn(driver)).toBeUndefined()
    })

    it('fails verification where it is not as in the log book, until it is corrected or another log book comes', async () => {
      const driver = await aDriver(app)
      const params = paramsOf(driver)
      await must(driver.call(addVan, { params, body: { ...theVan, registration: await freePlate(app) } }))
      await handInDocuments(app, driver)
      expect(await decide(driver, 'refuse')).toMatchObject({
        status: 422,
        problem: { errors: { 'van_facts.reason': [expect.any(String)] } },
      })
      await must(decide(driver, 'refuse', 'The V5C says 2023.'))
      expect(await unitOf(driver)).toMatchObject({
        status: 'verification_failed',
        statusReason: 'Details of the van: The V5C says 2023.',
        vanFacts: { approved: null, declared: { status: 'refused', reason: 'The V5C says 2023.' } },
      })
      // The banner names the details of the van, not a document.
      expect((await must(driver.call(getSettings))).workingUnits).toMatchObject([{ refused: ['van'] }])
      app.clock.advance({ minutes: 1 })
      const [mail] = await mailboxOf(app, driver.email)
      expect([mail?.subject, mail?.text]).toEqual([
        expect.stringContaining('The details of your van need another look'),
        expect.stringContaining('Details of the van was refused: The V5C says 2023.'),
      ])
      await handInDocuments(app, driver)
      expect((await unitOf(driver)).vanFacts?.declared).toMatchObject({ status: 'pending', reason: null })
      await must(decide(driver, 'refuse', 'Still 2023.'))
      await must(save(driver, { year: 2023 }))
      expect((await unitOf(driver)).vanFacts?.declared).toMatchObject({ status: 'pending', year: 2023 })
    })

    it('goes with its claims when it is taken out', async () => {
      const driver = await aDriver(app)
      const params = paramsOf(driver)
      await must(driver.call(addVan, { params, body: { ...theVan, registration: await freePlate(app), ...weights } }))
      await must(driver.call(resetVan, { params, body: {} }))
      await must(driver.call(addVan, { params, body: { ...theVan, registration: await freePlate(app) } }))
      expect((await unitOf(driver)).vanFacts).toMatchObject({ approved: null, declared: { payloadKg: null } })
    })

    it('is refused with the field of the weight that cannot be', async () => {
      const driver = await aDriver(app)
      const params = paramsOf(driver)
      for (const [more, field] of [
        [{ payloadKg: 6000 }, 'payload_kg'],
        [{ grossWeightKg: 3000, kerbWeightKg: 3200 }, 'kerb_weight_kg'],
        [{ grossWeightKg: 3500.5 }, 'gross_weight_kg'],
        [{ kerbWeightKg: -2350 }, 'kerb_weight_kg'],
        [{ ...weights, payloadKg: 1500 }, 'payload_kg'],
      ] as const) {
        const answer = await driver.call(addVan, { params, body: { ...theVan, registration: 'LK72 ABC', ...more } })
        expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } })
      }
      expect(await must(driver.call(getVan, { params }))).toBeNull()
    })
  })

  describe('a van that the office has approved', () => {
    it('goes on as approved where it can do no harm: fault 2 of the drivers, a Large Van that became a Luton', async () => {
      const driver = await anOperatingDriver(app)
      const other = await anOperatingDriver(app)
      await must(save(driver, { category: 'luton_van', hasTailLift: true, year: 2026 }))
      expect(await inForce(driver)).toMatchObject({ category: 'large_van', hasTailLift: false, year: 2025 })
      expect(await unitOf(driver)).toMatchObject({
        status: 'operating',
        vehicle: { category: 'large_van' },
        vanFacts: {
          approved: { category: 'large_van', hasTailLift: false },
          declared: { category: 'luton_van', hasTailLift: true, status: 'pending', pausesUnit: false },
        },
      })
      // What was entered last is what the form shows.
      expect(await vanOf(driver)).toMatchObject({ category: 'luton_van' })
      expect([await isOffered(driver), (await waitingIn(driver))?.isRenewal]).toEqual([true, true])

      await must(decide(driver, 'refuse', 'The V5C is of a panel van.'))
      expect(await unitOf(driver)).toMatchObject({
        status: 'operating',
        vehicle: { category: 'large_van' },
        vanFacts: { declared: { status: 'refused', reason: 'The V5C is of a panel van.', category: 'luton_van' } },
      })
      // Saying again what was approved takes it back.
      await must(save(driver, { category: 'large_van', hasTailLift: false, year: 2025 }))
      expect((await unitOf(driver)).vanFacts?.declared).toBeNull()

      await must(save(driver, { category: 'luton_van', hasTailLift: true }))
      const id = (await deskOf(driver)).vanFacts?.declared?.id ?? ''
      const body = { decisions: [], vanFacts: { id, decision: 'approve' as const } }
      expect(await driver.call(decideVerification, { params: paramsOf(driver), body })).toMatchObject({ status: 403 })
      expect(await office(decideVerification, { params: paramsOf(other), body })).toMatchObject({ status: 404 })
      await must(decide(driver, 'approve'))
      expect(await inForce(driver)).toMatchObject({ category: 'luton_van', hasTailLift: true })
      expect(await decide(driver, 'approve')).toMatchObject({ status: 422 })
      const audit = app.ctx.db.selectFrom('audit.entry').select(['before', 'after'])
      expect(
        await audit.where('action', '=', 'van_facts.approved').orderBy('id', 'desc').executeTakeFirst(),
      ).toMatchObject({
        before: { category: 'large_van', hasTailLift: false },
        after: { category: 'luton_van', hasTailLift: true, isOtherVehicle: false },
      })
    })

    it('pauses where it would do less than its bookings were promised; they stand, and the office sees them', async () => {
      const driver = await anOperatingDriver(app)
      const { id: bookingId } = await aBooking(app, {
        move: aMove({ from: 'E17 4QH', to: 'E10 5AA', date: '2026-12-05' }),
      })
      const booking = app.ctx.db.selectFrom('bookings.booking').select(['unitId', 'status']).where('id', '=', bookingId)
      const held = await booking.executeTakeFirstOrThrow()
      await must(save(driver, { category: 'medium_van' }))
      expect(await unitOf(driver)).toMatchObject({
        status: 'pending_verification',
        statusReason: expect.stringContaining('Category from Large Van to Medium Van') as string,
        vehicle: { category: 'large_van' },
      })
      expect(await isOffered(driver)).toBe(false)
      const desk = await deskOf(driver)
      expect(desk.vanFacts?.declared?.pausesUnit).toBe(true)
      expect(desk.bookingsAhead).toMatchObject([{ startAt: '2026-12-05T09:00:00.000Z', from: 'Walthamstow' }])
      expect(await booking.executeTakeFirstOrThrow()).toEqual(held)
      // Facts restored to the approved values need no decision by the office.
      await must(save(driver, { category: 'large_van' }))
      expect([(await unitOf(driver)).status, await isOffered(driver)]).toEqual(['operating', true])
      await must(save(driver, { category: 'medium_van' }))
      await must(decide(driver, 'refuse', 'The V5C is of a large van.'))
      expect((await unitOf(driver)).status).toBe('operating')
    })

    it('is another vehicle with another registration: its own documents count once the office has approved them', async () => {
      const driver = await anOperatingDriver(app)
      const [old, registration] = [(await vanOf(driver)).registration, await freePlate(app)]
      app.clock.advance({ minutes: 1 })
      await must(save(driver, { registration }))
      expect((await unitOf(driver)).status).toBe('pending_verification')
      app.clock.advance({ minutes: 1 })
      const documents = await handInDocuments(app, driver)
      // The log book and the hire and reward insurance of the old van go; those of the company stay.
      const vanDocuments = documents.slice(0, 1)
      await approve(app, driver.unitId, vanDocuments)
      expect(await inForce(driver)).toMatchObject({ registration })
      const standing = Object.fromEntries(
        (await unitOf(driver)).docs.map((document) => [document.kind, document.standing]),
      )
      expect(standing).toMatchObject({ v5c: 'approved', hire_and_reward: 'pending', goods_in_transit: 'approved' })
      expect((await unitOf(driver)).status).toBe('pending_verification')
      await approve(app, driver.unitId, documents.slice(1))
      expect([(await unitOf(driver)).status, await isOffered(driver)]).toEqual(['operating', true])
      const held = app.ctx.db.selectFrom('fleet.van').select('heldPlate').where('unitId', '=', driver.unitId)
      expect([old === registration, (await held.executeTakeFirstOrThrow()).heldPlate]).toEqual([
        false,
        registration.replace(' ', ''),
      ])
    })

    it('keeps what a form leaves open, but not of another vehicle', async () => {
      const driver = await anOperatingDriver(app)
      await must(save(driver, weights))
      await must(decide(driver, 'approve'))
      expect(await inForce(driver)).toMatchObject({ payloadKg: 1150 })
      await must(save(driver, { grossWeightKg: null, kerbWeightKg: null }))
      expect((await unitOf(driver)).vanFacts?.declared).toBeNull()
      const other = { registration: await freePlate(app), grossWeightKg: null, kerbWeightKg: null }
      await must(save(driver, other))
      expect((await unitOf(driver)).vanFacts?.declared).toMatchObject({ payloadKg: null, grossWeightKg: null })
    })
  })

  describe('a van over 3,500 kg', () => {
    /** Required documents of heavy vans. */
    const required = async (driver: TestDriver) =>
      (await unitOf(driver)).docs.flatMap(({ kind, isRequired }) =>
        heavyVanDocuments.filter((one) => isRequired && one === kind),
      )
    const heavyVanDocuments = ['operator_licence', 'tachograph'] as const

    async function submitDocument(
      driver: TestDriver,
      kind: (typeof heavyVanDocuments)[number],
      expiresOn = '2027-11-01',
    ) {
      const file = { name: 'files', filename: `${kind}.pdf`, type: 'application/pdf', content: pdf() }
      const path = `/company/working-unit/${driver.unitId}/docs/`
      return upload<{ newest: { id: string } }>(app, driver.bearer, path, [file], { kind, expires_on: expiresOn })
    }

    it('is offered no jobs without operator’s licence and tachograph documents, and is with them', async () => {
      const driver = await anOperatingDriver(app)
      expect([await isOffered(driver), await required(driver)]).toEqual([true, []])
      // The weight is the driver's claim only: the van may not be driven without the documents until the office has
      // decided.
      await must(save(driver, { grossWeightKg: 4250, kerbWeightKg: 2700 }))
      expect([(await unitOf(driver)).status, await isOffered(driver)]).toEqual(['not_ready_for_a_job', false])
      expect(await required(driver)).toEqual(heavyVanDocuments)
      await must(decide(driver, 'approve'))
      expect((await unitOf(driver)).status).toBe('not_ready_for_a_job')
      const licence = await submitDocument(driver, 'operator_licence')
      const tachograph = await submitDocument(driver, 'tachograph')
      expect((await unitOf(driver)).status).toBe('pending_verification')
      await approve(app, driver.unitId, [licence.data.newest.id, tachograph.data.newest.id])
      expect([(await unitOf(driver)).status, await isOffered(driver)]).toEqual(['operating', true])

      // Lighter is not so on the driver's word.
      await must(save(driver, weights))
      expect(await required(driver)).toEqual(heavyVanDocuments)
      await must(decide(driver, 'approve'))
      expect(await required(driver)).toEqual([])
    })

    it('was a slip of the pen: put right, or refused by the office, the unit works on', async () => {
      const driver = await anOperatingDriver(app)
      await must(save(driver, weights))
      await must(decide(driver, 'approve'))
      await must(save(driver, { grossWeightKg: 5300, kerbWeightKg: 2350 }))
      expect((await unitOf(driver)).status).toBe('not_ready_for_a_job')
      await must(save(driver, weights))
      expect((await unitOf(driver)).status).toBe('operating')
      await must(save(driver, { grossWeightKg: 5300, kerbWeightKg: 2350 }))
      await must(decide(driver, 'refuse', 'The V5C says 3,500 kg under F.1.'))
      expect((await unitOf(driver)).status).toBe('operating')
    })

    it('has a tachograph document that names the day on which it expires', async () => {
      const driver = await aDriver(app)
      const file = { name: 'files', filename: 'card.pdf', type: 'application/pdf', content: pdf() }
      const path = `/company/working-unit/${driver.unitId}/docs/`
      const sent = await upload(app, driver.bearer, path, [file], { kind: 'tachograph' })
      expect([sent.status, Object.keys(sent.problem.errors ?? {})]).toEqual([422, ['expires_on']])
    })
  })
})

describe('migration of documents', () => {
  /**
   * Vans from before the migration: their approved facts, the owner of a plate, and the day until which documents cover
   * them.
   */
  const { admin, owner } = inject('postgres')
  const database = `declared_${randomBytes(4).toString('hex')}`
  const connection = { ...admin, user: owner.user, database }
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-migrations-'))
  const client = new pg.Client(connection)
  beforeAll(async () => {
    const maker = new pg.Client(admin)
    await maker.connect()
    await maker.query(`create database ${database} owner ${owner.user}`)
    await maker.end()
    const all = join(import.meta.dirname, '../../../../db/migrations')
    for (const name of readdirSync(all)) if (name < '0037') cpSync(join(all, name), join(folder, name))
    await prepareDatabase({ connection, owner: connection }, { folder })
    await client.connect()
    await client.query(before)
    for (const name of readdirSync(all)) if (/^00(38|39|44)_/.test(name)) cpSync(join(all, name), join(folder, name))
    await migrate(connection, { folder })
  }, 60_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await client.end()
  })

  const id = (number: number) => `'00000000-0000-7000-8000-00000000000${number}'`
  const unit = (number: number, status: string, plate: string, approvedOn: string | null, year = 2022) => `
  insert into identity."user" (id, user_role, email, email_key, password_hash, first_name, created_at)
    values (${id(number)}, 'driver', '${number}@example.test', '${number}@example.test', '!', 'Jo', '2026-01-01');
  insert into companies.company (id, owner_user_id, name, base_postcode, created_at) values (${id(number)}, ${id(number)}, 'Vans', 'E17 4QH', '2026-01-01');
  insert into fleet.working_unit (id, company_id, name, status, created_at) values (${id(number)}, ${id(number)}, 'Sam', '${status}', '2026-01-0${number}');
  insert into fleet.van (unit_id, category, make, model, registration, fuel, euro_class, year, gross_weight_kg)
    values (${id(number)}, 'large_van', 'Ford', 'Transit', '${plate}', 'diesel', 6, ${year}, 3500);
  insert into fleet.document (company_id, unit_id, kind, status, expires_on, submitted_at, decided_at)
    select ${id(number)}, case when kind in ('goods_in_transit', 'public_liability') then null else ${id(number)}::uuid end, kind,
      ${approvedOn ? `'approved'` : `'pending'`}, expires_on::date, '2026-02-01', ${approvedOn ? `'${approvedOn}'::timestamptz` : 'null'}
    from (values ('v5c', null), ('hire_and_reward', '2026-12-15'), ('goods_in_transit', '2027-03-01'), ('public_liability', '2027-04-01')) k (kind, expires_on);`

  const before = [
    unit(1, 'operating', 'LK72 VNF', '2026-03-02'),
    unit(2, 'operating', 'LK72VNF', '2026-03-01'),
    unit(3, 'pending_verification', 'LK72 VNF', null),
    unit(4, 'operating', 'AB12 CDE', '2026-02-01', 2025),
    unit(5, 'deactivated_by_you', 'AB12 CDE', '2026-02-05'),
    // Closed: its plate is free.
    `update identity."user" set status = 'pending_delete', erase_at = '2027-01-01' where id = ${id(4)};
   insert into fleet.van_masses (unit_id, payload_kg, submitted_at) values (${id(2)}, 1200, '2026-03-05'), (${id(3)}, 1300, '2026-03-05');`,
  ].join('\n')

  it('leaves each plate to the van that was approved first, and asks again about the others', async () => {
    const { rows } = await client.query(`
    select right(u.id::text, 1) as unit, u.status, u.status_reason is not null as is_told, v.approved_at is not null as is_approved, v.held_plate,
      s.status as declared, s.payload_kg, s.reason is not null as has_reason
    from fleet.working_unit u join fleet.van v on v.unit_id = u.id left join fleet.van_declaration s on s.unit_id = u.id order by u.id`)
    const plain = { is_told: false, is_approved: true, declared: null, payload_kg: null, has_reason: false }
    const waits = { is_approved: false, held_plate: null, declared: 'pending', has_reason: true }
    expect(rows).toEqual([
      { unit: '1', status: 'pending_verification', ...waits, is_told: true, payload_kg: null },
      {
        ...plain,
        unit: '2',
        status: 'operating',
        held_plate: 'LK72VNF',
        declared: 'pending',
        payload_kg: 1200,
        has_reason: false,
      },
      { unit: '3', status: 'pending_verification', ...waits, is_told: false, payload_kg: 1300 },
      { ...plain, unit: '4', status: 'operating', held_plate: null },
      { ...plain, unit: '5', status: 'deactivated_by_you', held_plate: 'AB12CDE' },
    ])
  })

  it('reckons until when papers cover as the rule does', async () => {
    const { rows } = await client.query<{ id: string; until: string; year: number; documents: Document[] }>(`
    select u.id, u.papers_until::text as until, v.year, (select json_agg(json_build_object('kind', d.kind, 'status', d.status, 'expiresOn', d.expires_on))
      from fleet.document d where d.company_id = u.company_id) as documents
    from fleet.working_unit u join fleet.van v on v.unit_id = u.id order by u.id`)
    expect(rows.map(({ until }) => until)).toEqual([
      '2026-01-01',
      '2026-01-01',
      '-infinity',
      '2026-12-15',
      '2026-01-01',
    ])
    const unnotified = await client.query(
      'select right(id::text, 1) as unit from fleet.working_unit where is_cover_untold',
    )
    expect(unnotified.rows.map(({ unit: number }: { unit: string }) => number).toSorted()).toEqual(['1', '2', '4', '5'])
    for (const { until, year, documents } of rows)
      expect(until).toBe(documentsValidUntil(documents, { year, grossWeightKg: 3500 }))
  })
})
