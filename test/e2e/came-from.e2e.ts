// Where a visitor came from: it reaches the office with the booking, and nothing of it stays in the browser.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { aMove, putMove } from '#test/support/browser/moves.ts'
import { demonstrationPeople, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst } from '#test/support/browser/steps.ts'

const SOURCE = 'walthamstow-homes'

/** Everything that a browser keeps of us. */
const kept = async (page: Page): Promise<string> => {
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), window.name]),
  )
  return stored + JSON.stringify(await page.context().cookies())
}

/** Follows a link of somebody else's page. */
async function comeFromElsewhere(page: Page, to: string): Promise<void> {
  const server = createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html').end(`<!doctype html><a href="${to}">Moving?</a>`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/homes?of=somebody`)
  await page.getByRole('link', { name: 'Moving?' }).click()
  await page.waitForURL(`${new URL(to).origin}/**`)
  server.close()
  server.closeAllConnections()
}

test('a booking says it, the office reads it, and the browser keeps nothing', async ({ page, browser, baseURL }) => {
  await signInNewCustomer(page)
  await putMove(page, aMove())
  await comeFromElsewhere(page, new URL(`/pick-a-driver?utm_source=${SOURCE}&utm_campaign=spring`, baseURL).href)
  await chooseFirst(page)
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('confirm-booking'),
  )
  await book(page)
  expect((await asked).postDataJSON()).toMatchObject({
    body: { query: { cameFrom: 'localhost', utmSource: SOURCE, utmCampaign: 'spring' } },
  })
  await expect(page).toHaveURL(/\/booking\/[\w-]{20,}$/)
  expect(await kept(page)).not.toMatch(new RegExp(`${SOURCE}|localhost`))
  expect(await page.getByRole('main').innerText()).not.toContain(SOURCE)

  const office = await (await browser.newContext({ baseURL })).newPage()
  await signIn(office, demonstrationPeople.admin)
  await office.goto('/admin/figures')
  const sources = office.getByRole('region', { name: 'Where bookings came from', exact: true })
  await expect(sources.getByRole('row', { name: new RegExp(`localhost, ${SOURCE}, spring`) })).toBeVisible()
})

test('a link pressed before the page lives takes it along in its address, and no further than our pages', async ({
  page,
  baseURL,
}) => {
  // The page never lives: of its scripts only that which hears early presses comes.
  await page.route(/\/assets\/(?!intent-)[^/]*\.js$/, (route) => route.abort())
  await comeFromElsewhere(page, new URL('/faq', baseURL).href)
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/about-us"]')?.click())
  await expect(page).toHaveURL(/\/about-us\?came_from=localhost$/)
  // What hears early presses is there with the page; before that nothing is.
  await page.waitForLoadState('load')
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/work-with-us"]')?.click())
  await expect(page).toHaveURL(/\/work-with-us\?came_from=localhost$/)
  // Whoever came by themselves carries nothing.
  await page.goto('/faq')
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('footer a[href="/about-us"]')?.click())
  await expect(page).toHaveURL(/\/about-us$/)
})
