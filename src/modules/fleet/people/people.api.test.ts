import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkPeopleExpiry } from '#modules/onboarding/expiry-commands.ts'
import { decidePerson, getPersonVerification, listPersonVerifications } from '#modules/onboarding/office/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aDriver, anOperatingDriver, must, upload, type TestDriver } from '#test/support/driver.ts'
import { search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { mailboxOf } from '#test/support/people.ts'
import { pdf } from '#test/support/pdfs.ts'
import { jpeg } from '#test/support/pictures.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { MOST_PAGES } from '../documents/rules.ts'
import { getUnit } from '../units/contract.ts'
import { addPerson, listPeople, removePerson, savePerson } from './contract.ts'
import type { PersonView } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const office = async (): Promise<Call> => app.call((await signIn(app, 'admin')).bearer)
const withNewSession = async (driver: TestDriver): Promise<TestDriver> => {
  const { bearer } = await sessionFor(app, driver.id)
  return { ...driver, bearer, call: app.call(bearer) }
}

const add = (driver: TestDriver, firstName = 'Ali') =>
  must(driver.call(addPerson, { body: { firstName, lastName: 'Khan' } }))
const sendPhoto = async ({ bearer }: TestDriver, id: string) =>
  upload<PersonView>(app, bearer, `/company/people/${id}/photo/`, [{ name: 'photo', content: await jpeg() }])
const shareCode = { method: 'share_code', share_code: 'w12 abc 345', date_of_birth: '1990-05-04' }
const sendCheck = ({ bearer }: TestDriver, id: string, fields: Record<string, string> = shareCode) =>
  upload<PersonView>(app, bearer, `/company/people/${id}/check/`, [], fields)

async function waiting(driver: TestDriver, fields = shareCode): Promise<PersonView> {
  const { id } = await add(driver)
  await sendPhoto(driver, id)
  const sent = await sendCheck(driver, id, fields)
  expect(sent.status).toBe(201)
  return sent.data
}

async function decide(id: string, decision: { decision: 'approve' | 'refuse'; reason?: string; expiresOn?: string }) {
  const call = await office()
  const { person } = await must(call(getPersonVerification, { params: { personId: id } }))
  return call(decidePerson, { params: { personId: id }, body: { version: person.version, ...decision } })
}

const sealedOf = async (id: string) =>
  (await app.ctx.db.selectFrom('fleet.person_check').select('sealed').where('personId', '=', id).execute()).map(
    ({ sealed }) => sealed,
  )

describe('a person', () => {
  it('is added, gets a photo and a check, is approved, and counts for every van of the company', async () => {
    const driver = await aDriver(app)
    const person = await add(driver)
    expect(person).toMatchObject({ standing: 'missing', lacks: ['photo', 'check'], unitIds: [driver.unitId] })
    expect((await sendPhoto(driver, person.id)).data).toMatchObject({ lacks: ['check'], isChecked: false })
    const { data } = await sendCheck(driver, person.id)
    expect(data).toMatchObject({ standing: 'pending', lacks: [], newest: { method: 'share_code', status: 'pending' } })
    expect(JSON.stringify(data)).not.toContain('1990')

    const call = await office()
    const queue = await must(call(listPersonVerifications))
    expect(queue.results).toMatchObject([
      { id: person.id, name: 'Ali Khan', waitsFor: ['check'], method: 'share_code' },
    ])
    const seen = await must(call(getPersonVerification, { params: { personId: person.id } }))
    expect(seen.shareCode).toEqual({ code: 'W12ABC345', dateOfBirth: '1990-05-04' })
    expect((await sealedOf(person.id))[0]).not.toContain('W12ABC345')

    await must(decide(person.id, { decision: 'approve', expiresOn: '2027-06-01' }))
    expect(await must((await withNewSession(driver)).call(listPeople))).toMatchObject([
      { standing: 'approved', isChecked: true, current: { expiresOn: '2027-06-01', status: 'approved' }, newest: null },
    ])
    // A list of days as the database says it: the driver would make instants of them, by the machine's own time.
    const until = sql<string[]>`to_json(people_until)`.as('peopleUntil')
    const unit = app.ctx.db.selectFrom('fleet.working_unit').select(until).where('id', '=', driver.unitId)
    expect((await unit.executeTakeFirstOrThrow()).peopleUntil).toContain('2027-06-01')
    expect((await must(call(listPersonVerifications))).results).toEqual([])
    app.clock.advance({ minutes: 1 })
    expect((await mailboxOf(app, driver.email)).map(({ subject }) => subject)).toContain('Ali Khan is checked')
  })

  it('leaves neither share code nor date of birth behind, whatever the office decides', async () => {
    const driver = await aDriver(app)
    for (const decision of [
      { decision: 'approve' as const },
      { decision: 'refuse' as const, reason: 'GOV.UK shows somebody else.' },
    ]) {
      const { id } = await waiting(driver)
      expect(await sealedOf(id)).toEqual([expect.any(String)])
      await must(decide(id, decision))
      expect(await sealedOf(id)).toEqual([null])
    }
    // An undo could still bring it back; with the minute that ends too.
    app.clock.advance({ minutes: 1 })
    await app.runJobs()
    const decisions = await app.ctx.db.selectFrom('fleet.office_decision').select(['before', 'after']).execute()
    expect(decisions.length).toBeGreaterThan(1)
    expect(decisions.filter(({ before, after }) => before || after)).toEqual([])
  })

  it('is refused with a reason, which the driver reads, and may be sent again', async () => {
    const driver = await aDriver(app)
    const { id } = await waiting(driver)
    expect(await decide(id, { decision: 'refuse' })).toMatchObject({
      status: 422,
      problem: { errors: { reason: ['Enter what’s wrong. The driver will read this.'] } },
    })
    await must(decide(id, { decision: 'refuse', reason: 'The photo is of somebody else.' }))
    expect(await must(driver.call(listPeople))).toMatchObject([
      { standing: 'refused', isChecked: false, newest: { reason: 'The photo is of somebody else.' } },
    ])
    expect((await sendCheck(driver, id)).data.standing).toBe('pending')
  })

  it('is decided about as it is: after a change the office looks again', async () => {
    const driver = await aDriver(app)
    const { id, version } = await waiting(driver)
    await sendCheck(driver, id)
    const call = await office()
    const body = { version, decision: 'approve' as const }
    expect(await call(decidePerson, { params: { personId: id }, body })).toMatchObject({
      status: 409,
      problem: { code: 'not_waiting' },
    })
  })

  it('who was approved keeps counting under the old name and photo until the office has seen the new ones', async () => {
    const driver = await aDriver(app)
    const { id } = await waiting(driver)
    await must(decide(id, { decision: 'approve' }))
    const renamed = { firstName: 'Alison', lastName: 'Khan' }
    expect(await must(driver.call(savePerson, { params: { personId: id }, body: renamed }))).toMatchObject({
      hasChanges: true,
      isChecked: true,
    })
    const call = await office()
    expect((await must(call(listPersonVerifications))).results).toMatchObject([{ waitsFor: ['name'] }])
    expect(await must(call(getPersonVerification, { params: { personId: id } }))).toMatchObject({
      approved: { name: 'Ali Khan' },
    })
    await must(decide(id, { decision: 'refuse', reason: 'The passport says Ali.' }))
    expect(await must(driver.call(listPeople))).toMatchObject([
      { firstName: 'Ali', hasChanges: false, isChecked: true, refusal: 'The passport says Ali.' },
    ])
    await sendPhoto(driver, id)
    expect((await must(call(listPersonVerifications))).results).toMatchObject([{ waitsFor: ['photo'] }])
  })

  it.each([
    ['a share code of another kind', { ...shareCode, share_code: 'R12ABC345' }, 'share_code'],
    ['a share code without a date of birth', { method: 'share_code', share_code: 'W12ABC345' }, 'date_of_birth'],
    ['a child', { ...shareCode, date_of_birth: '2015-01-01' }, 'date_of_birth'],
    ['a day that is over', { ...shareCode, expires_on: '2026-11-20' }, 'expires_on'],
    ['a passport that runs out', { method: 'british_or_irish_passport', expires_on: '2028-01-01' }, 'expires_on'],
    ['a passport without a picture', { method: 'british_or_irish_passport' }, 'files'],
  ])('is not taken with %s', async (_, fields, path) => {
    const driver = await aDriver(app)
    const { id } = await add(driver)
    const sent = await sendCheck(driver, id, fields)
    expect([sent.status, Object.keys(sent.problem.errors ?? {})]).toEqual([422, [path]])
  })

  it('is not taken with more pages than the office would look at, and nothing of them is kept', async () => {
    const driver = await aDriver(app)
    const { id } = await add(driver)
    // They are drawn before they can be counted: little to draw.
    const narrow = '/MediaBox [0 0 30 900]'
    const printed = {
      name: 'files',
      filename: 'p.pdf',
      type: 'application/pdf',
      content: pdf({ pages: MOST_PAGES / 2 + 1, page: narrow }),
    }
    const fields = { method: 'other_document' }
    const sent = await upload<PersonView>(
      app,
      driver.bearer,
      `/company/people/${id}/check/`,
      [printed, printed],
      fields,
    )
    expect([sent.status, sent.problem.errors]).toEqual([
      422,
      { files: ['A document has at most 20 pages. Send only those that matter.'] },
    ])
    expect(await must(driver.call(listPeople))).toMatchObject([{ newest: null }])
    expect(await app.ctx.db.selectFrom('files.upload').select('id').where('attachedAt', 'is', null).execute()).toEqual(
      [],
    )
  })

  it('of another company does not exist, nor their photo or papers; without the guard they would', async () => {
    const [driver, other] = [await aDriver(app), await aDriver(app)]
    const { id } = await add(driver)
    const page = { name: 'files', filename: 'p.jpg', type: 'image/jpeg', content: await jpeg() }
    await sendPhoto(driver, id)
    const path = `/company/people/${id}`
    const sent = await upload<PersonView>(app, driver.bearer, `${path}/check/`, [page], { method: 'other_document' })
    const fileUrl = sent.data.newest?.files[0]?.url ?? ''
    const ofAll = async (bearer: string | undefined, house: Pick<TestApp, 'app'> = app) =>
      Promise.all(
        [`/api${path}/photo/`, fileUrl].map(async (url) => {
          const headers = bearer ? { authorization: `Bearer ${bearer}` } : {}
          return (await house.app.fastify.inject({ url, headers })).statusCode
        }),
      )
    expect(await ofAll(driver.bearer)).toEqual([200, 200])
    expect(await ofAll((await signIn(app, 'admin')).bearer)).toEqual([200, 200])
    expect(await ofAll(other.bearer)).toEqual([404, 404])
    expect(await ofAll(undefined)).toEqual([401, 401])
    expect(await other.call(removePerson, { params: { personId: id } })).toMatchObject({ status: 404 })
    const stranger = { firstName: 'Ali', lastName: 'Khan', unitIds: [other.unitId] }
    expect(await driver.call(addPerson, { body: stranger })).toMatchObject({
      status: 422,
      problem: { errors: { 'unit_ids.0': ['Choose a van of your company.'] } },
    })
    const careless = await withoutGuards(app, 'own_person')
    expect(await ofAll(other.bearer, { app: careless })).toEqual([200, 200])
    await careless.close()
  })

  it('who is removed leaves nothing', async () => {
    const driver = await aDriver(app)
    const attached = async () => {
      const uploads = app.ctx.db.selectFrom('files.upload').select('id').where('attachedAt', 'is not', null)
      return (await uploads.execute()).length
    }
    const before = await attached()
    const { id } = await waiting(driver)
    expect(await attached()).toBe(before + 1)
    await must(driver.call(removePerson, { params: { personId: id } }))
    expect([await attached(), await must(driver.call(listPeople))]).toEqual([before, []])
  })
})

const at = (date: string) => aMove({ date, time: '10:00' })
const isOffered = async (manPower: 'no_help' | 'driver_helps' | 'one_porter' | 'two_porters', date = '2026-12-04') =>
  (await search(app, { ...at(date), manPower })).count === 1

describe('a unit is offered with as many people as are checked', () => {
  it.each([
    [0, [false, false, false]],
    [1, [true, false, false]],
    [2, [true, true, false]],
    [3, [true, true, true]],
  ])('has crews for %i', async (people, offered) => {
    await aUnit(app, { people })
    expect([await isOffered('driver_helps'), await isOffered('one_porter'), await isOffered('two_porters')]).toEqual(
      offered,
    )
  })

  it('on the day of the job: the last day before the check expires, and not on the day itself', async () => {
    await aUnit(app, { peopleExpireOn: '2026-12-05' })
    expect([await isOffered('driver_helps', '2026-12-04'), await isOffered('driver_helps', '2026-12-05')]).toEqual([
      true,
      false,
    ])
    const { nearestTimes } = await search(app, at('2026-12-05'))
    expect(nearestTimes.length).toBeGreaterThan(0)
    expect(nearestTimes.filter(({ startAt }) => startAt >= '2026-12-05')).toEqual([])
  })

  it('is counted as too few people where it was not shown, as reason 17', async () => {
    const unit = await aUnit(app, { people: 1 })
    await search(app, { ...at('2026-12-04'), manPower: 'one_porter' })
    const { rows } = await app.app.pool.query<{ outcome: number }>(
      'select get_byte(outcomes, 0) as outcome from quoting.search order by created_at desc limit 1',
    )
    expect(rows).toEqual([{ outcome: 17 }])
    expect(unit.id).toBeTruthy()
  })

  it('or any crew before the end of its days of grace', async () => {
    const unit = await aUnit(app, { people: 0 })
    await app.ctx.db
      .updateTable('fleet.working_unit')
      .set({ peopleGraceUntil: '2026-12-05' })
      .where('id', '=', unit.id)
      .execute()
    expect([await isOffered('two_porters', '2026-12-04'), await isOffered('no_help', '2026-12-05')]).toEqual([
      true,
      false,
    ])
  })
})

describe('checks that expire', () => {
  const mails = async ({ email }: TestDriver) =>
    (await mailboxOf(app, email)).map(({ subject }) => subject).filter((subject) => subject.includes('right-to-work'))

  it('are told thirty days before and on the day, once each; the last one takes the unit off the road', async () => {
    const driver = await anOperatingDriver(app)
    await app.ctx.db.updateTable('fleet.person_check').set({ expiresOn: '2027-01-10' }).execute()
    const person = (await must(driver.call(listPeople)))[0]
    await must(
      driver.call(savePerson, {
        params: { personId: person?.id ?? '' },
        body: { firstName: 'Sam', lastName: 'Pennant' },
      }),
    )
    const statusNow = async () =>
      (await must((await withNewSession(driver)).call(getUnit, { params: { id: driver.unitId } }))).status
    app.clock.set('2026-12-11T00:05:00Z')
    await checkPeopleExpiry(app.ctx)
    await checkPeopleExpiry(app.ctx)
    expect([(await mails(driver)).length, await statusNow()]).toEqual([3, 'insurance_expires_soon'])
    app.clock.set('2027-01-10T00:05:00Z')
    await checkPeopleExpiry(app.ctx)
    await checkPeopleExpiry(app.ctx)
    expect([(await mails(driver)).length, await statusNow()]).toEqual([6, 'not_ready_for_a_job'])
  })

  it('take a unit without people off the road when its days of grace end', async () => {
    const driver = await anOperatingDriver(app)
    const units = () => app.ctx.db.updateTable('fleet.working_unit').where('id', '=', driver.unitId)
    await units().set({ peopleGraceUntil: '2026-12-20' }).execute()
    for (const { id } of await must(driver.call(listPeople)))
      await must(driver.call(removePerson, { params: { personId: id } }))
    const statusNow = async () =>
      (await must((await withNewSession(driver)).call(getUnit, { params: { id: driver.unitId } }))).status
    expect(await statusNow()).toBe('operating')
    app.clock.set('2026-12-20T00:05:00Z')
    await checkPeopleExpiry(app.ctx)
    expect(await statusNow()).toBe('not_ready_for_a_job')
  })
})
