// A start before the agreed one is free; the link in the message to the booker lets it count, and nothing else does.
import { expect, test } from '#test/support/browser/test.ts'
import { act } from '#test/support/browser/cab.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday } from '#test/support/browser/moving-days.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { earlyStartLinkOf } from '#test/support/browser/keyed-pages.ts'
import { signIn } from '#test/support/browser/people.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('the booker lets an early start count by the link, without signing in, and once', async ({ page, browser }) => {
  const job = await jobOfToday()
  const driver = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await driver.clock.install()
  await signIn(driver, job.driver)
  await driver.goto(`/my-day/${job.id}?unit=${job.unitId}`)
  await driver.getByRole('button', { name: 'Start', exact: true }).click()
  await act(driver, 'Slide to start', driver.getByRole('dialog'))
  const startedAt = async () =>
    (await inDatabase(`select started_at from bookings.day where booking_id = $1 and started_at is not null`, [job.id]))
      .length
  await expect.poll(startedAt).toBe(1)
  // Booked for later than it began, whatever else the van has today.
  await inDatabase(
    `update bookings.booking set start_at = start_at + interval '40 minutes', ceiling_pence = total_pence + 5000 where id = $1`,
    [job.id],
  )
  const path = await earlyStartLinkOf(job)
  const agreements = () =>
    inDatabase(`select who from bookings.day_entry where booking_id = $1 and kind = 'early_start_agreed'`, [job.id])

  await page.goto(path)
  await expect(
    page.getByRole('heading', { level: 1, name: /^They started early\. It’s free until \d\d:\d\d$/ }),
  ).toBeVisible()
  await expectUsable(page, 'an early start to agree to')
  expect(await agreements()).toEqual([])
  await page.getByRole('button', { name: /^Count from \d\d:\d\d, up to £\d+\.\d\d more$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Counted from \d\d:\d\d$/ })).toBeVisible()
  expect(await agreements()).toEqual([{ who: 'link' }])
  await page.reload()
  await expect(page.getByRole('button', { name: /^Count from/ })).toHaveCount(0)
  await expect(driver.getByText('Early start agreed, by the link')).toBeVisible()
  await driver.context().close()
})
