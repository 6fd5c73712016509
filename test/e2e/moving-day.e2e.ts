// A moving day as both sides see it, in two windows side by side, and its record afterwards.
import { readFileSync } from 'node:fs'
import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { act, openDialog } from '#test/support/browser/cab.ts'
import { jobOfToday, linkOf } from '#test/support/browser/moving-days.ts'
import type { Job } from '#test/support/browser/world.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'
import { jpeg } from '#test/support/pictures.ts'

const phone = { width: 360, height: 780 }
const desk = { width: 1280, height: 800 }

async function driverOf(browser: Browser, job: Job, path = `/my-day/${job.id}?unit=${job.unitId}`): Promise<Page> {
  const context = await browser.newContext({
    viewport: phone,
    geolocation: { latitude: 51.7, longitude: -0.2 },
    permissions: ['geolocation'],
  })
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page, job.driver)
  await page.goto(path)
  return page
}

async function customerOf(browser: Browser, job: Job): Promise<Page> {
  const page = await (await browser.newContext({ viewport: desk })).newPage()
  await signIn(page, job)
  const live = page.waitForResponse((response) => response.url().endsWith('/api/booking/live/'))
  await page.goto(`${await linkOf(page, job)}/day`)
  await live
  return page
}

const sign = (page: Page, title: RegExp | string) => page.getByRole('heading', { level: 2, name: title })

test('driver and customer go through the day side by side, and its record holds', async ({ browser }) => {
  const job = await jobOfToday()
  const driver = await driverOf(browser, job, `/my-day?unit=${job.unitId}`)
  await expectUsable(driver, 'the driver’s list of the day')
  const customer = await customerOf(browser, job)
  await expect(sign(customer, / comes at \d\d:\d\d$/)).toBeVisible()
  await driver.goto(`/my-day/${job.id}?unit=${job.unitId}`)

  await expect(driver.getByRole('region', { name: 'Next job' })).toContainText(
    /(Leave by\d\d:\d\d|Due at \d\d:\d\d).* to the pick-up from /,
  )
  await driver.getByRole('button', { name: 'Late' }).click()
  await expectUsable(driver, 'how late')
  await driver.getByRole('dialog').getByRole('button', { name: /^Tell/ }).click()
  await expect(sign(customer, /^About 2\d min late$/)).toBeVisible()

  // Nobody is asked where the van is unless its driver has agreed.
  const position = driver.waitForRequest('**/position/')
  await driver.getByRole('checkbox', { name: /see where I am until I arrive$/ }).check()
  await act(driver, 'Slide to set off')
  expect((await position).postDataJSON()).toMatchObject({ lat: 51.7, lng: -0.2 })
  await expect(sign(customer, /^About \d+ minutes away$/)).toBeVisible()
  await expectUsable(customer, 'a van on the way')

  await act(driver, 'Slide to start')
  await expect(driver.getByText('Running', { exact: true })).toBeVisible()
  await expect(sign(customer, /^Loading in/)).toBeVisible()
  await driver.getByRole('checkbox').first().check()
  const [chooser] = await Promise.all([
    driver.waitForEvent('filechooser'),
    driver.getByRole('button', { name: 'Before the move' }).click(),
  ])
  await chooser.setFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(driver.getByRole('img', { name: /^Before, / })).toBeVisible()
  await expect(customer.getByRole('img', { name: /^Before, / })).toBeVisible()

  await openDialog(driver, 'Pause')
  await act(driver, 'Slide to pause', driver.getByRole('dialog'))
  await expect(sign(customer, 'Waiting for the keys')).toBeVisible()
  // Both read the same free minutes, and what comes then.
  const freeMinutes = /0 min waited today(?:\d+ h ?)?(?:\d+ min ?)?freethen £\d+\.\d\d per half hour/
  await expect(driver.getByRole('region', { name: 'Keys not released' })).toContainText(freeMinutes)
  await expect(customer.getByRole('region', { name: 'Job clock' })).toContainText(freeMinutes)
  await expectUsable(customer, 'a day that waits')
  await expectUsable(driver, 'a paused clock')
  await act(driver, 'Keys here, resume')
  await expect(sign(customer, /^Loading in/)).toBeVisible()

  await act(driver, /^Slide when at B/)
  await expect(driver.getByRole('region', { name: 'Job clock' })).toContainText(/, here since \d\d:\d\d/)
  await expect(sign(customer, /^Unloading in/)).toBeVisible()
  await expect(customer.getByRole('region', { name: 'Job clock' })).toContainText(
    new RegExp(`Arrived in .+, ${job.driver.firstName}`),
  )
  await expectUsable(driver, 'at the last stop')

  await openDialog(driver, 'Finish')
  await act(driver, 'Slide to finish', driver.getByRole('dialog'))
  await expect(driver.getByRole('heading', { name: /^Finished \d\d:\d\d$/ })).toBeVisible()
  await expectUsable(driver, 'a finished job')
  await expect(sign(customer, 'Are these hours right?')).toBeVisible()
  await expectUsable(customer, 'hours to confirm')
  // The question has its lines, and the figure at their end is the one that is confirmed.
  const hours = customer.getByRole('region', { name: 'Are these hours right?' })
  const names = await hours.getByRole('term').allTextContents()
  expect(names).toEqual(
    expect.arrayContaining(['Started', 'Finished', 'Worked', 'You booked', 'Booked price', 'You pay']),
  )
  const toPay = (await hours.getByRole('definition').last().textContent()) ?? ''
  await customer.getByRole('button', { name: `Confirm, ${toPay}` }).click()
  await expect(sign(customer, `All done. ${toPay}`)).toBeVisible()
  await expect(driver.getByText('The hours are confirmed')).toBeVisible()
  // One figure is left: no ceiling stands beside it any more.
  await expect(customer.getByRole('region', { name: 'Price' })).toContainText(
    new RegExp(`In the end, .*${toPay.replace('.', '\\.')}`),
  )
  await expect(customer.getByText('You won’t pay more than')).toHaveCount(0)

  const [file] = await Promise.all([
    customer.waitForEvent('download'),
    customer.getByRole('button', { name: 'Record of the day' }).click(),
  ])
  await expectRecordToHold(browser, readFileSync(await file.path()))
  await driver.context().close()
  await customer.context().close()
})

async function expectRecordToHold(browser: Browser, record: Buffer): Promise<void> {
  const page = await (await browser.newContext({ viewport: phone })).newPage()
  await page.goto('/verify-record')
  const choose = async (buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose the record' }).click(),
    ])
    await chooser.setFiles({ name: 'day-record.json', mimeType: 'application/json', buffer })
  }
  await choose(record)
  await expect(page.getByText('This record is valid')).toBeVisible()
  await expectUsable(page, 'a valid record')
  const text = record.toString('utf8')
  const started = text.indexOf('"started"') + 2
  const flipped = Buffer.from(record)
  flipped[Buffer.byteLength(text.slice(0, started))] = (flipped[Buffer.byteLength(text.slice(0, started))] ?? 0) ^ 1
  await choose(flipped)
  // "Late" and "on the way" were the first two.
  await expect(page.getByText('Entry 3 isn’t as we signed it')).toBeVisible()
  await expectUsable(page, 'a record that was changed')
  await choose(Buffer.from('nothing of ours'))
  await expect(page.getByText('This isn’t a Vanfare record')).toBeVisible()
  await page.context().close()
}

test('by the link alone one sees clock and events, and can say that they are here', async ({ browser }) => {
  const job = await jobOfToday()
  const page = await (await browser.newContext({ viewport: phone })).newPage()
  await page.goto(`${await linkOf(page, job)}/day`)
  await expect(sign(page, / comes at \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'They’re here' }).click()
  await expect(sign(page, /^Loading in/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'They’re here' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Record of the day' })).toHaveCount(0)
  await expectUsable(page, 'the day by its link')
  const driver = await driverOf(browser, job)
  await expect(driver.getByText('Running', { exact: true })).toBeVisible()
  await driver.context().close()
  await page.context().close()
})

test('what was paid in cash is said by the driver, questioned by the customer, and waits for the office', async ({
  browser,
}) => {
  const job = await jobOfToday({ paidInCash: true })
  const driver = await driverOf(browser, job)
  const customer = await customerOf(browser, job)
  await driver.getByRole('button', { name: 'Start', exact: true }).click()
  await act(driver, 'Slide to start', driver.getByRole('dialog'))
  await openDialog(driver, /^Finish/)
  await act(driver, 'Slide to finish', driver.getByRole('dialog'))
  await expect(driver.getByRole('heading', { name: 'Cash to collect' })).toBeVisible()
  await expect(driver.getByRole('button', { name: /^I’ve got £/ })).toBeVisible()
  await expectUsable(driver, 'cash to take')

  await driver.getByRole('button', { name: /^Less than £/ }).click()
  const dialog = driver.getByRole('dialog', { name: /^Less than £/ })
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await expect(dialog.getByText('Enter why it’s less.')).toBeVisible()
  await expectUsable(driver, 'less cash, with what is missing')
  await dialog.getByLabel('What you were given').fill('10.50')
  await dialog.getByLabel('Why').fill('He had no more on him')
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await expect(driver.getByRole('region', { name: 'Paid in cash' })).toContainText(
    /£10\.50 of £.*He had no more on him/,
  )

  const said = customer.getByRole('region', { name: /^You paid £10\.50 of £.* in cash$/ })
  await expect(said).toContainText('He had no more on him')
  await expectUsable(customer, 'cash that was less')
  await said.getByRole('button', { name: 'That isn’t right' }).click()
  await expect(said).toContainText('our office will ask you both')
  await expect(driver.getByRole('region', { name: 'Paid in cash' })).toContainText('has disputed this')
  await expect(driver.getByRole('button', { name: 'Not paid' })).toHaveCount(0)

  // The job stands in the day with what it came to.
  await driver.goto(`/my-day?unit=${job.unitId}`)
  await expect(driver.getByRole('article').filter({ hasText: '£10.50 in cash taken' })).toBeVisible()
  await driver.context().close()
  await customer.context().close()
})
