import { expect, test, type Page } from '@playwright/test'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, mailsTo, textedCode } from '#test/support/browser/people.ts'

/** A confirmed job of the demonstration's driver, whose customer has a phone of their own. */
async function aJob(page: Page) {
  const { email, password } = demonstrationPeople.driver
  const login = await page.request.post('/api/users/login/', { data: { email, password } })
  const { access: bearer } = (await login.json()) as { access: string }
  const phone = `+4477009${String(Date.now()).slice(-5)}`
  const [job] = await inDatabase(
    `select b.id, b.total_pence, u.id as customer, u.email from bookings.booking b
     join companies.company c on c.id = b.company_id join identity.user d on d.id = c.owner_user_id
     join identity.user u on u.id = b.customer_id
     where d.email_key = $1 and b.status in ('confirmed', 'in_progress') and u.opened_by = 'email'
       and not exists (select from bookings.change o where o.booking_id = b.id and o.state = 'open') limit 1`,
    [email],
  )
  if (!job) throw new Error('The demonstration has no confirmed job')
  await inDatabase(`update identity.user set phone = $2 where id = $1`, [job['customer'], phone])
  const headers = { authorization: `Bearer ${bearer}` }
  return { id: String(job['id']), email: String(job['email']), totalPence: Number(job['total_pence']), phone, headers }
}

test('a customer agrees to a change by the link of a mail and a code by text, without signing in', async ({
  page,
  browser,
}) => {
  const { id, email, phone, headers, totalPence } = await aJob(page)
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

test('an agent says with one tap, without script, that the keys are released', async ({ page, browser }) => {
  const { id, headers } = await aJob(page)
  const made = await page.request.post(`/api/booking/${id}/keys-link/`, { headers, data: {} })
  expect(made.status(), await made.text()).toBe(200)
  const { url } = (await made.json()) as { url: string }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  const agent = await context.newPage()
  await agent.goto(new URL(url).pathname)
  await agent.getByRole('button', { name: 'Keys released' }).click()
  await expect(agent.getByRole('heading', { level: 1, name: /^Keys released at \d\d:\d\d$/ })).toBeVisible()
  await context.close()
})
