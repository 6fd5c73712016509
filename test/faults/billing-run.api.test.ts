import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getRun, startRun } from '#modules/billing/runs/contract.ts'
import { monthsBefore } from '#modules/billing/runs/rules.ts'
import { localDayOf } from '#shared/local-time.ts'
import { createTestApp } from '#test/support/app.ts'
import { mailsQueued, outcomeOf } from '#test/support/billing-runs.ts'
import { must } from '#test/support/driver.ts'
import { billedMonths } from '#test/support/factories/billed-month.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { startServerProcess, type ServerProcess } from '#test/support/server-process.ts'

/** A billing run in worker processes that are killed with -9 in the midst of it, beside one that nothing breaks. */

const UNITS = 60
const KILLS = 2

test(
  'a billing run goes on after kill -9 and makes, numbers and emails nothing twice',
  { timeout: 400_000 },
  async ({ onTestFinished }) => {
    const app = await createTestApp({ now: new Date() })
    onTestFinished(() => app.close())
    const startWorker = async (): Promise<ServerProcess> => {
      const { connection } = app.database
      const worker = await startServerProcess({ connection, work: true, env: { LOG_LEVEL: 'warn' } })
      onTestFinished(() => worker.end('SIGKILL'))
      return worker
    }
    const [month = '', other = ''] = monthsBefore(localDayOf(new Date()), 2)
    await billedMonths(app, UNITS, [month, other])
    const office = await anOffice(app)
    const start = async (of: string) =>
      (await must(office(startRun, { body: { month: of, save: true, send: true } }))).id
    const run = (id: string) => must(office(getRun, { params: { id } }))
    const until = async (id: string, isSo: (now: Awaited<ReturnType<typeof run>>) => boolean) => {
      const end = performance.now() + 120_000
      for (; performance.now() < end; await sleep(20)) if (isSo(await run(id))) return
      expect(await run(id)).toBe('so far')
    }

    let worker = await startWorker()
    const unbroken = await start(other)
    await until(unbroken, ({ state }) => state === 'done')
    const expected = await outcomeOf(app, unbroken)
    const mails = await mailsQueued(app)
    expect(expected).toHaveLength(2 * UNITS)
    expect(mails).toBe(2 * UNITS)

    const id = await start(month)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const [dying, from] = [worker, Math.round((UNITS / (KILLS + 1)) * kill)]
      await until(id, ({ counts }) => counts.some(({ state, count }) => state === 'sent' && count >= from))
      await dying.end('SIGKILL')
      // It was in the midst.
      expect((await run(id)).state).toBe('running')
      worker = await startWorker()
    }
    await until(id, ({ state }) => state === 'done')
    expect(await outcomeOf(app, id)).toEqual(expected)
    expect(await mailsQueued(app)).toBe(2 * mails)
  },
)
