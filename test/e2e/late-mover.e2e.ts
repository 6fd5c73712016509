// A mover who is half an hour late: the customer books whoever is free now, with one press, and the late one is cancelled.
import { expect, test, type Browser } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, linkOf } from '#test/support/browser/moving-days.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'

// One after the other: the same company may be free for both moves, and only once.
test.describe.configure({ mode: 'default' })

async function latePage(browser: Browser, more: { javaScriptEnabled?: boolean } = {}) {
  const job = await jobOfToday()
  await inDatabase(
    `update bookings.booking set start_at = date_trunc('minute', pgboss.job_now()) - interval '40 minutes', end_at = date_trunc('minute', pgboss.job_now()) + interval '4 hours' where id = $1`,
    [job.id],
  )
  const page = await (await browser.newContext({ viewport: { width: 360, height: 780 }, ...more })).newPage()
  await signIn(page, job)
  await page.goto(await linkOf(page, job))
  return { page, job }
}

for (const javaScriptEnabled of [true, false]) {
  test(`the customer of a late company books somebody else ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
    browser,
  }) => {
    const { page, job } = await latePage(browser, { javaScriptEnabled })
    const card = page.getByRole('region', { name: /is more than 30 minutes late$/ })
    await expect(card.getByRole('link', { name: 'Cancel for free' })).toBeVisible()
    const offers = card.getByRole('article')
    // At night nobody works at the soonest start: then other times are offered.
    if ((await offers.count()) === 0) {
      await expect(card.getByRole('link', { name: 'Compare other times' })).toBeVisible()
      return
    }
    if (javaScriptEnabled) await expectUsable(page, 'who is free now')
    const press = offers.first().getByRole('button', { name: /^Book for £/ })
    const price = /£[\d,.]+\d/.exec((await press.textContent()) ?? '')?.[0] ?? ''
    await press.click()
    await expect(page.getByRole('heading', { level: 1, name: /^Requested for / })).toBeVisible()
    await expect(page.getByText(price, { exact: true }).first()).toBeVisible()
    const rows = await inDatabase(
      `select status, by_mover, cancellation_fee_pence as fee from bookings.booking where id = $1
       union all select status, by_mover, cancellation_fee_pence from bookings.booking where instead_of_id = $1`,
      [job.id],
    )
    expect(rows.map((row) => [row['status'], row['by_mover'], Number(row['fee'])])).toEqual([
      ['canceled_by_customer', true, 0],
      ['new_booking', false, 0],
    ])
    await page.context().close()
  })
}

test('a move that cannot be priced any more as it was booked says why', async ({ browser }) => {
  const { page, job } = await latePage(browser)
  // An upright piano, which takes two people since it was booked.
  await inDatabase(
    `update bookings.booking set move = move || '{"manPower": "driver_helps", "vanCategory": "luton_van", "items": [{"movingItem": 317, "amount": 1, "needAssembling": false, "needDisassembling": false}]}'
     where id = $1`,
    [job.id],
  )
  await page.reload()
  const card = page.getByRole('region', { name: /is more than 30 minutes late$/ })
  await expect(card.getByText(/needs two people\. Choose two men or more\.$/)).toBeVisible()
  await expectUsable(page, 'nobody can be offered')
  await expect(card.getByRole('link', { name: 'Cancel for free' })).toBeVisible()
  await card.getByRole('link', { name: 'Compare prices' }).click()
  await expect(page).toHaveURL(/\/additional-services/)
  await page.context().close()
})
