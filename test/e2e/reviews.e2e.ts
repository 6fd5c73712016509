import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import type { Ctx } from '#platform/ctx.ts'
import { signId } from '#platform/secrets.ts'
import { addDays } from '#shared/local-time.ts'
import { inDatabase, productDataDir } from '#test/support/browser/database.ts'
import { aMove, point, putMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading, offers, offersDrawn } from '#test/support/browser/steps.ts'
import { aJob, type Job, type JobOptions } from '#test/support/browser/world.ts'
import { now } from '#test/support/start-of-clock.ts'

/** The address that is mailed to whoever booked it. */
function reviewLink(bookingId: string): string {
  const secretKey = readFileSync(join(productDataDir(), 'secret-key'), 'utf8').trim()
  return `/company-review/${signId({ config: { secretKey } } as Ctx, 'review hash', bookingId)}`
}

/** A move of a new company that was finished two days ago and that nobody has reviewed. */
const aPastMove = (where: Pick<JobOptions, 'district' | 'from'> = {}): Promise<Job> =>
  aJob({ ...where, isFinished: true, at: new Date(now().getTime() - 2 * 86_400_000).toISOString() })

const countIn = async (page: Page, name: string): Promise<number> => {
  const text = await offers(page)
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .textContent()
  return Number(/out of 5, ([\d,]+) reviews?/.exec(text ?? '')?.[1]?.replace(',', '') ?? 0)
}

test('a review by the emailed link is on the company’s page and on the next quote', async ({ page }) => {
  const { id, companyId, company: name } = await aPastMove({ district: 'LD6', from: 'LD6 5AA' })
  await putMove(page, aMove({ routePoints: [point('LD6 5AA'), point('LD2 3AA')] }))
  await page.goto('/pick-a-driver')
  await offersDrawn(page)
  const before = await countIn(page, name)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(reviewLink(id))
  await expect(heading(page, `How did ${name} do?`)).toBeVisible()
  await expectUsable(page, 'the review on a phone')
  // Stars are asked for, each at its own question.
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('Give one to five stars.').first()).toBeVisible()
  for (const [question, stars] of [
    ['Were they on time?', 5],
    ['Did they take care of your things?', 4],
    ['Was it worth the price?', 5],
  ] as const)
    await page
      .getByRole('group', { name: question })
      .locator('label')
      .nth(stars - 1)
      .click()
  const words = `Rang ten minutes ahead, and wrapped the mirror (${id.slice(-6)}).`
  await page.getByLabel(/What should the next customer know/).fill(words)
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(heading(page, 'Thank you, it’s posted')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'You’ve already reviewed this move')).toBeVisible()

  await page.goto(`/companies/${companyId}`)
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
  await expectUsable(page, 'a company on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectUsable(page, 'a company')
  await page.goto('/pick-a-driver')
  await expect(heading(page, /\d+ drivers? for/)).toBeVisible()
  expect(await countIn(page, name)).toBe(before + 1)
})

/** The driver may be taken on the day that is proposed: of the fortnight from then on one day has a price, and the others say why not. */
async function expectPriceOnSomeDay(page: Page) {
  const answer = page.getByRole('heading', { name: /£/ }).or(page.getByRole('alert').first())
  const proposed = await page.getByLabel('Day').inputValue()
  for (let day = 0; day < 14; day += 1) {
    await page.getByLabel('Day').fill(addDays(proposed, day))
    await page.getByLabel('Start').selectOption('09:00')
    await page.getByRole('button', { name: 'See the price' }).click()
    await page.waitForURL((url) => url.searchParams.get('date') === addDays(proposed, day))
    await expect(answer.first()).toBeVisible()
    if ((await page.getByRole('heading', { name: /£/ }).count()) > 0) return
  }
  throw new Error(`No price in the fortnight from ${proposed}.`)
}

const starsOf = async (page: Page) =>
  (await page.locator('.review .rating').allTextContents()).map((text) => Number(/\d\.\d/.exec(text)?.[0]))

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a company’s reviews are read from the best or the worst, page by page', async ({ page }) => {
    const [row] = await inDatabase(
      `select company_id as id from reviews.review where hidden_at is null group by 1 having count(distinct marks) > 1 order by count(*) desc limit 1`,
    )
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(`/companies/${String(row?.['id'])}`)
    const orders = page.getByRole('navigation', { name: 'Order of the reviews' })
    await expect(orders.getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current', 'true')
    for (const [name, sign] of [
      ['Lowest', 1],
      ['Highest', -1],
    ] as const) {
      await orders.getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`order=${name.toLowerCase()}`))
      await expect(orders.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
      const first = await starsOf(page)
      await page.getByRole('link', { name: 'More reviews' }).click()
      await expect(orders.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
      const all = [...first, ...(await starsOf(page))]
      expect(all.length).toBeGreaterThan(10)
      expect(all).toEqual(all.toSorted((a, b) => sign * (a - b)))
      await page.goBack()
    }
  })

  test('a review is given too', async ({ page }) => {
    const { id } = await aPastMove()
    await page.goto(reviewLink(id))
    for (const mark of ['punctuality', 'care', 'value'])
      await page.locator(`input[name="${mark}"][value="4"]`).check({ force: true })
    await page.getByRole('button', { name: 'Post review' }).click()
    await expect(heading(page, 'Thank you, it’s posted')).toBeVisible()
  })
})

test('a customer reviews, claims and asks again from the card of a past move; owner and office have their pages', async ({
  page,
}) => {
  const job = await aPastMove()
  await signIn(page, job)
  await page.goto('/my-bookings/past-bookings')
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Rebook the same company/ }) })
    .first()
  await expect(card).toBeVisible()
  await expectUsable(page, 'past moves')
  // One way to move again at each move; all other companies are a press further.
  await expect(card.getByRole('link', { name: /^Compare prices/ })).toHaveCount(1)
  await card.getByRole('link', { name: /^Rebook the same company/ }).click()
  await expect(page.getByRole('link', { name: 'Compare prices of all companies' })).toBeVisible()
  await expect(heading(page, /^Book .* again$/)).toBeVisible()
  await expectPriceOnSomeDay(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectUsable(page, 'asking again on a phone')
  await signIn(page, job.driver)
  await page.goto('/reviews')
  await expect(heading(page, 'Reviews')).toBeVisible()
  await expectUsable(page, 'an owner’s reviews on a phone')
  await signIn(page, demonstrationPeople.admin)
  for (const [path, title] of [
    ['/admin/reviews', 'Reviews'],
    ['/admin/claims', 'Claims'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expectUsable(page, `${title} on a phone`)
  }
})
