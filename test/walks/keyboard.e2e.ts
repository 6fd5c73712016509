import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { aMove, nextSaturday, putMove } from '#test/support/browser/moves.ts'
import { newEmail, newPassword } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'

/** What is wrong with where the focus is now: lost, or on something that does not show it. */
async function faultOfFocus(page: Page): Promise<string | null> {
  return await page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    const words = focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.textContent?.trim()
    const name = `${focused.tagName.toLowerCase()} "${words?.slice(0, 40)}"`
    // A control that is only drawn shows its focus on the label around it.
    const drawn = [focused, focused.closest('label'), focused.closest('.affix'), focused.parentElement]
    const isShown = drawn.some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    })
    if (!isShown) return `${name} doesn’t show its focus`
    const label = focused.closest('label') ?? focused
    const { bottom, top, height } = label.getBoundingClientRect()
    return bottom < 0 || top > innerHeight || height === 0 ? `${name} is out of view` : null
  })
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false)

/** Tabs until this has the focus, looking at each stop on the way. */
async function tabTo(page: Page, target: Locator, key = 'Tab', most = 90): Promise<void> {
  await expect(target).toHaveCount(1)
  for (let presses = 0; presses < most; presses += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
    expect(await faultOfFocus(page)).toBeNull()
  }
  throw new Error(`${target.toString()} is not among the next ${most} stops of ${key}`)
}

/** A date is typed as day, month and year, in the order that the browser shows. */
async function typeDate(page: Page, target: Locator, day: string) {
  await tabTo(page, target)
  const [year = '', month = '', date = ''] = day.split('-')
  const isMonthFirst = await page.evaluate(() =>
    new Intl.DateTimeFormat(navigator.language).format(0).startsWith('1/1'),
  )
  await page.keyboard.type(isMonthFirst ? `${month}${date}${year}` : `${date}${month}${year}`)
  if ((await target.inputValue()) !== day) {
    for (let part = 0; part < 3; part += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(`${month}${date}${year}`)
  }
  await expect(target).toHaveValue(day)
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('a whole booking needs no mouse', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Moving from, postcode'))
  await page.keyboard.type('E17 4QH')
  await tabTo(page, page.getByLabel('Moving to, postcode'))
  await page.keyboard.type('BN1 4QL')
  await tabTo(page, page.getByRole('radio', { name: 'Home or office' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Furniture' })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await typeDate(page, page.getByLabel('Moving date'), nextSaturday(5))
  await press(page, page.getByRole('button', { name: 'Compare prices' }))
  await expect(heading(page, 'What’s going in the van?')).toBeVisible()

  await tabTo(page, page.getByRole('searchbox', { name: 'Find an item' }))
  await page.keyboard.type('sofa, three')
  await press(page, page.getByRole('button', { name: 'Add Sofa, three-seater' }))
  await expect(page.getByRole('button', { name: 'One Sofa, three-seater more' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Items').getByLabel('How many: Sofa, three-seater', { exact: true })).toHaveValue('2')
  await tabTo(page, page.getByRole('searchbox', { name: 'Find an item' }), 'Shift+Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await tabTo(page, page.getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Dining Room' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Bedroom' })).toBeFocused()
  await press(page, page.getByRole('button', { name: /^Add Double bed/ }).first(), 'Space')
  await tabTo(page, page.getByRole('radio', { name: /^(Small|Medium|Large|Luton) Van/, checked: true }))
  while (!(await page.getByRole('radio', { name: /^Large Van/ }).isChecked())) await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('radio', { name: /^2 men/, checked: true }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^2 men/ })).toBeChecked()
  await press(page, page.getByRole('button', { name: 'Continue', exact: true }))

  await expect(heading(page, 'Anything to take apart?')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await press(page, page.getByLabel('Take apart').first(), 'Space')
  await expect(page.getByLabel('Take apart').first()).toBeChecked()
  await tabTo(page, page.getByLabel('Tell the driver'))
  await page.keyboard.type('Ring twice.')
  await press(page, page.getByRole('button', { name: 'Continue', exact: true }))

  await expect(heading(page, 'Where, when and how many stairs?')).toBeVisible()
  const pickUp = page.getByRole('region', { name: 'Pick-up' })
  await tabTo(page, pickUp.getByLabel('Address'))
  await page.keyboard.type('12 Grove Road')
  await tabTo(page, pickUp.getByLabel('Stairs'))
  await page.keyboard.press('ArrowDown')
  await expect(pickUp.getByLabel('Stairs')).toHaveValue('9')
  await tabTo(page, pickUp.getByLabel('Start time'))
  await page.keyboard.type('14:00')
  await expect(pickUp.getByLabel('Start time')).toHaveValue('14:00')
  await press(page, page.getByRole('button', { name: 'Add a stop' }))
  const stop = page.getByRole('group', { name: 'Stop 1' })
  await expect(stop.getByRole('combobox', { name: 'Postcode' })).toBeFocused()
  await page.keyboard.type('CR')
  await expect(page.getByRole('listbox', { name: 'Suggested postcodes' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Suggested postcodes' })).toHaveCount(0)
  await expect(stop.getByRole('combobox', { name: 'Postcode' })).toHaveValue('CR0')
  await page.keyboard.type(' 2AA')
  await press(page, stop.getByRole('button', { name: /^Remove/ }))
  const dropOff = page.getByRole('region', { name: 'Drop-off' })
  await expect(dropOff.getByRole('combobox', { name: 'Postcode' })).toBeFocused()
  await tabTo(page, dropOff.getByLabel('Address'))
  await page.keyboard.type('London Road')
  await press(page, page.getByRole('button', { name: 'See prices', exact: true }))

  await expect(heading(page, /drivers for Saturday/)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await tabTo(page, page.getByRole('radio', { name: 'Best value' }))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/ordering=price/)
  await expect(page.getByRole('radio', { name: 'Cheapest' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Choose/ }).first()).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Choose/ }).first())

  await expect(heading(page, 'Check it, then book it')).toBeVisible()
  await press(page, page.getByRole('button', { name: /^Book for £/ }))
  const dialog = page.getByRole('dialog', { name: 'Create an account to book' })
  await expect(dialog).toBeVisible()
  for (const [label, text] of [
    ['First name', 'Priya'],
    ['Phone', '+44 7700 900123'],
    ['Email', newEmail()],
    ['Password', newPassword],
  ] as const) {
    await tabTo(page, dialog.getByRole('textbox', { name: label, exact: true }))
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your email to finish booking')).toBeVisible()
})

test.describe('a dialog', () => {
  test('keeps the focus inside, closes with Escape, and gives the focus back', async ({ page }) => {
    await putMove(page, aMove())
    await page.goto('/clarify')
    const opener = page.getByRole('button', { name: 'Need help with quote?' })
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'We’re here to help' })
    await expect(dialog).toBeVisible()
    for (const key of [...Array<string>(8).fill('Tab'), ...Array<string>(8).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      const where = await page.evaluate(() => {
        const focused = document.activeElement
        if (focused?.closest('dialog')) return 'inside'
        // Between the last and the first, browsers give their own controls a turn.
        return focused === document.body || focused === document.documentElement ? 'browser' : focused?.outerHTML
      })
      expect(['inside', 'browser']).toContain(where)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('that follows another gives the focus back to where the first was opened', async ({ page }) => {
    await page.goto('/additional-services')
    const opener = page.getByRole('button', { name: 'Login' })
    await press(page, opener)
    const dialog = page.getByRole('dialog', { name: 'Login' })
    await expect(dialog).toBeVisible()
    await press(page, dialog.getByRole('button', { name: 'Login' }))
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await press(page, dialog.getByRole('button', { name: 'Close' }))
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })
})

test('the menu of a phone opens, closes and is left by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/additional-services')
  const menu = page.locator('summary[aria-label="Menu"]')
  await press(page, menu)
  await expect(page.getByRole('link', { name: 'Home', exact: true }).first()).toBeVisible()
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }))
  await expect(page).toHaveURL(/\/$/)
})
