import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aMove } from '#test/support/factories/move.ts'
import {
  anOperatingDriver,
  approvals,
  approve,
  aDriver,
  fillProfile,
  handInDocuments,
  must,
  type TestDriver,
} from '#test/support/driver.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { getMarketingInfo, removeCompanyPhoto } from '#modules/companies/marketing/contract.ts'
import { setOperatingArea, deactivateUnit, appealUnit, getUnit } from '#modules/fleet/units/contract.ts'
import { cancelUnitDocument } from '#modules/fleet/documents/contract.ts'
import { getHourlyRates, getTerms, saveHourlyRates, saveTerms } from '#modules/pricing/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { getVan, resetVan } from '#modules/fleet/vans/contract.ts'
import { saveSchedule } from '#modules/calendar/contract.ts'
import { blockUnit, deactivateByOffice, restoreUnit } from './decisions/contract.ts'
import { getProgress, getSettings } from './contract.ts'
import { checkExpiry } from './expiry/commands.ts'
import { decideVerification, getVerification, listVerifications } from './verification/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const statusOf = async ({ unitId }: { unitId: string }) => {
  const { status } = await app.ctx.db
    .selectFrom('fleet.working_unit')
    .select('status')
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  return status
}

/** The access token lasts ten minutes: after the clock has moved, they sign in again. */
const signInAgain = async (driver: TestDriver): Promise<TestDriver> => {
  const { bearer } = await sessionFor(app, driver.id)
  return { ...driver, bearer, call: app.call(bearer) }
}

const admin = async () => app.call((await signIn(app, 'admin')).bearer)

async function isOffered({ unitId }: TestDriver, move: Parameters<typeof aMove>[0] = {}): Promise<boolean> {
  const found = await must(
    app.call()(findQuotes, { query: { pageSize: 100 }, body: aMove({ from: 'E17 4QH', to: 'E10 5AA', ...move }) }),
  )
  return found.results.some(({ workingUnit }) => workingUnit.id === unitId)
}

const week = (startTime: string, endTime: string) => Array.from({ length: 7 }, () => ({ startTime, endTime }))

describe('from a new driver to a quote', () => {
  it('goes through every status in order, and the setup link points at what comes next', async () => {
    const driver = await aDriver(app)
    const params = { id: driver.unitId }
    expect(await statusOf(driver)).toBe('not_ready_for_a_job')
    expect(await must(driver.call(getSettings))).toMatchObject({
      isDrivingProfileSetup: false,
      nextStep: { step: 'driving_profile', path: '/settings/driving-profile' },
      isSetupIncomplete: true,
      showsSetupPrompt: true,
      workingUnits: [{ id: driver.unitId, status: 'not_ready_for_a_job', isAvailableNow: false }],
    })
    const documents = await handInDocuments(app, driver)
    expect(await statusOf(driver)).toBe('not_ready_for_a_job') // without a van

    await fillProfile(app, driver)
    expect(await statusOf(driver)).toBe('pending_verification')
    expect(Object.values(await must(driver.call(getProgress)))).toEqual([true, true, true, true, true, true])

    const office = await admin()
    const queue = await must(office(listVerifications))
    const waiting = queue.results.find(({ workingUnit }) => workingUnit.id === driver.unitId)
    expect(waiting).toMatchObject({ registration: 'LK72 VNF', isRenewal: false })
    expect(waiting?.waiting).toHaveLength(4)

    const [first, ...others] = documents
    const reason = 'The log book names LK21 XTR. Send one that names LK72 VNF.'
    const decisions = [
      { documentId: first ?? '', decision: 'refuse' as const, reason },
      ...(await approvals(office, driver.unitId, others)),
    ]
    const refused = await must(office(decideVerification, { params, body: { decisions } }))
    expect(refused.workingUnit).toMatchObject({
      status: 'verification_failed',
      statusReason: expect.stringContaining('LK21 XTR') as string,
    })
    app.clock.advance({ minutes: 1 })
    const [mail] = await mailboxOf(app, driver.email)
    expect(mail?.text).toContain('V5C log book was refused: The log book names LK21 XTR.')
    expect(await must(driver.call(getSettings))).toMatchObject({
      takesCards: false,
      workingUnits: [{ refused: ['documents'], refusedDocuments: ['v5c'] }],
    })

    const [renewed] = await handInDocuments(app, driver)
    expect(await statusOf(driver)).toBe('pending_verification')
    const rest = await must(office(getVerification, { params }))
    const pending = rest.documents
      .flatMap(({ newest, current }) => [newest, current])
      .filter((one) => one?.status === 'pending')
    await approve(
      app,
      driver.unitId,
      pending.flatMap((one) => (one ? [one.id] : [])),
    )
    expect(pending.map((one) => one?.id)).toContain(renewed)
    expect(await statusOf(driver)).toBe('ready_to_start')
    expect(await isOffered(driver)).toBe(false)

    await must(driver.call(saveSchedule, { params, body: week('08:00', '18:00') }))
    expect(await statusOf(driver)).toBe('operating')
    const settings = await must(driver.call(getSettings))
    expect(settings).toMatchObject({
      isSetupIncomplete: false,
      showsSetupPrompt: false,
      workingUnits: [{ isAvailableNow: true }],
    })

    expect(await isOffered(driver)).toBe(true)
    expect(await isOffered(driver, { from: 'E10 5AA', to: 'E17 4QH' })).toBe(true)
    expect(await isOffered(driver, { from: 'SW1A 1AA' })).toBe(false) // outside the area
    expect(await isOffered(driver, { time: '06:00' })).toBe(false) // before the hours
    expect(await isOffered(driver, { time: '17:00' })).toBe(false) // would end after them
  })

  it('stops at verification_completed while a flag is missing', async () => {
    const driver = await aDriver(app)
    await fillProfile(app, driver)
    await app.ctx.db.updateTable('identity.user').set({ phoneVerifiedAt: null }).where('id', '=', driver.id).execute()
    await approve(app, driver.unitId, await handInDocuments(app, driver))
    expect(await statusOf(driver)).toBe('verification_completed')
    expect((await must(driver.call(getSettings))).nextStep.step).toBe('general')
    await app.ctx.db
      .updateTable('identity.user')
      .set({ phoneVerifiedAt: app.clock.now() })
      .where('id', '=', driver.id)
      .execute()
    await app.ctx.tx((tx) => tx.emit({ type: 'identity.phone-confirmed', userId: driver.id }))
    expect(await statusOf(driver)).toBe('ready_to_start')
  })
})

describe('T-064: a driver does not decide about themselves', () => {
  it('a break ends where it began, and the office’s word stays', async () => {
    const driver = await anOperatingDriver(app)
    const params = { id: driver.unitId }
    await must(driver.call(deactivateUnit, { params, body: { deactivate: true } }))
    expect([await statusOf(driver), await isOffered(driver)]).toEqual(['deactivated_by_you', false])
    await must(driver.call(deactivateUnit, { params, body: { deactivate: true } }))
    const back = await must(driver.call(deactivateUnit, { params, body: { deactivate: false } }))
    expect([back.status, back.schedule.status]).toEqual(['operating', 'active'])

    const office = await admin()
    const blocked = await must(
      office(blockUnit, { params, body: { reason: 'Two customers waited in vain this week.' } }),
    )
    expect(blocked).toMatchObject({
      status: 'blocked',
      statusReason: 'Two customers waited in vain this week.',
      bookingsAhead: 0,
    })
    expect(await driver.call(deactivateUnit, { params, body: { deactivate: false } })).toMatchObject({ status: 409 })
    expect(await isOffered(driver)).toBe(false)
    app.clock.advance({ minutes: 1 })
    const [mail] = await mailboxOf(app, driver.email)
    expect(mail?.text).toContain('Two customers waited in vain this week.')
    expect(mail?.text).toContain('appeal on your driver profile')
    expect(await office(deactivateByOffice, { params, body: { reason: 'And once more, for good.' } })).toMatchObject({
      status: 409,
    })

    const appealed = await must(
      driver.call(appealUnit, { params, body: { text: 'The van was stolen; the police have a number.' } }),
    )
    expect(appealed.appeal?.text).toContain('stolen')
    expect(await must(office(getVerification, { params }))).toMatchObject({
      appeal: { text: expect.stringContaining('stolen') as string },
    })
    expect(await must(office(restoreUnit, { params, body: {} }))).toMatchObject({ status: 'operating' })
    expect(await driver.call(appealUnit, { params, body: { text: 'Once more' } })).toMatchObject({ status: 409 })
    expect(await office(restoreUnit, { params, body: {} })).toMatchObject({ status: 409 })
  })

  it('a reason is needed, and no other role has the last word', async () => {
    const driver = await aDriver(app)
    const params = { id: driver.unitId }
    const office = await admin()
    expect(await office(blockUnit, { params, body: { reason: 'No.' } })).toMatchObject({ status: 422 })
    const [documentId = ''] = await handInDocuments(app, driver)
    const decisions = [{ documentId, decision: 'approve' as const }]
    expect(await driver.call(decideVerification, { params, body: { decisions } })).toMatchObject({ status: 403 })
    expect(
      await office(decideVerification, { params, body: { decisions: [{ documentId, decision: 'refuse' }] } }),
    ).toMatchObject({
      status: 422,
      problem: { errors: { 'decisions.0.reason': [expect.any(String)] } },
    })
    const other = await aDriver(app)
    expect(await office(decideVerification, { params: { id: other.unitId }, body: { decisions } })).toMatchObject({
      status: 404,
    })
    const ticked = await approvals(office, driver.unitId, [documentId])
    await must(office(decideVerification, { params, body: { decisions: ticked } }))
    expect(await office(decideVerification, { params, body: { decisions: ticked } })).toMatchObject({
      status: 409,
      problem: {
        code: 'not_waiting',
        detail: expect.stringContaining('Reload the page and check the unit.') as string,
      },
    })
  })
})

describe('another van', () => {
  it('has other documents: the old ones count no more', async () => {
    const driver = await anOperatingDriver(app)
    const params = { id: driver.unitId }
    await must(driver.call(resetVan, { params, body: {} }))
    expect([await statusOf(driver), await must(driver.call(getVan, { params }))]).toEqual(['not_ready_for_a_job', null])
    const unit = await must(driver.call(getUnit, { params }))
    const standing = Object.fromEntries(unit.docs.map(({ kind, standing }) => [kind, standing]))
    expect(standing).toMatchObject({
      v5c: 'missing',
      hire_and_reward: 'missing',
      goods_in_transit: 'approved',
    })
  })
})

describe('an operating company that empties its profile', () => {
  const standing = async (driver: TestDriver) => {
    const [unit] = (await must(driver.call(getSettings))).workingUnits
    return [unit?.status, unit?.lacks, await isOffered(driver)]
  }

  it('cannot leave the area or the terms empty, nor take back an approved document or the last photo', async () => {
    const driver = await anOperatingDriver(app)
    const params = { id: driver.unitId }
    expect(await driver.call(setOperatingArea, { params, body: { districts: [] } })).toMatchObject({
      status: 422,
      problem: { errors: { districts: ['Choose at least one area or district.'] } },
    })
    const company = { id: driver.companyId }
    const terms = await must(driver.call(getTerms, { params: company }))
    expect(await driver.call(saveTerms, { params: company, body: { ...terms, terms: '' } })).toMatchObject({
      status: 422,
      problem: { errors: { terms: ['Enter the terms that you work on.'] } },
    })
    const unit = await must(driver.call(getUnit, { params }))
    const documentId = unit.docs.find(({ kind }) => kind === 'v5c')?.current?.id ?? ''
    expect(await driver.call(cancelUnitDocument, { params, body: { documentId } })).toMatchObject({
      status: 409,
      problem: { detail: 'This document has already been checked. Send a new one instead.' },
    })
    const info = await must(driver.call(getMarketingInfo, { params: company }))
    const photoId = info.photos[0]?.id ?? ''
    expect(await driver.call(removeCompanyPhoto, { params: { photoId } })).toMatchObject({ status: 409 })
    expect(await standing(driver)).toEqual(['operating', [], true])
  })

  it('is offered no longer without rates, is told that they are missing, and comes back with them', async () => {
    const driver = await anOperatingDriver(app)
    const params = { id: driver.companyId }
    const { version, ...rates } = await must(driver.call(getHourlyRates, { params }))
    const emptied = await must(driver.call(saveHourlyRates, { params, body: { ...rates, version, rates: [] } }))
    expect(await standing(driver)).toEqual(['verification_completed', ['rates'], false])
    await must(driver.call(saveHourlyRates, { params, body: { ...rates, version: emptied.version } }))
    expect(await standing(driver)).toEqual(['operating', [], true])
  })

  it('keeps its jobs while a renewed document is handed in and taken back', async () => {
    const driver = await anOperatingDriver(app)
    const [renewed = ''] = await handInDocuments(app, driver)
    await must(driver.call(cancelUnitDocument, { params: { id: driver.unitId }, body: { documentId: renewed } }))
    expect(await standing(driver)).toEqual(['operating', [], true])
  })
})

describe('documents that expire', () => {
  it('are told thirty days before, once, and end the jobs on the day; a renewed one ends neither', async () => {
    const driver = await anOperatingDriver(app, '2027-02-01')
    const mails = async () =>
      (await mailboxOf(app, driver.email)).filter(({ subject }) => /expires|has expired/.test(subject))
    app.clock.set('2027-01-01T00:05:00Z')
    await checkExpiry(app.ctx)
    expect([await statusOf(driver), (await mails()).length]).toEqual(['operating', 0])

    app.clock.set('2027-01-02T00:05:00Z')
    await checkExpiry(app.ctx)
    await checkExpiry(app.ctx)
    expect([await statusOf(driver), (await mails()).length]).toEqual(['insurance_expires_soon', 1])
    expect((await mails())[0]?.text).toContain('Hire and reward insurance expires on 01/02/2027')

    // T-081: the new ones wait, the old ones count.
    const signedIn = await signInAgain(driver)
    const renewed = await handInDocuments(app, signedIn, '2028-02-01')
    expect(await statusOf(driver)).toBe('insurance_expires_soon')
    expect(await isOffered(driver, { date: '2027-01-20', time: '09:00' })).toBe(true)

    app.clock.set('2027-02-01T00:05:00Z')
    await checkExpiry(app.ctx)
    expect([await statusOf(driver), (await mails()).length]).toEqual(['pending_verification', 2])
    expect(await isOffered(driver, { date: '2027-02-10', time: '09:00' })).toBe(false)
    await approve(app, driver.unitId, renewed)
    expect(await statusOf(driver)).toBe('operating')
    await checkExpiry(app.ctx)
    expect((await mails()).length).toBe(2)
    app.clock.set('2026-11-20T09:00:00Z')
  })

  it('without a new one, the unit is not ready for a job', async () => {
    const driver = await anOperatingDriver(app, '2027-03-01')
    app.clock.set('2027-03-01T00:05:00Z')
    await checkExpiry(app.ctx)
    expect(await statusOf(driver)).toBe('not_ready_for_a_job')
    app.clock.set('2026-11-20T09:00:00Z')
  })
})
