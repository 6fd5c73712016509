import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getBoard } from '#modules/board/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aMoveToKeep } from '#test/support/factories/kept-move.ts'
import { eraseOfficePlans } from './commands.ts'
import { askOffice, closeOfficePlan, listOfficePlans } from './contract.ts'
import { offeredRingTime, ringTimes } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await app.ctx.db.deleteFrom('quoting.office_plan').execute()
  await app.database.asOwner('delete from platform.rate_window')
})

const aRequest = (change: object = {}) => ({
  body: {
    name: 'Megan Pryce',
    phone: '07700 900318',
    ringFrom: ringTimes(app.clock.now())[0]?.from.toISOString() ?? '',
    move: aMoveToKeep(),
    ...change,
  },
})

describe('the next times to ring', () => {
  it('are four windows of two hours, none of them begun, and none on a Sunday', () => {
    const times = (now: string) => ringTimes(new Date(now)).map(({ from }) => from.toISOString().slice(0, 16))
    expect(times('2026-11-20T09:00:00Z')).toEqual([
      '2026-11-20T11:00',
      '2026-11-20T13:00',
      '2026-11-20T15:00',
      '2026-11-20T17:00',
    ])
    expect(times('2026-11-21T16:40:00Z')).toEqual([
      '2026-11-23T09:00',
      '2026-11-23T11:00',
      '2026-11-23T13:00',
      '2026-11-23T15:00',
    ])
  })

  it('can be chosen for a quarter of an hour after they were last offered', () => {
    const eleven = new Date('2026-11-20T11:00:00Z')
    const at = (now: string) => offeredRingTime(eleven, new Date(now))?.from
    expect(at('2026-11-20T10:30:00Z')).toEqual(eleven)
    expect(at('2026-11-20T10:45:00Z')).toEqual(eleven)
    expect(at('2026-11-20T10:46:00Z')).toBeUndefined()
    expect(offeredRingTime(new Date('2026-11-20T11:30:00Z'), new Date('2026-11-20T09:00:00Z'))).toBeUndefined()
    expect(offeredRingTime(new Date('nonsense'), new Date('2026-11-20T09:00:00Z'))).toBeUndefined()
  })
})

describe('a move that our office plans', () => {
  it('is on the board and in the list with everything that was entered, until the call is closed', async () => {
    const answer = await must(app.call()(askOffice, aRequest()))
    expect(answer).toEqual({
      phone: '+447700900318',
      ringFrom: '2026-11-20T11:00:00.000Z',
      ringUntil: '2026-11-20T13:00:00.000Z',
    })
    const office = await anOffice(app)
    const group = async () => {
      const { groups } = await must(office(getBoard, {}))
      return groups.find((one) => one.group === 'plans')
    }
    expect(await group()).toMatchObject({
      count: 1,
      cases: [{ note: 'Megan Pryce, +447700900318', due: answer.ringUntil, booking: null }],
    })
    const { results } = await must(office(listOfficePlans, { query: {} }))
    expect(results).toMatchObject([{ name: 'Megan Pryce', phone: '+447700900318', ringFrom: answer.ringFrom }])
    expect(results[0]?.move.items).toHaveLength(aMoveToKeep().items?.length ?? 0)
    const close = () =>
      office(closeOfficePlan, { params: { id: results[0]?.id ?? '' }, body: { outcome: 'not_wanted' } })
    await must(close())
    expect(await close()).toMatchObject({ ok: false, problem: { code: 'conflict' } })
    expect((await group())?.count).toBe(0)
    expect((await must(office(listOfficePlans, { query: {} }))).results).toEqual([])
  })

  it('refuses a time that is over, a number that nobody has and a list without a known piece, each at its field', async () => {
    const errorsOf = async (change: object) => {
      const answer = await app.call()(askOffice, aRequest(change))
      return answer.ok ? [] : Object.keys(answer.problem.errors ?? {})
    }
    expect(await errorsOf({ ringFrom: '2026-11-20T09:00:00Z' })).toEqual(['ring_from'])
    expect(await errorsOf({ phone: '12' })).toEqual(['phone'])
    expect(await errorsOf({ name: ' ' })).toEqual(['name'])
    expect(await app.ctx.db.selectFrom('quoting.office_plan').selectAll().execute()).toEqual([])
  })

  it('is asked for a number three times a day from one network at most', async () => {
    const ask = async () => {
      const answer = await app.call()(askOffice, aRequest())
      return answer.ok ? 201 : answer.problem.status
    }
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([201, 201, 201, 429])
  })

  it('is forgotten after sixty days', async () => {
    await must(app.call()(askOffice, aRequest()))
    app.clock.advance({ days: 61 })
    await eraseOfficePlans(app.ctx)
    expect(await app.ctx.db.selectFrom('quoting.office_plan').select('id').execute()).toEqual([])
  })
})
