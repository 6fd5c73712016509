import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { corruptDrafts } from '#test/support/factories/corrupt-drafts.ts'
import { aMove, dayFromNow, point, putInStorage, putMove, storedMove } from '#test/support/browser/moves.ts'
import { demonstrationPeople, signInNewCustomer } from '#test/support/browser/people.ts'
import {
  book,
  chooseFirst,
  goOn,
  heading,
  pence,
  pick,
  seePrices,
  totalOfReceipt,
} from '#test/support/browser/steps.ts'
import type { Quote } from '#web/quote-flow/draft/order.ts'
import { now } from '#test/support/start-of-clock.ts'

const needs = {
  van: ['Pick a van.', '/additional-services#van'],
  pickUp: ['Add the postcode of the pick-up.', '/route-details#routePoints.0.postcode'],
  dropOff: ['Add the postcode of the drop-off.', '/route-details#routePoints.1.postcode'],
  date: ['Choose the date of the move.', '/route-details#date'],
  time: ['Choose the start time.', '/route-details#time'],
} as const

const missing = async (page: Page): Promise<(string | null)[][]> =>
  await page
    .locator('.missing a')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))

const region = (page: Page, name: 'Pick-up' | 'Drop-off'): Locator => page.getByRole('region', { name })
const postcode = (page: Page, name: 'Pick-up' | 'Drop-off'): Locator =>
  region(page, name).getByRole('combobox', { name: 'Postcode' })

test.describe('a step opened out of order', () => {
  test('says what is missing and links to it', async ({ page }) => {
    for (const step of ['/clarify', '/route-details']) {
      await page.goto(step)
      await expect(page.getByText('One thing first')).toBeVisible()
      expect(await missing(page)).toEqual([needs.van])
    }
    for (const step of ['/pick-a-driver', '/confirm-booking']) {
      await page.goto(step)
      await expect(heading(page, /Pick a driver|Check it/)).toBeVisible()
      await expect(page.getByText('Almost there')).toBeVisible()
      expect(await missing(page)).toEqual(Object.values(needs))
    }
    await page.getByRole('link', { name: needs.dropOff[0] }).click()
    await expect(postcode(page, 'Drop-off')).toBeFocused()
  })

  test('loses nothing that was typed, and is short of the rest only', async ({ page }) => {
    await page.goto('/route-details')
    await postcode(page, 'Pick-up').fill('E17 4QH')
    await region(page, 'Pick-up').getByLabel('Contact name').fill('Priya Nair')
    await page.goto('/confirm-booking')
    await expect(page.getByText('Everything you typed is still here.')).toBeVisible()
    expect(await missing(page)).toEqual([needs.van, needs.dropOff, needs.date, needs.time])
    await page.getByRole('link', { name: 'Choose items and van' }).click()
    await pick(page, /^Medium Van/)
    await page.goto('/pick-a-driver')
    await expect(page.getByText('Almost there')).toBeVisible()
    expect(await missing(page)).toEqual([needs.dropOff, needs.date, needs.time])
    await page.getByRole('link', { name: needs.date[0] }).click()
    await expect(postcode(page, 'Pick-up')).toHaveValue('E17 4QH')
    await expect(region(page, 'Pick-up').getByLabel('Contact name')).toHaveValue('Priya Nair')
  })

  /** The first driver of the list, chosen so long ago that the price has run out. */
  const withExpiredPrice = (page: Page, change: (quote: Quote) => Quote) =>
    withChangedPrice(page, (quote) => change({ ...quote, validUntil: new Date(now().getTime() - 1000).toISOString() }))

  /** The first driver of the list, with a price that this browser has come to remember otherwise. */
  async function withChangedPrice(
    page: Page,
    change: (quote: Quote) => Quote,
  ): Promise<{ total: number; company: string }> {
    await putMove(page)
    await page.goto('/pick-a-driver')
    const chosen = await chooseFirst(page)
    await page.getByLabel('Note for the driver').fill('Gate code 4')
    await expect.poll(async () => (await storedMove(page))?.note).toBe('Gate code 4')
    const order = await storedMove(page)
    if (!order?.selectedQuote) throw new Error('No price was stored')
    const old = change(order.selectedQuote)
    await page.goto('/healthz')
    await putMove(page, { ...order, selectedQuote: old })
    await page.goto('/confirm-booking')
    return chosen
  }

  test('a price that was held too long is asked for again, of the same driver, and holds once accepted', async ({
    page,
  }) => {
    const { total, company } = await withExpiredPrice(page, (quote) => ({ ...quote, totalPence: 100 }))
    await expect(page.getByRole('heading', { name: /^The price expired at \d\d:\d\d$/ })).toBeVisible()
    await expect(page.getByText(`${company} is still free, for £`)).toBeVisible()
    await expect(page.getByText('£1.00', { exact: true })).toBeVisible()
    expect((await storedMove(page))?.selectedQuote?.totalPence).toBe(100)
    const accept = page.getByRole('button', { name: /^Accept £/ })
    expect(pence((await accept.textContent()) ?? '')).toBe(total)
    await accept.click()
    await expect(page.getByRole('region', { name: 'Your driver' })).toContainText(company)
    await expect(page.getByLabel('Note for the driver')).toHaveValue('Gate code 4')
    expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)
    const list = page.getByRole('region', { name: 'Your load' })
    await list.getByText(/^Your list, \d+ items$/).click()
    await expect(list.getByRole('listitem').filter({ hasText: 'Sofa, three-seater' })).toBeVisible()
  })

  test('a price that no longer holds when it is booked is asked for again, of the same driver', async ({ page }) => {
    await signInNewCustomer(page)
    const { company } = await withChangedPrice(page, (quote) => ({ ...quote, quoteId: crypto.randomUUID() }))
    await book(page)
    await expect(page.getByRole('heading', { name: 'This price is no longer available' })).toBeVisible()
    await expect(page.getByText(`${company} is still free, at the same price.`)).toBeVisible()
    await page.getByRole('button', { name: /^Accept £/ }).click()
    await expect(page.getByRole('region', { name: 'Your driver' })).toContainText(company)
    await expect(page.getByLabel('Note for the driver')).toHaveValue('Gate code 4')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a driver who is not free any more is said so, with the way to the others', async ({ page }) => {
    const id = '0190a1b2-0000-7000-8000-000000000000'
    const { company } = await withExpiredPrice(page, (quote) => ({
      ...quote,
      workingUnit: { ...quote.workingUnit, id },
    }))
    await expect(page.getByRole('alert')).toContainText(`${company} is no longer free at that time.`)
    await page.getByRole('link', { name: 'Compare prices again' }).click()
    await expect(heading(page, /drivers for/)).toBeVisible()
  })
})

test('back, reload and logging in keep everything', async ({ page }) => {
  await putMove(page, aMove({ note: 'Gate code 4' }))
  await page.goto('/clarify')
  await page.getByLabel('Anything that isn’t on the list').fill('A rowing boat')
  await goOn(page, 'Continue')
  await region(page, 'Pick-up').getByLabel('House or flat number').fill('Flat 3')
  await region(page, 'Pick-up').getByLabel('Contact name').fill('Priya Nair')
  await page.goBack()
  await expect(page.getByLabel('Anything that isn’t on the list')).toHaveValue('A rowing boat')
  await expect(page.getByLabel('Tell the driver')).toHaveValue('Gate code 4')
  await page.goForward()
  await expect(region(page, 'Pick-up').getByLabel('House or flat number')).toHaveValue('Flat 3')
  await page.reload()
  await expect(region(page, 'Pick-up').getByLabel('Contact name')).toHaveValue('Priya Nair')
  await expect(region(page, 'Pick-up').getByLabel('Stairs')).toHaveValue('2')

  await seePrices(page)
  const { total } = await chooseFirst(page)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in to book' })
  await dialog.getByLabel('Email').fill(demonstrationPeople.customer.email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demonstrationPeople.customer.password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(/^Booking as .+, customer@vanfare\.test\.$/)).toBeVisible()
  await expect(page).toHaveURL(/\/confirm-booking$/)
  await expect(page.getByLabel('Who will meet the driver?')).toHaveValue('Priya Nair')
  await expect(page.getByLabel('Note for the driver')).toHaveValue('Gate code 4')
  await expect(page.getByText('Also: A rowing boat')).toBeVisible()
  expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)
})

test.describe('the stored order', () => {
  test('comes back in a new tab', async ({ page, context }) => {
    await page.goto('/route-details')
    await postcode(page, 'Pick-up').fill('E17 4QH')
    await region(page, 'Pick-up').getByLabel('Date').fill(dayFromNow(9))
    await expect.poll(async () => (await storedMove(page))?.date).toBe(dayFromNow(9))
    await page.close()
    const other = await context.newPage()
    await other.goto('/route-details')
    await expect(postcode(other, 'Pick-up')).toHaveValue('E17 4QH')
    await expect(region(other, 'Pick-up').getByLabel('Date')).toHaveValue(dayFromNow(9))
  })

  test('holds until one day after its date, then it is cleared', async ({ page }) => {
    await putMove(page, aMove({ date: dayFromNow(0), note: 'Of today' }))
    await page.goto('/clarify')
    await expect(page.getByLabel('Tell the driver')).toHaveValue('Of today')
    await page.goto('/healthz')
    await putMove(page, aMove({ date: dayFromNow(-1), note: 'Of yesterday' }))
    await page.goto('/clarify')
    await expect(page.getByLabel('Tell the driver')).toHaveValue('')
    expect(await storedMove(page)).toBeNull()
  })

  const strangeAuthData = [
    '',
    '{',
    'null',
    '42',
    '"logged in"',
    '[]',
    '{}',
    '<script>window.hit = 1</script>',
    'undefined',
    '{"isAuthenticated":"yes"}',
    '{"isAuthenticated":1}',
    '{"isAuthenticated":{}}',
    '{"isAuthenticated":[true]}',
    '{"accessToken":7}',
    '{"accessToken":{}}',
    '{"accessToken":"<img src=x onerror=hit()>"}',
    '{"__proto__":{"isAuthenticated":true}}',
    `{"accessToken":"${'x'.repeat(100_000)}"}`,
    '['.repeat(50_000),
  ]

  const corrupt = corruptDrafts(aMove())
  for (const part of [0, 1]) {
    test(`T-118: whatever stands in local storage, the page works (${part + 1} of 2)`, async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      for (const [index, [name, booking]] of corrupt.entries()) {
        if (index % 2 !== part) continue
        const authData = strangeAuthData[index % strangeAuthData.length] ?? ''
        await page.goto('/healthz')
        await putInStorage(page, { booking, authData })
        await page.goto('/pick-a-driver')
        await expect(page.getByText('Almost there'), name).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('booking')), name).toBeNull()
      }
      await page.getByRole('link', { name: 'Choose items and van' }).click()
      await pick(page, /^Small Van/)
      await expect.poll(async () => await page.evaluate(() => sessionStorage.getItem('booking'))).toContain('small_van')
      expect(errors).toEqual([])
      expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    })
  }
})

test.describe('changing the move from the confirm page', () => {
  test('can be cancelled, which brings the price back, or applied, which asks for prices anew', async ({ page }) => {
    await putMove(page)
    await page.goto('/pick-a-driver')
    const { total, company } = await chooseFirst(page)
    const change = page.getByRole('link', { name: 'Change your load' })
    await change.click()
    await expect(page.getByText('You are changing your move')).toBeVisible()
    await pick(page, /^3 men/)
    await page.getByRole('button', { name: 'Add Armchair', exact: true }).click()
    await page.getByRole('button', { name: 'cancel and keep it as it was' }).click()
    await expect(heading(page, 'Check it, then book it')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your driver' })).toContainText(company)
    expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)
    expect(await storedMove(page)).toMatchObject({ helpLevel: 'one_porter', items: [{}, {}, {}] })

    await change.click()
    await pick(page, /^3 men/)
    await goOn(page, 'Apply')
    await expect(heading(page, /drivers? for/)).toBeVisible()
    const after = await chooseFirst(page)
    expect(after.total).not.toBe(total)
    await expect(page.getByText('You are changing your move')).toBeHidden()
  })

  test('keeps the price where nothing that it depends on was changed', async ({ page }) => {
    await putMove(page)
    await page.goto('/pick-a-driver')
    const { total } = await chooseFirst(page)
    await page.getByRole('link', { name: 'Change your move' }).click()
    await region(page, 'Pick-up').getByLabel('House or flat number').fill('Flat 9')
    await goOn(page, 'Apply')
    await expect(heading(page, 'Check it, then book it')).toBeVisible()
    await expect(page.getByText('Flat 9')).toBeVisible()
    expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)
  })
})

test('a tail-lift belongs to the Luton Van and goes with it', async ({ page }) => {
  await page.goto('/additional-services')
  await pick(page, /^Luton Van/)
  await goOn(page, 'Continue')
  await page.getByLabel('I need a Luton Van with a tail-lift').check()
  await page.goBack()
  await pick(page, /^Large Van/)
  await goOn(page, 'Continue')
  await expect(page.getByLabel('Tell the driver')).toBeVisible()
  await expect(page.getByLabel('I need a Luton Van with a tail-lift')).toHaveCount(0)
  await page.goBack()
  await pick(page, /^Luton Van/)
  await goOn(page, 'Continue')
  await expect(page.getByLabel('I need a Luton Van with a tail-lift')).not.toBeChecked()
})

test('amounts go up, down and away, and a Small Van takes no crew of three', async ({ page }) => {
  await putMove(page, aMove({ items: [{ id: 102, category: 1, amount: 499 }] }))
  await page.goto('/additional-services')
  const load = page.getByRole('complementary', { name: 'Your load' })
  await expect(load).toContainText('499 items')
  await page.getByRole('button', { name: 'One Sofa, three-seater more' }).click()
  await expect(load).toContainText('500 items')
  await expect(page.getByRole('button', { name: 'One Sofa, three-seater more' })).toBeDisabled()
  await page.getByRole('button', { name: 'Add Armchair', exact: true }).click()
  await page.getByRole('button', { name: 'One Armchair more' }).click()
  await expect(load).toContainText('502 items')
  await page.getByRole('button', { name: 'One Armchair less' }).click()
  await page.getByRole('button', { name: 'One Armchair less' }).click()
  await expect(page.getByRole('button', { name: 'Add Armchair', exact: true })).toBeFocused()
  await expect(load).toContainText('500 items')
  await expect(page.getByText('Too much for one van', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^3 men/ })).toHaveCount(1)
  await pick(page, /^Small Van/)
  await expect(page.getByRole('radio', { name: /^3 men/ })).toHaveCount(0)
})

test.describe('what the server refuses is said at its field', () => {
  const cases = [
    ['an unknown postcode', ['ZZ1 1ZZ', 'BN1 4QL'], 'Pick-up', 'No UK postcode starts with ZZ1.'],
    [
      'a sea crossing',
      ['E17 4QH', 'BT1 1AA'],
      'Drop-off',
      'There is no road between Great Britain and Northern Ireland',
    ],
    ['the same postcode twice', ['E17 4QH', 'E17 4QH'], 'Drop-off', 'This postcode is the same as the previous one.'],
  ] as const

  for (const [name, [from, to], where, sentence] of cases) {
    test(name, async ({ page }) => {
      await putMove(page, aMove({ routePoints: [point(from), point(to)] }))
      await page.goto('/route-details')
      await goOn(page, 'See prices')
      const field = postcode(page, where)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
      await expect(field).toBeFocused()
      await page.goto('/pick-a-driver')
      await expect(page.getByText('We can’t price this move yet')).toBeVisible()
      await page.getByRole('link', { name: new RegExp(sentence) }).click()
      await expect(field).toBeFocused()
      await field.fill(where === 'Pick-up' ? 'E17 4QH' : 'BN1 4QL')
      await seePrices(page)
    })
  }

  test('a contact number that cannot be rung is refused where it is typed, before there are prices', async ({
    page,
  }) => {
    await putMove(page, aMove({ routePoints: [point('E17 4QH'), point('BN1 4QL')] }))
    await page.goto('/route-details')
    const field = page.getByRole('region', { name: 'Pick-up' }).getByLabel(/Contact number|Their phone/)
    await field.fill('0770')
    await goOn(page, 'See prices')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(/Enter a UK number, like 07700 900123/)
    await expect(page).toHaveURL(/\/route-details$/)
    await field.fill('07700 900123')
    await seePrices(page)
  })

  test('a phone number is asked for where nobody has one', async ({ page }) => {
    await putMove(page, aMove({ routePoints: [point('E17 4QH', { contactNumber: '12' }), point('BN1 4QL')] }))
    await page.goto('/pick-a-driver')
    await chooseFirst(page)
    await book(page)
    const field = page.getByLabel('Their phone')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/Enter a UK number, like 07700 900123/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
