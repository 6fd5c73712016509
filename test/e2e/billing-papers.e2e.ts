import { expect, test, type Download, type Page } from '#test/support/browser/test.ts'
import { readFile } from 'node:fs/promises'
import { draftOfLastMonth } from '#test/support/browser/billing.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, mailsTo, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'
import { pagesOf, wordsOf } from '#test/support/pdf.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

const contentOf = async (download: Download) => readFile(await download.path())

async function downloaded(page: Page, name: string): Promise<Download> {
  const coming = page.waitForEvent('download')
  await link(page, name).click()
  return coming
}

test('the office downloads a statement, sends it once, saves it and sends it with its number; the list comes in one file', async ({
  page,
}) => {
  const { id, plate, driver } = await draftOfLastMonth()
  const { email } = driver
  await signIn(page, demonstrationPeople.admin)
  await page.goto(`/admin/statements/${id}`)
  const draft = await downloaded(page, 'Download')
  expect(draft.suggestedFilename()).toBe('statement-draft.pdf')
  expect(await wordsOf(await contentOf(draft))).toContain('This is a draft')

  await link(page, 'Send').click()
  await expect(page.getByRole('heading', { name: 'Send this statement?' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  await expect(page.getByText('It’s marked as a draft.')).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `what sending does, at ${width} px`)
  }
  await button(page, 'Send').click()
  await expect(page.getByRole('alert')).toHaveText('It is sent.')
  await expect(page.getByText(new RegExp(`^Sent to ${email} on \\d\\d/\\d\\d/\\d{4}, \\d\\d:\\d\\d\\.$`))).toBeVisible()
  await expect(link(page, 'Send')).toHaveCount(0)
  // Asked for again by its address, it is said to be sent.
  await page.goto(`/admin/statements/${id}?ask=send`)
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible()
  await expect(button(page, 'Send')).toHaveCount(0)
  const mail = async () => (await mailsTo(page, email)).filter(({ text }) => text.includes(`/statements/${id}`)).length
  await expect.poll(mail).toBe(1)

  await link(page, 'Save').click()
  await button(page, 'Save and number').click()
  await expect(heading(page, /^Statement STM/)).toBeVisible()
  await link(page, 'Send').click()
  await button(page, 'Send').click()
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible()
  await expect.poll(mail).toBe(2)

  await page.goto(`/admin/statements?find=${encodeURIComponent(plate)}&status=saved`)
  const all = await downloaded(page, 'Download all')
  expect(all.suggestedFilename()).toMatch(/^statements-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/)
  const pages = await pagesOf(await contentOf(all))
  expect(pages.every((text) => text.includes(plate))).toBe(true)
})

test('the office has the yearly report of sellers, and what is missing in it', async ({ page }) => {
  const { company } = await draftOfLastMonth()
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/platform-report')
  const seller = page.getByRole('listitem', { name: company, exact: true })
  for (let left = 20; left > 0 && !(await seller.isVisible()); left -= 1) {
    const first = page.locator('.bill-sellers > li').first()
    const before = await first.innerText()
    await page.getByRole('link', { name: 'Next' }).click()
    // The address changes before the page does.
    await expect(first).not.toHaveText(before, { useInnerText: true })
  }
  await expect(seller).toContainText('Missing: ')
  await expect(seller.getByRole('table')).toContainText('£')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `sellers at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const report = (await contentOf(await downloaded(page, 'CSV'))).toString('utf8')
  expect(report).toContain('Q1 consideration (GBP)')
  expect(report).toContain(company)
})

test('what cannot be downloaded is said on the page', async ({ page }) => {
  const { id } = await draftOfLastMonth()
  await signIn(page, demonstrationPeople.admin)
  await page.goto(`/admin/statements/${id}`)
  await page.route('**/download-report/', (route) => route.abort())
  await link(page, 'Download').click()
  await expect(page.getByText('It couldn’t be fetched. Check your connection and try again.')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a link is the file, and sending is a form', async ({ page }) => {
    const { id, driver } = await draftOfLastMonth()
    await signIn(page, demonstrationPeople.admin)
    await page.goto(`/admin/statements/${id}`)
    const draft = await downloaded(page, 'Download')
    expect(await wordsOf(await contentOf(draft))).toContain('This is a draft')
    await link(page, 'Send').click()
    await button(page, 'Send').click()
    await expect(page.getByText(`Sent to ${driver.email}`)).toBeVisible()
  })
})
