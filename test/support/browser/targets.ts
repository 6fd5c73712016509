// Where pages lead: links, and forms that fetch.
import { expect, type Page } from '@playwright/test'
import { stepPages } from './sites.ts'

export interface Target {
  path: string
  hash: string
  /** The page on which it was found. */
  page: string
}

/** Everything on the page, opened under this path, that leads to another place of ours. */
export async function targetsOf(page: Page, path: string): Promise<Target[]> {
  const found = await page.evaluate(() => {
    // What is hidden only makes a route known. As written: links of a drawing have no address as text, and a field called "action" hides that of its form.
    const targets = [...document.querySelectorAll('a[href]:not([hidden]), form[action]')].map(
      (one) => new URL(one.getAttribute(one.matches('form') ? 'action' : 'href') ?? '', document.baseURI),
    )
    return targets.filter(({ origin }) => origin === location.origin).map(({ href }) => href)
  })
  return found.map((url) => {
    const { pathname, search, hash } = new URL(url)
    return { path: `${pathname}${search}`, hash: decodeURIComponent(hash.slice(1)), page: path }
  })
}

/** Each is asked for once: it is there, and so is the place on it that a link names. */
export async function expectToLead(page: Page, found: readonly Target[]): Promise<void> {
  const paths = new Set(found.map(({ path }) => path).filter((path) => !path.startsWith('/session/logout')))
  expect(paths.size).toBeGreaterThan(3)
  const broken: string[] = []
  for (const path of paths) {
    const answer = await page.request.get(path)
    const from = found.filter((one) => one.path === path)
    // Pages that ask to log in say so with their status, and link to themselves alone.
    const asksToLogIn = answer.status() === 401 && from.every((one) => one.page === path)
    // A preview is only there with its token.
    const isFine = answer.status() < 400 || asksToLogIn || /^\/(404|no-such-page|preview)$/.test(path)
    if (!isFine && (await stillLeads(page, from)))
      broken.push(`${path} (${answer.status()}), on ${from.map((one) => one.page).join(', ')}`)
    const html = await answer.text()
    for (const { hash, page: on } of from) {
      const isDrawnLater = stepPages.some((step) => path.startsWith(step))
      // "#top" is the top of any page.
      if (hash && hash !== 'top' && !isDrawnLater && !html.includes(`id="${hash}"`))
        broken.push(`${path}#${hash}, on ${on}`)
    }
  }
  expect(broken).toEqual([])
}

/** Others change things while this looks: what is gone meanwhile is not broken if no page leads to it any more. */
async function stillLeads(page: Page, from: readonly Target[]): Promise<boolean> {
  for (const { page: on, path } of from) {
    await page.goto(on)
    if ((await targetsOf(page, on)).some((one) => one.path === path)) return true
  }
  return false
}
