import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fuzzer, told } from '#test/fuzz/fuzzer.ts'
import { World } from '#test/fuzz/world.ts'
import { draftOf, httpOf } from '#test/fuzz/request.ts'
import { fieldsOf } from '#shared/records.ts'
import { jsonWith, placesIn } from '#test/support/samples.ts'
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

/** "2026-12-05", "2026-12-05T09:00:00Z" or "05/12/2026". */
const DAY = /^(?:\d{4}-\d\d-\d\d(?:T.*)?|\d\d\/\d\d\/\d{4})$/
const laterBy = (years: number, text: string) =>
  text.replace(/(?<=^|\/)\d{4}(?=-|$)/, (year) => String(Number(year) + years))
/** The last day that there is, or what the day has to come before. */
const BOUND = /before \d\d\/\d\d\/\d{4}|within the next|(?:comes|be) (?:before|after) the first|hasn’t come yet/
/** Days of which none is the last: where one looks, what a phone has kept, a start that has to be the one asked for, a move that is only shared. */
const UNBOUNDED =
  /^(?:get|download|export|preview|list)|^(?:handOverMove|shareMove|askOffice) (?:move\.)?date$|^sendPosition at$|^agreeToStart |(?:happened_at|new_eta)$/

describe('a right request with a day a thousand years later', () => {
  const dated = listEndpoints().filter(({ id }) => id !== 'listAddresses')
  it('is refused by the last day that there is, or there is none', async () => {
    const wrong: string[] = []
    for (const { id } of dated) {
      const endpoint = app.app.api.endpoints.find((one) => one.id === id)
      if (!endpoint) throw new Error(`Nothing serves ${id}`)
      const { body, query = {} } = await world.right(endpoint)
      const days = [
        ...(body === undefined ? [] : placesIn(body)).map((place) => ['body', ...place]),
        ...Object.keys(query).map((name) => ['query', name]),
      ].filter((place) => DAY.test(String(valueAt({ body, query }, place))))
      for (const place of days) {
        const right = await world.right(endpoint)
        const sent = JSON.stringify(laterBy(1000, String(valueAt(right, place))))
        const { body: there = null, query: asked = {} } = right
        const later = JSON.parse(jsonWith({ body: there, query: asked }, place, sent))
        const changed = there === null ? { ...right, query: later.query } : { ...right, ...later }
        const answer = await world.send(httpOf(draftOf(endpoint, changed)))
        const isBound = answer.statusCode === 422 && BOUND.test(answer.body)
        const name = `${id} ${place.slice(1).join('.')}`
        if (!isBound && !(answer.statusCode < 500 && UNBOUNDED.test(name)))
          wrong.push(`${name}: ${answer.body.slice(0, 300)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

const valueAt = (value: unknown, place: readonly (string | number)[]): unknown =>
  place.reduce<unknown>((inner, key) => fieldsOf(inner)[key], value)

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
