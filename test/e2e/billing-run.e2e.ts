import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'
import { localDayOf } from '#shared/local-time.ts'
import { now } from '#test/support/start-of-clock.ts'

/** Months of their own, long past: those of the demonstration belong to other tests. One job of each of three units, whose card was charged. */
async function aMonth(month: string): Promise<void> {
  await inDatabase(
    `with u as materialized (
        select id, company_id, row_number() over (order by id) as n, uuidv7() as booking
        from fleet.working_unit order by id limit 3),
      e as (insert into billing.entry (id, cause, kind, at, day, booking_id, company_id, unit_id, customer_id, about)
        select uuidv7(), 'browser test ' || $1 || n || kind, kind, pgboss.job_now(), ($1 || '-15')::date, booking, company_id, id, null,
          jsonb_build_object('reference', 'ABCD1234', 'from', 'Walthamstow E17', 'to', 'Brighton BN1', 'startAt', $1 || '-15T09:00:00.000Z', 'registration', null,
            'paidBy', 'card', 'pricePence', 10000, 'roadChargesPence', 0, 'commissionPercent', 15, 'moverChargesVat', false)
        from u, (values ('booking'), ('charge')) k(kind) on conflict do nothing returning id, kind)
      insert into billing.posting (entry_id, position, account, what, amount_pence)
      select e.id, p.position, p.account, p.what, p.amount from e join (values
        ('booking', 1, 'customer', 'price', 10000), ('booking', 2, 'mover', 'price', -10000), ('booking', 3, 'mover', 'commission', 1500),
        ('booking', 4, 'commission', 'commission', -1500), ('booking', 5, 'mover', 'vat', 300), ('booking', 6, 'vat', 'vat', -300),
        ('charge', 1, 'money', 'charge', 10000), ('charge', 2, 'customer', 'charge', -10000)) p(kind, position, account, what, amount)
        on p.kind = e.kind`,
    [month],
  )
}

/** A month that the form offers: so many before this one. */
function monthBefore(count: number): { month: string; name: string } {
  const [year = 0, month = 0] = localDayOf(now()).split('-').map(Number)
  const day = new Date(Date.UTC(year, month - 1 - count, 15))
  return {
    month: day.toISOString().slice(0, 7),
    name: day.toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function choose(page: Page, name: string): Promise<void> {
  await page.goto('/admin/statements')
  await page.getByRole('link', { name: 'Bill a month' }).click()
  await page.getByLabel('Month').selectOption({ label: name })
  await button(page, 'Show').click()
}

test('the office bills a month: it sees it first, watches it, saves and sends it, and is told when it tries again', async ({
  page,
}) => {
  const { month, name } = monthBefore(20)
  await aMonth(month)
  await signIn(page, demonstrationPeople.admin)
  await choose(page, name)
  await expect(page.getByRole('heading', { name: `${name}: 3 bookings, £300.00` })).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `a month to bill at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, `Bill ${name}`).click()
  // The page follows by itself.
  await expect(heading(page, `${name} is billed`)).toBeVisible({ timeout: 30_000 })
  const log = page.getByRole('region', { name: 'Done' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Made, drafts' })).toContainText('4')
  await expect(log.getByText('Due to companies, 3 statements')).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `a billing run at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  await button(page, /^Save and send 4 documents/).click()
  await expect(log.getByRole('listitem').filter({ hasText: 'Saved and sent' })).toBeVisible({ timeout: 30_000 })
  await expect(heading(page, `${name} is billed`)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: /^STM-/ }).first().click()
  await expect(heading(page, /^Statement STM-/)).toBeVisible()

  await choose(page, name)
  await expect(page.getByRole('heading', { name: `${name} has a billing run already` })).toBeVisible()
  await page.getByRole('link', { name: `Open the run of ${name}` }).click()
  await expect(heading(page, `${name} is billed`)).toBeVisible()

  // Numbers on one line leave the whole table on its card.
  await page.setViewportSize({ width: 1240, height: 800 })
  await page.goto('/admin/statements')
  const table = page.getByRole('table', { name: 'Statements' })
  await expect(table).toContainText('STM-')
  expect(
    await table.evaluate((one) => one.getBoundingClientRect().width - (one.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0)
})

test('before a document is made, its form says what it would have', async ({ page }) => {
  const { month } = monthBefore(21)
  await aMonth(month)
  const [unit] = await inDatabase(
    `select v.registration as plate from fleet.working_unit u join fleet.van v on v.unit_id = u.id order by u.id limit 1`,
  )
  await signIn(page, demonstrationPeople.admin)
  await page.goto(`/admin/statements/new?find=${String(unit?.['plate']).replace(' ', '+')}`)
  const [year = '', number = ''] = month.split('-')
  await page.getByLabel('From').fill(`01/${number}/${year}`)
  await page.getByLabel('To', { exact: true }).fill(`28/${number}/${year}`)
  await expect(page.getByText('1 booking, £100.00')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a month is billed too', async ({ page }) => {
    const { month, name } = monthBefore(22)
    await aMonth(month)
    await signIn(page, demonstrationPeople.admin)
    await choose(page, name)
    await page.getByRole('radio', { name: /^Make and save/ }).check()
    await button(page, `Bill ${name}`).click()
    // A reload while the form is on its way would collide with it.
    await expect(heading(page, new RegExp(`^Billing ${name}|^${name} is billed`))).toBeVisible()
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByRole('heading', { level: 1 }).textContent()
        },
        { timeout: 30_000 },
      )
      .toBe(`${name} is billed`)
    await page.getByRole('link', { name: 'Saved and numbered' }).click()
    await expect(page.getByRole('link', { name: /^STM-/ })).toHaveCount(3)
  })
})
