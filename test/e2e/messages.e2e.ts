import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'
import { jpeg } from '#test/support/pictures.ts'

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
/** One's own and the other's. */
const bubble = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text })

test('two windows: what one side writes the other reads at once, with a photo, marks and a report', async ({
  page,
  browser,
}) => {
  const job = await aJob()
  const { id } = job
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const phone = await context.newPage()
  await signIn(page, job)
  await signIn(phone, job.driver)
  await page.goto(`/messages/${id}`)
  await phone.goto('/messages')
  await expectUsable(phone, 'the list of messages on a phone')
  const badge = phone.getByRole('link', { name: /^Messages(, \d+ unread)?$/ })
  const countUnread = async () => Number(/\d+/.exec((await badge.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  const unreadBefore = await countUnread()

  await write(page, 'Is a permit bay all right for the van?')
  await expect(bubble(page, 'Is a permit bay')).toContainText('You,')
  await expect.poll(countUnread).toBeGreaterThan(unreadBefore)
  await phone
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /permit bay/ })
    .click()
  await expect(bubble(phone, 'Is a permit bay')).toBeVisible()
  await expect(bubble(page, 'Is a permit bay')).toContainText('Read')

  await phone.getByRole('button', { name: 'On my way' }).click()
  await expect(bubble(page, 'On my way')).toBeVisible()
  await phone.getByLabel('Add a photo').setInputFiles({ name: 'bay.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await write(phone, 'This bay?')
  await expect(bubble(page, 'This bay?').getByRole('img')).toBeVisible()
  await expectUsable(phone, 'a conversation on a phone')
  await expectUsable(page, 'a conversation')

  await bubble(page, 'On my way').getByText('Report this message').click()
  await bubble(page, 'On my way').getByLabel('What is wrong with it?').fill('They aren’t.')
  await bubble(page, 'On my way').getByRole('button', { name: 'Report', exact: true }).click()
  await expect(bubble(page, 'On my way')).toContainText('Reported to Vanfare')

  const office = await browser.newContext()
  const desk = await office.newPage()
  await signIn(desk, demonstrationPeople.admin)
  await desk.goto('/admin/reported-messages')
  await expectUsable(desk, 'reported messages')
  const report = desk.getByRole('article').filter({ hasText: 'They aren’t.' }).last()
  await report.getByRole('button', { name: 'Remove it' }).click()
  await expect(bubble(page, 'Removed by Vanfare')).toBeVisible()
  await expect(bubble(phone, 'Removed by Vanfare')).toBeVisible()
  await desk.goto('/admin/undelivered')
  await expectUsable(desk, 'what was given up')
  await office.close()
  await context.close()
})

test('the booking shows the last message to both sides, and the rating of its company on the card of the driver', async ({
  page,
  browser,
}) => {
  const job = await aJob()
  const { id } = job
  await inDatabase(`update companies.company set rating = 4.7, reviews_count = 31 where id = $1`, [job.companyId])
  const login = await page.request.post('/api/users/login/', { data: { email: job.email, password: job.password } })
  const { access } = (await login.json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  const { hash } = (await (await page.request.get(`/api/booking/${id}/`, { headers })).json()) as { hash: string }
  await signIn(page, job)
  await page.goto(`/booking/${hash}`)
  const card = page.getByRole('region', { name: 'Your driver' })
  await expect(card).toContainText('4.7')
  await expect(card).toContainText('(31)')

  const text = `Is a permit bay all right? ${id.slice(-6)}`
  await expect(page.getByText(text)).toHaveCount(0)
  await page.goto(`/messages/${id}`)
  await write(page, text)
  await expect(bubble(page, text)).toContainText('You,')
  await page.goto(`/booking/${hash}`)
  const messages = page.getByRole('region', { name: /^Messages/ })
  await expect(messages.getByRole('figure').filter({ hasText: text })).toContainText('You, ')

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const phone = await context.newPage()
  await signIn(phone, job.driver)
  await phone.goto(`/my-bookings/confirmed-bookings?unit=${job.unitId}`)
  const seen = phone.getByRole('figure').filter({ hasText: text })
  await expect(seen).toBeVisible()
  await expect(seen).not.toContainText('You, ')
  await expectUsable(phone, 'a job with its last message')
  await context.close()
})

test('what cannot be sent is kept, and is sent once the connection is back', async ({ page, context }) => {
  const job = await aJob()
  const { id } = job
  await signIn(page, job)
  await page.goto(`/messages/${id}`)
  // It is there once the script runs.
  await expect(page.getByRole('link', { name: /^Messages(, \d+ unread)?$/ })).toBeVisible()
  await context.setOffline(true)
  await write(page, 'From the cellar')
  await expect(bubble(page, 'From the cellar')).toContainText('Not sent')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(bubble(page, 'From the cellar')).toContainText('You,')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.reload()
  await expect(bubble(page, 'From the cellar')).toHaveCount(1)
})

test('a thread opens at its newest message on a phone, shows what is sent, and asks before it is left with something unsent', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const job = await aJob()
  const { id } = job
  await signIn(page, job)
  const login = await page.request.post('/api/users/login/', { data: { email: job.email, password: job.password } })
  const { access } = (await login.json()) as { access: string }
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const sent = await page.request.post(`/api/booking/${id}/messages/`, {
      headers: { authorization: `Bearer ${access}`, 'idempotency-key': crypto.randomUUID() },
      data: { text: `Line ${number} of what there is to say` },
    })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  await page.goto(`/messages/${id}`)
  await expect(bubble(page, 'Line 10 of')).toBeInViewport({ ratio: 1 })
  await expect(bubble(page, 'Line 1 of')).not.toBeInViewport()
  // Whoever reads older ones is shown what they send all the same.
  await bubble(page, 'Line 1 of').scrollIntoViewIfNeeded()
  await write(page, 'The last word')
  await expect(bubble(page, 'The last word')).toBeInViewport({ ratio: 1 })
  await expect(bubble(page, 'The last word')).toContainText('You,')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a')
  await page.getByRole('link', { name: 'All messages' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave without sending?' })
  await asked.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a')
  await page.getByRole('link', { name: 'All messages' }).click()
  await asked.getByRole('button', { name: 'Discard the message' }).click()
  await expect(page).toHaveURL(/\/messages$/)
})

test('without script a message is sent with the page', async ({ browser }) => {
  const job = await aJob()
  const { id } = job
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, job)
  await page.goto(`/messages/${id}`)
  await write(page, 'Written plainly')
  await expect(bubble(page, 'Written plainly')).toBeVisible()
  await context.close()
})
