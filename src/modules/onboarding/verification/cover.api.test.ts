import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCustomerTerms } from '#modules/pricing/terms/contract.ts'
import type { DocumentView } from '#modules/fleet/documents/queries.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, approve, upload, type TestDriver } from '#test/support/driver.ts'
import { pdf } from '#test/support/pdfs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const submitDocument = (driver: TestDriver, fields: Record<string, string>) =>
  upload<DocumentView>(
    app,
    driver.bearer,
    `/company/working-unit/${driver.unitId}/docs/`,
    [{ name: 'files', filename: 'policy.pdf', type: 'application/pdf', content: pdf() }],
    { kind: 'goods_in_transit', expires_on: '2027-11-01', ...fields },
  )

async function coverOf(driver: TestDriver) {
  const { companyId: id } = await app.ctx.db
    .selectFrom('fleet.working_unit')
    .select('companyId')
    .where('id', '=', driver.unitId)
    .executeTakeFirstOrThrow()
  const answer = await app.call()(getCustomerTerms, { params: { id } })
  return answer.ok ? answer.data.cover : null
}

describe('what a company’s insurance covers', () => {
  it('is the least that we ask until a policy that says more is approved', async () => {
    const driver = await anOperatingDriver(app)
    const least = { totalPence: 1_000_000, perItemPence: 150_000, source: 'minimum' }
    expect(await coverOf(driver)).toEqual(least)
    const sent = await submitDocument(driver, { cover_pence: '2500000', cover_per_item_pence: '300000' })
    expect(sent.data.newest).toMatchObject({ status: 'pending', coverPence: 2_500_000, coverPerItemPence: 300_000 })
    // The cover does not count before the office has decided.
    expect(await coverOf(driver)).toEqual(least)
    await approve(app, driver.unitId, [sent.data.newest?.id ?? ''])
    expect(await coverOf(driver)).toEqual({ totalPence: 2_500_000, perItemPence: 300_000, source: 'policy' })
  })

  it.each([
    [{ cover_pence: '999999', cover_per_item_pence: '150000' }, 'cover_pence', /£10,000 a move or more/],
    [{ cover_pence: '1000000', cover_per_item_pence: '10000' }, 'cover_per_item_pence', /£1,500 an item or more/],
    [{ cover_pence: '1000000', cover_per_item_pence: '1000001' }, 'cover_per_item_pence', /more than the whole move/],
    [{ cover_pence: '1000000' }, 'cover_per_item_pence', /Enter both/],
    [{ cover_per_item_pence: '150000' }, 'cover_pence', /Enter both/],
    [
      { kind: 'public_liability', cover_pence: '1000000', cover_per_item_pence: '150000' },
      'cover_per_item_pence',
      /Only goods/,
    ],
    [{ cover_pence: 'lots', cover_per_item_pence: '150000' }, 'cover_pence', /whole pence/],
  ])('%j is refused at %s', async (fields, field, expectedMessage) => {
    const driver = await anOperatingDriver(app)
    const { status, problem } = await submitDocument(driver, fields)
    expect(status).toBe(422)
    expect(problem.errors?.[field]?.[0]).toMatch(expectedMessage)
  })
})
