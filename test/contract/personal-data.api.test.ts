import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { createBooking as makeBooking } from '#modules/bookings/create/commands.ts'
import { writeMessage, reportMessage } from '#modules/bookings/thread/contract.ts'
import { addPushDevice } from '#modules/notifications/contract.ts'
import { aBrowser } from '#test/support/browsers.ts'
import { appendEntry } from '#modules/bookings/day/record/commands.ts'
import { nameCrew } from '#modules/bookings/crew/contract.ts'
import { addVacation, renewCalendarFeed, saveAvailability } from '#modules/calendar/contract.ts'
import { getCompanyProfile, updateCompany, saveNotificationSettings } from '#modules/companies/contract.ts'
import { notifyOwner } from '#modules/companies/commands.ts'
import { inviteDriver } from '#modules/fleet/drivers/contract.ts'
import { getVan, saveVan } from '#modules/fleet/vans/contract.ts'
import { listPeople } from '#modules/fleet/people/contract.ts'
import { bytesUnused, removeOrphans } from '#modules/files/commands.ts'
import { restoreAccount } from '#modules/identity/privacy/commands.ts'
import { logIn } from '#modules/identity/contract.ts'
import { saveMove } from '#modules/quoting/saved-moves/contract.ts'
import { updateUser, deleteAccount, verifyDeleteAccount } from '#modules/identity/profile/contract.ts'
import { withActor } from '#platform/ctx.ts'
import { addMinutes } from '#shared/local-time.ts'
import { newId } from '#platform/new-id.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, must, upload, type TestDriver } from '#test/support/driver.ts'
import { aCustomer, aQuoteFor, search, type Customer } from '#test/support/factories/booking.ts'
import { aMoveToSave } from '#test/support/factories/kept-move.ts'
import { createPerson, mailboxOf, mailedToken, type Person } from '#test/support/people.ts'
import { writtenPdf } from '#test/support/pdfs.ts'
import { jpeg } from '#test/support/pictures.ts'
import { sessionFor } from '#test/support/session.ts'
import { allTables, countRows, wholeDatabase } from '#test/support/whole-database.ts'

/**
 * What becomes of every table when its people are erased, decided by hand: `gone` (no row is left), `blanked` (the row stays for
 * others and says nothing of them), `short` (belongs to nobody in particular and goes within 30 days anyway), `kept` (who did what,
 * by id, with the reasons that the office gave), `nobody` (no person's). A new table fails here until somebody has decided, and has
 * put it into what its slice hands in.
 */
const FATES: Record<string, 'gone' | 'blanked' | 'short' | 'kept' | 'nobody'> = {
  'audit.entry': 'kept',
  // Billing documents and what they are read from are kept for six years (VAT Act 1994, schedule 11).
  'billing.card_due': 'kept',
  'billing.correction_check': 'kept',
  'billing.delivery': 'kept',
  'billing.document': 'kept',
  'billing.entry': 'kept',
  'billing.line_query': 'kept',
  'billing.posting': 'nobody',
  'billing.run': 'kept',
  'billing.run_step': 'kept',
  'billing.series': 'nobody',
  'billing.sheet': 'kept',
  'billing.sheet_entry': 'nobody',
  'billing.unbilled': 'kept',
  'bookings.booking': 'blanked',
  'bookings.booking_van': 'nobody',
  'bookings.cancellation_link': 'nobody',
  'bookings.change': 'blanked',
  'bookings.change_code': 'gone',
  'bookings.claim': 'blanked',
  'bookings.claim_item': 'gone',
  'bookings.crew_member': 'gone',
  'bookings.day': 'nobody',
  'bookings.day_action': 'nobody',
  'bookings.day_correction': 'nobody',
  'bookings.day_deadlines': 'nobody',
  'bookings.day_detail': 'blanked',
  'bookings.day_entry': 'nobody',
  'bookings.day_photo': 'gone',
  'bookings.day_question': 'blanked',
  'bookings.early_start_link': 'nobody',
  'bookings.event': 'blanked',
  'bookings.hot_offer': 'short',
  'bookings.keys_link': 'gone',
  'bookings.late_warning': 'gone',
  'bookings.lost_job': 'nobody',
  'bookings.message': 'gone',
  'bookings.message_report': 'gone',
  'bookings.new_booking_link': 'kept',
  'bookings.offered_time_link': 'nobody',
  'bookings.phone_contact': 'short',
  'bookings.rebooking': 'gone',
  'bookings.screen_code': 'gone',
  'bookings.thread': 'gone',
  'bookings.van_position': 'gone',
  'calendar.availability': 'gone',
  'calendar.business_day': 'gone',
  'calendar.feed': 'gone',
  'calendar.hold': 'gone',
  'calendar.vacation': 'gone',
  'companies.bank_account': 'gone',
  'companies.commission': 'nobody',
  'companies.company': 'blanked',
  // Who was billed, under which number (as in the row of the company); of a company that was never billed it is gone.
  'companies.earlier_vat': 'kept',
  'companies.notification_setting': 'gone',
  'companies.photo': 'gone',
  'content.former_slug': 'nobody',
  'content.listed_company': 'nobody',
  'content.location_figures': 'nobody',
  'content.page': 'nobody',
  'content.picture': 'kept',
  'content.preview': 'nobody',
  'content.version': 'kept',
  'figures.counted': 'nobody',
  'figures.day': 'nobody',
  'figures.reply': 'nobody',
  'files.file': 'gone',
  'files.upload': 'gone',
  'fleet.document': 'gone',
  'fleet.office_decision': 'gone',
  'fleet.office_look': 'short',
  'fleet.operating_district': 'gone',
  'fleet.person': 'gone',
  'fleet.person_check': 'gone',
  'fleet.unit_driver': 'gone',
  'fleet.unit_person': 'gone',
  'fleet.van': 'gone',
  'fleet.van_declaration': 'gone',
  'fleet.working_unit': 'blanked',
  'geo.import': 'nobody',
  'geo.postcode': 'nobody',
  'geo.toll': 'nobody',
  'geo.zone': 'nobody',
  'identity.known_device': 'gone',
  'identity.login_guard': 'gone',
  'identity.message_setting': 'gone',
  'identity.one_time_token': 'gone',
  'identity.phone_code': 'gone',
  'identity.recovery_code': 'gone',
  'identity.refresh_token': 'gone',
  'identity.saved_address': 'gone',
  'identity.session': 'gone',
  'identity.start_code': 'gone',
  'identity.two_step': 'gone',
  'identity.user': 'blanked',
  'notifications.attachment': 'gone',
  'notifications.message': 'gone',
  'notifications.push_device': 'gone',
  'platform.clock': 'nobody',
  'platform.idempotency': 'gone',
  'platform.job_progress': 'nobody',
  'platform.migration': 'nobody',
  'platform.rate_window': 'short',
  'platform.secret_key': 'nobody',
  'pricing.cancellation_policy': 'nobody',
  'pricing.hourly_rate': 'gone',
  'pricing.past_terms': 'gone',
  'pricing.road_charge': 'nobody',
  'pricing.tariff': 'gone',
  'quoting.kept_move': 'short',
  'quoting.offer_page': 'short',
  'quoting.office_plan': 'short',
  'quoting.saved_move': 'gone',
  'quoting.search': 'short',
  'quoting.search_hour': 'nobody',
  'quoting.unit_list': 'short',
  'quoting.unmet_search': 'nobody',
  'reviews.figures': 'nobody',
  'reviews.moderation': 'kept',
  'reviews.request': 'nobody',
  'reviews.review': 'blanked',
  'settings.part': 'nobody',
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))
afterAll(() => app.close())

/** Access tokens last ten minutes. */
async function again(driver: TestDriver): Promise<TestDriver> {
  const { bearer } = await sessionFor(app, driver.id)
  return { ...driver, bearer, call: app.call(bearer) }
}

async function close({ id, email }: Person) {
  const asked = await app.call((await sessionFor(app, id)).bearer)(deleteAccount, { body: {} })
  if (!asked.ok) return asked
  return app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, email) } })
}

const quoteOf = async ({ unitId }: TestDriver) =>
  (await search(app, undefined, { pageSize: 100 })).results.find(({ workingUnit }) => workingUnit.id === unitId)

const isOffered = async (driver: TestDriver) => (await quoteOf(driver)) !== undefined

const keptFiles = () =>
  readdirSync(join(app.ctx.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

interface Exported {
  company: {
    name: string
    logo: { content: string }[]
    photos: { files: { content: string }[] }[]
    bank_accounts: object[]
  }
  fleet: {
    working_units: object[]
    documents: { kind: string; files: { content: string; content_type: string; page: number }[] }[]
  }
  calendars: object[]
  prices: object
  bookings: { jobs: object[]; moves: { photos: object[] }[] }
}

const exportOf = async (bearer: string) => {
  const response = await app.app.fastify.inject({
    url: '/api/users/export/',
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(response.statusCode).toBe(200)
  return { text: response.body, data: response.json<Exported>() }
}

describe('a driver’s own data', () => {
  it('is in one JSON file: company, fleet, documents with their bytes, calendars, prices; of the bank account its last digits', async () => {
    const driver = await anOperatingDriver(app)
    const other = await anOperatingDriver(app)
    await must(driver.call(updateCompany, { body: { name: 'Feathered Vans' } }))
    await must(
      driver.call(addVacation, {
        params: { id: driver.unitId },
        body: { startTime: '2027-03-01', endTime: '2027-03-07' },
      }),
    )
    const licence = { name: 'files', filename: 'licence.pdf', type: 'application/pdf', content: writtenPdf(2) }
    const path = `/company/working-unit/${driver.unitId}/docs/`
    expect((await upload(app, driver.bearer, path, [licence], { kind: 'driving_licence' })).status).toBe(201)
    const { text, data } = await exportOf(driver.bearer)
    expect(data).toMatchObject({
      account: { email: driver.email, user_role: 'driver' },
      company: {
        name: 'Feathered Vans',
        insurance_number: 'HR-2231/9',
        description: 'Two vans and a kettle.',
        bank_accounts: [{ account_holder: 'Dawn Pennant', account_number: expect.stringMatching(/6819$/) }],
        notification_settings: expect.any(Array),
      },
      fleet: {
        working_units: [{ id: driver.unitId, status: 'operating', van: { registration: 'LK72 VNF' } }],
      },
      calendars: [
        {
          working_unit_id: driver.unitId,
          working_hours: expect.any(Array),
          vacations: [{ from: '2027-03-01', to: '2027-03-07' }],
        },
      ],
      prices: { terms: 'Cash on the day.', tariff: { pence_per_mile: 120 } },
    })
    const bytes = (content: string | undefined) => Buffer.from(content ?? '', 'base64')
    expect(data.fleet.documents).toHaveLength(5)
    const ofDocuments = data.fleet.documents.flatMap(({ files }) => files)
    expect(ofDocuments.map(({ page }) => page).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 2])
    const ofLicence = data.fleet.documents.find(({ kind }) => kind === 'driving_licence')?.files
    expect(ofLicence?.map(({ page }) => page)).toEqual([1, 2])
    for (const picture of [...ofDocuments, data.company.logo[0], data.company.photos[0]?.files[0]])
      expect(bytes(picture?.content).toString('latin1', 8, 12)).toBe('WEBP')
    for (const secret of ['31926819', '20-45-42', '204542', 'sealed', 'argon2', other.email, other.unitId])
      expect(text).not.toContain(secret)
  })

  it('says of a file that is missing on the disk that it is', async () => {
    const customer = await aCustomer(app)
    const { data: photos } = await upload<{ id: string }>(app, undefined, '/booking/images/', [
      { content: await jpeg() },
    ])
    const { quoteId } = await aQuoteFor(app)
    const body = { quoteId, paymentMethod: 'cash' as const, photosId: photos.id }
    await must(app.call(customer.bearer)(createBooking, { body }))
    expect((await exportOf(customer.bearer)).data.bookings.moves[0]?.photos).toMatchObject([
      { content: expect.stringMatching(/^[\w+/]{40,}/) },
    ])
    const { storageKey: key } = await app.ctx.db
      .selectFrom('files.file')
      .select('storageKey')
      .where('uploadId', '=', photos.id)
      .executeTakeFirstOrThrow()
    await app.ctx.services.storage.remove(key)
    expect((await exportOf(customer.bearer)).data.bookings.moves[0]?.photos).toMatchObject([{ content: null }])
    expect('company' in (await exportOf(customer.bearer)).data).toBe(false)
  })
})

describe('a driver closes the account', () => {
  it('nobody finds the company any more, and a quote of it books nothing; coming back, all is as it was', async () => {
    const driver = await anOperatingDriver(app)
    const feed = await must(driver.call(renewCalendarFeed, { params: { id: driver.unitId }, body: {} }))
    const readFeed = async () => (await app.app.fastify.inject(new URL(feed.url ?? '', 'http://x').pathname)).statusCode
    const customer = await aCustomer(app)
    const look = async () =>
      (await app.call(customer.bearer)(getCompanyProfile, { params: { id: driver.companyId } })).status
    const quote = await quoteOf(driver)
    expect([await look(), await readFeed()]).toEqual([200, 200])

    expect((await close(driver)).status).toBe(200)
    expect(await isOffered(driver)).toBe(false)
    expect([await look(), await readFeed()]).toEqual([404, 404])
    // Nor is the owner written to about documents that expire.
    const told = {
      kind: 'test',
      subject: 'A document',
      mail: { title: 'A document', paragraphs: [] },
      sms: 'A document',
    }
    await app.ctx.tx((tx) => notifyOwner(tx, driver.companyId, 'document_expiry', told))
    expect((await mailboxOf(app, driver.email))[0]?.subject).toBe('Your account is closed')
    const body = { quoteId: quote?.quoteId ?? '', paymentMethod: 'cash' as const }
    expect(await app.call(customer.bearer)(createBooking, { body })).toMatchObject({
      status: 409,
      problem: { code: 'slot_taken' },
    })

    expect(await restoreAccount(app.ctx, driver.email)).toBe('restored')
    expect(await isOffered(driver)).toBe(true)
    expect([await look(), await readFeed()]).toEqual([200, 200])
    await close(await again(driver))
  })

  it('is refused while a job is ahead, also one that was booked at that very moment; nothing has changed then', async () => {
    const driver = await anOperatingDriver(app)
    const customer = await aCustomer(app)
    const quoteId = (await quoteOf(driver))?.quoteId ?? ''
    expect((await app.call(driver.bearer)(deleteAccount, { body: {} })).status).toBe(200)
    const token = await mailedToken(app, driver.email)

    // The booking is made but not finished while the driver follows the link.
    const [made, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const actor = { kind: 'customer', userId: customer.id, sessionId: customer.id, company: null } as const
    const booking = withActor(app.ctx, actor).tx(async (tx) => {
      const id = await makeBooking(tx, { quoteId, paymentMethod: 'cash', allowHotJob: true })
      made.resolve()
      await finish.promise
      return id
    })
    await made.promise
    const closing = app.call()(verifyDeleteAccount, { body: { token } })
    const inLine = 'select from pg_stat_activity where datname = current_database() and wait_event_type = $1'
    await expect.poll(async () => (await app.app.asidePool.query(inLine, ['Lock'])).rowCount).toBe(1)
    finish.resolve()
    expect(await booking).toEqual(expect.any(String))
    expect(await closing).toMatchObject({ status: 409, problem: { code: 'booking_ahead' } })
    expect(await app.call()(verifyDeleteAccount, { body: { token } })).toMatchObject({ status: 409 })
    const { status } = await app.ctx.db
      .selectFrom('fleet.working_unit')
      .select('status')
      .where('id', '=', driver.unitId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('operating')
  })
})

describe('thirty days after', () => {
  it('every table has its fate', async () => {
    const tables = (await allTables(app)).filter((name) => !name.startsWith('pgboss.'))
    expect(tables).toEqual(Object.keys(FATES))
  })

  it(
    'no word of a driver, a customer or the two together is left, and no byte of a file',
    { timeout: 60_000 },
    async () => {
      await app.close()
      app = await createTestApp()
      const words = [
        'Quentin',
        'Quillfeather',
        'Feathered Vans',
        '+447700900555',
        'LK72 VNF',
        'Dawn Pennant',
        'HR-2231',
      ]
      const driver = await anOperatingDriver(app)
      const customer = await aCustomer(app, { firstName: 'Quentin', phone: '+447700900556' })
      await fillEverything(driver, customer)
      const before = await wholeDatabase(app)
      for (const word of [...words, driver.email, customer.email])
        expect([word, before.includes(word)]).toEqual([word, true])
      const gone = Object.keys(FATES).filter((table) => FATES[table] === 'gone')
      // Where there was nothing to erase, nothing is proved.
      for (const table of gone) expect([table, (await countRows(app, table)) > 0]).toEqual([table, true])
      expect(keptFiles().length).toBeGreaterThan(5)

      await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).execute()
      expect([(await close(driver)).status, (await close(customer)).status]).toEqual([200, 200])
      app.clock.advance({ days: 31 })
      await app.runJobs()
      await removeOrphans(app.ctx)
      await app.runJobs(bytesUnused)
      await app.ctx.db.deleteFrom('identity.user').where('userRole', '=', 'admin').execute()
      await app.ctx.db.deleteFrom('quoting.offer_page').execute()
      await app.app.pool.query(`delete from platform.rate_window`)

      const after = await wholeDatabase(app)
      for (const word of [...words, driver.email, customer.email])
        expect([word, after.includes(word)]).toEqual([word, false])
      for (const table of gone) expect([table, await countRows(app, table)]).toEqual([table, 0])
      expect(keptFiles()).toEqual([])
      // To whom the commission was billed is a matter of tax for six years.
      const company = await app.ctx.db.selectFrom('companies.company').selectAll().executeTakeFirstOrThrow()
      expect(company).toMatchObject({
        name: 'A closed company',
        legalName: 'Swift Removals Ltd',
        vatNumber: 'GB980780684',
      })
    },
  )

  /** A change with words, photos and its code, the links of the day, and a job that was late because of it. */
  async function fillChanges(bookingId: string): Promise<void> {
    const { db } = app.ctx
    const now = app.clock.now()
    const photos = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
    const { id: changeId } = await db
      .insertInto('bookings.change')
      .values({
        id: crypto.randomUUID(),
        bookingId,
        kind: 'item',
        proposedBy: 'mover',
        awaits: 'customer',
        words: 'Quentin’s armchair',
        photosId: photos.data.id,
        label: 'Quentin’s armchair',
        amountPence: 100,
        expiresAt: now,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('files.upload').set({ attachedAt: now }).where('id', '=', photos.data.id).execute()
    const code = { mac: Buffer.alloc(32, 9), expiresAt: now }
    await db
      .insertInto('bookings.change_code')
      .values({ ...code, changeId, phone: '+447700900556', tries: 0, createdAt: now })
      .execute()
    await db
      .insertInto('bookings.screen_code')
      .values({ ...code, bookingId })
      .execute()
    await db.insertInto('bookings.keys_link').values({ bookingId, forName: 'Quentin', createdAt: now }).execute()
    await db
      .insertInto('bookings.late_warning')
      .values({ bookingId, becauseOf: bookingId, likelyStartAt: now, toldAt: now })
      .execute()
  }

  /** A row in every table that has to be empty in the end. */
  async function fillEverything(driver: TestDriver, customer: Customer): Promise<void> {
    const { db } = app.ctx
    const unit = { id: driver.unitId }
    await must(driver.call(updateUser, { body: { firstName: 'Quentin', lastName: 'Quillfeather' } }))
    const van = await must(driver.call(getVan, { params: unit }))
    if (van) await must(driver.call(saveVan, { params: unit, body: { ...van, payloadKg: 1234 } }))
    await must(
      driver.call(updateCompany, {
        body: {
          name: 'Feathered Vans',
          legalName: 'Swift Removals Ltd',
          registeredAddress: '1 Hoe Street',
          vatNumber: 'GB980780684',
          vatRegisteredFrom: '2024-04-01',
        },
      }),
    )
    await must(driver.call(renewCalendarFeed, { params: unit, body: {} }))
    await must(driver.call(addVacation, { params: unit, body: { startTime: '2027-03-01', endTime: '2027-03-07' } }))
    await must(
      driver.call(saveAvailability, { params: unit, body: { dayOfWeek: '2026-12-24', isAvailable: false } as never }),
    )
    await must(driver.call(saveNotificationSettings, { body: [{ event: 'document_expiry', sms: false }] }))
    await db.updateTable('identity.user').set({ phone: '+447700900555' }).where('id', '=', driver.id).execute()
    await must(app.call()(logIn, { body: { email: driver.email, password: driver.password } }))
    await app.call()(logIn, { body: { email: customer.email, password: 'Not-the-password-1' } })

    const photos = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
    const { quoteId } = await aQuoteFor(app)
    const booked = await must(
      app.call(customer.bearer)(
        createBooking,
        { body: { quoteId, paymentMethod: 'cash', photosId: photos.data.id, customerNote: 'Ask for Quentin' } },
        { idempotencyKey: 'one' },
      ),
    )
    await must(
      driver.call(inviteDriver, { params: unit, body: { email: 'quillfeather@example.com', firstName: 'Quentin' } }),
    )
    const personIds = (await must(driver.call(listPeople))).slice(0, 2).map(({ id }) => id)
    await must(driver.call(nameCrew, { params: { id: booked.id }, body: { personIds } }))
    const thread = { id: booked.id }
    const { id: messageId } = await must(
      app.call(customer.bearer)(writeMessage, { params: thread, body: { text: 'Quentin here' } }),
    )
    await must(driver.call(writeMessage, { params: thread, body: { text: 'Quillfeather here' } }))
    await must(
      driver.call(reportMessage, { params: { ...thread, messageId }, body: { reason: 'It names Quillfeather' } }),
    )
    await must(driver.call(addPushDevice, { body: aBrowser('quillfeather') }))
    await aDay(booked.id, driver)
    const review = { punctuality: 5, care: 5, value: 5, authorName: 'Quentin', answer: 'Thanks, Quillfeather' }
    await db
      .insertInto('reviews.review')
      .values({ ...review, companyId: driver.companyId, bookingId: booked.id, createdAt: app.clock.now() })
      .execute()
    const damaged = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
    const at = app.clock.now()
    await db.updateTable('files.upload').set({ attachedAt: at }).where('id', '=', damaged.data.id).execute()
    await db
      .insertInto('bookings.claim')
      .values({
        bookingId: booked.id,
        companyId: driver.companyId,
        status: 'with_office',
        askedPence: 5000,
        madeAt: at,
        answerBy: at,
        answeredAt: at,
        acceptedPence: 0,
        answer: 'Quentin broke it',
      })
      .execute()
    await db
      .insertInto('bookings.claim_item')
      .values({
        bookingId: booked.id,
        position: 0,
        words: 'The vase of Quillfeather',
        askedPence: 5000,
        photosId: damaged.data.id,
      })
      .execute()
    await db
      .insertInto('bookings.rebooking')
      .values({
        bookingId: booked.id,
        unitId: driver.unitId,
        status: 'open',
        startAt: at,
        endAt: addMinutes(at, 60),
        askedAt: at,
        respondBy: at,
      })
      .execute()
    await db
      .insertInto('identity.two_step')
      .values({ userId: customer.id, secret: 'sealed', createdAt: app.clock.now() })
      .execute()
    await db
      .insertInto('identity.recovery_code')
      .values({ userId: customer.id, digest: Buffer.alloc(32), madeAt: app.clock.now() })
      .execute()
    const now = app.clock.now()
    await fillChanges(booked.id)
    const code = { phone: '+447700900556', mac: Buffer.alloc(32), createdAt: now, expiresAt: now }
    await db
      .insertInto('identity.phone_code')
      .values({ ...code, userId: customer.id })
      .execute()
    const digest = Buffer.alloc(32, 7)
    await db
      .insertInto('identity.one_time_token')
      .values({ digest, userId: customer.id, purpose: 'booking', createdAt: now, expiresAt: now })
      .execute()
    await db
      .insertInto('identity.start_code')
      .values({ ...code, bookingDigest: digest })
      .execute()
    await db
      .insertInto('identity.saved_address')
      .values({ userId: customer.id, label: 'Home of Quillfeather', postcode: 'E17 4QH', createdAt: now })
      .execute()
    await must(
      app.call(customer.bearer)(saveMove, {
        body: { name: 'Fair of Quillfeather', move: aMoveToSave({ flatAndHouse: 'Flat of Quentin' }) },
      }),
    )
    await db
      .insertInto('identity.message_setting')
      .values({ userId: customer.id, event: 'booking_updates', channel: 'sms', isOn: false })
      .execute()
    await db
      .updateTable('fleet.working_unit')
      .set({ name: 'Quentin', appeal: 'I am Quillfeather', appealedAt: app.clock.now() })
      .where('id', '=', driver.unitId)
      .execute()
    await createPerson(app, { role: 'admin' })
    await app.runJobs()
  }

  /** Words, a photo and a position beside a record, as the day of a move leaves them. */
  async function aDay(bookingId: string, driver: TestDriver): Promise<void> {
    const actor = { kind: 'driver', userId: driver.id, sessionId: driver.id } as const
    const payload = { note: 'Quillfeather was out' }
    const company = { id: driver.companyId, unitIds: [driver.unitId] }
    await withActor(app.ctx, { ...actor, company }).tx((tx) =>
      appendEntry(tx, bookingId, { kind: 'paused', who: 'driver', happenedAt: tx.clock.now(), payload }),
    )
    const { data } = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
    const { db, clock } = app.ctx
    await db.updateTable('files.upload').set({ attachedAt: clock.now() }).where('id', '=', data.id).execute()
    const file = await db
      .selectFrom('files.file')
      .select('id')
      .where('uploadId', '=', data.id)
      .executeTakeFirstOrThrow()
    const photo = { id: newId(clock), bookingId, stage: 'before', uploadId: data.id, fileId: file.id } as const
    await db
      .insertInto('bookings.day_photo')
      .values({ ...photo, digest: Buffer.alloc(32), at: clock.now() })
      .execute()
    await db.insertInto('bookings.van_position').values({ bookingId, lat: 51, lng: 0, at: clock.now() }).execute()
    await db
      .insertInto('bookings.day_question')
      .values({ id: newId(clock), bookingId, kind: 'hours', askedAt: clock.now(), text: 'Quentin was late' })
      .execute()
  }
})
