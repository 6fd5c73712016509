// A booking's whole life in windows side by side: nobody reloads a page, and each side sees what the other does.
import { expect, type Page } from '@playwright/test'
import { addMinutes, toInstant } from '#shared/local-time.ts'
import { act, openDialog } from '#test/support/browser/cab.ts'
import { aMove, nextSaturday, point, putMove } from '#test/support/browser/moves.ts'
import { clockTo, phone, test, windowOf } from '#test/support/browser/own-product.ts'
import { jobIn, openAsOwner, openLive, unitQuoted } from '#test/support/browser/owners.ts'
import { mailsTo, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { book, heading, offers, offersDrawn, pence, totalOfReceipt } from '#test/support/browser/steps.ts'
import { jpeg } from '#test/support/pictures.ts'

/** From here on this page is not loaded again: what it shows, it has shown by itself. */
async function holdOpen(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { isHeldOpen: true }))
  return async () => expect(await page.evaluate(() => 'isHeldOpen' in window), 'the page was loaded again').toBe(true)
}

interface Offer {
  company: string
  takesBoth: boolean
  reviews: number
}

/** What stands on the cards of the companies, best first. */
async function readOffers(page: Page): Promise<Offer[]> {
  await page.goto('/pick-a-driver')
  await offersDrawn(page)
  return await Promise.all(
    (await offers(page).all()).map(async (card) => ({
      company: (await card.getByRole('heading').textContent()) ?? '',
      takesBoth: ((await card.textContent()) ?? '').includes('Card or cash'),
      reviews: Number(/out of 5, (\d+) reviews?/.exec((await card.textContent()) ?? '')?.[1] ?? 0),
    })),
  )
}

const sign = (page: Page, title: RegExp | string) => page.getByRole('heading', { level: 2, name: title })

test('booked, rejected, taken by another, done, changed, confirmed and reviewed, without anybody reloading', async ({
  browser,
  product,
}) => {
  test.setTimeout(240_000)
  const day = nextSaturday(1)
  const customer = await windowOf(browser, product, phone)
  const { email } = await signInNewCustomer(customer)
  const pickUp = point('E17 4QH', {
    stairs: 2,
    flatAndHouse: 'Flat 3, 12',
    contactName: 'Priya Nair',
    contactNumber: '+447700900123',
  })
  const move = aMove({ date: day, routePoints: [pickUp, point('BN1 4QL')] })
  await putMove(customer, move)
  const [asked, ...others] = await readOffers(customer)
  // However it is paid.
  const taker = others.find(({ takesBoth }) => takesBoth)
  if (!asked || !taker) throw new Error('Fewer than two companies are offered for the usual move')

  // Both drivers' lists are open before anything is booked.
  const first = await windowOf(browser, product)
  await openAsOwner(first, await unitQuoted(asked.company, day, product.dataDir), 'new-bookings', product.dataDir)
  const second = await windowOf(browser, product)
  const unit = await unitQuoted(taker.company, day, product.dataDir)
  const owner = await openAsOwner(second, unit, 'hot-jobs', product.dataDir)
  const [firstIsHeld, secondIsHeld] = [await holdOpen(first), await holdOpen(second)]
  await expect(jobIn(first, day)).toHaveCount(0)
  await expect(jobIn(second, day)).toHaveCount(0)

  await offers(customer)
    .first()
    .getByRole('button', { name: /^Choose/ })
    .click()
  await expect(heading(customer, 'Check it, then book it')).toBeVisible()
  const total = await totalOfReceipt(customer.getByRole('main'))
  await book(customer)
  await expect(heading(customer, /^Requested for Sat/)).toBeVisible()
  const customerIsHeld = await holdOpen(customer)
  const place = new URL(customer.url()).pathname

  const job = jobIn(first, day)
  await expect(job.getByText(/^Answer by/)).toBeVisible()
  await job.getByRole('link', { name: /^Reject/ }).click()
  const question = first.getByRole('dialog', { name: 'Reject this booking?' })
  await question.getByRole('radio', { name: 'The van has broken down' }).check()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(job).toHaveCount(0)
  await expect(heading(customer, 'Finding you another driver')).toBeVisible()
  await expect(customer.getByText(`${asked.company} can’t do it`).first()).toBeVisible()

  const hot = jobIn(second, day)
  await expect(hot).toBeVisible()
  expect(pence((await hot.locator('.job__pay').textContent()) ?? '')).toBe(total)
  await hot.getByRole('link', { name: /^Take this job/ }).click()
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /^Yes, take it/ })
    .click()
  await expect(second.getByText('It’s yours')).toBeVisible()
  await expect(heading(customer, /^Confirmed for Sat/)).toBeVisible()
  await expect(customer.getByText(taker.company).first()).toBeVisible()
  await firstIsHeld()
  await secondIsHeld()
  await customerIsHeld()

  // The day before, the driver is asked once more.
  const start = toInstant(day, 9 * 60)
  await clockTo(customer, addMinutes(start, -23 * 60))
  await signIn(second, owner)
  await openLive(second, `/my-bookings/confirmed-bookings?unit=${unit}`)
  await jobIn(second, day)
    .getByRole('button', { name: /^Yes, it’s going ahead/ })
    .click()
  await expect(second.getByText('Job reconfirmed')).toBeVisible()

  await clockTo(customer, addMinutes(start, -10))
  const sheet = (await jobIn(second, day).getByRole('link', { name: 'Job sheet' }).getAttribute('href')) ?? ''
  const id = /\/job-sheet\/([\w-]+)/.exec(sheet)?.[1] ?? ''
  const cab = await windowOf(browser, product, phone)
  await cab.clock.install()
  await signIn(cab, owner)
  await openLive(cab, `/my-day/${id}?unit=${unit}`)
  await openLive(customer, place)
  await customer.getByRole('link', { name: 'Follow the day' }).click()
  await expect(sign(customer, `${taker.company} comes at 09:00`)).toBeVisible()
  const [cabIsHeld, dayIsHeld] = [await holdOpen(cab), await holdOpen(customer)]
  await goThroughDay({ cab, customer, company: taker.company, total, start })
  await cabIsHeld()
  await dayIsHeld()

  // The review is asked for by mail, and counts from the next quote on.
  await clockTo(customer, addMinutes(start, 30 * 60))
  await expect.poll(() => reviewLinkTo(customer, email)).not.toBe('')
  const reviewer = await windowOf(browser, product, phone)
  await reviewer.goto(await reviewLinkTo(customer, email))
  await expect(heading(reviewer, `How did ${taker.company} do?`)).toBeVisible()
  for (const [mark, stars] of [
    ['Were they on time?', 5],
    ['Did they take care of your things?', 4],
    ['Was it worth the price?', 5],
  ] as const)
    await reviewer
      .getByRole('group', { name: mark })
      .locator('label')
      .nth(stars - 1)
      .click()
  await reviewer.getByLabel(/What should the next customer know/).fill('They carried the shed too.')
  await reviewer.getByRole('button', { name: 'Post review' }).click()
  await expect(heading(reviewer, 'Thank you, it’s posted')).toBeVisible()
  const next = await windowOf(browser, product)
  await putMove(next, { ...move, date: nextSaturday(3) })
  const again = await readOffers(next)
  expect(again).toContainEqual({ ...taker, reviews: taker.reviews + 1 })
  for (const page of [customer, first, second, cab, reviewer, next]) await page.context().close()
})

async function reviewLinkTo(page: Page, email: string): Promise<string> {
  const texts = (await mailsTo(page, email)).map(({ text }) => text)
  return texts.map((text) => /\/company-review\/[\w-]+/.exec(text)?.[0]).find(Boolean) ?? ''
}

interface DayWindows {
  cab: Page
  customer: Page
  company: string
  /** In pence. */
  total: number
}

async function goThroughDay({ cab, customer, company, total, start }: DayWindows & { start: Date }): Promise<void> {
  await act(cab, 'Slide to set off')
  await expect(sign(customer, `${company} is on the way`)).toBeVisible()
  await act(cab, 'Slide to start')
  await expect(cab.getByText('Running', { exact: true })).toBeVisible()
  await expect(sign(customer, /^Loading in/)).toBeVisible()

  const [chooser] = await Promise.all([
    cab.waitForEvent('filechooser'),
    cab.getByRole('button', { name: 'Before the move' }).click(),
  ])
  await chooser.setFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(customer.getByRole('img', { name: /^Before, / })).toBeVisible()

  await cab.getByRole('button', { name: 'Pause' }).click()
  await cab.getByRole('dialog').getByRole('radio', { name: 'Access: bay, gate or lift' }).check()
  await act(cab, 'Slide to pause', cab.getByRole('dialog'))
  await expect(sign(customer, 'Waiting to get in')).toBeVisible()
  await act(cab, 'Slide to resume')
  await expect(sign(customer, /^Loading in/)).toBeVisible()

  await changeWithConsent({ cab, customer, company, total })
  for (const tick of await cab.getByRole('checkbox').all()) await tick.check()
  await expect(sign(customer, /^All loaded, on to Brighton/)).toBeVisible()

  // A review counts by itself only of a job that took a part of its time.
  await clockTo(customer, addMinutes(start, 150))
  await cab.clock.fastForward(160 * 60_000)
  await openDialog(cab, 'Finish')
  await act(cab, 'Slide to finish', cab.getByRole('dialog'))
  await expect(cab.getByRole('heading', { name: /^Finished \d\d:\d\d$/ })).toBeVisible()
  await expect(sign(customer, 'Are these hours right?')).toBeVisible()
  const pay = customer.getByRole('button', { name: /^Confirm, £/ })
  // The agreed line and nothing else: less was worked than was booked.
  expect(pence(await pay.innerText())).toBe(total + 2500)
  await pay.click()
  await expect(sign(customer, /^All done\. £/)).toBeVisible()
  expect(pence(await sign(customer, /^All done\. £/).innerText())).toBe(total + 2500)
  await expect(cab.getByText('The hours are confirmed')).toBeVisible()
}

/** The driver asks for more; the price moves once the customer has agreed, and not before. */
async function changeWithConsent({ cab, customer, company, total }: DayWindows): Promise<void> {
  const booked = customer.getByRole('region', { name: 'Price' }).getByRole('definition').first()
  await cab.getByText('More than booked? Ask Priya').click()
  await cab.getByLabel('In words').fill('The shed too: two bicycles and a mower')
  await cab.getByLabel('What it costs').fill('25')
  await cab.getByRole('button', { name: 'Ask for £25.00' }).click()
  await expect(cab.getByRole('heading', { name: 'You asked to add an item' })).toBeVisible()
  await expect(customer.getByRole('heading', { name: `${company} asks to add an item` })).toBeVisible()
  await expect(customer.getByText('The shed too: two bicycles and a mower').first()).toBeVisible()
  expect(pence((await booked.textContent()) ?? '')).toBe(total)
  await customer.getByRole('button', { name: 'Agree to £25.00' }).click()
  await expect(cab.getByText(/^Agreed, /)).toBeVisible()
  await expect.poll(async () => pence((await booked.textContent()) ?? '')).toBe(total + 2500)
}
