import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, linkOf } from '#test/support/browser/moving-days.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { mailsTo, signIn, textedCode } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'

/** A confirmed job with the headers of who drives it, and what it costs. */
async function pricedJob(page: Page) {
  const job = await aJob()
  const { email, password } = job.driver
  const login = await page.request.post('/api/users/login/', { data: { email, password } })
  const { access: bearer } = (await login.json()) as { access: string }
  const [row] = await inDatabase(`select total_pence from bookings.booking where id = $1`, [job.id])
  return { ...job, totalPence: Number(row?.['total_pence']), headers: { authorization: `Bearer ${bearer}` } }
}

test('a customer agrees to a change by the link of an email and a code by text, without signing in', async ({
  page,
  browser,
}) => {
  const { id, email, phone, headers, totalPence } = await pricedJob(page)
  const asked = await page.request.post(`/api/booking/${id}/propose-change/`, {
    headers,
    data: { kind: 'item', words: 'The armchair in the shed', line: { label: 'Armchair', amount_pence: 3100 } },
  })
  expect(asked.status(), await asked.text()).toBe(201)
  const link = async () =>
    (await mailsTo(page, email)).map(({ text }) => /\/change\/[\w-]+/.exec(text)?.[0]).find(Boolean) ?? ''
  await expect.poll(link).not.toBe('')

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const mobile = await context.newPage()
  await mobile.goto(await link())
  await expect(mobile.getByRole('heading', { level: 1, name: /asks to add an item/ })).toBeVisible()
  await expect(mobile.getByText('The armchair in the shed')).toHaveCount(0)
  await expectUsable(mobile, 'a change by link')
  await mobile.getByRole('button', { name: 'Text me a code to answer' }).click()
  await mobile.getByLabel('Code from the text').fill(await textedCode(page, phone))
  await mobile.getByRole('button', { name: 'Show me and let me answer' }).click()
  await expect(mobile.getByText('The armchair in the shed')).toBeVisible()
  await expectUsable(mobile, 'a change to answer')
  await mobile.getByRole('button', { name: 'Agree to £31.00' }).click()
  await expect(mobile.getByText(/^Agreed/)).toBeVisible()
  const [after] = await inDatabase(`select total_pence from bookings.booking where id = $1`, [id])
  expect(Number(after?.['total_pence'])).toBe(totalPence + 3100)
  await context.close()
})

test('a customer makes a link for each firm and withdraws one; an agent taps the other without script, and the page says who', async ({
  page,
  browser,
}) => {
  const job = await aJob()
  await signIn(page, job)
  const path = await linkOf(page, job)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(path)
  const card = page.locator('section').filter({ has: page.getByLabel('Who is it for?') })
  await expect(card.getByRole('heading', { name: 'Waiting for keys?' })).toBeVisible()
  await card.getByLabel('Who is it for?').fill('Quillfeather LLP')
  await card.getByRole('button', { name: 'Get a key link' }).click()
  const links = page.getByRole('list', { name: 'Links for the keys' })
  await expect(links.getByRole('listitem')).toHaveCount(1)
  await expect(card.getByRole('heading', { name: 'Keys not released yet' })).toBeVisible()
  await expect(card.getByLabel('Who is it for?')).toHaveValue('')
  await card.getByLabel('Who is it for?').fill('Harrop & Sons')
  await card.getByRole('button', { name: 'New key link' }).click()
  await expect(links.getByRole('listitem')).toHaveCount(2)
  await expect(links).toContainText('Made by you on')
  await expectUsable(page, 'links for the keys')
  const addressOf = async (name: string) =>
    (await links.getByRole('listitem').filter({ hasText: name }).getByRole('link', { name: /^http/ }).textContent()) ??
    ''
  const [solicitors, agents] = [await addressOf('Quillfeather LLP'), await addressOf('Harrop & Sons')]
  expect(solicitors).not.toBe(agents)
  await links.getByRole('button', { name: 'Withdraw the link: Quillfeather LLP' }).click()
  await expect(links.getByRole('listitem').filter({ hasText: 'Quillfeather LLP' })).toContainText('Withdrawn on')
  await expect(links.getByRole('link', { name: /^http/ })).toHaveCount(1)

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  const agent = await context.newPage()
  await agent.goto(new URL(solicitors).pathname)
  await expect(agent.getByRole('heading', { level: 1, name: 'This link was withdrawn' })).toBeVisible()
  await expect(agent.getByRole('button', { name: 'Keys released' })).toHaveCount(0)
  await agent.goto(new URL(agents).pathname)
  await agent.getByRole('button', { name: 'Keys released' }).click()
  await expect(agent.getByRole('heading', { level: 1, name: /^Keys released at \d\d:\d\d$/ })).toBeVisible()
  await context.close()

  await page.goto(path)
  await expect(page.getByRole('heading', { name: /^Keys released at \d\d:\d\d$/ })).toBeVisible()
  await expect(links.getByRole('listitem').filter({ hasText: 'Harrop & Sons' })).toContainText(
    /Confirmed on .* that the keys were released/,
  )
  await expect(page.getByLabel('Who is it for?')).toHaveCount(0)
})

test('a code on the driver’s screen opens the customer’s own page, until there is another', async ({
  page,
  browser,
}) => {
  const job = await jobOfToday()
  await signIn(page, job.driver)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/my-day/${job.id}?unit=${job.unitId}`)
  const card = page.getByRole('region', { name: 'Customer without their link?' })
  await card.getByRole('button', { name: 'Show a code' }).click()
  const code = (await card.locator('output').textContent()) ?? ''
  expect(code).toMatch(/^[A-Z0-9 ]{6,}$/)
  await expectUsable(page, 'a code on the driver’s screen')

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const customer = await context.newPage()
  await customer.goto('/day-code')
  await customer.getByLabel('Code').fill(code.toLowerCase())
  await customer.getByRole('button', { name: 'Open my booking' }).click()
  // The driver can read the screen as well, so the code alone opens nothing.
  await expect(customer.getByRole('heading', { level: 1, name: 'Is this your booking?' })).toBeVisible()
  await expectUsable(customer, 'a code on the driver’s screen, without proof')
  await customer.getByRole('button', { name: 'Text me a code' }).click()
  await customer.getByLabel('Code from the text').fill(await textedCode(page, job.phone))
  await customer.getByRole('button', { name: 'Open my booking' }).click()
  await expect(customer).toHaveURL(new URL(await linkOf(page, job), customer.url()).href)
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible()
  // Signed in as nobody: the page of the link, without streets or what only its customer may do.
  await expect(customer.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await card.getByRole('button', { name: 'Another code' }).click()
  await expect(card.locator('output')).not.toHaveText(code)
  await customer.goto('/day-code')
  await customer.getByLabel('Code').fill(code)
  await customer.getByRole('button', { name: 'Open my booking' }).click()
  await expect(customer.getByLabel('Code')).toHaveAccessibleDescription(/works for 15 minutes/)
  await context.close()
})

test('a code that no driver shows is refused at its field, with what to do', async ({ page }) => {
  await page.goto('/day-code')
  await page.getByLabel('Code').fill('ZZZZZZ')
  await page.getByRole('button', { name: 'Open my booking' }).click()
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/works for 15 minutes\. Ask your driver/)
  await expectUsable(page, 'an unknown code')
})
