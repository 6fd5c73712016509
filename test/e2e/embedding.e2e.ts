// Prices in other people's pages: what may be framed and what may not, and that the card is only a card.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { complaintsOf } from '#test/support/browser/complaints.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'

const CARD = '/embed?from=E17&to=BN1&size=flat&utm_source=walthamstow-homes'
const GUIDE = '/prices-on-your-site'

/** An estate agent's page, of another site, with one of ours in a frame. */
async function framing(src: string): Promise<{ url: string; server: Server }> {
  const html = `<!doctype html><title>Homes</title><iframe src="${src}" width="400" height="500"></iframe>`
  const server = createServer((_request, answer) => answer.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

/** What the frame of an estate agent's page shows of ours; empty where the browser refused it. */
async function framedText(page: Page, path: string, baseURL: string | undefined): Promise<string> {
  const { url, server } = await framing(new URL(path, baseURL).href)
  try {
    await page.goto(url)
    const frame = page.frames().find((one) => one !== page.mainFrame())
    await frame?.waitForLoadState()
    // A frame that was refused shows the browser's own page, which is of no site.
    return (await frame?.evaluate(() => (location.origin === 'null' ? '' : document.body.innerText))) ?? ''
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('the card may stand in another site’s page; its link opens the comparison beside it', async ({
  page,
  context,
  baseURL,
}) => {
  const { url, server } = await framing(new URL(CARD, baseURL).href)
  await page.goto(url)
  const card = page.frameLocator('iframe')
  await expect(card.getByRole('heading')).toContainText('(E17) to Brighton (BN1)')
  await expect(card.locator('.embed__price')).toContainText(/from £\d/)
  const opened = context.waitForEvent('page')
  await card.getByRole('link', { name: 'Compare whole prices' }).click()
  const beside = await opened
  await expect(heading(beside, 'What’s going in the van?')).toBeVisible()
  expect(await context.cookies(baseURL)).toEqual([])
  server.close()
  server.closeAllConnections()
})

test.describe('in a frame of another site', () => {
  // What is refused is what is asked for here.
  test.use({ provokes: [/frame-ancestors/] })

  test('no other page may be framed, and the card only because it says so', async ({ page, baseURL }) => {
    expect(await framedText(page, CARD, baseURL)).toContain('Compare whole prices')
    for (const path of ['/', '/faq', '/additional-services', GUIDE, '/no-such-page', '/api/booking/from-price/'])
      expect(await framedText(page, path, baseURL), path).toBe('')
  })
})

test('its address decides alone: no script, no cookie, no form, the same for whoever is signed in', async ({
  page,
  baseURL,
}) => {
  const answer = await page.request.get(CARD)
  const headers = answer.headers()
  expect(headers['content-security-policy']).toContain('frame-ancestors *')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toContain('script-src')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('x-frame-options')
  const html = await answer.text()
  expect(html).not.toMatch(/<script|<form|<button|<input|<style| style=/)
  await signIn(page, demonstrationPeople.customer)
  const mine = await page.request.get(CARD)
  expect(await mine.text()).toBe(html)
  expect(mine.headers()).not.toHaveProperty('set-cookie')
  expect(mine.headers()['vary']).not.toContain('Cookie')
  // What others send to it changes nothing and is not framed.
  const sent = await page.request.post('/embed', {
    form: { from: 'E17' },
    headers: { origin: 'https://agent.example' },
  })
  expect(sent.ok()).toBe(false)
  expect(sent.headers()['content-security-policy'] ?? '').not.toContain('frame-ancestors *')
  // The control: another page has script and refuses to be framed.
  const other = await page.request.get(new URL('/faq', baseURL).href)
  expect(other.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(await other.text()).toContain('<script')
})

test('what is no district is said in words; what is none by its look is not even asked', async ({ page }) => {
  const complaints = complaintsOf(page)
  const refused = await page.request.get('/embed?from=ZZ9&to=BN1')
  expect(refused.status()).toBe(422)
  expect(refused.headers()['content-security-policy']).toContain('frame-ancestors *')
  expect(await refused.text()).toContain('We don’t know this district')
  const payload = '"><img src=x onerror=alert(1)>'
  const hostile = new URLSearchParams({ from: payload, to: payload, size: payload, utm_source: payload })
  await page.goto(`/embed?${hostile.toString()}`)
  await expect(page.getByRole('heading')).toHaveText('What does your move cost?')
  expect(await page.content()).not.toContain('onerror')
  await page.goto('/embed')
  await expect(page.getByRole('link', { name: 'Compare whole prices' })).toBeVisible()
  expect(complaints).toEqual([])
})

for (const width of [280, 360, 1280])
  test(`the card is a card at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 500 })
    await page.goto(CARD)
    await expectUsable(page, `the card at ${width} px`)
    const size = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ])
    expect(size[0]).toBeLessThanOrEqual(width)
    // As high as the frame of the guide says.
    if (width >= 360) expect(size[1]).toBeLessThanOrEqual(500)
  })

test('the page that says how shows the card, and what it gives to copy works', async ({ page, context, baseURL }) => {
  const complaints = complaintsOf(page)
  await page.goto('/')
  const opened = context.waitForEvent('page')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Prices on your site' }).click()
  const guide = await opened
  await expect(guide).toHaveURL(new RegExp(`${GUIDE}$`))
  await expectUsable(guide, 'how to use it')
  await guide.locator('iframe').scrollIntoViewIfNeeded()
  await expect(guide.frameLocator('iframe').getByRole('link', { name: 'Compare whole prices' })).toBeVisible()
  const html = await guide.getByLabel('HTML to copy').innerText()
  const src = /src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  await page.goto(new URL(new URL(src).pathname + new URL(src).search, baseURL).href)
  await expect(page.locator('.embed__price')).toContainText(/from £\d/)
  const call = new URL(await guide.getByLabel('Address of the call').innerText())
  const answer = await page.request.get(call.pathname + call.search)
  expect(((await answer.json()) as { from_pence: number }).from_pence).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})
