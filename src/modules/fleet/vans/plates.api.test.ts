import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUnit, getUnit } from '#modules/fleet/units/contract.ts'
import { addVan, resetVan, saveVan } from '#modules/fleet/vans/contract.ts'
import { decideVerification, getVerification } from '#modules/onboarding/verification/contract.ts'
import { restoreAccount } from '#modules/identity/privacy/commands.ts'
import { deleteAccount, verifyDeleteAccount } from '#modules/identity/privacy/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, anOperatingDriver, must, type TestDriver } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { mailedToken } from '#test/support/people.ts'
import { countDeadlocks } from '#test/support/races.ts'
import { sessionFor, signIn } from '#test/support/session.ts'

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
      problem: { code: 'registration_taken', detail: expect.stringContaining(app.ctx.config.contacts.email) as string },
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
      workingUnit: { status: 'pending_verification', statusReason: expect.stringContaining('another unit') as string },
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
