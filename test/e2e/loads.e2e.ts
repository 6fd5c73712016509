import { expect, test, type Page } from '#test/support/browser/test.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { aMove, nextSaturday, point, putMove, saturdayOf, storedMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, mailsTo, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { book, goOn, heading, offers, pick, totalOfReceipt } from '#test/support/browser/steps.ts'
import { addDays } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import { findItem } from '#modules/items/data.ts'
import { toQuoteRequest } from '#web/quote-flow/draft/draft-request.ts'
import type { Order } from '#web/quote-flow/draft/order.ts'

const house = threeBedHouse.map(({ movingItem: id, amount }) => ({
  id,
  category: findItem(id)?.categoryId ?? 0,
  amount,
}))

/** A furnished house with three bedrooms, 31 m³ and 2.8 t, within London. */
const houseMove = (change: Partial<Order> = {}): Order =>
  aMove({
    items: house,
    van: 'luton_van',
    helpLevel: 'one_porter',
    time: '08:00',
    routePoints: [point('E17 4QH'), point('N15 4QL')],
    ...change,
  })

const ownCompany = 'Pennant & Daughters'

interface Found {
  results: {
    company: { name: string }
    trips: number
    total_time: string
    working_unit: { id: string }
    plan?: object
  }[]
}

/** A day on which the demonstration's driver is free for the whole house, with what the API says of it and the page of prices that it is on. */
async function freeDay(page: Page, from: number) {
  // Never a Saturday: those are others'.
  for (let later = from; later < from + 21; later += later % 7 === 6 ? 2 : 1) {
    const move = houseMove({ date: addDays(nextSaturday(2), later) })
    const data = toWire(toQuoteRequest(move))
    const answer = await page.request.post('/api/booking/companies-quotes/?page_size=100', { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    const { results }: Found = await answer.json()
    const index = results.findIndex(({ company, plan }) => company.name === ownCompany && !plan)
    const quote = results[index]
    if (quote) return { move, quote, pageOfPrices: Math.floor(index / 20) + 1 }
  }
  throw new Error('The driver of the demonstration is free on none of these days.')
}

const hours = (time: string) =>
  `${Number(time.slice(0, 2))} h${time.slice(3, 5) === '00' ? '' : ` ${time.slice(3, 5)} min`}`

const sizes = [
  { width: 360, height: 740, firstDay: 1 },
  { width: 1280, height: 800, firstDay: 29 },
]

for (const { firstDay, ...viewport } of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('a house of three bedrooms is several trips from the first step to the email and the calendar', async ({
      page,
      browser,
    }) => {
      const { move, quote, pageOfPrices } = await freeDay(page, firstDay)
      const trips = `${quote.trips} trips`
      const time = `${trips}, ${hours(quote.total_time)}`
      expect([2, 3]).toContain(quote.trips)
      const { email } = await signInNewCustomer(page)
      await putMove(page, move)

      await page.goto('/additional-services')
      await expect(page.getByRole('alert')).toContainText(/^[23] trips in a Luton Van/)
      await expect(page.locator('label', { hasText: /^Luton Van/ })).toContainText(/[23] trips/)
      await expectUsable(page, 'a load of several trips')
      await goOn(page, 'Continue')
      await expect(heading(page, 'Anything to take apart?')).toBeVisible()
      await expect(
        page
          .getByText(/[23] trips/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      await goOn(page, 'Continue')
      await expect(heading(page, 'Where, when and how many stairs?')).toBeVisible()
      await page.getByLabel('Expected waiting time').selectOption('1 h')
      const summary = page.getByRole('region', { name: 'Route summary' })
      await expect(summary).toContainText(/total time.*, in [23] trips/)
      await expect(summary).toContainText(/Driving, [23] trips and [12] drives? back/)
      await expect(summary).toContainText(/Loading and unloading, Luton Van, [23] times/)
      await expect(summary).toContainText('Expected waiting, also reserved1 h')
      await expect(summary).toContainText('The driver’s return journey, not charged')
      await expectUsable(page, 'the time of several trips')

      await goOn(page, 'See prices')
      await expect(heading(page, /\d+ drivers? for/)).toBeVisible()
      await page.goto(`/pick-a-driver?page=${pageOfPrices}`)
      const offer = offers(page).filter({ hasText: ownCompany })
      await expect(offer).toContainText(time)
      await expectUsable(page, 'prices of several trips')
      await offer.getByRole('button', { name: /^Choose/ }).click()

      await expect(heading(page, 'Check it, then book it')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Your move' })).toContainText(time)
      await expect(page.getByRole('region', { name: 'Your move' })).toContainText('Expected waiting, also reserved1 h')
      await expect(page.getByRole('region', { name: 'Your load' })).toContainText(`in a Luton Van, ${trips}`)
      const price = page.getByRole('complementary', { name: 'Price' })
      await expect(price).toContainText(trips)
      const total = await totalOfReceipt(price)
      await expectUsable(page, 'several trips to confirm')
      await book(page)

      await expect(heading(page, /^Requested for/)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Your move' })).toContainText(time)
      await expect(page.getByText('We’ve also reserved 1 h for waiting.')).toBeVisible()
      expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)
      await expectUsable(page, 'a booking of several trips')

      await expect
        .poll(async () => (await mailsTo(page, email)).map(({ subject }) => subject), { intervals: [100] })
        .toContainEqual(expect.stringMatching(new RegExp(`^We have your booking: .+, in ${trips}$`)))
      const mail = (await mailsTo(page, email)).find(({ subject }) => subject.startsWith('We have your booking'))
      expect(mail?.text).toContain(`A Luton Van makes ${trips}, ${hours(quote.total_time)} in all: from 08:00 to`)
      expect(mail?.text).toContain('We’ve also reserved 1 h for waiting')

      await page.goto('/my-bookings/future-bookings')
      await expect(page.getByRole('article').first()).toContainText(time)

      const driver = await browser.newPage({ viewport })
      await signIn(driver, demonstrationPeople.driver)
      await driver.goto(`/calendar?day=${move.date}&unit=${quote.working_unit.id}`)
      const [totalHours = 0, minutes = 0] = quote.total_time.split(':').map(Number)
      const until = 8 * 60 + totalHours * 60 + minutes + 60
      const clock = `${String(Math.floor(until / 60)).padStart(2, '0')}:${String(until % 60).padStart(2, '0')}`
      const job = driver.getByRole('button', { name: new RegExp(`^08:00–${clock}`) })
      await expect(job).toContainText(`${trips}, New booking`)
      await job.click()
      const dialog = driver.getByRole('dialog')
      await expect(dialog).toContainText(time)
      await expect(dialog).toContainText('1 h, held at the end')
      await expectUsable(driver, 'a job of several trips')
      await driver.close()
    })

    test('the same house to Inverness is refused for the drivers’ hours, with ways out, and nothing is lost', async ({
      page,
    }) => {
      const move = houseMove({
        routePoints: [point('E17 4QH'), point('IV2 3PP')],
        note: 'Gate code 4',
        waitingMinutes: 60,
      })
      await putMove(page, move)
      await page.goto('/route-details')
      const refusal = page.getByRole('alert').filter({ hasText: 'Too long a day for one driver' })
      await expect(refusal).toContainText('In one day a driver may work 11 hours and drive 10.')
      await goOn(page, 'See prices')
      await expect(refusal.getByRole('button').first()).toBeFocused()
      await expect(refusal.getByRole('link', { name: /^Call / })).toBeVisible()
      await expectUsable(page, 'a refused route')
      await expect(page.getByRole('region', { name: 'Our office plans this with you' })).toBeVisible()
      await refusal.getByRole('button', { name: 'Remove the expected waiting' }).click()
      await expect(page.getByLabel('Expected waiting time')).toHaveValue('0')
      await expect(refusal).toBeVisible()

      await page.goto('/pick-a-driver')
      await expect(heading(page, 'We can’t price this move yet')).toBeVisible()
      await expect(refusal).toBeVisible()
      await expectUsable(page, 'a refused move')
      const plan = page.getByRole('region', { name: 'Our office plans this with you' })
      await plan.getByLabel('Your name').fill('Megan Pryce')
      await plan.getByLabel('Mobile or landline').fill('12')
      await plan.getByRole('button', { name: 'Ask us to ring' }).click()
      await expect(plan.getByText(/^Enter a UK number/)).toBeVisible()
      await plan.getByLabel('Mobile or landline').fill('07700 900318')
      await plan.getByRole('button', { name: 'Ask us to ring' }).click()
      await expect(page.getByRole('region', { name: 'We’ll ring you' })).toContainText('07700 900318, Megan Pryce')
      expect({ ...(await storedMove(page)), itemsToMovePhotos: [] }).toEqual({ ...move, waitingMinutes: 0 })
      await refusal.getByRole('link', { name: 'Move fewer things' }).click()
      await expect(heading(page, 'What’s going in the van?')).toBeVisible()
    })

    test('pieces and loads that a van or one person cannot take are named where they can be mended', async ({
      page,
    }) => {
      const piano = { id: 317, category: 3, amount: 1 }
      await putMove(page, houseMove({ items: [...house, piano], van: 'small_van', helpLevel: 'driver_helps' }))
      await page.goto('/additional-services')
      const banner = page.getByRole('alert')
      await expect(banner).toContainText('A Small Van is too small for one piece')
      await expectUsable(page, 'what doesn’t fit')
      await goOn(page, 'Continue')
      await expect(page.getByText('Choose another, or list fewer things.')).toBeVisible()
      await expect(heading(page, 'What’s going in the van?')).toBeVisible()
      await banner.getByRole('button', { name: /^Take the L/ }).click()
      await goOn(page, 'Continue')
      const heavy = page.getByText(/needs two people\. Choose two men or more\.$/)
      await expect(heavy).toBeVisible()
      await page.getByRole('button', { name: 'Take 2 men' }).click()
      await expect(heavy).toHaveCount(0)
      await pick(page, /^No help required/)
      await page.getByRole('button', { name: 'Take 2 men' }).click()
      await goOn(page, 'Continue')
      await expect(heading(page, 'Anything to take apart?')).toBeVisible()
    })
  })
}

test('with nobody to help, the pages and the email say who lifts what', async ({ page }) => {
  const { email } = await signInNewCustomer(page)
  await putMove(
    page,
    aMove({ items: [{ id: 102, category: 1, amount: 2 }], helpLevel: 'no_help', date: saturdayOf('nobody to help') }),
  )
  await page.goto('/additional-services')
  const words = /The driver won’t lift anything\. You and your own helpers carry everything.*2 × Sofa, three-seater/
  await expect(page.getByText(words)).toBeVisible()
  await page.goto('/pick-a-driver')
  await offers(page)
    .first()
    .getByRole('button', { name: /^Choose/ })
    .click()
  await expect(page.getByText(words)).toBeVisible()
  await expectUsable(page, 'who lifts')
  await book(page)
  await expect(heading(page, /^Requested for/)).toBeVisible()
  await expect(page.getByText('The driver won’t lift anything.')).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(page, email)).map(({ text }) => text).join('\n'), { intervals: [100] })
    .toMatch(words)
})
