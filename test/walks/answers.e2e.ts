import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { formatDay } from '#shared/local-time.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { aMove, point, putMove, saturdayOf } from '#test/support/browser/moves.ts'
import { jobIn, openAsOwner, unitQuoted } from '#test/support/browser/owners.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst, heading } from '#test/support/browser/steps.ts'

const phone = { width: 360, height: 780 }
const desk = { width: 1280, height: 900 }

const windowOf = async (browser: Browser, viewport: typeof phone, more = {}): Promise<Page> =>
  (await browser.newContext({ viewport, ...more })).newPage()

/** A unit of another company that was offered the job. */
async function unitOffered(bookingId: string, but = bookingId): Promise<string> {
  const read = async () => {
    const [offer] = await inDatabase(
      `select o.unit_id from bookings.hot_offer o join fleet.working_unit u on u.id = o.unit_id
       where o.booking_id = $1 and u.company_id is distinct from (select company_id from fleet.working_unit where id = $2) order by 1 limit 1`,
      [bookingId, but],
    )
    return offer ? String(offer['unit_id']) : ''
  }
  await expect.poll(read, { timeout: 20_000 }).not.toBe('')
  return read()
}

test('a driver gives a job back, another takes it, and the customer sees both and cancels, without anybody reloading', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const day = saturdayOf('given back and taken')
  const customer = await windowOf(browser, phone)
  await signInNewCustomer(customer)
  const pickUp = point('E17 4QH', {
    stairs: 2,
    flatAndHouse: 'Flat 3, 12',
    contactName: 'Priya Nair',
    contactNumber: '+447700900123',
  })
  await putMove(customer, aMove({ date: day, routePoints: [pickUp, point('BN1 4QL')] }))
  await customer.goto('/pick-a-driver')
  await expect(heading(customer, /\d+ drivers? for/)).toBeVisible()
  const { company } = await chooseFirst(customer)

  const first = await windowOf(browser, desk)
  await openAsOwner(first, await unitQuoted(company, day), 'new-bookings')
  await expect(jobIn(first, day)).toHaveCount(0)
  await book(customer)
  await expect(heading(customer, /^Requested for Sat/)).toBeVisible()

  // The booking appears by itself: outward codes and price, no street and no name.
  const job = jobIn(first, day)
  await expect(job.getByText(/to you/)).toBeVisible()
  await expect(job.getByText(/^Answer by/)).toBeVisible()
  await job.getByText('Route, stairs and items').click()
  await expect(job.getByText('Walthamstow E17', { exact: true })).toBeVisible()
  await expect(first.getByText('Priya')).toHaveCount(0)
  await expectUsable(first, 'a new booking')
  await job.getByRole('link', { name: /^Reject/ }).click()
  const dialog = first.getByRole('dialog', { name: 'Reject this booking?' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Choose a reason.')).toBeVisible()
  await expect(dialog.getByText(/Every other driver who can do it is asked/)).toBeVisible()
  await dialog.getByRole('radio', { name: 'Personal reasons' }).check()
  await expectUsable(first, 'why a job is given back')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(first.getByText('Handed back')).toBeVisible()
  await expect(job).toHaveCount(0)
  await expect(dialog).toBeHidden()

  await expect(heading(customer, 'Finding you another driver')).toBeVisible()
  await expect(customer.getByRole('region', { name: 'What happens next' })).toContainText(`${company} can’t do it`)

  const [booked] = await inDatabase(
    `select id from bookings.booking where is_hot and status = 'new_booking' order by created_at desc limit 1`,
  )
  const second = await windowOf(browser, phone)
  const secondUnit = await unitOffered(String(booked?.['id']))
  await openAsOwner(second, secondUnit, 'hot-jobs')
  const third = await windowOf(browser, desk)
  await openAsOwner(third, await unitOffered(String(booked?.['id']), secondUnit), 'hot-jobs')
  const hot = jobIn(second, day)
  await expect(hot).toBeVisible()
  await expect(hot.getByText(/^Open until /)).toBeVisible()
  await expect(hot.getByText(/^Your .* full with this job$/)).toBeAttached()
  await expectUsable(second, 'a hot job')
  await hot.getByRole('link', { name: /^Take this job/ }).click()
  await expectUsable(second, 'what taking a job means')
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /^Yes, take it/ })
    .click()
  await expect(second.getByText('It’s yours')).toBeVisible()
  await expect(hot).toHaveCount(0)
  // Who was not first keeps seeing it, as gone, until they close it.
  const gone = third.getByRole('article', { name: `Gone: Walthamstow to Brighton, ${formatDay(day)}` })
  await expect(gone.getByText(/^It has been taken/)).toBeVisible()
  await expectUsable(third, 'a hot job that is gone')
  await gone.getByRole('button', { name: /^Close/ }).click()
  await expect(gone).toHaveCount(0)
  await second.getByRole('link', { name: 'Confirmed Bookings' }).click()
  const taken = jobIn(second, day)
  await taken.getByText('Route, stairs and items').click()
  await expect(taken.getByText(/Flat 3, 12/)).toBeVisible()
  await expect(taken.getByRole('link', { name: '07700 900123', exact: true }).first()).toBeVisible()
  await expectUsable(second, 'a confirmed job')

  await expect(heading(customer, /^Confirmed for Sat/)).toBeVisible()
  await customer.getByRole('link', { name: 'Cancel for free' }).click()
  const question = customer.getByRole('dialog', { name: 'Cancel this move?' })
  await expect(question.getByText(/^It’s free/)).toBeVisible()
  await expectUsable(customer, 'what cancelling costs')
  // Meanwhile it costs something: nothing happens before the new amount has been seen.
  await inDatabase(`update bookings.booking set start_at = pgboss.job_now() + interval '30 hours' where id = $1`, [
    booked?.['id'],
  ])
  await question.getByRole('button', { name: 'Cancel for free' }).click()
  await expect(question.getByText('The cancellation fee has changed.')).toBeVisible()
  const pay = question.getByRole('button', { name: /^Cancel and pay £/ })
  const fee = /£[\d.]+/.exec(await pay.innerText())?.[0] ?? ''
  await expectUsable(customer, 'a fee that has changed')
  await pay.click()
  await expect(heading(customer, 'This booking was cancelled')).toBeVisible()
  await expect(customer.getByText(`Cancelling cost ${fee}.`)).toBeVisible()
  await expect(customer.getByRole('link', { name: /^Cancel f/ })).toHaveCount(0)
  await expectUsable(customer, 'a cancelled booking')
  await expect(taken).toHaveCount(0)

  // Who only has the link sees what became of it, and nothing to press.
  const stranger = await windowOf(browser, phone)
  await stranger.goto(customer.url())
  await expect(heading(stranger, 'This booking was cancelled')).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'My Bookings' })).toHaveCount(0)

  await first.getByRole('link', { name: 'Past Bookings' }).click()
  await expect(first.getByText('You said: personal reasons').first()).toBeVisible()
  await expectUsable(first, 'past jobs')
})

test('a driver without script rejects a job on the page itself', async ({ browser }) => {
  const page = await windowOf(browser, phone, { javaScriptEnabled: false })
  const [job] = await inDatabase(
    `select b.unit_id from bookings.booking b
       join companies.company c on c.id = b.company_id join identity.user o on o.id = c.owner_user_id
     where o.email = $1 and b.status = 'new_booking' and not b.is_hot and not b.awaiting_verification
       and b.respond_by > pgboss.job_now() limit 1`,
    [demonstrationPeople.driver.email],
  )
  expect(job, 'a booking that waits for the demonstration’s driver').toBeDefined()
  await signIn(page, demonstrationPeople.driver)
  await page.goto(`/my-bookings/new-bookings?unit=${String(job?.['unit_id'])}`)
  await page
    .getByRole('link', { name: /^Reject/ })
    .first()
    .click()
  await page.getByRole('radio', { name: 'The van has broken down' }).check()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Handed back')).toBeVisible()
})
