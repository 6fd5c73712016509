import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fuzzer, told } from '#test/fuzz/fuzzer.ts'
import { World } from '#test/fuzz/world.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { listEndpoints } from '../../scripts/write-openapi.ts'

/** T-014, T-050, T-103 at random: `npm run fuzz` sends more of it. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 4_000)
const seed = process.env['FUZZ_SEED'] ?? '1'
const only = process.env['FUZZ_CASE'] === undefined ? undefined : Number(process.env['FUZZ_CASE'])

let app: TestApp
let world: World
let fuzzer: Fuzzer
beforeAll(async () => {
  app = await createTestApp()
  world = await World.create(app)
  fuzzer = new Fuzzer(world, app.app.api.endpoints)
})
afterAll(() => app.close())

describe('a right request', () => {
  // Addresses are looked up only where an operator has set it up; its own tests have such a service.
  const reached = listEndpoints()
    .map(({ id }) => id)
    .filter((id) => id !== 'listAddresses')
  it.each(reached)('is taken by %s, and answered as the contract says', async (id) => {
    const endpoint = app.app.api.endpoints.find((one) => one.id === id)
    if (!endpoint) throw new Error(`Nothing serves ${id}`)
    expect(await fuzzer.reach(endpoint)).toEqual([])
  })
})

describe('with one thing changed, by ten principals', () => {
  it(`${requests} requests are answered as the contract says`, { timeout: 60_000 + requests * 100 }, async () => {
    const started = performance.now()
    const cpu = process.cpuUsage()
    const report = await fuzzer.run({ requests, seed, only })
    const { statuses, slowest } = report
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const { user, system } = process.cpuUsage(cpu)
    const busy = ((user + system) / 1e6).toFixed(1)
    console.log(
      `${report.requests} requests in ${seconds} s (${busy} s of CPU), seed ${seed}: ${JSON.stringify({ statuses, slowest })}`,
    )
    expect(told(report, seed)).toBe('')
  })
})
