import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { formatPence } from '#shared/money.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { desk, phone, test, windowOf } from '#test/support/browser/own-product.ts'
import { ownerOf } from '#test/support/browser/owners.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { pagesOf } from '#test/support/pdf.ts'
import { localDayOf } from '#shared/local-time.ts'
import { now } from '#test/support/start-of-clock.ts'

/** A day of the office: last month is billed for every driver, and what else a day brings. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

async function downloaded(page: Page, of: Locator): Promise<Buffer> {
  const coming = page.waitForEvent('download')
  await of.click()
  return readFile(await (await coming).path())
}

const lastMonth = (): { name: string; first: string } => {
  const [year = 0, month = 0] = localDayOf(now()).split('-').map(Number)
  const day = new Date(Date.UTC(year, month - 2, 1))
  return {
    name: day.toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    first: day.toISOString().slice(0, 10),
  }
}

async function chooseMonth(page: Page, name: string): Promise<void> {
  await page.goto('/admin/statements')
  await link(page, 'Bill a month').click()
  await page.getByLabel('Month').selectOption({ label: name })
  await button(page, 'Show').click()
}

test('a day of the office: bill last month, correct, save, send, download, answer, block, raise a charge, and try again', async ({
  product,
  browser,
}) => {
  test.setTimeout(900_000)
  const office = await windowOf(browser, product, desk)
  const month = lastMonth()
  const inProduct = (text: string, values: readonly unknown[] = []) => inDatabase(text, values, product.dataDir)
  // By the ledger, which is written a moment after the demonstration is loaded.
  const billable = () =>
    inProduct(
      `select distinct e.unit_id as id from billing.entry e
       where e.kind in ('booking', 'cancellation') and e.day >= $1::date and e.day < $1::date + interval '1 month'`,
      [month.first],
    )
  await expect.poll(async () => (await billable()).length, { timeout: 30_000 }).toBeGreaterThan(2)

  await signIn(office, demonstrationPeople.admin)
  await chooseMonth(office, month.name)
  await button(office, `Bill ${month.name}`).click()
  await expect(heading(office, `${month.name} is billed`)).toBeVisible({ timeout: 60_000 })
  const run = office.url()
  const statements = await inProduct(
    `select d.id, d.unit_id, v.registration as plate, s.balance_pence::int as balance from billing.document d
     join billing.sheet s on s.document_id = d.id left join fleet.van v on v.unit_id = d.unit_id
     where d.kind = 'statement' and d.start_day = $1 order by s.balance_pence desc`,
    [month.first],
  )
  expect(statements).toHaveLength((await billable()).length)

  // A driver looks at the draft on a phone, and asks about a line of it.
  const [one = {}] = statements
  const [id, plate] = [String(one['id']), String(one['plate'])]
  const owner = await ownerOf(String(one['unit_id']), product.dataDir)
  const driver = await windowOf(browser, product, phone)
  await signIn(driver, owner)
  await driver.goto(`/statements/${id}`)
  const line = driver
    .getByRole('region', { name: /lines?$/ })
    .getByRole('listitem')
    .first()
  await line.getByText('Ask about this line').click()
  await line.getByLabel('Your question').fill('The customer paid £20 more for the piano.')
  await line.getByRole('button', { name: 'Send the question' }).click()
  await expect(driver.getByRole('alert')).toContainText('Your question is with the office.')

  // The office finds it, corrects the fee, and answers.
  await office.goto('/admin/statements?status=queried')
  await office.getByRole('row', { name: plate }).getByRole('link').click()
  await expect(office).toHaveURL(new RegExp(`/admin/statements/${id}$`))
  await office.getByLabel('Reason').fill('Piano, agreed with the customer')
  await office.getByLabel('Amount').fill('20.00')
  await button(office, 'Add the correction').click()
  await expect(office.getByRole('alert')).toHaveText('The correction is added.')
  const queries = office.getByRole('region', { name: 'Queries of the company' })
  await queries.getByLabel(/^Answer about/).fill('It is among the corrections now.')
  await queries.getByRole('button', { name: 'Answer' }).click()
  await expect(office.getByRole('alert')).toHaveText('Your answer has been sent to the company.')
  await driver.reload()
  await expect(line).toContainText('It is among the corrections now.')

  // All of it is saved and mailed, once.
  await office.goto(run)
  await button(office, /^Save and send \d+ documents/).click()
  const log = office.getByRole('region', { name: 'Done' })
  // Some three hundred documents are drawn, saved and emailed.
  await expect(log.getByRole('listitem').filter({ hasText: 'Saved and sent' })).toBeVisible({ timeout: 600_000 })
  await expect(heading(office, `${month.name} is billed`)).toBeVisible()
  const [sent] = await inProduct(
    `select count(*)::int as emails, count(distinct sheet_id)::int as sheets from billing.delivery m
     join billing.document d on d.id = m.document_id where d.start_day = $1`,
    [month.first],
  )
  expect(sent?.['emails']).toBe(sent?.['sheets'])
  // The mailbox shows the newest of the hundreds of these.
  const mailed = () =>
    inProduct(
      `select m.sent_at is not null as is_sent, a.name from notifications.message m join notifications.attachment a on a.mail_id = m.id
       where m.subject_id::text = $1 and m.recipient = $2`,
      [id, owner.email],
    )
  await expect
    .poll(mailed, { timeout: 90_000 })
    .toEqual([{ is_sent: true, name: expect.stringMatching(/^statement-stm-\d{4}-\d\d-\d{5}\.pdf$/) }])
  await driver.reload()
  await expect(heading(driver, /^Statement STM-/)).toBeVisible()
  await expect(line).toContainText('It is among the corrections now.')

  // Everything in one file, and the same as a table.
  await office.goto('/admin/statements?status=saved')
  const pages = await pagesOf(await downloaded(office, link(office, 'Download all')))
  for (const { plate: each } of statements) expect(pages.some((text) => text.includes(String(each)))).toBe(true)
  const own = pages.filter((text) => text.includes(plate)).join('\n')
  expect(own).toContain('Piano, agreed with the customer')
  expect(own).toContain('£20.00')
  const rows = rowsOfCsv((await downloaded(office, link(office, 'CSV'))).toString('utf8'))
  expect(rows).toHaveLength(statements.length)
  const row = rows.find((found) => found['Id'] === id)
  expect(formatPence(Math.round(Number(row?.['Balance (GBP)']) * 100))).toBe(formatPence(Number(one['balance']) + 2000))
  await office.goto('/admin/invoices')
  const invoices = await pagesOf(await downloaded(office, link(office, 'Download all')))
  expect(invoices.every((text) => /INV-\d{4}\/\d\d-\d{5}/.test(text))).toBe(true)

  // Somebody is blocked.
  const { email } = await signInNewCustomer(await windowOf(browser, product, phone), 'Zoltan')
  await office.goto(`/admin/people?find=${encodeURIComponent(email)}`)
  await office.getByRole('table', { name: 'People' }).getByRole('link').click()
  await office.getByText('Block Zoltan').first().click()
  await office.getByRole('textbox', { name: 'Why' }).fill('Three companies waited in vain.')
  await office.getByRole('button', { name: 'Block Zoltan', exact: true }).click()
  await expect(office.getByRole('alert')).toContainText('Blocked. They are logged out everywhere')

  // A charge is raised from next month.
  await office.goto('/admin/settings')
  await link(office, /^Change Bradford Clean Air Zone, Diesel/).click()
  await office.getByRole('textbox', { name: 'A day' }).fill('10.50')
  await office.getByLabel('Where it is published').fill('bradford.gov.uk, 4 November')
  const firstDay = await office.getByRole('textbox', { name: 'From' }).inputValue()
  await button(office, 'Show what changes').click()
  await expect(office.getByText(`£9.00 becomes £10.50 on ${firstDay}`)).toBeVisible()
  await button(office, `Start £10.50 on ${firstDay}`).click()
  await expect(office.getByText(`changes ${firstDay}`)).toBeVisible()
  const changes = rowsOfCsv((await downloaded(office, link(office, 'CSV'))).toString('utf8'))
  expect(changes[0]).toMatchObject({ What: 'changed', After: '£10.50', Reason: 'bradford.gov.uk, 4 November' })

  // The same period again.
  await chooseMonth(office, month.name)
  await expect(office.getByRole('heading', { name: `${month.name} has a billing run already` })).toBeVisible()
  await expectUsable(office, 'a month that is billed')
  await office.goto(`/admin/statements/new?find=${encodeURIComponent(plate)}`)
  // The form offers the days that still have something to bill.
  await office.getByRole('navigation', { name: 'Periods' }).getByRole('link', { name: 'Last month' }).click()
  await expect(office.getByText('Not counted, because saved already:')).toBeVisible()
  await button(office, /make the draft/).click()
  await expect(office.getByRole('heading', { name: /^Statement STM-.* already covers these dates$/ })).toBeVisible()
  await link(office, /^Open STM-/).click()
  await expect(office).toHaveURL(new RegExp(`/admin/statements/${id}$`))
})
