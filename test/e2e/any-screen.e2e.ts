// Screens that few have: very narrow, zoomed to 400 %, in forced colours, on paper; and what scrolls sideways on a phone.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { signInNewDriver } from '#test/support/browser/drivers.ts'
import { brokenWords, expectUsable } from '#test/support/browser/page-checks.ts'
import {
  become,
  chooseDriver,
  settled,
  sharedBookingPage,
  stepPages,
  workplacePages,
} from '#test/support/browser/sites.ts'

/** What a driver reads on a phone: also what only some open. */
const narrowPages = [
  ...workplacePages,
  '/working-unit/copy',
  '/working-unit/bookable',
  '/settings/people',
  '/my-bookings/hot-jobs',
  '/my-bookings/new-bookings',
  '/my-bookings/confirmed-bookings',
  '/my-bookings/past-bookings',
  '/statements',
  '/reviews',
  '/messages',
]

/** A step, a booking or a list, once it stands still. */
async function look(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('every step, a booking and the list of bookings can be used', async ({ page }) => {
    await chooseDriver(page)
    for (const path of [...stepPages, await sharedBookingPage(page)]) {
      await look(page, path)
      await expectUsable(page, path.slice(0, 12))
    }
    await become(page, 'customer')
    await look(page, '/my-bookings/future-bookings')
    await expectUsable(page, 'my bookings')
  })
})

test.describe('at 1280 px and 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  /** What stays in the window when the page is scrolled, with its height. */
  const covered = (page: Page) =>
    page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight / 2)
      return [...document.body.querySelectorAll('*')].flatMap((one) => {
        const { position } = getComputedStyle(one)
        if (!['sticky', 'fixed'].includes(position) || !one.checkVisibility()) return []
        const { top, bottom, height } = one.getBoundingClientRect()
        const isInView = height > 0 && bottom > 0 && top < innerHeight
        return isInView && height < innerHeight * 3 ? [`${one.className}: ${Math.round(height)} px`] : []
      })
    })

  test('nothing stays over the steps, and a bar that did would be seen', async ({ page }) => {
    await chooseDriver(page)
    for (const path of stepPages) {
      await look(page, path)
      expect.soft(await covered(page), path).toEqual([])
    }
    await page.evaluate(() => document.querySelector<HTMLElement>('.flow-bar')?.style.setProperty('position', 'sticky'))
    expect(await covered(page)).toEqual([expect.stringContaining('flow-bar')])
  })
})

test('in forced colours what is done and what is chosen still shows', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await chooseDriver(page)
  await look(page, '/additional-services')
  const outline = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).outlineStyle)
  expect(await outline('[role="tab"][aria-selected="true"]')).toBe('solid')
  expect(await outline('[role="tab"][aria-selected="false"]')).toBe('none')
  expect(await outline('.pick:has(:checked)')).toBe('solid')
  expect(await outline('.pick:not(:has(:checked))')).toBe('none')
  await look(page, '/confirm-booking')
  const ticks = await page
    .locator('.journey a')
    .evaluateAll((steps) => steps.map((one) => getComputedStyle(one, '::before').content))
  expect(ticks.length).toBeGreaterThanOrEqual(4)
  expect(new Set(ticks)).toEqual(new Set(['"✓" / ""']))
  const plate = page.locator('.plate').first()
  await expect(plate).toBeVisible()
  expect(await plate.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('solid')
})

test('on paper there is what was read and nothing to press, the receipt on one sheet', async ({ page }) => {
  await chooseDriver(page)
  await become(page, 'customer')
  for (const path of ['/pick-a-driver', '/confirm-booking', await sharedBookingPage(page)]) {
    await look(page, path)
    await expect(page.locator('.receipt-edge').first()).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    const shown = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'button:not(.quote__open), .btn, .actions, .flow-bar, .foot, .nav, .bar__end, .toasts, .journey, dialog',
        ),
      ]
        .filter((one) => one.checkVisibility())
        .map((one) => `${one.className} ${one.textContent.slice(0, 30)}`),
    )
    expect.soft(shown, path.slice(0, 15)).toEqual([])
    const receipts = await page
      .locator('.receipt-edge:visible')
      .evaluateAll((all) =>
        all.map((one) => ({ inside: getComputedStyle(one).breakInside, height: one.getBoundingClientRect().height })),
      )
    expect(receipts.length, path).toBeGreaterThan(0)
    for (const { inside, height } of receipts) {
      expect.soft(inside, path).toBe('avoid')
      // A sheet of A4 within its margins.
      expect.soft(height, path).toBeLessThan(950)
    }
    await page.emulateMedia({ media: 'screen' })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('nothing scrolls sideways without a fade at its end', async ({ page }) => {
    await chooseDriver(page)
    await become(page, 'customer')
    let strips = 0
    for (const path of [...stepPages, '/my-bookings/future-bookings']) {
      await look(page, path)
      const found = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main *')]
          .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
          .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))
          .map((one) => ({ name: one.className, hasSign: getComputedStyle(one).maskImage !== 'none' })),
      )
      strips += found.length
      expect
        .soft(
          found.filter(({ hasSign }) => !hasSign),
          path,
        )
        .toEqual([])
    }
    expect(strips).toBeGreaterThan(1)
  })
})

test.describe('on a phone of 360 px', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test('no page of a driver breaks a short word in the middle, and a column that did would be seen', async ({
    page,
  }) => {
    test.slow()
    await become(page, 'driver')
    for (const path of narrowPages) {
      await look(page, path)
      expect.soft(await brokenWords(page), path).toEqual([])
    }
    await page.evaluate(() => {
      const squeezed = document.createElement('p')
      squeezed.style.cssText = 'inline-size: 1em; overflow-wrap: anywhere'
      squeezed.textContent = 'Now'
      document.querySelector('main')?.append(squeezed)
    })
    expect(await brokenWords(page)).toEqual(['Now in "Now"'])
  })

  test('long values break no short word either, and the area’s bar stays low', async ({ page }) => {
    const second = await driverWithLongValues(page)
    for (const path of narrowPages) {
      await look(page, path)
      expect.soft(await brokenWords(page), path).toEqual([])
    }
    await look(page, `/working-unit/copy?unit=${second}`)
    await expect(page.getByRole('columnheader', { name: 'Now' }).first()).toBeVisible()
    await expectUsable(page, 'a copy of long values')
    expect(await brokenWords(page)).toEqual([])

    await look(page, `/settings/operations-and-pricing?unit=${second}`)
    await page.getByLabel('Base postcode').fill('E17 4QH')
    await page.getByRole('button', { name: /^Choose all within/ }).click()
    const bar = page.getByRole('region', { name: 'Save area' })
    await expect(bar).toContainText('Not saved yet')
    await expectUsable(page, 'an area that is not saved yet')
    const line = bar.getByText('Not saved yet')
    expect((await line.boundingBox())?.height).toBeLessThan(32)
  })
})

/** A driver with two vans: the first has a long name, many districts and hours of every day, the second has nothing. Answers the second. */
async function driverWithLongValues(page: Page): Promise<string> {
  const { email, password } = await signInNewDriver(page)
  const login = await page.request.post('/api/users/login/', { data: { email, password } })
  const { access } = (await login.json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  const units = '/api/company/working-unit/'
  const listed = (await (await page.request.get(units, { headers })).json()) as { results: { id: string }[] }
  const first = listed.results[0]?.id
  const name = 'Bartholomew Featherstonehaugh-Cholmondeley'
  expect((await page.request.put(`${units}${first}/`, { headers, data: { name } })).status()).toBe(200)
  const setUp = {
    operating_area: { districts: Array.from({ length: 18 }, (_, index) => `E${index + 1}`) },
    schedule: Array.from({ length: 7 }, (_, day) => ({
      day_of_week: String(day),
      start_time: `0${day}:30:00`,
      end_time: '23:59:59',
    })),
    allowed_jobs: {
      job_kinds: ['home_or_office', 'furniture'],
      help_levels: ['no_help', 'driver_helps', 'one_porter', 'two_porters'],
    },
  }
  const saved = await page.request.put(`${units}${first}/set-up/`, { headers, data: setUp })
  expect(saved.status(), await saved.text()).toBe(200)
  const added = await page.request.post(units, { headers, data: { name: 'Wolfeschlegelsteinhausenbergerdorff' } })
  expect(added.status()).toBe(201)
  return ((await added.json()) as { id: string }).id
}
