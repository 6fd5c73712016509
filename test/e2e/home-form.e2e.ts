// The home page's form says what the route step would say, before anything else is asked.
import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { axeViolations, expectUsable } from '#test/support/browser/page-checks.ts'
import { heading, pageLives } from '#test/support/browser/steps.ts'

// One after the other: they share the data.
test.describe.configure({ mode: 'default' })

// An area that no other test moves in, of which the data has two postcodes.
test.beforeAll(async () => {
  await inDatabase(
    `insert into geo.postcode (postcode, lat, lng) values ('LD1 5AA', 52.241, -3.378), ('LD1 6AA', 52.243, -3.38)`,
  )
  await inDatabase(
    `insert into geo.import (source_kind, vintage, row_count, located_count, has_northern_ireland, attribution, areas, imported_at)
     values ('code_point_open', '2025.4.0', 2, 2, false, 'Contains OS data © Crown copyright and database right.', '{LD}', pgboss.job_now())`,
  )
})
test.afterAll(async () => {
  await inDatabase(`delete from geo.postcode where postcode like 'LD1%'`)
  await inDatabase(`delete from geo.import`)
})

const from = (page: Page): Locator => page.getByLabel('Moving from, postcode')
const to = (page: Page): Locator => page.getByLabel('Moving to, postcode')

async function compare(page: Page, [start, end]: readonly [string, string]): Promise<void> {
  await from(page).fill(start)
  await to(page).fill(end)
  await page.getByRole('button', { name: 'Compare prices' }).click()
}

const isAtItems = (page: Page) => expect(heading(page, 'What’s going in the van?')).toBeVisible()

test('a day that nobody can move on is said at its field, and nothing typed is lost', async ({ page }) => {
  await page.goto('/')
  const day = page.getByLabel('Moving date')
  for (const [typed, sentence] of [
    ['2020-01-31', 'That date has passed. Choose today or a later one.'],
    ['2199-01-31', 'Choose a date within the next 180 days.'],
  ] as const) {
    await day.fill(typed)
    await compare(page, ['E17 4QH', 'BN1 4QL'])
    await expect(day).toHaveAccessibleDescription(sentence)
    await expect(day).toBeFocused()
    await expect(day).toHaveValue(typed)
    expect(await axeViolations(page)).toEqual([])
    expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual(['E17 4QH', 'BN1 4QL'])
    expect(new URL(page.url()).pathname).toBe('/')
  }
  // Half a date.
  await day.fill('')
  await expect(page.getByText('Choose a date within')).toHaveCount(0)
  await day.focus()
  await page.keyboard.type('12')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await expect(day).toHaveAccessibleDescription('Enter the whole date, or none.')
  await day.fill('')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await isAtItems(page)
})

test('what cannot be priced is said at its field, and nothing typed is lost', async ({ page }) => {
  await page.goto('/')
  const cases: readonly (readonly [readonly [string, string], 'from' | 'to', string])[] = [
    [['E17 4QH', 'JE2 3AB'], 'to', 'There is no road between Great Britain and Jersey'],
    [['PO30 1AA', 'E17 4QH'], 'to', 'There is no road between the Isle of Wight and Great Britain'],
    [['XX1 1AA', 'E17 4QH'], 'from', 'No UK postcode starts with XX1. Check it.'],
    [['XX99 9XX', 'E17 4QH'], 'from', 'No UK postcode starts with XX99. Check it.'],
    [['E17 4QH', 'Walthamstow'], 'to', 'Enter a UK postcode, such as E17 4QH, or its first half: E17.'],
    [['', 'E17 4QH'], 'from', 'Enter a UK postcode, such as E17 4QH, or its first half: E17.'],
    [['E17 4QH', 'BF1 0AX'], 'to', "BFPO addresses are the forces' own post"],
    [['E17 4QH', 'BFPO 58'], 'to', "BFPO addresses are the forces' own post"],
    [['GIR 0AA', 'E17 4QH'], 'from', 'GIR 0AA belonged to Girobank'],
  ]
  for (const [typed, end, sentence] of cases) {
    await compare(page, typed)
    const field = end === 'from' ? from(page) : to(page)
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`))
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual(typed)
    expect(new URL(page.url()).pathname).toBe('/')
  }
  await from(page).fill('LD1 5AA')
  await expect(page.getByText('GIR 0AA belonged')).toHaveCount(0)
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await isAtItems(page)
})

test('a place is found by its name, and its district is enough to begin', async ({ page }) => {
  await page.goto('/')
  await from(page).pressSequentially('walthamst', { delay: 20 })
  const offered = page.getByRole('listbox').getByRole('option')
  await expect(offered).toHaveText(['E17 Walthamstow'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(from(page)).toHaveValue('E17')
  await to(page).pressSequentially('leeds', { delay: 20 })
  await expect(offered.first()).toHaveText('LS1 Leeds city centre')
  await expect(offered).toHaveCount(8)
  // Whatever it lies on: the sign's own light words can't be read on the list.
  expect(await axeViolations(page)).toEqual([])
  await offered.first().click()
  await expect(to(page)).toHaveValue('LS1')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await isAtItems(page)
  await expect(page).toHaveURL(/\/additional-services$/)
  await page.goto('/route-details')
  const pickUp = page.getByRole('region', { name: 'Pick-up' }).getByRole('combobox', { name: 'Postcode' })
  await expect(pickUp).toHaveValue('E17')
  await expect(pickUp).toHaveAttribute('autocomplete', 'postal-code')
  await expect(pickUp).toHaveAccessibleDescription(/^All of E17, so prices are approximate/)
})

test('the address lets go of a move only once it is stored, so that a reload in between loses nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const replace = history.replaceState.bind(history)
    history.replaceState = (state, unused, url) => {
      replace(state, unused, url)
      const { pathname, search } = location
      if (pathname !== '/additional-services' || search !== '') return
      // At once after the page's own work: nobody can leave before that.
      setTimeout(() => Object.assign(window, { storedThen: sessionStorage.getItem('booking') ?? 'nothing' }))
    }
  })
  await page.goto('/additional-services?from=E17+4QH&to=LS1')
  await expect
    .poll(() => page.evaluate(() => (window as { storedThen?: string }).storedThen))
    .toMatch(/"postcode":"E17 4QH".*"postcode":"LS1"/)
})

test('without a connection the page stays, with what was typed', async ({ page, context }) => {
  await page.goto('/')
  await from(page).fill('E17 4QH')
  await to(page).fill('LS1')
  await pageLives(page)
  // The list of places lies over the button as long as the field has the focus.
  await to(page).blur()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await expect(page.getByText('You’re offline. Check your connection and press it again.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual(['E17 4QH', 'LS1'])
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await isAtItems(page)
})

test('without a connection the move form says what is wrong with a field before it says that it is offline', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await from(page).fill('E17 4QHX')
  await to(page).fill('LS1')
  await pageLives(page)
  await to(page).blur()
  await context.setOffline(true)
  const offline = page.getByText('You’re offline. Check your connection and press it again.')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await expect(page.getByText('Enter a UK postcode, such as E17 4QH, or its first half: E17.')).toBeVisible()
  await expect(from(page)).toBeFocused()
  await expect(offline).toHaveCount(0)
  await from(page).fill('E17 4QH')
  await from(page).blur()
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await expect(offline).toBeVisible()
})

test('where the script does not come, the move is sent as without it', async ({ page }) => {
  await page.route('**/assets/entry*.js', (route) => route.abort())
  await page.goto('/')
  await from(page).fill('E17 4QH')
  await to(page).fill('LS1')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await expect(page).toHaveURL(/\/additional-services\?from=E17\+4QH&to=LS1/)
})

test('what was typed before the script came is suggested for, too', async ({ page }) => {
  let bring = () => {}
  const isBrought = new Promise<void>((resolve) => (bring = resolve))
  await page.route('**/assets/**/*.js', async (route) => {
    await isBrought
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await from(page).pressSequentially('walthamst', { delay: 20 })
  bring()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['E17 Walthamstow'])
})

test('the same postcode at both ends is refused in place, and a move within it goes on when pressed again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/')
  await from(page).fill('LS6 2AB')
  await to(page).fill('ls62ab')
  await page.keyboard.press('Enter')
  await expect(to(page)).toHaveAccessibleDescription(/^Pick-up and drop-off have the same postcode\. Correct one/)
  await expect(to(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(to(page)).toBeFocused()
  await expectUsable(page, 'the same postcode twice')
  await to(page).fill('LS6 3AA')
  await expect(to(page)).not.toHaveAttribute('aria-invalid')
  await to(page).fill('LS6 2AB')
  await page.keyboard.press('Enter')
  await isAtItems(page)
})

test('a postcode that the data does not name is asked about once, by keyboard too', async ({ page }) => {
  await page.goto('/')
  // The product looks what data is in use every ten seconds.
  await expect
    .poll(async () => await (await page.request.get('/api/postcodes/check/?from=LD1+9ZZ&to=E17+4QH')).json())
    .toEqual({ unknown_postcodes: ['LD1 9ZZ'] })
  await from(page).fill('ld19zz')
  await to(page).fill('E17 4QH')
  await page.keyboard.press('Enter')
  const question = "We don't know LD1 9ZZ. Check it — or go on if it is new."
  await expect(from(page)).toHaveAccessibleDescription(question)
  await expect(from(page)).toBeFocused()
  await expect(from(page)).not.toHaveAttribute('aria-invalid')
  await expect(page.getByRole('status').filter({ hasText: question })).toBeVisible()
  await page.keyboard.press('Enter')
  await isAtItems(page)

  // The heading is in the page before its script has taken the postcodes from the address.
  await expect(page).toHaveURL(/\/additional-services$/)
  // The route step asks again, beside the field, and lets it be.
  await page
    .locator('label', { hasText: /^Medium Van/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await page.goto('/route-details')
  const pickUp = page.getByRole('region', { name: 'Pick-up' }).getByRole('combobox', { name: 'Postcode' })
  await expect(pickUp).toHaveValue('LD1 9ZZ')
  await expect(pickUp).toHaveAccessibleDescription(question)
  await expect(page.getByText('total time, approximate').first()).toBeVisible()
  await pickUp.fill('LD1 5AA')
  await expect(page.getByText(question)).toHaveCount(0)
})

test('the first step is not kept from anybody by a look-up that does not answer', async ({ page }) => {
  await page.route('**/api/postcodes/check/**', (route) => route.abort())
  await page.goto('/')
  await compare(page, ['E17 4QH', 'JE2 3AB'])
  await isAtItems(page)
})

test('every page names the data and its licence', async ({ page }) => {
  await expect
    .poll(
      async () => ((await (await page.request.get('/api/postcodes/source/')).json()) as { vintage: string }).vintage,
    )
    .toBe('2025.4.0')
  // A page that is kept for visitors is made anew each minute.
  await expect(async () => {
    await page.goto('/register')
    await expect(page.getByRole('contentinfo')).toContainText(
      'Places: Code-Point Open 2025.4.0. Contains OS data © Crown copyright',
      { timeout: 1_000 },
    )
  }).toPass({ intervals: [2_000], timeout: 90_000 })
})
