// A clock set forward walks a booking through its whole life: after each step, what its customer, its drivers and the office see, and were sent.
import { expect, type Browser, type Page } from '@playwright/test'
import { referenceOf } from '#modules/bookings/rules.ts'
import { addDays, addMinutes, toInstant } from '#shared/local-time.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { aMove, nextSaturday, point, putMove } from '#test/support/browser/moves.ts'
import { jobIn, openAsOwner, openLive, unitQuoted, type Owner } from '#test/support/browser/owners.ts'
import { clockTo, nowOf, phone, test, windowOf } from '#test/support/browser/own-product.ts'
import { demonstrationPeople, mailsTo, newPassword, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { book, heading, offers } from '#test/support/browser/steps.ts'
import type { Product } from '#test/support/product.ts'

const day = nextSaturday(1)
const start = toInstant(day, 9 * 60)

interface Driver {
  page: Page
  company: string
  unitId: string
  owner: Owner
}

interface Walk {
  customer: Page
  email: string
  id: string
  /** The address of the booking's page. */
  place: string
  /** Who was asked. */
  first: Driver
  /** Who was offered the same move at another price. */
  second: Driver
  /** That these, and nobody else of the three, were mailed about the booking since this was last asked. */
  expectTold: (...news: string[]) => Promise<void>
}

/** Booked for a Saturday at nine, with the lists of two drivers open. */
async function booked({ browser, product }: { browser: Browser; product: Product }): Promise<Walk> {
  const customer = await windowOf(browser, product, phone)
  const { email } = await signInNewCustomer(customer)
  const pickUp = point('E17 4QH', { stairs: 2, contactName: 'Priya', contactNumber: '+447700900123' })
  await putMove(customer, aMove({ date: day, routePoints: [pickUp, point('BN1 4QL')] }))
  await customer.goto('/pick-a-driver')
  await expect(heading(customer, /\d+ drivers? for/)).toBeVisible()
  // Paid by card, so that whoever takes it in place of the first takes cards, too.
  const takers = offers(customer).filter({ hasText: 'Card or cash' }).getByRole('heading')
  await expect(takers.nth(1)).toBeVisible()
  const [one = '', other = ''] = await takers.allTextContents()
  const driverOf = async (company: string, tab: string): Promise<Driver> => {
    const page = await windowOf(browser, product)
    const unitId = await unitQuoted(company, day, product.dataDir)
    return { page, company, unitId, owner: await openAsOwner(page, unitId, tab, product.dataDir) }
  }
  const [first, second] = [await driverOf(one, 'new-bookings'), await driverOf(other, 'hot-jobs')]
  await offers(customer)
    .filter({ has: customer.getByRole('heading', { name: one, exact: true }) })
    .getByRole('button', { name: /^Choose/ })
    .click()
  await expect(heading(customer, 'Check it, then book it')).toBeVisible()
  await book(customer)
  await expect(heading(customer, /^Requested for Sat/)).toBeVisible()
  const [row] = await inDatabase(
    `select b.id from bookings.booking b join identity.user u on u.id = b.customer_id where u.email = $1`,
    [email],
    product.dataDir,
  )
  const id = String(row?.['id'])
  const names = new Map([
    [email, 'customer'],
    [first.owner.email, 'first'],
    [second.owner.email, 'second'],
  ])
  const place = new URL(customer.url()).pathname
  return { customer, email, id, place, first, second, expectTold: listener(product, id, names) }
}

function listener({ dataDir }: Product, bookingId: string, names: ReadonlyMap<string, string>): Walk['expectTold'] {
  const heard = new Set<string>()
  const read = async () =>
    (
      await inDatabase(
        `select id, recipient, kind from notifications.message
         where subject_id = $1 and recipient = any ($2) and sent_at is not null order by id`,
        [bookingId, [...names.keys()]],
        dataDir,
      )
    )
      .map(({ id, recipient, kind }) => ({ id: String(id), text: `${names.get(String(recipient))}: ${String(kind)}` }))
      .filter(({ id }) => !heard.has(id))
  return async (...news) => {
    const fresh = async () => (await read()).map(({ text }) => text).toSorted()
    await expect.poll(fresh, { message: 'what was emailed' }).toEqual(news.toSorted())
    for (const { id } of await read()) heard.add(id)
  }
}

/** Opens a list of the driver's anew: an hour of the clock is longer than a login is believed. */
const openList = ({ page, unitId }: Driver, tab: string) => openLive(page, `/my-bookings/${tab}?unit=${unitId}`)

/** Opens the office's question about a booking, signed in anew because the clock has moved; false if none waits. */
async function openQuestion(office: Page, { url }: Product, bookingId: string): Promise<boolean> {
  await signIn(office, demonstrationPeople.admin)
  let place: string | null = '/admin/day-questions'
  const about = office
    .getByRole('navigation', { name: 'Questions' })
    .getByRole('link')
    .filter({ hasText: referenceOf(bookingId) })
  while (place) {
    await office.goto(new URL(place, url).href)
    await expect(heading(office, 'Moving days')).toBeVisible()
    if ((await about.count()) === 1) {
      await about.click()
      await expect(about).toHaveAttribute('aria-current', 'page')
      return true
    }
    const next = office.locator('a[rel="next"]')
    place = (await next.count()) === 1 ? await next.getAttribute('href') : null
  }
  return false
}

const endOf = async (id: string, { dataDir }: Product): Promise<Date> => {
  const [row] = await inDatabase(`select end_at from bookings.booking where id = $1`, [id], dataDir)
  return new Date(String(row?.['end_at']))
}

test('not answered, taken by another, asked again, reminded, late, never started, decided and reviewed', async ({
  browser,
  product,
}) => {
  test.setTimeout(300_000)
  const walk = await booked({ browser, product })
  const { customer, id, place, first, second, expectTold } = walk
  await expectTold('customer: booking_received', 'first: new_job')
  await expect(jobIn(first.page, day).getByText(/^Answer by/)).toBeVisible()

  // Twelve hours without an answer: everybody else is asked, and all three pages show it by themselves.
  await clockTo(customer, addMinutes(await nowOf(customer), 12 * 60))
  await expect(heading(customer, 'Finding you another driver')).toBeVisible()
  await expect(customer.getByText(`${first.company} didn’t answer in time`).first()).toBeVisible()
  await expect(jobIn(first.page, day)).toHaveCount(0)
  await expect(jobIn(second.page, day)).toBeVisible()
  await expectTold('customer: booking_hot', 'second: hot_job')
  await openList(first, 'past-bookings')
  await expect(pastJob(first.page)).toContainText('Not taken by a driver')

  await openList(second, 'hot-jobs')
  await jobIn(second.page, day)
    .getByRole('link', { name: /^Take this job/ })
    .click()
  await second.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Yes, take it/ })
    .click()
  await expect(second.page.getByText('It’s yours')).toBeVisible()
  await expect(heading(customer, /^Confirmed for Sat/)).toBeVisible()
  await expectTold('customer: booking_confirmed')

  await clockTo(customer, addMinutes(start, -24 * 60))
  await expectTold('second: job_reconfirm')
  await expect(customer.getByText(`${second.company} reconfirms your booking`)).toBeVisible()
  await openList(second, 'confirmed-bookings')
  await expect(jobIn(second.page, day).getByText('Is it still going ahead?')).toBeVisible()
  await jobIn(second.page, day)
    .getByRole('button', { name: /^Yes, it’s going ahead/ })
    .click()
  await expect(second.page.getByText('Job reconfirmed')).toBeVisible()
  await expect(customer.getByText(`${second.company} reconfirmed`)).toBeVisible()

  await clockTo(customer, toInstant(addDays(day, -1), 18 * 60))
  await expectTold('customer: day_evening_before', 'second: job_evening_before')
  for (const who of [walk.email, second.owner.email])
    expect((await mailsTo(customer, who)).map(({ text }) => text).join()).toContain('Tomorrow at 09:00')

  await clockTo(customer, start)
  await openLive(customer, `${place}/day`)
  await expect(sign(customer, `${second.company} comes at 09:00`)).toBeVisible()
  await second.page.goto(`/my-day?unit=${second.unitId}`)
  const onMyDay = second.page.getByRole('article').filter({ has: second.page.locator(`a[href*="${id}"]`) })
  await expect(onMyDay).toBeVisible()

  await clockTo(customer, addMinutes(start, 15))
  await expectTold('customer: day_not_here_yet', 'second: job_where_are_you')
  await openLive(customer, place)
  await expect(
    customer.getByText('It was due to start at 09:00, but your driver hasn’t started the clock yet.'),
  ).toBeVisible()
  await openLive(customer, `${place}/day`)
  const free = customer.getByRole('region', { name: `${second.company} is more than 30 minutes late` })
  await expect(free).toHaveCount(0)

  await clockTo(customer, addMinutes(start, 30))
  await expect(free.getByRole('link', { name: 'Cancel for free' })).toBeVisible()
  await expectTold('customer: day_may_cancel_free')
  const office = await windowOf(browser, product)
  expect(await openQuestion(office, product, id)).toBe(false)

  // Nothing starts or finishes by itself: a day after its end both are asked, and the office has the question.
  const end = await endOf(id, product)
  await clockTo(customer, addMinutes(end, 24 * 60))
  await expectTold('customer: day_was_it_done', 'second: job_was_it_done')
  await openLive(customer, place)
  await expect(heading(customer, /^Confirmed for Sat/)).toBeVisible()
  await openList(second, 'confirmed-bookings')
  await expect(jobIn(second.page, day)).toBeVisible()
  expect(await openQuestion(office, product, id)).toBe(true)
  await expect(office.getByRole('heading', { name: /^Never started: Walthamstow to Brighton$/ })).toBeVisible()
  await office.getByRole('link', { name: 'It was done', exact: true }).click()
  await office.getByLabel('at', { exact: true }).first().fill('09:40')
  await office.getByLabel('Why').fill('Both say so.')
  await office.getByRole('button', { name: 'Settle it as done' }).click()
  await expect(office.getByRole('alert')).toHaveText('Settled as done. Both sides have been notified.')
  expect(await openQuestion(office, product, id)).toBe(false)

  await expect(heading(customer, 'Your move is done')).toBeVisible()
  await expect(jobIn(second.page, day)).toHaveCount(0)
  await openList(second, 'past-bookings')
  await expect(pastJob(second.page)).toContainText('Completed')
  await expectTold('customer: day_hours_confirmed', 'second: job_hours_confirmed')

  const settledAt = await nowOf(customer)
  await clockTo(customer, addMinutes(settledAt, 24 * 60))
  await expectTold('customer: review_request')
  await clockTo(customer, addMinutes(settledAt, 5 * 24 * 60))
  await expectTold('customer: review_reminder')
  const texts = (await mailsTo(customer, walk.email)).map(({ text }) => text)
  const link = texts.map((text) => /\/company-review\/[\w-]+/.exec(text)?.[0]).find(Boolean)
  await customer.goto(link ?? '')
  await expect(heading(customer, `How did ${second.company} do?`)).toBeVisible()
  await clockTo(customer, addMinutes(settledAt, 20 * 24 * 60))
  await expectTold()
})

test('confirmed, not confirmed again, offered to all, taken by nobody and expired', async ({ browser, product }) => {
  test.setTimeout(240_000)
  const { customer, email, first, second, expectTold, place } = await booked({ browser, product })
  await expectTold('customer: booking_received', 'first: new_job')
  await jobIn(first.page, day)
    .getByRole('button', { name: /^Confirm booking/ })
    .click()
  await expect(heading(customer, /^Confirmed for Sat/)).toBeVisible()
  await expectTold('customer: booking_confirmed')

  await clockTo(customer, addMinutes(start, -24 * 60))
  await expectTold('first: job_reconfirm')
  await expect(customer.getByText(`${first.company} reconfirms your booking`)).toBeVisible()

  await clockTo(customer, toInstant(addDays(day, -1), 18 * 60))
  await expectTold('customer: day_evening_before', 'first: job_evening_before')

  await clockTo(customer, addMinutes(start, -12 * 60))
  await expect(heading(customer, 'Finding you another driver')).toBeVisible()
  await expect(customer.getByText(`${first.company} didn’t answer when we asked again`).first()).toBeVisible()
  await expect(jobIn(second.page, day)).toBeVisible()
  await expectTold('customer: booking_not_reconfirmed', 'second: hot_job')
  await openList(first, 'confirmed-bookings')
  await expect(jobIn(first.page, day)).toHaveCount(0)

  await clockTo(customer, addMinutes(start, -60))
  await expect(heading(customer, 'No driver took this booking')).toBeVisible()
  await expect(jobIn(second.page, day)).toHaveCount(0)
  await expect(second.page.getByRole('article', { name: /^Gone: Walthamstow/ })).toContainText('Time is up')
  await expectTold('customer: booking_no_one_took')
  await signIn(customer, { email, password: newPassword })
  await customer.goto('/my-bookings/past-bookings')
  await expect(customer.getByRole('listitem').filter({ has: customer.locator(`a[href^="${place}"]`) })).toContainText(
    'No one took',
  )

  // A day later nobody is reminded, late or asked.
  await clockTo(customer, addMinutes(start, 48 * 60))
  await expectTold()
})

const sign = (page: Page, title: RegExp | string) => page.getByRole('heading', { level: 2, name: title })
const pastJob = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Walthamstow to Brighton' }).first()
