// A product for one test alone, whose clock can be moved because nobody else feels it.
import { test as base, expect, type Browser, type Page } from '#test/support/browser/test.ts'
import { startProduct, type Product } from '#test/support/product.ts'

export const test = base.extend<{ product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { timeout: 180_000 },
  ],
})

export const phone = { width: 360, height: 780 }
export const desk = { width: 1280, height: 900 }

/** A window of somebody else's: nobody is signed in there. */
export const windowOf = async (browser: Browser, { url }: Product, viewport = desk): Promise<Page> =>
  (await browser.newContext({ viewport, baseURL: url })).newPage()

export async function nowOf(page: Page): Promise<Date> {
  const { now } = (await (await page.request.get('/dev/clock')).json()) as { now: string }
  return new Date(now)
}

/** Sets the product's clock forward to this instant, or at most a minute later; what is due by then happens soon after. */
export async function clockTo(page: Page, instant: Date): Promise<void> {
  const minutes = Math.ceil((instant.getTime() - (await nowOf(page)).getTime()) / 60_000)
  const moved = await page.request.post('/dev/clock', { data: { minutes } })
  expect(moved.status(), `to ${instant.toISOString()}: ${await moved.text()}`).toBe(200)
}
