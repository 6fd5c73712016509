import { expect, test } from '#test/support/browser/test.ts'
import { complaintsOf, watch } from '#test/support/browser/complaints.ts'
import { aMove, point, putMove, saturdayOf } from '#test/support/browser/moves.ts'
import { signInNewCustomer } from '#test/support/browser/people.ts'
import { become, chooseDriver, settled, sharedBookingPage, stepPages } from '#test/support/browser/sites.ts'
import { listPages } from '#test/support/pages.ts'
import { book, chooseFirst, heading } from '#test/support/browser/steps.ts'

test.describe('what is refused here is put in by the test', () => {
  test.use({ provokes: [/^http:\/\/[^/]+\/(additional-services|my-bookings\/future-bookings): /] })

  test('T-092: a script that got into a page does not run, nor does markup that a script writes', async ({ page }) => {
    const look = await watch(page)
    await page.route('**/additional-services', async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      const injected = '<script>window.hit = "inline"</script><img src="/none.png" onerror="window.hit = \'handler\'">'
      await route.fulfill({ response: answer, body: html.replace('<main', `${injected}<main`) })
    })
    for (const path of ['/additional-services', '/my-bookings/future-bookings']) {
      await page.goto(path)
      await settled(page)
      const refused = await page.evaluate(() => {
        const script = document.createElement('script')
        const tries = [
          () => script.setAttribute('src', 'data:text/javascript,window.hit="src"'),
          () => script.append('window.hit = "appended"'),
          () => document.body.append(script),
          () => (document.body.innerHTML += '<img src=x onerror="window.hit=1">'),
          () => document.body.setAttribute('onclick', 'window.hit = "attribute"'),
        ]
        return tries.map((attempt) => {
          try {
            attempt()
            return 'done'
          } catch {
            return 'refused'
          }
        })
      })
      await page.locator('body').dispatchEvent('click')
      expect(refused).toContain('refused')
      expect(await page.evaluate(() => (window as unknown as { hit?: string }).hit)).toBeUndefined()
      expect((await look()).violations.length).toBeGreaterThan(0)
    }
  })
})

test('each answer has a nonce of its own, and pages made for a person are kept by nobody', async ({ page }) => {
  const shared = await sharedBookingPage(page)
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy'] ?? ''
  const nonces = await Promise.all(Array.from({ length: 5 }, () => policyOf(shared)))
  const found = nonces.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
  expect(new Set(found).size).toBe(5)
  for (const nonce of found) expect(Buffer.from(nonce, 'base64')).toHaveLength(16)

  await become(page, 'customer')
  for (const path of ['/', ...stepPages, ...listPages, shared, '/verify-email?token=none', '/404']) {
    const answer = await page.request.get(path)
    expect(answer.headers()['cache-control'], path).toContain('no-store')
    expect(answer.headers()['vary'], path).toMatch(/Cookie/)
    expect(answer.headers()['content-security-policy'], path).toContain("require-trusted-types-for 'script'")
    expect(answer.headers()['x-content-type-options'], path).toBe('nosniff')
  }
  for (const path of [shared, '/verify-email?token=none', '/join-unit?token=none'])
    expect((await page.request.get(path)).headers()['referrer-policy'], path).toBe('no-referrer')
})

const payloads = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '"><svg/onload=hit()>',
  "'-hit()-'",
  '</title></textarea><script>hit()</script>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  'javascript:hit()',
  '<a href="javascript:hit()">press</a>',
  '{{constructor.constructor("hit()")()}}',
  '<!--<script>--><b id=injected onmouseover=hit()>\u2028</script>',
]

test('T-086: what people type stays text on every page that shows it', async ({ page }) => {
  const complaints = complaintsOf(page)
  const look = await watch(page)
  await page.addInitScript(() => Object.assign(window, { hit: () => Object.assign(window, { wasHit: true }) }))
  const isInert = async () => {
    expect((await look()).violations).toEqual([])
    const state = await page.evaluate(() => ({
      wasHit: 'wasHit' in window,
      injected: document.querySelectorAll('#injected, img[src="x"], iframe, a[href^="javascript"], svg[onload]').length,
    }))
    expect(state).toEqual({ wasHit: false, injected: 0 })
  }
  const [first = '', second = '', third = ''] = payloads
  const note = payloads.join('\n')
  await signInNewCustomer(page, second)
  const contact = { contactName: third, contactNumber: '+447700900123', flatAndHouse: first }
  const routePoints = [point('E17 4QH', contact), point('BN1 4QL')]
  await putMove(page, aMove({ note, itemsToMoveText: note, routePoints, date: saturdayOf('hostile words') }))
  for (const path of ['/clarify', '/route-details', '/pick-a-driver']) {
    await page.goto(path)
    await settled(page)
    await isInert()
  }
  await chooseFirst(page)
  await expect(page.getByLabel('Note for the driver')).toHaveValue(note)
  await expect(page.getByLabel('Who will meet the driver?')).toHaveValue(third)
  await expect(page.getByText(`Booking as ${second}, `)).toBeVisible()
  await isInert()
  await book(page)
  await expect(heading(page, /^Requested for/)).toBeVisible()
  await isInert()
  await page.reload()
  await isInert()
  await page.goto('/my-bookings/future-bookings')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('banner').locator('.account summary')).toHaveText(second)
  await isInert()
  expect(complaints).toEqual([])
})

for (const { width, height } of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`nothing jumps on the five steps at ${width} px, and their scripts are counted`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const look = await watch(page)
    await chooseDriver(page)
    const lines: string[] = []
    for (const path of ['/', ...stepPages]) {
      await page.goto(path)
      await settled(page)
      // Fonts may still come, and whatever is going to jump does so within two frames of them.
      await page.evaluate(async () => {
        await document.fonts.ready
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      })
      const { shift } = await look()
      const scripts = await page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      )
      lines.push(`${path}: ${(scripts / 1000).toFixed(1)} kB of script, layout shift ${shift.toFixed(4)}`)
      expect.soft(shift, `layout shift of ${path}`).toBeLessThanOrEqual(0.02)
    }
    console.log(lines.join('\n'))
  })
}
