// Pages that visitors share, under addresses that say more than the page is drawn by; and what is shown where none can be made.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import Fastify from 'fastify'
import { sendBusyPage } from '#app/busy-page.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'

/** What the browser complains of: React says here that the server drew something else. */
function complaintsOf(page: Page): string[] {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 404')) said.push(message.text())
  })
  return said
}

const isHydrated = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')))

for (const [address, heading] of [
  ['/register?utm_source=x', 'Create an account'],
  ['/register?utm_source=x&as=driver', 'Work with us'],
  ['/register?as=nobody', 'Create an account'],
  ['/additional-services?from=SW1A+1AA&utm_source=x', 'What’s going in the van?'],
  ['/no/such/page?a=1', 'No through road'],
] as const) {
  test(`${address} is the same page in the browser as it came`, async ({ page }) => {
    const said = complaintsOf(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.poll(() => isHydrated(page)).toBe(true)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(said).toEqual([])
    // What the server was not asked about is still the browser's to know.
    if (address.includes('utm_source')) expect(page.url()).toContain('utm_source=x')
  })
}

test('a link to the login opens it, whatever else its address says', async ({ page }) => {
  const said = complaintsOf(page)
  await page.goto('/?utm_source=mail&dialog=login')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(said).toEqual([])
})

test('an address written in another way leads to the page, with what it said', async ({ page }) => {
  const response = await page.goto('/TERMS///?utm_source=x#paying')
  expect(response?.status()).toBe(200)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/terms?utm_source=x')
})

test('the page that says that we are busy can be read and used by everybody', async ({ page }) => {
  const server = Fastify({ forceCloseConnections: true })
  server.get('/', (request, reply) =>
    sendBusyPage(refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 }), request, reply, {
      phone: '+442079460123',
    }),
  )
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const response = await page.goto(`${address}/?a=1`)
  expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '1'])
  await expectUsable(page, 'busy page')
  await page.getByRole('link', { name: 'Try again' }).click()
  expect(page.url()).toBe(`${address}/?a=1`)
  await server.close()
})

test('where only the data of a page was refused, the screen says so too', async ({ page }) => {
  await page.goto('/register')
  await expect.poll(() => isHydrated(page)).toBe(true)
  await page.route('**/*.data*', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      contentType: 'application/problem+json',
      body: '{}',
    }),
  )
  await page.getByRole('link', { name: 'I’m a driver' }).click()
  await expect(page.getByRole('heading', { name: 'Heavy traffic ahead' })).toBeVisible()
  await expectUsable(page, 'busy screen')
})
