import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deactivateUnit, appealUnit } from '#modules/fleet/units/contract.ts'
import { UNIT_STATUSES, type UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, upload, type TestDriver } from '#test/support/driver.ts'
import { pdf } from '#test/support/pdfs.ts'
import { signIn } from '#test/support/session.ts'
import { blockUnit, deactivateByOffice, restoreUnit } from './decisions/contract.ts'
import { reviewStatuses } from './commands.ts'

/**
 * T-064: who may move a unit from which of its ten statuses, and where it goes: a status, `.` where it stays, or the code of the no.
 * Everything else that changes a status is a fact that changed (rules.test.ts).
 */
const TABLE = `
                          pause               resume          appeal           block            deactivate       restore
  not_ready_for_a_job     deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  pending_verification    deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  verification_failed     deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  verification_completed  deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  ready_to_start          deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  operating               deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  insurance_expires_soon  deactivated_by_you  .               not_deactivated  blocked          deactivated      not_stopped
  deactivated_by_you      .                   operating       not_deactivated  blocked          deactivated      not_stopped
  blocked                 office_decides      office_decides  .                already_stopped  already_stopped  operating
  deactivated             office_decides      office_decides  .                already_stopped  already_stopped  operating
`
const [header = '', ...lines] = TABLE.trim().split('\n')
const moves = header.trim().split(/\s+/)
const cells = lines.flatMap((line) => {
  const [from = '', ...to] = line.trim().split(/\s+/)
  return to.map((outcome, index) => [from as UnitStatus, moves[index] ?? '', outcome] as const)
})

let app: TestApp
let driver: TestDriver
let office: Call
beforeAll(async () => {
  app = await createTestApp()
  driver = await anOperatingDriver(app)
  office = app.call((await signIn(app, 'admin')).bearer)
})
afterAll(() => app.close())
beforeEach(() => makeOperating())

const db = () => app.ctx.db
const units = () => db().updateTable('fleet.working_unit').where('id', '=', driver.unitId)
const documents = () => db().updateTable('fleet.document').where('companyId', '=', driver.companyId)

/** Sets up an operating unit in full. */
async function makeOperating(): Promise<void> {
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ unitId: driver.unitId, dayOfWeek: day, ...wholeDay }))
  await Promise.all([
    units().set({ pausedAt: null, officeBlock: null, officeReason: null, appeal: null }).execute(),
    documents().set({ status: 'approved', reason: null }).execute(),
    db()
      .insertInto('calendar.business_day')
      .values(days)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
    verifyPhone(app.clock.now()),
  ])
  await insuredUntil('2027-11-01')
}

const insuredUntil = (day: string) =>
  documents().set({ expiresOn: day }).where('kind', '=', 'hire_and_reward').execute()

const wholeDay = { startMinute: 0, endMinute: 1440, dayOff: false }
const verifyPhone = (at: Date | null) =>
  db().updateTable('identity.user').set({ phoneVerifiedAt: at }).where('id', '=', driver.id).execute()

/** What makes each status of an operating unit. */
const FACTS: Record<UnitStatus, () => Promise<unknown>> = {
  operating: () => Promise.resolve(),
  insurance_expires_soon: () => insuredUntil('2026-12-01'),
  ready_to_start: () => db().deleteFrom('calendar.business_day').where('unitId', '=', driver.unitId).execute(),
  verification_completed: () => verifyPhone(null),
  pending_verification: () => documents().set({ status: 'pending' }).where('kind', '=', 'v5c').execute(),
  verification_failed: () => documents().set({ status: 'refused', reason: 'x' }).where('kind', '=', 'v5c').execute(),
  not_ready_for_a_job: () => documents().set({ status: 'cancelled' }).where('kind', '=', 'v5c').execute(),
  deactivated_by_you: () => units().set({ pausedAt: app.clock.now() }).execute(),
  blocked: () => units().set({ officeBlock: 'blocked', officeReason: 'x' }).execute(),
  deactivated: () => units().set({ officeBlock: 'deactivated', officeReason: 'x' }).execute(),
}

async function bringTo(status: UnitStatus): Promise<void> {
  await FACTS[status]()
  await app.ctx.tx((tx) => reviewStatuses(tx, { companyId: driver.companyId }))
  expect(await statusNow()).toBe(status)
}

const statusNow = async () => {
  const unit = db().selectFrom('fleet.working_unit').select('status').where('id', '=', driver.unitId)
  return (await unit.executeTakeFirstOrThrow()).status
}

async function move(name: string) {
  const params = { id: driver.unitId }
  const body = { reason: 'Two customers waited in vain this week.' }
  if (name === 'pause') return driver.call(deactivateUnit, { params, body: { deactivate: true } })
  if (name === 'resume') return driver.call(deactivateUnit, { params, body: { deactivate: false } })
  if (name === 'appeal') return driver.call(appealUnit, { params, body: { text: 'The van was stolen.' } })
  if (name === 'block') return office(blockUnit, { params, body })
  if (name === 'deactivate') return office(deactivateByOffice, { params, body })
  return office(restoreUnit, { params, body: {} })
}

describe('T-064: a unit', () => {
  it('has a line for each of its statuses', () => {
    expect([...new Set(cells.map(([from]) => from))].toSorted()).toEqual([...UNIT_STATUSES].toSorted())
  })

  it.each(cells)('%s, %s: %s', async (from, name, outcome) => {
    await bringTo(from)
    const answer = await move(name)
    const after = await statusNow()
    const came = answer.ok ? [after === from ? '.' : after] : [answer.problem.code, answer.status, after]
    expect(came).toEqual(answer.ok ? [outcome] : [outcome, 409, from])
  })

  it('takes no status from what its driver sends, nor a document its approval', async () => {
    await bringTo('pending_verification')
    const path = `/company/working-unit/${driver.unitId}`
    const van = { registration: 'LK72 VNF', make: 'Ford', model: 'Transit', category: 'large_van', fuel: 'electric' }
    const day = { day_of_week: '1', start_time: '08:00', end_time: '18:00' }
    const rates = { version: 3, rates: [], minimum_minutes: 120, minimum_minutes_two_porters: 180 }
    const bodies: [method: 'PUT' | 'POST', path: string, body: object][] = [
      ['PUT', `${path}/`, { name: 'Sam' }],
      ['PUT', `${path}/van/`, van],
      ['PUT', `${path}/allowed-jobs/`, { job_kinds: ['furniture'], help_levels: ['no_help'] }],
      ['PUT', `${path}/set-operating-area/`, { districts: ['E17'] }],
      ['POST', `${path}/deactivate/`, { deactivate: false }],
      ['POST', `${path}/reset-van/`, {}],
      ['PUT', '/company/', { name: 'Sam' }],
      ['PUT', '/users/', { first_name: 'Sam' }],
      ['PUT', `/company/${driver.companyId}/hourly-rates/`, rates],
      ['PUT', `${path}/schedule/`, day],
    ]
    const fields = {
      status: 'operating',
      office_block: null,
      verified: true,
      decided_at: '2026-11-20',
      is_operating: true,
    }
    for (const [method, url, body] of bodies)
      for (const [field, value] of Object.entries(fields)) {
        const sent = url.endsWith('/schedule/') ? [{ ...body, [field]: value }] : { ...body, [field]: value }
        const answer = await app.app.fastify.inject({
          method,
          url: `/api${url}`,
          headers: { authorization: `Bearer ${driver.bearer}` },
          payload: sent,
        })
        expect([url, field, answer.statusCode]).toEqual([url, field, 422])
      }
    const document = { name: 'files', filename: 'v5c.pdf', type: 'application/pdf', content: pdf() }
    for (const [name, value] of [
      ['status', 'approved'],
      ['verified', 'true'],
      ['decided_by', driver.id],
    ] as const) {
      const sent = await upload(app, driver.bearer, `${path}/docs/`, [document], { kind: 'v5c', [name]: value })
      expect([name, sent.status]).toEqual([name, 422])
    }
    expect(await statusNow()).toBe('pending_verification')
  })
})
