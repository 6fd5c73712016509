// One address wants too much, and somebody else wants a page. Longer, with figures: npm run bench -- floods
import { expect, test } from '#test/support/browser/test.ts'
import { startAskers } from '#test/support/askers.ts'
import { demonstrationPeople } from '#test/support/browser/people.ts'
import { paceOfWork } from '#test/support/pace.ts'
import { ask, floods, share, startFlood, watch, workOf, type Asked } from '#test/support/flood.ts'
import { startProduct, type Product } from '#test/support/product.ts'

test.describe.configure({ mode: 'serial' })

const connections = 100
let product: Product
let headers: Record<string, string>

test.beforeAll(async () => {
  // Limits as in production.
  product = await startProduct({ RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'warn' })
  const response = await fetch(`${product.url}/api/users/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demonstrationPeople.customer),
  })
  const { access } = (await response.json()) as { access: string }
  headers = { authorization: `Bearer ${access}` }
  // As it is after a minute of work: the pages are in the cache, and the code is compiled.
  for (const path of ['/', '/terms', '/wp-login.php']) await fetch(`${product.url}${path}`)
  const warm = await startFlood({ url: `${product.url}/`, from: '127.6.0.1' }, 20, 20)
  await expect.poll(() => warm.statuses.get(200) ?? 0, { timeout: 20_000 }).toBeGreaterThan(1500)
  await warm.stop()
})
test.afterAll(() => product.stop())

/**
 * Each from a network of its own, so that their own limits are out of the way. By the work that the server did before it answered: this
 * machine tests other things meanwhile, and how little of it the server gets says nothing about the server.
 */
function others(round: number): Record<string, Asked> {
  const clock = workOf(product.child.pid ?? 0)
  return {
    healthz: { url: `${product.url}/healthz`, from: `127.1.0.${round}`, clock },
    page: { url: `${product.url}/terms`, from: `127.2.0.${round}`, clock },
    call: { url: `${product.url}/api/users/`, from: `127.3.0.${round}`, headers, clock },
  }
}

test('one address on 100 connections keeps nobody else waiting, whatever it asks for', async () => {
  let round = 0
  for (const [name, { path, headers: extra }] of Object.entries(floods)) {
    round += 1
    const from = `127.4.0.${round}`
    const flood = await startFlood({ url: product.url + path, from, headers: extra }, connections, 20)
    const seen = await watch(others(round), 1.5, 8)
    await flood.stop()
    const most = 250 * paceOfWork()
    for (const [what, answers] of Object.entries(seen)) {
      expect(new Set(answers.map(({ status }) => status)), `${what} during ${name}`).toEqual(new Set([200]))
      expect(share(answers, 0.99), `${what} during ${name}`).toBeLessThan(most)
    }
    const made = [...flood.statuses].filter(([status]) => status < 400).reduce((sum, [, count]) => sum + count, 0)
    const isCached = path === '/' || path === '/?a=1'
    if (isCached) expect([...flood.statuses.keys()], name).toEqual([200])
    else expect(made, name).toBeLessThanOrEqual(600)
  }
})

test('whoever is refused is told so in a page, and when to come back', async () => {
  const from = '127.5.0.1'
  const flood = await startFlood({ url: `${product.url}/my-bookings`, from }, connections, 20)
  await expect.poll(() => (flood.statuses.get(503) ?? 0) + (flood.statuses.get(429) ?? 0)).toBeGreaterThan(0)
  const count = () => [...flood.statuses.values()].reduce((sum, each) => sum + each, 0)
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(1300)
  await flood.stop()
  expect([...flood.statuses.keys()].every((status) => [200, 302, 429, 503].includes(status))).toBe(true)
  const page = await ask({ url: `${product.url}/my-bookings`, from })
  expect([page.status, Number(page.headers['retry-after']) > 0]).toEqual([429, true])
  expect(page.body).toContain('<h1>')
  // What costs nothing is still served.
  expect((await ask({ url: `${product.url}/?a=1`, from })).status).toBe(200)
})

test('told to stop while it is asked, it resets nobody', async () => {
  const paths = ['/', '/terms', '/api/booking/categories/', '/my-bookings', '/wp-login.php']
  const askers = startAskers({ origin: product.url, paths, count: 20, restMs: 20 })
  await expect.poll(() => askers.outcome.answered + askers.outcome.refused, { timeout: 20_000 }).toBeGreaterThan(200)
  const stopped = product.stop()
  await askers.done
  await stopped
  expect(askers.outcome.reset).toBe(0)
})
