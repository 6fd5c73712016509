import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getCrew, nameCrew } from '#modules/bookings/crew/contract.ts'
import { transition } from '#modules/bookings/lifecycle/commands.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { getSchedule } from '#modules/calendar/contract.ts'
import { addUnit, getUnit } from '#modules/fleet/units/contract.ts'
import { blockPerson, unblockPerson } from '#modules/identity/administration/contract.ts'
import { getUser, logIn, register } from '#modules/identity/contract.ts'
import { restoreAccount } from '#modules/identity/privacy/commands.ts'
import { deleteAccount, verifyDeleteAccount } from '#modules/identity/profile/contract.ts'
import { decideVerification, getVerification } from '#modules/onboarding/verification/contract.ts'
import { getHourlyRates } from '#modules/pricing/contract.ts'
import { withActor } from '#platform/ctx.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must, aDriver, anOperatingDriver, type TestDriver } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver, invite } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { createPerson, followLink, mailboxOf, mailedToken, testPassword, type Person } from '#test/support/people.ts'
import { countDeadlocks } from '#test/support/races.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { listVanCategories, listVehicleMakers } from '../contract.ts'
import { VEHICLE_MAKERS } from '../data.ts'
import { addVan, resetVan, saveVan } from '../vans/contract.ts'
import { eraseInvitations } from './commands.ts'
import {
  acceptInvitation,
  changeDriver,
  getDrivenUnit,
  inviteDriver,
  joinUnit,
  removeDriver,
  validateInvitation,
} from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Begins a test without companies, on a Friday morning. */
async function clearRoads(): Promise<void> {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
}

describe('drivers', () => {
  beforeEach(clearRoads)

  interface Owned {
    unit: TestUnit
    owner: Call
    params: { id: string }
  }

  async function anOwner(registration = 'LM21 ABC'): Promise<Owned> {
    const unit = await aUnit(app, { van: { registration } })
    return { unit, owner: app.call((await sessionFor(app, unit.company.owner.id)).bearer), params: { id: unit.id } }
  }

  const join = (token: string, more: { firstName?: string; password?: string; phone?: string } = {}) =>
    app.call()(joinUnit, { body: { token, password: testPassword, firstName: 'Hiroko', ...more } })

  const driverOf = async (owner: Call, params: { id: string }) => (await must(owner(getUnit, { params }))).driver

  async function close({ id, email }: Pick<Person, 'id' | 'email'>): Promise<void> {
    await must(app.call((await sessionFor(app, id)).bearer)(deleteAccount, { body: {} }))
    await must(app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, email) } }))
  }

  /** The owner, or the hired driver, takes a step of a booking as a call will. */
  async function step(unit: TestUnit, id: string, name: 'confirm'): Promise<void> {
    const { id: userId } = unit.company.owner
    const company = { id: unit.company.id, unitIds: [unit.id] }
    await withActor(app.ctx, { kind: 'driver', userId, sessionId: userId, company }).tx(async (tx) => {
      const booking = await lockBooking(tx, id)
      if (!booking) throw new Error('The booking is gone')
      expect(await transition(tx, booking, name)).toBeUndefined()
    })
  }

  describe('from the invitation to the end of the access', () => {
    it('the driver of one van signs in, sees what is theirs, and is out at once', async () => {
      const { unit, owner, params } = await anOwner()
      const other = await must(owner(addUnit, { body: { name: 'The other van' } }))
      const { id: bookingId } = await aBooking(app, { move: aMove({ manPower: 'one_porter' }) })

      const { email, token } = await invite(app, owner, unit.id, { firstName: 'Hiroko', email: 'Hiroko@Example.com' })
      expect(await driverOf(owner, params)).toEqual({
        state: 'invited',
        firstName: 'Hiroko',
        email,
        mayAnswer: false,
        invitedAt: '2026-11-20T09:00:00.000Z',
        expiresAt: '2026-11-27T09:00:00.000Z',
      })
      const [mail] = await mailboxOf(app, email)
      expect(mail?.text).toContain('You see no prices, no bank details and no other vans.')
      expect(await must(app.call()(validateInvitation, { body: { token } }))).toMatchObject({
        registration: 'LM21 ABC',
        email,
        account: 'none',
      })

      expect((await join(token)).status).toBe(201)
      const tokens = await must(app.call()(logIn, { body: { email: 'hiroko@example.com', password: testPassword } }))
      const hired = app.call(tokens.access)
      expect(await must(hired(getUser))).toMatchObject({
        userRole: 'driver',
        emailIsVerified: true,
        isHired: true,
        mayAnswer: false,
        workingUnitIds: [unit.id],
      })
      expect(await must(hired(getDrivenUnit))).toMatchObject({
        unit: { id: unit.id, van: { registration: 'LM21 ABC' } },
      })
      expect((await mailboxOf(app, unit.company.owner.email))[0]?.subject).toBe('Hiroko drives LM21 ABC now')

      const query = { from: '2026-11-28' }
      const price = (await must(owner(getSchedule, { params, query }))).bookings[0]?.totalPence
      expect(price).toBeGreaterThan(0)
      const seen = await must(hired(getSchedule, { params, query }))
      expect(seen.bookings).toMatchObject([{ id: bookingId, totalPence: null, cashToTakePence: null }])
      await step(unit, bookingId, 'confirm')
      const confirmed = await must(hired(getSchedule, { params, query }))
      expect(confirmed.bookings).toMatchObject([{ totalPence: null, cashToTakePence: price }])
      const crew = await must(hired(getCrew, { params: { id: bookingId } }))
      expect([crew.members.length, crew.choices]).toEqual([2, null])

      expect(await hired(getSchedule, { params: { id: other.id } })).toMatchObject({ status: 404 })
      const stranger = await anOwner('LM22 DEF')
      expect(await hired(getSchedule, { params: stranger.params })).toMatchObject({ status: 404 })
      expect(await hired(getHourlyRates, { params: { id: unit.company.id } })).toMatchObject({
        status: 403,
        problem: { detail: 'Only the company’s owner can do this.' },
      })

      // Read with each request.
      expect(await must(owner(changeDriver, { params, body: { mayAnswer: true } }))).toMatchObject({ mayAnswer: true })
      expect((await must(hired(getUser))).mayAnswer).toBe(true)

      expect((await owner(removeDriver, { params })).status).toBe(204)
      expect(await driverOf(owner, params)).toBeNull()
      expect(await hired(getSchedule, { params })).toMatchObject({ status: 401 })
      expect((await mailboxOf(app, email))[0]?.subject).toBe('Your access has ended')
      // The login stays theirs, and opens nothing of the company, nor a company of their own.
      const formerDriver = app.call((await must(app.call()(logIn, { body: { email, password: testPassword } }))).access)
      expect(await must(formerDriver(getDrivenUnit))).toEqual({ unit: null })
      expect(await formerDriver(getSchedule, { params })).toMatchObject({ status: 404 })
      expect(await formerDriver(getUnit, { params })).toMatchObject({ status: 403 })

      // Hired again, with the account from before.
      const second = await invite(app, owner, unit.id, { email })
      expect(await must(app.call()(validateInvitation, { body: { token: second.token } }))).toMatchObject({
        account: 'hired',
      })
      expect(await join(second.token)).toMatchObject({ status: 409, problem: { code: 'cannot_be_hired' } })
      const stray = await createPerson(app, { isHired: true })
      const strayCall = app.call((await sessionFor(app, stray.id)).bearer)
      const body = { token: second.token }
      expect(await strayCall(acceptInvitation, { body })).toMatchObject({ problem: { code: 'other_address' } })
      expect((await formerDriver(acceptInvitation, { body })).status).toBe(200)
      expect((await must(formerDriver(getDrivenUnit))).unit?.id).toBe(unit.id)
      const audit = await app.ctx.db
        .selectFrom('audit.entry')
        .select('action')
        .where('object', '=', `unit ${unit.id}`)
        .orderBy('id')
        .execute()
      expect(audit.map(({ action }) => action)).toEqual(
        'driver.invited driver.joined driver.changed driver.removed driver.invited driver.joined'.split(' '),
      )
    })
  })

  describe('an invitation', () => {
    it('tells the owner nothing about the address; whoever reads its mailbox is told', async () => {
      const known = [
        await createPerson(app, { email: 'customer@example.com' }),
        await createPerson(app, { email: 'owner@example.com', role: 'driver' }),
        await createPerson(app, { email: 'blocked@example.com', status: 'blocked' }),
      ]
      const { owner, params } = await anOwner()
      const answers: unknown[] = []
      for (const { email } of [...known, { email: 'nobody@example.com' }]) {
        const { email: _, ...answer } = await must(owner(inviteDriver, { params, body: { email } }))
        answers.push(answer)
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      for (const { email } of known) {
        const { token } = await invite(app, owner, params.id, { email })
        expect(await must(app.call()(validateInvitation, { body: { token } }))).toMatchObject({ account: 'other' })
        expect(await join(token)).toMatchObject({ status: 409, problem: { code: 'cannot_be_hired' } })
      }
    })

    it('is refused where it makes no sense', async () => {
      const { unit, owner, params } = await anOwner()
      const asks = (email: string, id = params.id) => owner(inviteDriver, { params: { id }, body: { email } })
      expect(await asks(unit.company.owner.email.toUpperCase())).toMatchObject({
        status: 422,
        problem: { errors: { email: [expect.stringContaining('your own address')] } },
      })
      expect(await asks('nobody@')).toMatchObject({ status: 422 })
      const { email } = await aHiredDriver(app, owner, unit.id)
      expect(await asks('nobody@example.com')).toMatchObject({ problem: { code: 'has_driver' } })
      const other = await must(owner(addUnit, { body: { name: 'The other van' } }))
      expect(await asks(email, other.id)).toMatchObject({ problem: { errors: { email: [expect.any(String)] } } })
      const noOne = { params: { id: other.id } }
      expect(await owner(changeDriver, { ...noOne, body: { mayAnswer: true } })).toMatchObject({
        problem: { code: 'no_driver' },
      })
      expect((await owner(removeDriver, noOne)).status).toBe(204)
      expect(await asks('nobody@example.com', (await anOwner('LM22 DEF')).unit.id)).toMatchObject({ status: 404 })
    })

    it('is valid for seven days, the newest only, and not once it is withdrawn', async () => {
      const { owner, params } = await anOwner()
      const email = 'late@example.com'
      const first = await invite(app, owner, params.id, { email })
      app.clock.advance({ days: 7 })
      expect(await join(first.token)).toMatchObject({ problem: { code: 'token_expired' } })
      const bearer = async () => app.call((await sessionFor(app, (await ownerOf(params.id)).id)).bearer)
      expect(await driverOf(await bearer(), params)).toMatchObject({ state: 'expired', email })
      const second = await invite(app, await bearer(), params.id, { email })
      const third = await invite(app, await bearer(), params.id, { email })
      expect(await join(second.token)).toMatchObject({ problem: { code: 'token_expired' } })
      await must((await bearer())(removeDriver, { params }))
      expect(await join(third.token)).toMatchObject({ problem: { code: 'token_expired' } })
      // The address of an invitation that was not accepted is not kept.
      await invite(app, await bearer(), params.id, { email })
      app.clock.advance({ days: 37, seconds: 1 })
      await eraseInvitations(app.ctx)
      expect(await driverOf(await bearer(), params)).toBeNull()
    })

    const ownerOf = (unitId: string) =>
      app.ctx.db
        .selectFrom('fleet.working_unit as u')
        .innerJoin('companies.company as c', 'c.id', 'u.companyId')
        .innerJoin('identity.user as o', 'o.id', 'c.ownerUserId')
        .select('o.id')
        .where('u.id', '=', unitId)
        .executeTakeFirstOrThrow()

    it('T-016: followed by five at once, is taken by one', async () => {
      const { owner, unit, params } = await anOwner()
      const { token, email } = await invite(app, owner, unit.id)
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) => join(token, { password: `Kettle-on-at-${index + 1}` })),
      )
      const won = answers.findIndex(({ status }) => status === 201)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
      const password = `Kettle-on-at-${won + 1}`
      expect((await app.call()(logIn, { body: { email, password } })).status).toBe(200)
      expect(await driverOf(owner, params)).toMatchObject({ state: 'active', email })
    })

    it('T-039: proves the address, so that what a stranger registered with it is void', async () => {
      const email = 'squatted@example.com'
      const stranger = { userRole: 'driver' as const, email, password: 'Strangers-9', firstName: 'Mallory' }
      await must(app.call()(register, { body: stranger }))
      const strangersToken = await mailedToken(app, email)
      const { owner, unit } = await anOwner()
      const { token } = await invite(app, owner, unit.id, { email })
      expect((await join(token)).status).toBe(201)
      expect((await app.call()(logIn, { body: { email, password: 'Strangers-9' } })).status).toBe(401)
      expect(await followLink(app, strangersToken)).toMatchObject({ status: 409 })
      const hired = app.call((await must(app.call()(logIn, { body: { email, password: testPassword } }))).access)
      expect(await must(hired(getUser))).toMatchObject({
        firstName: 'Hiroko',
        isHired: true,
        workingUnitIds: [unit.id],
      })
    })
  })

  describe('whoever goes', () => {
    it('an owner who closes the company or is blocked takes the access along, until that is undone', async () => {
      const { owner, unit } = await anOwner()
      const { id: userId, email } = unit.company.owner
      const driver = await aHiredDriver(app, owner, unit.id)
      const drives = async () => {
        const { bearer } = await sessionFor(app, driver.id)
        return (await must(app.call(bearer)(getDrivenUnit))).unit?.id ?? null
      }
      await close({ id: userId, email })
      expect(await driver.call(getDrivenUnit)).toMatchObject({ status: 401 })
      expect(await drives()).toBeNull()
      expect(await restoreAccount(app.ctx, email)).toBe('restored')
      expect(await drives()).toBe(unit.id)
      const admin = app.call((await signIn(app, 'admin')).bearer)
      const body = { reason: 'Forged papers.' }
      await must(admin(blockPerson, { params: { id: userId }, body }))
      expect(await drives()).toBeNull()
      await must(admin(unblockPerson, { params: { id: userId }, body }))
      expect(await drives()).toBe(unit.id)
    })

    it('a driver who closes the account leaves the van, and the owner is told', async () => {
      const { owner, unit, params } = await anOwner()
      const driver = await aHiredDriver(app, owner, unit.id)
      const exported = await app.app.fastify.inject({
        url: '/api/users/export/',
        headers: { authorization: `Bearer ${driver.bearer}` },
      })
      expect(exported.json()).toMatchObject({
        fleet: {
          drives: { unit: 'Sam', may_answer: false },
          notification_settings: expect.arrayContaining([
            expect.objectContaining({ event: 'job_reminder', sms: true }),
          ]),
        },
      })
      expect(exported.body).not.toContain(unit.company.owner.email)
      await close(driver)
      expect(await driverOf(owner, params)).toBeNull()
      expect((await mailboxOf(app, unit.company.owner.email))[0]?.subject).toBe('Hiroko no longer drives LM21 ABC')
    })
  })

  describe('what a hired driver is told', () => {
    it('is each job of their van, without its price, and who comes', async () => {
      const { owner, unit } = await anOwner()
      const driver = await aHiredDriver(app, owner, unit.id)
      const customer = await aCustomer(app)
      const booking = await aBooking(app, { customer, move: aMove({ manPower: 'one_porter' }) })
      await step(unit, booking.id, 'confirm')
      const { choices } = await must(owner(getCrew, { params: { id: booking.id } }))
      const personIds = (choices ?? []).map(({ id }) => id).slice(1)
      await must(owner(nameCrew, { params: { id: booking.id }, body: { personIds } }))
      const mails = (await mailboxOf(app, driver.email)).slice(0, -1).toReversed()
      expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['New job', 'Confirmed', 'Who comes'])
      for (const { text, html } of mails) expect(`${text} ${html}`).not.toContain('£')
      // The owner's notice has the price.
      expect((await mailboxOf(app, unit.company.owner.email)).map(({ text }) => text).join()).toContain('£')
    })
  })
})

describe('number plates', () => {
  let office: Call
  beforeEach(async () => {
    await clearRoads()
    office = app.call((await signIn(app, 'admin')).bearer)
  })

  const van = (registration: string) =>
    ({ registration, make: 'Ford', model: 'Transit', category: 'large_van', fuel: 'electric', year: 2025 }) as const
  const add = ({ call }: TestDriver, id: string, registration: string) =>
    call(addVan, { params: { id }, body: van(registration) })
  const code = (answer: { ok: boolean; problem?: { code: string } }) =>
    answer.ok ? 'done' : String(answer.problem?.code)

  const declaredOf = async (id: string) =>
    (await must(office(getVerification, { params: { id } }))).vanFacts?.declared?.id
  async function approveVan(id: string) {
    const vanFacts = { id: (await declaredOf(id)) ?? '', decision: 'approve' as const }
    return office(decideVerification, { params: { id }, body: { decisions: [], vanFacts } })
  }

  describe('within a company', () => {
    it('a registration is refused at once for a second unit, which is told whose it is', async () => {
      const driver = await anOperatingDriver(app)
      const { id } = await must(driver.call(addUnit, { body: { name: 'Ali' } }))
      const takenMessage = /LK72 VNF is the van of Jane already/
      for (const plate of ['LK72 VNF', 'lk72vnf', 'LK 72 VNF'])
        expect(await add(driver, id, plate)).toMatchObject({
          status: 409,
          problem: { code: 'registration_taken', errors: { registration: [expect.stringMatching(takenMessage)] } },
        })
      await must(add(driver, id, 'LK72 ABC'))
      // What waits for the office is taken too, from both sides.
      await must(driver.call(saveVan, { params: { id: driver.unitId }, body: van('LK72 XYZ') }))
      for (const [unitId, plate] of [
        [id, 'LK72 XYZ'],
        [driver.unitId, 'LK72 ABC'],
      ] as const) {
        const body = van(plate)
        expect(code(await driver.call(saveVan, { params: { id: unitId }, body }))).toBe('registration_taken')
      }
      await must(driver.call(resetVan, { params: { id: driver.unitId }, body: {} }))
      await must(driver.call(saveVan, { params: { id }, body: van('LK72 XYZ') }))
    })

    it('of two units that enter it at the same moment one has it', async () => {
      for (let round = 0; round < 2; round++) {
        await removeCompanies(app)
        const driver = await aDriver(app)
        const { id } = await must(driver.call(addUnit, { body: { name: 'Ali' } }))
        const both = await Promise.all([driver.unitId, id].map((unitId) => add(driver, unitId, 'LK72 VNF')))
        expect(both.map(code).toSorted()).toEqual(['done', 'registration_taken'])
      }
    })
  })

  describe('of two companies', () => {
    it('the one that the office approved keeps it; the other learns nothing but whom to write to', async () => {
      const [holder, newcomer] = [await anOperatingDriver(app), await aDriver(app)]
      const answer = await add(newcomer, newcomer.unitId, 'LK72 VNF')
      expect(answer).toMatchObject({
        status: 409,
        problem: {
          code: 'registration_taken',
          detail: expect.stringContaining(app.ctx.config.contacts.email) as string,
        },
      })
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`Jane|${holder.companyId}|${holder.unitId}`))
      await must(holder.call(resetVan, { params: { id: holder.unitId }, body: {} }))
      await must(add(newcomer, newcomer.unitId, 'LK72 VNF'))
    })

    it('both may claim it, the office sees the other, and approves one', async () => {
      const [one, two] = [await aDriver(app), await aDriver(app)]
      await must(add(one, one.unitId, 'LK72 VNF'))
      await must(add(two, two.unitId, 'LK72 VNF'))
      const desk = await must(office(getVerification, { params: { id: two.unitId } }))
      expect(desk.alsoClaimedBy).toMatchObject([{ unitId: one.unitId, companyId: one.companyId, isApproved: false }])
      await must(approveVan(one.unitId))
      const later = await must(office(getVerification, { params: { id: two.unitId } }))
      expect(later.alsoClaimedBy).toMatchObject([{ unitId: one.unitId, isApproved: true }])
      expect(code(await approveVan(two.unitId))).toBe('registration_taken')
      expect((await must(two.call(getUnit, { params: { id: two.unitId } }))).vanFacts?.approved).toBeNull()
      // The unit's own claim can still be corrected, and a different one approved.
      await must(two.call(saveVan, { params: { id: two.unitId }, body: van('LK72 ABC') }))
      await must(approveVan(two.unitId))
    })

    it('only one is approved, however many are at the same moment', async () => {
      const deadlocks = await countDeadlocks(app)
      for (let round = 0; round < 2; round++) {
        await removeCompanies(app)
        const drivers = [await aDriver(app), await aDriver(app), await aDriver(app)]
        for (const driver of drivers) await must(add(driver, driver.unitId, 'LK72 VNF'))
        const answers = await Promise.all(drivers.map(({ unitId }) => approveVan(unitId)))
        expect(answers.map(code).toSorted()).toEqual(['done', 'registration_taken', 'registration_taken'])
      }
      expect(await countDeadlocks(app)).toBe(deadlocks)
    })

    it('the control: the database lets no second one through, whoever asks', async () => {
      await anOperatingDriver(app)
      const two = await aDriver(app)
      await must(add(two, two.unitId, 'LK72 ABC'))
      const forced = app.ctx.db
        .updateTable('fleet.van')
        .set({ registration: 'LK72VNF', approvedAt: app.clock.now(), heldPlate: 'LK72VNF' })
        .where('unitId', '=', two.unitId)
      await expect(forced.execute()).rejects.toMatchObject({ constraint: 'plate_is_held_once' })
    })
  })

  describe('a closed company', () => {
    it('frees its plates, and has them back when it is opened again, unless somebody else was approved meanwhile', async () => {
      const [closed, newcomer] = [await anOperatingDriver(app), await aDriver(app)]
      const close = async () => {
        await must(app.call((await sessionFor(app, closed.id)).bearer)(deleteAccount, { body: {} }))
        await must(app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, closed.email) } }))
      }
      await close()
      expect(await restoreAccount(app.ctx, closed.email)).toBe('restored')
      expect(code(await add(newcomer, newcomer.unitId, 'LK72 VNF'))).toBe('registration_taken')

      await close()
      await must(add(newcomer, newcomer.unitId, 'LK72 VNF'))
      await must(approveVan(newcomer.unitId))
      expect(await restoreAccount(app.ctx, closed.email)).toBe('restored')
      expect(await must(office(getVerification, { params: { id: closed.unitId } }))).toMatchObject({
        workingUnit: {
          status: 'pending_verification',
          statusReason: expect.stringContaining('another unit') as string,
        },
        vanFacts: { approved: null, declared: { status: 'pending' } },
        alsoClaimedBy: [{ unitId: newcomer.unitId, isApproved: true }],
      })
    })

    it('holds no plate that is approved while it is closed, until it is opened again', async () => {
      const [closed, newcomer] = [await aDriver(app), await aDriver(app)]
      const held = () =>
        app.ctx.db
          .selectFrom('fleet.van')
          .select(['heldPlate', 'approvedAt'])
          .where('unitId', '=', closed.unitId)
          .executeTakeFirstOrThrow()
      await must(add(closed, closed.unitId, 'LK72 VNF'))
      await must(closed.call(deleteAccount, { body: {} }))
      await must(app.call()(verifyDeleteAccount, { body: { token: await mailedToken(app, closed.email) } }))
      await must(approveVan(closed.unitId))
      expect(await held()).toEqual({ heldPlate: null, approvedAt: app.clock.now() })
      await must(add(newcomer, newcomer.unitId, 'LK72 VNF'))
      await must(newcomer.call(resetVan, { params: { id: newcomer.unitId }, body: {} }))
      expect(await restoreAccount(app.ctx, closed.email)).toBe('restored')
      expect(await held()).toMatchObject({ heldPlate: 'LK72VNF' })
      expect(code(await add(newcomer, newcomer.unitId, 'LK72 VNF'))).toBe('registration_taken')
    })
  })
})

describe('fleet routes', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  describe('GET company/van-category/', () => {
    it('answers the four vans to anybody, smallest first', async () => {
      const result = await app.call()(listVanCategories)
      expect(result.ok && result.data.map((van) => van.category)).toEqual([
        'small_van',
        'medium_van',
        'large_van',
        'luton_van',
      ])
    })

    it('gives all figures of a van in the words of the wire', async () => {
      const response = await app.app.fastify.inject({ url: '/api/company/van-category/' })
      const vans = JSON.parse(response.body) as unknown[]
      expect(vans[3]).toMatchObject({
        category: 'luton_van',
        value: 3,
        name: 'Luton Van',
        payload_range: { min: 1200, max: 1500 },
        seats: 3,
        capacity: 3,
        loading_unloading_time: '02:00:00',
        inside_dimensions: { length: 4, over_cab_length: 0.8, height: 2.18, width: 2.05, volume: 20 },
        has_tail_lift_option: true,
      })
    })
  })

  describe('GET company/vehicle-makers/', () => {
    it('answers every maker with its models to a driver', async () => {
      const { bearer } = await signIn(app, 'driver')
      const result = await app.call(bearer)(listVehicleMakers)
      expect(result.ok && result.data.map((maker) => maker.id)).toEqual(VEHICLE_MAKERS.map((maker) => maker.id))
      expect(result.ok && result.data.find((maker) => maker.name === 'Ford')?.models).toContainEqual({
        name: 'Transit',
        vanCategories: ['large_van', 'luton_van'],
      })
    })

    it('is for nobody else', async () => {
      expect(await app.call()(listVehicleMakers)).toMatchObject({ ok: false, status: 401 })
      for (const role of ['customer', 'admin'] as const) {
        const { bearer } = await signIn(app, role)
        expect(await app.call(bearer)(listVehicleMakers)).toMatchObject({ ok: false, status: 403 })
      }
    })
  })
})
