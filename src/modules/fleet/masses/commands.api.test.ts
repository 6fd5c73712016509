import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '#modules/onboarding/office/verification/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { getUnit } from '#modules/fleet/units/contract.ts'
import { addVan, getVan, resetVan, saveVan } from '#modules/fleet/vans/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, anOperatingDriver, approve, must, upload, type TestDriver } from '#test/support/driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { mailboxOf } from '#test/support/people.ts'
import { pdf } from '#test/support/pdfs.ts'
import { signIn } from '#test/support/session.ts'

let app: TestApp
let office: Call
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  office = app.call((await signIn(app, 'admin')).bearer)
})
afterAll(() => app.close())

const theVan = {
  registration: 'LK72 VNF',
  make: 'Ford',
  model: 'Transit',
  category: 'large_van',
  fuel: 'electric',
  year: 2025,
} as const

const paramsOf = ({ unitId }: TestDriver) => ({ id: unitId })
const unitOf = (driver: TestDriver) => must(driver.call(getUnit, { params: paramsOf(driver) }))
const save = (driver: TestDriver, more: object) =>
  driver.call(saveVan, { params: paramsOf(driver), body: { ...theVan, ...more } })

/** The column that a search reads. */
const payloadInForce = async ({ unitId }: TestDriver) =>
  (await app.ctx.db.selectFrom('fleet.van').select('payloadKg').where('unitId', '=', unitId).executeTakeFirstOrThrow())
    .payloadKg

async function decideMasses(driver: TestDriver, decision: 'approve' | 'refuse', reason: string | null = null) {
  const params = paramsOf(driver)
  const id = (await must(office(getVerification, { params }))).masses?.declared?.id ?? ''
  return office(decideVerification, { params, body: { decisions: [], masses: { id, decision, reason } } })
}

const isWaiting = async ({ unitId }: TestDriver) => {
  const { results } = await must(office(listVerifications, { query: { pageSize: 100 } }))
  return results.find(({ workingUnit }) => workingUnit.id === unitId)
}

const weights = { grossWeightKg: 3500, kerbWeightKg: 2350 }

describe('what a van weighs', () => {
  it('counts once the office has approved it; until then the category does', async () => {
    const driver = await aDriver(app)
    const params = paramsOf(driver)
    expect((await unitOf(driver)).masses).toBeNull()
    const van = await must(driver.call(addVan, { params, body: { ...theVan, ...weights } }))
    expect(van).toMatchObject({ ...weights, payloadKg: 1150 })
    expect(await must(driver.call(getVan, { params }))).toEqual(van)
    expect(await payloadInForce(driver)).toBeNull()
    expect(await isWaiting(driver)).toMatchObject({ waiting: [], doMassesWait: true })
    expect((await must(office(getVerification, { params }))).masses).toMatchObject({
      approved: { grossWeightKg: null, kerbWeightKg: null, payloadKg: null },
      declared: { ...weights, payloadKg: 1150, status: 'pending' },
    })

    await must(decideMasses(driver, 'approve'))
    expect(await payloadInForce(driver)).toBe(1150)
    expect((await unitOf(driver)).masses).toEqual({ approved: { ...weights, payloadKg: 1150 }, declared: null })
    expect(await isWaiting(driver)).toBeUndefined()
    app.clock.advance({ minutes: 1 })
    const [mail] = await mailboxOf(app, driver.email)
    expect(mail?.subject).toContain('The weights of your van are approved')
  })

  it('goes back to the office when it changes, and what was approved holds until it is decided', async () => {
    const driver = await anOperatingDriver(app)
    await must(save(driver, weights))
    await must(decideMasses(driver, 'approve'))
    // A heavier body was built in.
    await must(save(driver, { ...weights, kerbWeightKg: 2500 }))
    expect(await payloadInForce(driver)).toBe(1150)
    const waiting = await unitOf(driver)
    expect(waiting).toMatchObject({
      status: 'operating',
      vehicle: { kerbWeightKg: 2500, payloadKg: 1000 },
      masses: { approved: { payloadKg: 1150 }, declared: { payloadKg: 1000, status: 'pending' } },
    })
    expect(await isWaiting(driver)).toMatchObject({ isRenewal: true, doMassesWait: true })

    expect(await decideMasses(driver, 'refuse')).toMatchObject({
      status: 422,
      problem: { errors: { 'masses.reason': [expect.any(String)] } },
    })
    await must(decideMasses(driver, 'refuse', 'The V5C says 2,350 kg under G.'))
    expect(await payloadInForce(driver)).toBe(1150)
    const refused = await unitOf(driver)
    expect(refused.masses?.declared).toMatchObject({ status: 'refused', reason: 'The V5C says 2,350 kg under G.' })
    expect(refused.status).toBe('operating')
    app.clock.advance({ minutes: 1 })
    const [mail] = await mailboxOf(app, driver.email)
    expect(mail?.text).toContain('Weights of the van was refused: The V5C says 2,350 kg under G.')

    // Saying again what was approved ends it.
    await must(save(driver, { ...weights }))
    expect((await unitOf(driver)).masses?.declared).toBeNull()
    await must(save(driver, { ...weights, kerbWeightKg: 2500 }))
    await must(decideMasses(driver, 'approve'))
    expect(await payloadInForce(driver)).toBe(1000)
  })

  it('stays as approved where a form leaves it open, and waits no longer than its figures', async () => {
    const driver = await anOperatingDriver(app)
    const params = paramsOf(driver)
    await must(save(driver, weights))
    const seen = (await must(office(getVerification, { params }))).masses?.declared?.id ?? ''
    // The same again keeps its place in the queue; other figures are not those that the office has seen.
    await must(save(driver, weights))
    expect((await must(office(getVerification, { params }))).masses?.declared?.id).toBe(seen)
    await must(save(driver, { ...weights, kerbWeightKg: 2400 }))
    expect(
      await office(decideVerification, {
        params,
        body: { decisions: [], masses: { id: seen, decision: 'approve' } },
      }),
    ).toMatchObject({ status: 409, problem: { code: 'not_waiting' } })
    expect(await payloadInForce(driver)).toBeNull()
    await must(decideMasses(driver, 'approve'))
    expect(await decideMasses(driver, 'approve')).toMatchObject({ status: 422 })
    await must(save(driver, {}))
    expect(await payloadInForce(driver)).toBe(1100)
    expect((await unitOf(driver)).vehicle).toMatchObject({ grossWeightKg: 3500, kerbWeightKg: 2400, payloadKg: 1100 })
  })

  it('goes with the van', async () => {
    const driver = await aDriver(app)
    const params = paramsOf(driver)
    await must(driver.call(addVan, { params, body: { ...theVan, ...weights } }))
    await must(driver.call(resetVan, { params, body: {} }))
    expect(await isWaiting(driver)).toBeUndefined()
    await must(driver.call(addVan, { params, body: { ...theVan, registration: 'LK72 ABC' } }))
    expect((await unitOf(driver)).masses).toMatchObject({ approved: { payloadKg: null }, declared: null })
  })

  it.each<[string, object, string]>([
    ['a payload of a lorry', { payloadKg: 6000 }, 'payload_kg'],
    ['more empty than full', { grossWeightKg: 3000, kerbWeightKg: 3200 }, 'kerb_weight_kg'],
    ['half a kilogram', { grossWeightKg: 3500.5 }, 'gross_weight_kg'],
    ['a negative weight', { kerbWeightKg: -2350 }, 'kerb_weight_kg'],
    ['a payload that is not the difference', { ...weights, payloadKg: 1500 }, 'payload_kg'],
  ])('is refused with its field: %s', async (_name, more, field) => {
    const driver = await aDriver(app)
    const answer = await driver.call(addVan, { params: paramsOf(driver), body: { ...theVan, ...more } })
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } })
    expect(await must(driver.call(getVan, { params: paramsOf(driver) }))).toBeNull()
  })

  it('is decided by the office and nobody else, and only of the unit that is asked about', async () => {
    const [driver, other] = [await aDriver(app), await aDriver(app)]
    const params = paramsOf(driver)
    await must(driver.call(addVan, { params, body: { ...theVan, ...weights } }))
    const id = (await unitOf(driver)).masses?.declared?.id ?? ''
    const body = { decisions: [], masses: { id, decision: 'approve' as const } }
    expect(await driver.call(decideVerification, { params, body })).toMatchObject({ status: 403 })
    expect(await office(decideVerification, { params: paramsOf(other), body })).toMatchObject({ status: 404 })
    expect(await office(decideVerification, { params, body: { decisions: [] } })).toMatchObject({ status: 422 })
    expect(await payloadInForce(driver)).toBeNull()
  })
})

describe('a van over 3,500 kg', () => {
  const isOffered = async ({ unitId }: TestDriver): Promise<boolean> => {
    const body = aMove({ from: 'E17 4QH', to: 'E10 5AA' })
    const { results } = await must(app.call()(findQuotes, { query: { pageSize: 100 }, body }))
    return results.some(({ workingUnit }) => workingUnit.id === unitId)
  }
  /** Of the papers of heavy vans. */
  const required = async (driver: TestDriver) =>
    (await unitOf(driver)).docs.flatMap(({ kind, isRequired }) => papers.filter((one) => isRequired && one === kind))
  const papers = ['operator_licence', 'tachograph'] as const

  async function handIn(driver: TestDriver, kind: (typeof papers)[number], expiresOn = '2027-11-01') {
    const file = { name: 'files', filename: `${kind}.pdf`, type: 'application/pdf', content: pdf() }
    const path = `/company/working-unit/${driver.unitId}/docs/`
    return upload<{ newest: { id: string } }>(app, driver.bearer, path, [file], { kind, expires_on: expiresOn })
  }

  it('is offered no jobs without operator’s licence and tachograph papers, and is with them', async () => {
    const driver = await anOperatingDriver(app)
    expect([await isOffered(driver), await required(driver)]).toEqual([true, []])
    const heavy = { grossWeightKg: 4250, kerbWeightKg: 2700 }
    await must(save(driver, heavy))
    // On the driver's word alone: nobody drives without them until the office has looked.
    expect([(await unitOf(driver)).status, await isOffered(driver)]).toEqual(['not_ready_for_a_job', false])
    expect(await required(driver)).toEqual(papers)
    await must(decideMasses(driver, 'approve'))
    expect((await unitOf(driver)).status).toBe('not_ready_for_a_job')

    const licence = await handIn(driver, 'operator_licence')
    await approve(app, driver.unitId, [licence.data.newest.id])
    expect([(await unitOf(driver)).status, await isOffered(driver)]).toEqual(['not_ready_for_a_job', false])
    const tachograph = await handIn(driver, 'tachograph')
    expect((await unitOf(driver)).status).toBe('pending_verification')
    await approve(app, driver.unitId, [tachograph.data.newest.id])
    expect([(await unitOf(driver)).status, await isOffered(driver)]).toEqual(['operating', true])

    // Lighter is not so on the driver's word.
    await must(save(driver, weights))
    expect(await required(driver)).toEqual(papers)
    await must(decideMasses(driver, 'approve'))
    expect(await required(driver)).toEqual([])
  })

  it('was a slip of the pen: put right, or refused by the office, the unit works on', async () => {
    const driver = await anOperatingDriver(app)
    await must(save(driver, weights))
    await must(decideMasses(driver, 'approve'))
    await must(save(driver, { grossWeightKg: 5300, kerbWeightKg: 2350 }))
    expect((await unitOf(driver)).status).toBe('not_ready_for_a_job')
    await must(save(driver, weights))
    expect((await unitOf(driver)).status).toBe('operating')
    await must(save(driver, { grossWeightKg: 5300, kerbWeightKg: 2350 }))
    await must(decideMasses(driver, 'refuse', 'The V5C says 3,500 kg under F.1.'))
    expect((await unitOf(driver)).status).toBe('operating')
  })

  it('has a tachograph document that names the day on which it expires', async () => {
    const driver = await aDriver(app)
    const file = { name: 'files', filename: 'card.pdf', type: 'application/pdf', content: pdf() }
    const path = `/company/working-unit/${driver.unitId}/docs/`
    const sent = await upload(app, driver.bearer, path, [file], { kind: 'tachograph' })
    expect([sent.status, Object.keys(sent.problem.errors ?? {})]).toEqual([422, ['expires_on']])
    expect((await handIn(driver, 'tachograph')).status).toBe(201)
  })
})
