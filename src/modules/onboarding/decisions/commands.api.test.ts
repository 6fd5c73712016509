import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appealUnit, getUnit } from '#modules/fleet/units/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, must, type TestDriver } from '#test/support/driver.ts'
import { createPerson, mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { blockUnit, decideAppeal, listStopped } from './contract.ts'
import { getVerification } from '../verification/contract.ts'

const OFFICE = 'appeals@vanfare.test'
const reason = 'Two customers waited in vain this week.'

let app: TestApp
let ana: { id: string }
beforeAll(async () => {
  app = await createTestApp({ env: { OFFICE_EMAIL: OFFICE } })
  ana = await createPerson(app, { role: 'admin', firstName: 'Ana' })
})
afterAll(() => app.close())

/** Signed in a moment ago: tokens last ten minutes of the test's clock. */
const desk = async (): Promise<Call> => app.call((await sessionFor(app, ana.id)).bearer)
const driverCall = async ({ id }: TestDriver): Promise<Call> => app.call((await sessionFor(app, id)).bearer)
const paramsOf = ({ unitId }: TestDriver) => ({ id: unitId })
const mails = async (driver: TestDriver) =>
  (await mailboxOf(app, driver.email)).filter(({ channel }) => channel === 'email')

describe('an appeal', () => {
  it('comes to the office, is answered, and can be made again after two weeks', async () => {
    const driver = await anOperatingDriver(app)
    const quiet = await anOperatingDriver(app)
    const params = paramsOf(driver)
    let office = await desk()
    for (const one of [quiet, driver]) await must(office(blockUnit, { params: paramsOf(one), body: { reason } }))
    app.clock.advance({ minutes: 2 })
    const text = 'The van was stolen; the police have a number.'
    await must((await driverCall(driver))(appealUnit, { params, body: { text } }))
    const mail = (await mailboxOf(app, OFFICE)).find(({ subject }) => subject.startsWith('Appeal: '))
    expect(mail?.text).toContain(text)
    expect(mail?.text).toContain(`/admin/stopped?unit=${driver.unitId}`)

    const list = await must(office(listStopped, { query: { search: driver.email.toUpperCase() } }))
    expect(list.results).toMatchObject([
      {
        workingUnit: { id: driver.unitId },
        ownerEmail: driver.email,
        stoppedBy: 'Ana',
        appealWaitsSince: expect.any(String),
      },
    ])
    expect(list.appealsWaiting).toBeGreaterThan(0)
    // Appeals first, then the last stopped; page by page, each once.
    const all = await must(office(listStopped))
    const ids = all.results.map(({ workingUnit }) => workingUnit.id)
    expect(ids.indexOf(driver.unitId)).toBeLessThan(ids.indexOf(quiet.unitId))
    expect(all.results.map(({ appealWaitsSince }) => appealWaitsSince === null)).toEqual(
      all.results.map(({ appealWaitsSince }) => appealWaitsSince === null).toSorted((a, b) => Number(a) - Number(b)),
    )
    const paged: string[] = []
    for (let after: string | undefined; ;) {
      const page = await must(office(listStopped, { query: { pageSize: 1, after } }))
      paged.push(...page.results.map(({ workingUnit }) => workingUnit.id))
      if (page.nextCursor === null) break
      after = page.nextCursor
    }
    expect(paged).toEqual(ids)
    expect((await must(office(listStopped, { query: { show: 'appeals' } }))).results).toHaveLength(list.appealsWaiting)
    expect((await must(office(listStopped, { query: { search: 'lk72vnf', show: 'deactivated' } }))).results).toEqual([])

    const seen = await must(office(getVerification, { params }))
    const uphold = { decision: 'uphold' as const, reason: 'Both customers sent pictures of the van.' }
    const stale = await office(decideAppeal, { params, body: { ...uphold, sentAt: '2026-11-01T00:00:00.000Z' } })
    expect(stale).toMatchObject({ status: 409, problem: { code: 'no_appeal' } })
    await must(office(decideAppeal, { params, body: { ...uphold, sentAt: seen.appeal?.sentAt } }))
    const twice = await office(decideAppeal, { params, body: uphold })
    expect(twice).toMatchObject({ status: 409, problem: { code: 'no_appeal' } })
    app.clock.advance({ minutes: 1 })
    const [notice] = await mails(driver)
    expect(notice?.text).toContain('Both customers sent pictures of the van.')
    const unit = await must((await driverCall(driver))(getUnit, { params }))
    expect(unit).toMatchObject({ status: 'blocked', appeal: { answer: uphold.reason, againFrom: '2026-12-04' } })
    expect(notice?.text).toContain('You can appeal again from 04/12/2026')

    app.clock.set('2026-12-03T12:00:00Z')
    const appealAgain = async () =>
      (await driverCall(driver))(appealUnit, { params, body: { text: 'Here is the police report.' } })
    expect(await appealAgain()).toMatchObject({
      status: 409,
      problem: { code: 'appeal_later', detail: expect.stringContaining('4 December') },
    })
    app.clock.set('2026-12-04T00:00:00Z')
    await must(appealAgain())
    office = await desk()
    const lifted = await must(
      office(decideAppeal, { params, body: { decision: 'lift', reason: 'The report settles it.' } }),
    )
    expect(lifted.status).toBe('operating')
    app.clock.advance({ minutes: 1 })
    const [last] = await mails(driver)
    expect(last?.text).toMatch(/We’ve lifted the block\.[\s\S]*The report settles it\./)
    expect((await must(office(getVerification, { params }))).history).toMatchObject([
      { kind: 'lifted', appeal: 'Here is the police report.' },
      { kind: 'appeal_upheld', appeal: text, reason: uphold.reason },
      { kind: 'blocked', reason },
    ])
  })
})
