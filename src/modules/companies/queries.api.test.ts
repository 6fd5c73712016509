import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCommission } from '#test/support/factories/commission.ts'
import { commissionPercentOf } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))
afterAll(() => app.close())

const percentAt = async (companyId: string, at: string) =>
  (await app.ctx.db.selectNoFrom(commissionPercentOf(companyId, new Date(at)).as('percent')).executeTakeFirstOrThrow())
    .percent

describe('the percentage that holds', () => {
  it('is that of the day in London, own agreements before what everybody pays', async () => {
    const [own, back, none] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await aCommission(app, { percent: 16, fromDay: '2026-12-01' })
    await aCommission(app, { percent: 17, fromDay: '2027-04-01' })
    await aCommission(app, { companyId: own, percent: 12.5, fromDay: '2026-12-15' })
    await aCommission(app, { companyId: back, percent: 10, fromDay: '2026-11-20' })
    await aCommission(app, { companyId: back, percent: null, fromDay: '2027-01-01' })
    for (const [company, at, percent] of [
      [none, '2020-06-01T09:00:00Z', 15],
      [none, '2026-11-30T23:59:59.999Z', 15],
      [none, '2026-12-01T00:00:00Z', 16],
      // Midnight in British Summer Time is an hour earlier.
      [none, '2027-03-31T22:59:59.999Z', 16],
      [none, '2027-03-31T23:00:00Z', 17],
      [own, '2026-12-14T23:59:59Z', 16],
      [own, '2026-12-15T00:00:00Z', 12.5],
      [own, '2027-05-01T00:00:00Z', 12.5],
      // What was set at nine is not what held at eight of that day.
      [back, '2026-11-20T08:59:59Z', 15],
      [back, '2026-11-20T09:00:00Z', 10],
      [back, '2026-12-31T23:59:59Z', 10],
      [back, '2027-01-01T00:00:00Z', 16],
    ] as const)
      expect([at, await percentAt(company, at)]).toEqual([at, percent])
  })

  it('is not that of a row which was withdrawn', async () => {
    const companyId = crypto.randomUUID()
    const id = await aCommission(app, { companyId, percent: 20, fromDay: '2026-12-01' })
    expect(await percentAt(companyId, '2026-12-02T09:00:00Z')).toBe(20)
    const withdrawn = { withdrawnAt: app.clock.now() }
    await app.ctx.db.updateTable('companies.commission').set(withdrawn).where('id', '=', id).execute()
    expect(await percentAt(companyId, '2026-12-02T09:00:00Z')).not.toBe(20)
    // The day of the withdrawn row is free again.
    await aCommission(app, { companyId, percent: 18, fromDay: '2026-12-01' })
    expect(await percentAt(companyId, '2026-12-02T09:00:00Z')).toBe(18)
  })
})

describe('the database refuses', () => {
  const change = (statement: string) => sql.raw(statement).execute(app.ctx.db)

  it('to change or delete a row, and to withdraw one whose day has come', async () => {
    const id = await aCommission(app, { companyId: crypto.randomUUID(), percent: 20, fromDay: '2026-11-25' })
    await expect(change(`update companies.commission set percent = 1 where id = '${id}'`)).rejects.toThrow(
      /never changed/,
    )
    await expect(change(`update companies.commission set from_day = '2027-01-01' where id = '${id}'`)).rejects.toThrow(
      /never changed/,
    )
    await expect(change(`delete from companies.commission where id = '${id}'`)).rejects.toThrow(/never changed/)
    const at = (text: string) => `update companies.commission set withdrawn_at = '${text}' where id = '${id}'`
    await expect(change(at('2026-11-25T00:00:00Z'))).rejects.toThrow(/withdrawn_before_its_day/)
    await change(at('2026-11-24T23:59:59Z'))
    await expect(change(at('2026-11-23T00:00:00Z'))).rejects.toThrow(/never changed/)
  })

  it('two of one day, and one from a day that is over', async () => {
    const companyId = crypto.randomUUID()
    await aCommission(app, { companyId, percent: 20, fromDay: '2026-12-01' })
    await expect(aCommission(app, { companyId, percent: 21, fromDay: '2026-12-01' })).rejects.toThrow(
      /one_commission_a_day/,
    )
    await expect(aCommission(app, { companyId, percent: 21, fromDay: '2026-11-19' })).rejects.toThrow(/not_in_the_past/)
    await aCommission(app, { percent: 21, fromDay: '2028-01-01' })
    await expect(aCommission(app, { percent: 22, fromDay: '2028-01-01' })).rejects.toThrow(/one_commission_a_day/)
  })
})
