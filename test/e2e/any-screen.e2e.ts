// Screens that few have: very narrow, zoomed to 400 %, in forced colours, on paper; and what scrolls sideways on a phone.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { become, chooseDriver, settled, sharedBookingPage, stepPages } from '#test/support/browser/sites.ts'

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
