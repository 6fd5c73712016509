// That the guard over every browser test sees what a page's policy refuses: each of these goes red, as it should.
import { expect, test } from '#test/support/browser/test.ts'

test.describe('a page that does what its policy refuses fails its test', () => {
  test.fail()

  test('an inline script', async ({ page }) => {
    await page.goto('/faq')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.append('window.ran = true')
      document.head.append(script)
    })
  })

  test('a style attribute', async ({ page }) => {
    await page.goto('/faq')
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  })

  test('markup from text', async ({ page }) => {
    await page.goto('/faq')
    await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>text</b>'
      } catch {
        // Where the browser has Trusted Types, it throws besides.
      }
    })
  })

  test('a picture of another site, in a window of the test’s own', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    await page.goto('/faq')
    const refused = page.waitForEvent('console', (message) => message.text().startsWith('securitypolicyviolation'))
    await page.evaluate(() => {
      const picture = new Image()
      picture.src = 'https://elsewhere.example/x.png'
      document.body.append(picture)
    })
    await refused
    await context.close()
  })
})

test('a page that does nothing of the kind passes', async ({ page }) => {
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('what a test provokes on purpose', () => {
  test.use({ provokes: [/style/] })

  test('is let through, if it says so', async ({ page }) => {
    await page.goto('/faq')
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).not.toBe('rgb(255, 0, 0)')
  })
})
