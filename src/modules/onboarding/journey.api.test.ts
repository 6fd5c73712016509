import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveSchedule } from '#modules/calendar/contract.ts'
import { getMarketingInfo, removeCompanyPhoto } from '#modules/companies/marketing/contract.ts'
import { cancelUnitDocument } from '#modules/fleet/documents/contract.ts'
import { HELP_LEVELS, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import {
  setOperatingArea,
  deactivateUnit,
  appealUnit,
  getUnit,
  addUnit,
  saveAllowedJobs,
} from '#modules/fleet/units/contract.ts'
import { getVan, resetVan, addVan } from '#modules/fleet/vans/contract.ts'
import { getHourlyRates, getTerms, saveHourlyRates, saveTerms } from '#modules/pricing/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
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
import { aBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { checkedPeople } from '#test/support/factories/crew.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getProgress, getSettings, setUpUnit, getOverview } from './contract.ts'
import { blockUnit, deactivateByOffice, restoreUnit } from './decisions/contract.ts'
import { checkExpiry } from './expiry-commands.ts'
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

describe('two units', () => {
  /** The owner has an operating Large Van, and a second unit without any data yet. */
  let owner: TestDriver
  let second: TestDriver

  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  beforeAll(async () => {
    owner = await anOperatingDriver(app)
    const { id: unitId } = await must(owner.call(addUnit, { body: { name: 'Mick' } }))
    // Signed in again: which units are the caller's is read once.
    const { bearer } = await sessionFor(app, owner.id)
    owner = { ...owner, bearer, call: app.call(bearer) }
    second = { ...owner, unitId }
  })

  const unitsNow = async () => (await must(owner.call(getSettings))).workingUnits
  const secondNow = async () => {
    const unit = (await unitsNow()).find(({ id }) => id === second.unitId)
    if (!unit) throw new Error('The second unit is gone')
    return unit
  }

  async function price(rates: readonly [VanCategory, HelpLevel][]): Promise<void> {
    const params = { id: owner.companyId }
    const { version } = await must(owner.call(getHourlyRates, { params }))
    await must(
      owner.call(saveHourlyRates, {
        params,
        body: {
          version,
          rates: rates.map(([vanCategory, helpLevel]) => ({ vanCategory, helpLevel, pencePerHour: 5000 })),
          minimumMinutes: 120,
          minimumMinutesTwoPorters: 180,
        },
      }),
    )
  }
  const large = ['no_help', 'driver_helps', 'one_porter', 'two_porters'].map(
    (help) => ['large_van', help] as [VanCategory, HelpLevel],
  )

  describe('of two units', () => {
    it('each has its own flags and lacks, and the company those of the specification', async () => {
      const [first, other] = await unitsNow()
      expect(first).toMatchObject({ status: 'operating', lacks: [], isDrivingProfileSetup: true })
      expect(other).toMatchObject({
        id: second.unitId,
        registration: null,
        status: 'not_ready_for_a_job',
        isDrivingProfileSetup: false,
        isOperationsPricingSetup: false,
        isMarketingInfoSetup: true,
        lacks: ['van', 'documents', 'people', 'area', 'rates', 'hours'],
        crews: [],
        peopleToChoose: 3,
      })
      expect(Object.values(await must(owner.call(getProgress)))).toEqual([true, true, true, true, true, true])
    })

    it('the second waits for rates of its own van, then for somebody who can come for one of them', async () => {
      const params = { id: second.unitId }
      const van = {
        registration: 'KX70RMV',
        make: 'Ford',
        model: 'Transit',
        category: 'luton_van',
        fuel: 'electric',
      } as const
      await must(owner.call(addVan, { params, body: { ...van, year: 2025 } }))
      await must(owner.call(setOperatingArea, { params, body: { districts: ['E17'] } }))
      await checkedPeople(app, { companyId: owner.companyId, unitIds: [second.unitId], count: 1 })
      expect((await secondNow()).lacks).toEqual(['documents', 'rates', 'hours'])
      await price([...large, ['luton_van', 'one_porter']])
      expect(await secondNow()).toMatchObject({
        lacks: ['documents', 'crew', 'hours'],
        isOperationsPricingSetup: false,
        crews: [
          { whyNot: 'rate' },
          { whyNot: 'rate' },
          { helpLevel: 'one_porter', whyNot: 'people' },
          { whyNot: 'rate' },
        ],
      })
      await price([...large, ['luton_van', 'one_porter'], ['luton_van', 'driver_helps']])
      expect(await secondNow()).toMatchObject({ lacks: ['documents', 'hours'], isOperationsPricingSetup: true })
      const jobs = { jobKinds: ['furniture'], helpLevels: ['no_help'] } as const
      await must(
        owner.call(saveAllowedJobs, {
          params,
          body: { jobKinds: [...jobs.jobKinds], helpLevels: [...jobs.helpLevels] },
        }),
      )
      expect((await secondNow()).lacks).toEqual(['documents', 'rates', 'hours'])
      const saveWith = (confirmsFromHours?: number | null) =>
        owner.call(saveAllowedJobs, {
          params,
          body: { jobKinds: ['furniture'], helpLevels: ['no_help'], confirmsFromHours },
        })
      expect(await must(saveWith(24))).toMatchObject({ confirmsFromHours: 24 })
      expect(await must(saveWith())).toMatchObject({ confirmsFromHours: 24 })
      for (const wrong of [1, 337, 2.5])
        expect(await saveWith(wrong)).toMatchObject({
          status: 422,
          problem: { errors: { confirms_from_hours: [expect.any(String)] } },
        })
      expect(await must(saveWith(null))).toMatchObject({ confirmsFromHours: null })
    })

    it('an operating one stops when nothing that it offers has a price any more, and works again with one', async () => {
      await price([['luton_van', 'driver_helps']])
      expect((await unitsNow())[0]).toMatchObject({ status: 'verification_completed', lacks: ['rates'] })
      await price([...large, ['luton_van', 'driver_helps']])
      expect((await unitsNow())[0]).toMatchObject({ status: 'operating', lacks: [] })
    })

    it('emails name the one they are about and lead to it: at the refused paper, at the box for an appeal', async () => {
      const office = app.call((await signIn(app, 'admin')).bearer)
      const params = { id: second.unitId }
      const [documentId = ''] = await handInDocuments(app, second)
      const refused = { documentId, decision: 'refuse' as const, reason: 'It names another van.' }
      await must(office(decideVerification, { params, body: { decisions: [refused] } }))
      app.clock.advance({ minutes: 1 })
      await app.runJobs()
      await must(office(blockUnit, { params, body: { reason: 'Two customers waited in vain.' } }))
      app.clock.advance({ minutes: 1 })
      await app.runJobs()
      await must(office(restoreUnit, { params, body: {} }))
      app.clock.advance({ minutes: 1 })
      const mails = (await mailboxOf(app, owner.email)).filter(({ channel }) => channel === 'email')
      const about = (subjectPart: string) =>
        mails.find(({ subject }) => subject.includes(subjectPart) && subject.includes('Mick (KX70 RMV)'))
      expect(about('needs another look')?.text).toContain(
        `/settings/driving-profile?unit=${second.unitId}#document-v5c`,
      )
      expect(about('was blocked')?.text).toContain(`/driver-profile?unit=${second.unitId}#appeal`)
      expect(about('is back')?.text).toContain(`/driver-profile?unit=${second.unitId}`)
    })

    it('area, hours and jobs are copied from one to the other, and taken back to nothing', async () => {
      const first = await must(owner.call(getUnit, { params: { id: owner.unitId } }))
      const params = { id: second.unitId }
      const before = await must(owner.call(getUnit, { params }))
      const body = { operatingArea: first.operatingArea, schedule: first.schedule.entries }
      const was = await must(owner.call(setUpUnit, { params, body }))
      expect(was).toEqual({ operatingArea: before.operatingArea, schedule: [], allowedJobs: null })
      const copied = await must(owner.call(getUnit, { params }))
      expect([copied.operatingArea, copied.schedule.entries]).toEqual([first.operatingArea, first.schedule.entries])
      expect((await secondNow()).lacks).not.toContain('hours')
      await must(owner.call(setUpUnit, { params, body: was }))
      const back = await must(owner.call(getUnit, { params }))
      expect(back).toEqual(before)
      expect((await secondNow()).lacks).toContain('hours')
      const twice = { districts: ['E17', 'E10', 'e17'] }
      const previous = await must(owner.call(setUpUnit, { params, body: { operatingArea: twice } }))
      expect(previous.operatingArea).toEqual(before.operatingArea)
      expect((await must(owner.call(getUnit, { params }))).operatingArea?.districts.toSorted()).toEqual(['E10', 'E17'])
      await must(owner.call(setUpUnit, { params, body: previous }))
      // A part that is refused takes the others back.
      const wrong = await owner.call(setUpUnit, {
        params,
        body: { schedule: first.schedule.entries, operatingArea: { districts: ['ZZ9'] }, allowedJobs: null },
      })
      expect(wrong).toMatchObject({
        status: 422,
        problem: { errors: { 'operating_area.districts.0': [expect.any(String)] } },
      })
      expect(await must(owner.call(getUnit, { params }))).toEqual(before)
      expect(await must(owner.call(getUnit, { params: { id: owner.unitId } }))).toEqual(first)
    })

    it('both are shown side by side, in one statement however many there are', async () => {
      const date = addDays(localDayOf(app.clock.now()), 3)
      const booking = await aBooking(app, {
        move: aMove({ from: 'E17 4QH', to: 'E10 5AA', manPower: 'driver_helps', date }),
      })
      const look = () => owner.call(getOverview)
      const count = async () =>
        (await statementsOf(app, look)).filter((text) => text.includes('/* profile-facts */')).length
      const all = async () => (await statementsOf(app, look)).length
      const { units } = await must(look())
      expect(units).toMatchObject([
        {
          id: owner.unitId,
          registration: 'LK72 VNF',
          status: 'operating',
          lacks: [],
          nextJob: { id: booking.id, status: 'new_booking' },
        },
        { id: second.unitId, registration: 'KX70 RMV', nextJob: null },
      ])
      expect(units[0]?.days.map(({ state }) => state)).toEqual(expect.arrayContaining(['open', 'busy']))
      expect(units[1]?.days.every(({ state }) => state === 'off')).toBe(true)
      expect(JSON.stringify(units)).not.toMatch(/pence|customer/i)
      const [facts, statements] = [await count(), await all()]
      for (const name of ['Ali', 'Jo', 'Kim']) await must(owner.call(addUnit, { body: { name } }))
      expect([await count(), await all()]).toEqual([facts, statements])
      expect(facts).toBe(1)
    })
  })

  it('a new unit offers whatever has a price, seats and people', async () => {
    const { id } = await must(owner.call(addUnit, { body: { name: 'Robin' } }))
    const { helpLevels } = (await must(owner.call(getUnit, { params: { id } }))).allowedJobs
    expect(helpLevels).toEqual(['no_help', 'driver_helps', 'one_porter', 'two_porters'])
    // A small van seats two; what it does not seat is kept for the next one.
    const van = {
      registration: 'LK21ABC',
      make: 'Ford',
      model: 'Connect',
      category: 'small_van',
      fuel: 'electric',
    } as const
    await must(owner.call(addVan, { params: { id }, body: { ...van, year: 2021 } }))
    const small = await must(owner.call(getUnit, { params: { id } }))
    expect(small.allowedJobs.helpLevels).toEqual(['no_help', 'driver_helps', 'one_porter'])
    await must(
      owner.call(saveAllowedJobs, { params: { id }, body: { jobKinds: ['furniture'], helpLevels: ['no_help'] } }),
    )
    const { helpLevels: savedLevels } = await app.ctx.db
      .selectFrom('fleet.working_unit')
      .select('helpLevels')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(savedLevels).toEqual(['no_help', 'two_porters'])
  })

  describe('migration 0041', () => {
    const old: HelpLevel[] = ['no_help', 'driver_helps']
    const only3 = { large_van: { no_help: null, driver_helps: null, one_porter: null } }
    it.each<[string, Parameters<typeof aUnit>[1], HelpLevel[]]>([
      [
        'a working unit with the old beginning gets what is priced and its people can do',
        { helpLevels: old, people: 2 },
        [...old, 'one_porter'],
      ],
      [
        'one of which nothing had a price gets what has one',
        { helpLevels: old, people: 1, company: { pencePerHour: only3 } },
        [...old, 'two_porters'],
      ],
      ['what a driver chose stays', { helpLevels: ['driver_helps'] }, ['driver_helps']],
      [
        'one that has no rate for its van is left alone',
        {
          helpLevels: old,
          company: {
            pencePerHour: { large_van: { no_help: null, driver_helps: null, one_porter: null, two_porters: null } },
          },
        },
        old,
      ],
      [
        'one that is being set up begins as new ones do',
        { helpLevels: old, people: 0, status: 'not_ready_for_a_job' },
        [...HELP_LEVELS],
      ],
    ])('%s', async (_name, options, expected) => {
      const { id } = await aUnit(app, options)
      const text = await readFile('db/migrations/0041_what_a_unit_offers.sql', 'utf8')
      // The first statement changes the table.
      await app.ctx.tx(async (tx) => {
        for (const statement of text.split(/;\n/).slice(1, 3)) await sql.raw(statement).execute(tx.db)
      })
      const row = app.ctx.db.selectFrom('fleet.working_unit').select('helpLevels').where('id', '=', id)
      expect((await row.executeTakeFirstOrThrow()).helpLevels).toEqual(expected)
    })
  })
})
