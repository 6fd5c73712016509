import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCall } from '#app/call.ts'
import type { App } from '#app/build-app.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove, type Move } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { statementsOf } from '#test/support/statements.ts'
import { findQuotes } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  // The night on which the clocks go back: 00:30 UTC is 01:30, which comes again an hour later.
  app.clock.set('2026-10-24T23:30:00Z')
  await removeCompanies(app)
  await app.ctx.db.deleteFrom('quoting.search_hour').execute()
  await app.ctx.db.deleteFrom('quoting.unmet_search').execute()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => app.close())

const ask = async ({ fastify }: App, move: Move, page = 1) => {
  const answer = await createCall(fastify, { address: '10.8.0.1' })(findQuotes, { body: move, query: { page } })
  if (!answer.ok) throw new Error(`The search was refused: ${JSON.stringify(answer.problem)}`)
}

const stored = async () => ({
  hours: await app.ctx.db.selectFrom('quoting.search_hour').selectAll().orderBy('day').orderBy('hour').execute(),
  unmet: await app.ctx.db.selectFrom('quoting.unmet_search').selectAll().orderBy('day').orderBy('hour').execute(),
})

describe('searches', () => {
  it('are counted by the day of the search and the hour wanted, those without an offer by district, and stored at the end', async () => {
    for (let process = 0; process < 2; process += 1) {
      const one = await withoutGuards(app)
      await ask(one, aMove({ date: '2026-11-05', time: '18:00' }))
      await ask(one, aMove({ date: '2026-11-05', time: '18:30' }))
      await ask(one, aMove({ date: '2026-11-05', time: '18:00' }), 2)
      await one.close()
    }
    const day = '2026-10-25'
    const [district] = aMove().routePoints.map(({ postcode }) => postcode.split(' ')[0])
    expect(await stored()).toEqual({
      hours: [{ day, hour: 18, searches: 4, withoutOffer: 4 }],
      unmet: [{ day, hour: 18, district, searches: 4 }],
    })
  })

  it('that found somebody are in no district, and are stored within a minute', async () => {
    await aUnit(app)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const one = await withoutGuards(app)
    await ask(one, aMove({ date: '2026-11-06', time: '10:00' }))
    expect((await stored()).hours).toEqual([])
    vi.advanceTimersByTime(60_000)
    await expect.poll(stored).toEqual({
      hours: [{ day: '2026-10-25', hour: 10, searches: 1, withoutOffer: 0 }],
      unmet: [],
    })
    vi.useRealTimers()
    await one.close()
  })

  it('wait for no statement to be counted', async () => {
    const sent = await statementsOf(app, () => ask(app.app, aMove({ date: '2026-11-05', time: '18:00' })))
    expect(sent.filter((text) => /search_hour|unmet_search/.test(text))).toEqual([])
  })
})
