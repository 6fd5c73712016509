// The acts of a driver's day, as a thumb does them. The page has a clock that the test moves (`page.clock.install`).
import { expect, type Locator, type Page } from '@playwright/test'

/** Pulls a slide of this name to its end and lets go. */
export async function pull(within: Page | Locator, name: string | RegExp): Promise<void> {
  const slide = within.getByRole('button', { name })
  await slide.scrollIntoViewIfNeeded()
  const box = await slide.boundingBox()
  if (!box) throw new Error(`No slide “${name}” on the screen`)
  const { mouse } = 'mouse' in within ? within : within.page()
  const y = box.y + box.height / 2
  await mouse.move(box.x + 30, y)
  await mouse.down()
  await mouse.move(box.x + box.width / 2, y, { steps: 4 })
  await mouse.move(box.x + box.width - 10, y, { steps: 4 })
  await mouse.up()
}

/** Takes the signal away, and waits until the page knows: what it then says moves whatever is pulled next. */
export async function loseSignal(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await expect(page.getByText('No signal. Carry on.')).toBeVisible()
}

/** The time in which an act can be undone passes, and then that in which what has changed takes no tap. */
export async function passUndo(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.clock.fastForward(10_500)
  await undo.waitFor({ state: 'detached' })
  await page.clock.fastForward(2000)
}

/** Pulls it and lets that time pass. */
export async function act(page: Page, name: string | RegExp, within: Page | Locator = page): Promise<void> {
  await pull(within, name)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await passUndo(page)
}

/** Presses the button that opens a dialog until it is open: what has been sent leaves the page meanwhile, and moves the button. */
export const openDialog = (page: Page, name: string | RegExp): Promise<void> =>
  expect(async () => {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2000 })
  }).toPass()
