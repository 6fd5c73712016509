import { expect, test, type Page } from '#test/support/browser/test.ts'
import { addDays, dayOfWeek, formatDay, formatTime, type LocalDay } from '#shared/local-time.ts'
import { setUsualHours, signInNewDriver } from '#test/support/browser/drivers.ts'
import { dayFromNow } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'

/** A Tuesday some weeks away. */
function someTuesday(): LocalDay {
  const day = dayFromNow(21)
  return addDays(day, (2 - dayOfWeek(day) + 7) % 7)
}

const hour = (page: Page, day: LocalDay, at: number) =>
  page.getByRole('gridcell', { name: `${formatDay(day)}, ${formatTime(at * 60)} to ${formatTime(at * 60 + 60)}` })

const bar = (page: Page) => page.getByRole('region', { name: 'Selected hours' })

/** The hours that lie partly under the head of the week, as it opened. */
const halfCovered = (page: Page) =>
  page.locator('.cal').evaluate((week) => {
    const { bottom } = week.querySelector('.cal__head th')!.getBoundingClientRect()
    const rows = [...week.querySelectorAll<HTMLElement>('tbody tr')].map((row) => row.getBoundingClientRect())
    return {
      from: week.scrollTop > 0,
      hours: rows.flatMap((row, at) => (row.top < bottom - 1 && row.bottom > bottom + 1 ? [at] : [])),
    }
  })

/** A driver with one unit, Monday to Saturday from 08:00 to 18:00, at the calendar of a week. */
async function atCalendar(page: Page): Promise<LocalDay> {
  await signInNewDriver(page)
  await page.goto('/calendar')
  const first = page.getByRole('button', { name: 'Add the unit' })
  if (await first.isVisible()) await first.click()
  await setUsualHours(page)
  const day = someTuesday()
  await page.goto(`/calendar?day=${day}`)
  await expect(page.getByRole('grid')).toBeVisible()
  return day
}

test('hours are dragged, made unavailable, and the change undone', async ({ page }) => {
  const day = await atCalendar(page)
  await expectUsable(page, 'the week')
  await expect(page.getByText('00:00–08:00 Off').first()).toBeVisible()
  // In the week itself: the button for a day off has the same words.
  await expect(page.locator('.cal').getByText('Day off', { exact: true }).first()).toBeVisible()
  const [from, to] = [await hour(page, day, 9).boundingBox(), await hour(page, day, 11).boundingBox()]
  if (!from || !to) throw new Error('The hours are not on the page.')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect(bar(page)).toContainText('09:00–12:00')
  await expectUsable(page, 'chosen hours')
  await bar(page).getByRole('button', { name: 'Make unavailable' }).click()
  await expect(page.getByText('09:00–12:00 Unavailable', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone')).toBeVisible()
  await expect(hour(page, day, 10)).toHaveAccessibleName(/available$/)
  await expect(page.getByText('09:00–12:00 Unavailable', { exact: true })).toHaveCount(0)
})

test('the week opens an hour before work begins, and no hour is half covered by its head', async ({ page }) => {
  const day = await atCalendar(page)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/calendar?day=${day}`)
    await expect.poll(() => halfCovered(page)).toEqual({ from: true, hours: [] })
    await expect(hour(page, day, 7)).toBeInViewport({ ratio: 1 })
  }
})

test('the keyboard alone chooses hours, takes them away and gives them back', async ({ page }) => {
  const day = await atCalendar(page)
  await hour(page, day, 14).focus()
  await page.keyboard.press('ArrowDown')
  await expect(hour(page, day, 15)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('15:00–17:00')
  await page.keyboard.press('Enter')
  await expect(hour(page, day, 16)).toHaveAccessibleName(/, unavailable$/)
  await expect(hour(page, day, 16)).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar(page)).toContainText('Make available')
  await page.keyboard.press('Enter')
  await expect(hour(page, day, 15)).toHaveAccessibleName(/, available$/)

  // 18:00 is the end of the day: nothing beyond it can be chosen.
  await hour(page, day, 17).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('17:00–18:00')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
})

test('hours given back before they are saved as taken are available, even if the page is left at once', async ({
  page,
}) => {
  const day = await atCalendar(page)
  const press = async (...hours: number[]) => {
    for (const at of hours) {
      await hour(page, day, at).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
    }
  }
  // The first change is held up until the page shows all three.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/calendar.data*', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await press(15, 15, 10)
  await expect(hour(page, day, 15)).toHaveAccessibleName(/, available$/)
  await expect(hour(page, day, 10)).toHaveAccessibleName(/, unavailable$/)
  await page.getByRole('link', { name: 'Week after' }).click()
  await expect(hour(page, addDays(day, 7), 15)).toBeVisible()
  let posts = 0
  page.on('response', (response) => (posts += Number(response.request().method() === 'POST' && response.ok())))
  letGo()
  await expect.poll(() => posts).toBe(3)
  await page.goto(`/calendar?day=${day}`)
  await expect(hour(page, day, 15)).toHaveAccessibleName(/, available$/)
  await expect(hour(page, day, 10)).toHaveAccessibleName(/, unavailable$/)
})

test('what two pages change of one day or one week is all kept', async ({ page, context }) => {
  const day = await atCalendar(page)
  const other = await context.newPage()
  await other.goto(`/calendar?day=${day}`)
  for (const [tab, at] of [
    [page, 9],
    [other, 15],
  ] as const) {
    await hour(tab, day, at).focus()
    await tab.keyboard.press('Space')
    await tab.keyboard.press('Enter')
    await expect(tab.getByText('Undo')).toBeVisible()
  }
  await page.reload()
  for (const at of [9, 15]) await expect(hour(page, day, at)).toHaveAccessibleName(/, unavailable$/)

  for (const tab of [page, other]) await tab.goto('/working-unit/working-hours')
  for (const [tab, name] of [
    [page, 'Monday'],
    [other, 'Tuesday'],
  ] as const) {
    await tab.getByRole('button', { name: `Change ${name}` }).click()
    const dialog = tab.getByRole('dialog')
    // Times that make no sense on a day off do not keep it from being one.
    await dialog.getByLabel(`${name} from`).selectOption('20:00')
    await dialog.getByLabel(`Work on ${name}`).uncheck()
    await dialog.getByRole('button', { name: 'Save hours' }).click()
    await expect(tab.getByText('Working hours saved')).toBeVisible()
  }
  await page.reload()
  await expect(page.getByText('40 hours a week')).toBeVisible()
})

test('a day and a vacation are taken off; the week stands in the address', async ({ page }) => {
  const day = await atCalendar(page)
  await hour(page, day, 9).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(hour(page, day, 9)).toHaveAccessibleName(/, unavailable$/)
  await page.getByRole('button', { name: 'Day off' }).click()
  await expectUsable(page, 'the dialog of a day off')
  await page.getByRole('button', { name: 'Take the day off' }).click()
  await expect(hour(page, day, 10)).toHaveAccessibleName(/, unavailable$/)
  // Worked again, the day is as it was: the hour taken off by itself is still off.
  await page.getByRole('button', { name: 'Day off' }).click()
  await page.getByRole('button', { name: 'Work this day' }).click()
  await expect(hour(page, day, 10)).toHaveAccessibleName(/, available$/)
  await expect(hour(page, day, 9)).toHaveAccessibleName(/, unavailable$/)

  // While a message about it stays, which can be undone for ten seconds, the page's own buttons take presses.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Day off' }).click({ trial: true, timeout: 3000 })
  // A day of another week is taken off without going there.
  const other = addDays(day, 8)
  await page.getByRole('button', { name: 'Day off' }).click()
  await page.getByRole('dialog').getByLabel('Day').fill(other)
  await expect(page.getByText('Customers can’t book this day.')).toBeVisible()
  await page.getByRole('button', { name: 'Take the day off' }).click()
  await expect(page.getByText(`${formatDay(other)} off`)).toBeVisible()

  await page.getByRole('button', { name: 'Vacation' }).click()
  await page.getByLabel('First day').fill(addDays(day, 1))
  await page.getByLabel('Last day').fill(addDays(day, 2))
  await expect(page.getByText('2 days, both ends included')).toBeVisible()
  await page.getByRole('button', { name: 'Save vacation' }).click()
  await expect(hour(page, addDays(day, 2), 10)).toHaveAccessibleName(/, vacation$/)
  await expect(hour(page, addDays(day, 3), 10)).toHaveAccessibleName(/, available$/)

  // The arrows are where they were, whichever week it is.
  const arrow = page.getByRole('link', { name: 'Week after' })
  // Which may have been scrolled to show an hour that was focused.
  await page.evaluate(() => scrollTo(0, 0))
  const place = await arrow.boundingBox()
  await arrow.click()
  await expect(page).toHaveURL(new RegExp(`day=${addDays(day, 6)}`))
  await expect(hour(page, other, 10)).toHaveAccessibleName(/, unavailable$/)
  expect(await arrow.boundingBox()).toEqual(place)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`day=${day}`))

  await page.goto('/working-unit/working-hours')
  const vacation = page.getByRole('button', { name: /^Delete vacation/ })
  await vacation.click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(vacation).toHaveCount(1)
  await vacation.click()
  await expectUsable(page, 'deleting a vacation')
  await page.getByRole('button', { name: 'Delete vacation', exact: true }).click()
  await expect(page.getByText('No upcoming vacations.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(vacation).toHaveCount(1)

  await page.getByRole('button', { name: 'Change Tuesday' }).click()
  // The words turn the day on and off as the switch does.
  await page.getByText('Work on Tuesday').click()
  await expect(page.getByLabel('Tuesday from')).toHaveCount(0)
  await page.getByText('Work on Tuesday').click()
  await page.getByLabel('Tuesday from').selectOption('19:00')
  await page.getByLabel('Tuesday to').selectOption('08:00')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText('Tuesday: start has to be before the end')).toBeVisible()
  await expectUsable(page, 'the dialog of working hours')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('one day shows; two taps choose its hours, and another day is a tap away', async ({ page }) => {
    const day = await atCalendar(page)
    await expectUsable(page, 'one day')
    // What stands above the days takes a fifth of the screen at most.
    const grid = await page.getByRole('grid').boundingBox()
    expect(grid?.y).toBeLessThanOrEqual(780 / 5)
    const how = page.getByText('Tap the first hour you’re off, then the last.')
    await expect(how).toBeVisible()
    await hour(page, day, 9).tap()
    await hour(page, day, 11).tap()
    await expect(bar(page)).toContainText('09:00–12:00')
    await expectUsable(page, 'chosen hours on a phone')
    await bar(page).getByRole('button', { name: 'Make unavailable' }).tap()
    await expect(page.getByText('09:00–12:00 Unavailable', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(how, 'somebody who has done it knows').toHaveCount(0)
    const [, date = ''] = formatDay(addDays(day, 1)).split(' ')
    await page.getByRole('columnheader').getByRole('link', { name: date }).tap()
    await expect(hour(page, addDays(day, 1), 9)).toBeVisible()
    await expect(hour(page, day, 9)).toBeHidden()
  })
})
