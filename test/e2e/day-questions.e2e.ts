import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'
import { aJob } from '#test/support/browser/world.ts'

/** Put on the board by hand: nobody can wait for the day after a move. */
async function ask(kind: 'not_started' | 'hours' | 'conflict', status: string, more = 'null, null'): Promise<string> {
  const { id } = await aJob()
  const [row] = await inDatabase(
    `with done as (update bookings.booking set status = $2 where id = $3)
     insert into bookings.day_question (id, booking_id, unit_id, kind, asked_at, text, minutes)
     select gen_random_uuid(), b.id, b.unit_id, $1, pgboss.job_now(), ${more} from bookings.booking b where b.id = $3 returning id`,
    [kind, status, id],
  )
  return String(row?.['id'])
}

const open = (page: Page, id: string) => page.goto(`/admin/day-questions?question=${id}`)

test('the office reads what each side did, whom to call, and decides with what follows in front of it', async ({
  page,
}) => {
  const words = `They sat in the van for an hour.\n${'Verylongwordwithoutanyspace'.repeat(6)}`
  const ahead = await ask('not_started', 'confirmed')
  const hours = await ask('hours', 'completed', `'${words}', 150`)
  const conflict = await ask('conflict', 'completed')
  await signIn(page, demonstrationPeople.admin)
  await open(page, hours)
  await expect(heading(page, 'Moving days')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Moving days' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('2 h 30 min of work')).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `a question at ${width} px`)
  }
  const customer = page.getByRole('link', { name: /, call / }).first()
  await expect(customer).toHaveAttribute('href', /^tel:\+44/)

  // Nothing is decided before the second page says what follows.
  await page.getByRole('link', { name: 'Set the hours' }).click()
  await expect(page.getByRole('heading', { name: 'Set the hours' })).toBeFocused()
  await expect(page.getByText('It can’t be undone')).toBeVisible()
  await page.getByRole('button', { name: 'Settle these hours' }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabel('Hours of work').fill('two')
  await page.getByRole('button', { name: 'Settle these hours' }).click()
  await expect(page.getByText('Enter hours and minutes.')).toBeVisible()
  await expectUsable(page, 'a decision with what is missing, on a phone')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Set the hours' })).toBeVisible()

  await open(page, ahead)
  await page.getByRole('link', { name: 'It was done', exact: true }).click()
  await page.getByLabel('Why').fill('Both say so.')
  await page.getByRole('button', { name: 'Settle it as done' }).click()
  await expect(page.getByText('It can’t have begun yet.')).toBeVisible()

  await open(page, conflict)
  await page.getByRole('link', { name: 'It doesn’t count' }).click()
  await page.getByLabel('Why').fill('The customer had cancelled the evening before.')
  await page.getByRole('button', { name: 'Skip this item' }).click()
  await expect(page.getByRole('alert')).toHaveText('Doesn’t count. Both sides have been notified.')
  await page.goto(`/admin/day-questions?show=decided&question=${conflict}`)
  await expect(page.getByText('The customer had cancelled the evening before.', { exact: true })).toBeVisible()
  await expectUsable(page, 'what was decided, on a phone')

  // The booking by its link is open to the office.
  await page
    .getByRole('main')
    .getByRole('link', { name: /^[0-9A-F]{8}$/ })
    .click()
  await expect(page).toHaveURL(/\/booking\/[^/]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a question is decided too, and nobody else has the page', async ({ page }) => {
    const id = await ask('conflict', 'completed')
    await signIn(page, demonstrationPeople.admin)
    await open(page, id)
    await page.getByRole('link', { name: 'It counts' }).click()
    await page.getByLabel('Why').fill('They were there.')
    await page.getByRole('button', { name: 'Count it' }).click()
    await expect(page.getByText('Counts. Both sides have been notified.')).toBeVisible()
    await signIn(page, demonstrationPeople.driver)
    await open(page, id)
    await expect(page).not.toHaveURL(/day-questions/)
  })
})
