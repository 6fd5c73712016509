import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, upload, type TestDriver } from '#test/support/driver.ts'
import { mailboxOf } from '#test/support/people.ts'
import { pdf } from '#test/support/pdfs.ts'
import { sessionFor } from '#test/support/session.ts'
import { onboardingJobs } from '../jobs.ts'
import { checkExpiry, notifyFirstMots } from './commands.ts'

let app: TestApp
let driver: TestDriver
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  driver = await anOperatingDriver(app)
})
afterAll(() => app.close())

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
