// The steps of a booking, done as a person does them: by role and label, at any width.
import { expect, type Locator, type Page } from '@playwright/test'
import type { LocalDay } from '#shared/local-time.ts'

export interface Move {
  from: string
  to: string
  day: LocalDay
  time: string
}

export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

/** Whether its script is there and answers presses: without signal it would not come any more. */
export const pageLives = (page: Page): Promise<void> =>
  expect(page.locator('#intent:not([data-hydrated])')).toHaveCount(0)

export async function fillHome(page: Page, { from, to, day }: Pick<Move, 'from' | 'to' | 'day'>): Promise<void> {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Your move' })
  await form.getByLabel('Moving from, postcode').fill(from)
  await form.getByLabel('Moving to, postcode').fill(to)
  await form.getByLabel('Moving date').fill(day)
  await form.getByRole('button', { name: 'Compare prices' }).click()
  await expect(heading(page, 'What’s going in the van?')).toBeVisible()
}

/** A two-bed flat, part of it found by its name. */
export async function addThings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Sofa, three-seater' }).click()
  await page.getByRole('button', { name: 'One Sofa, three-seater more' }).click()
  await page.getByRole('tab', { name: 'Bedroom' }).click()
  await page
    .getByRole('button', { name: /^Add Double bed/ })
    .first()
    .click()
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('wardrobe')
  await page
    .getByRole('button', { name: /^Add Wardrobe/ })
    .first()
    .click()
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('')
}

/** The radio itself is hidden behind its drawing, so its label is what is pressed. */
export const pick = (page: Page, name: RegExp): Promise<void> =>
  page.locator('label', { hasText: name }).first().click()

export const goOn = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

export async function fillRoute(page: Page, { day, time }: Pick<Move, 'day' | 'time'>): Promise<void> {
  const pickUp = page.getByRole('region', { name: 'Pick-up' })
  await pickUp.getByLabel('Address').fill('12 Grove Road')
  await pickUp.getByLabel('House or flat number').fill('Flat 3, 12')
  await pickUp.getByLabel('Stairs').selectOption({ label: '2 flights (adds 30 min)' })
  await pickUp.getByLabel('Date').fill(day)
  await pickUp.getByLabel('Start time').selectOption(time)
  await pickUp.getByLabel('Contact name').fill('Priya Nair')
  await pickUp.getByLabel('Contact number').fill('+44 7700 900123')
  const dropOff = page.getByRole('region', { name: 'Drop-off' })
  await dropOff.getByLabel('Address').fill('London Road')
  await dropOff.getByLabel('Same contact as pick-up').uncheck()
  await dropOff.getByLabel('Contact name').fill('Sam Okoye')
  await dropOff.getByLabel('Contact number').fill('+447700900456')
}

export async function seePrices(page: Page): Promise<void> {
  // Its notes come with the time of the route and move the button, under the press of a test, too.
  await expect(page.getByRole('region', { name: 'Route summary' }).getByRole('status')).toContainText(/\d/)
  await goOn(page, 'See prices')
  await expect(heading(page, /\d+ drivers? for/)).toBeVisible()
}

/** The page has taken in whatever has reached it: it has drawn twice since. */
export const takenIn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/** The companies' offers, best first. */
export const offers = (page: Page): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Choose/ }) })

/** Waits until all offers of the first page are drawn: the first screen comes before the rest. */
export async function offersDrawn(page: Page): Promise<void> {
  const title = heading(page, /^\d+ drivers? for/)
  await expect(title).toBeVisible()
  await expect(offers(page)).toHaveCount(Math.min(20, Number.parseInt((await title.textContent()) ?? '', 10)))
}

/** "£1,234.50" in pence. */
export function pence(text: string): number {
  const [, pounds = '', rest = '00'] = /£([\d,]+)(?:\.(\d\d))?/.exec(text) ?? []
  expect(pounds, `an amount in "${text}"`).not.toBe('')
  return Number(pounds.replaceAll(',', '')) * 100 + Number(rest)
}

/** The lines of every receipt in there have to add up to its total, to the penny. Answers the total of the first, in pence. */
export async function totalOfReceipt(part: Locator): Promise<number> {
  const drawn = part.locator('dl:has(> .receipt__total)')
  // The price comes after what stands above it.
  await expect(drawn.first()).toBeAttached()
  const receipts = await drawn.evaluateAll((lists) =>
    lists.map((list) => [...list.querySelectorAll('dd')].map((amount) => amount.textContent)),
  )
  const totals = receipts.map((amounts) => {
    const inPence = amounts.map(pence)
    const total = inPence.pop() ?? 0
    expect(inPence.length).toBeGreaterThan(0)
    expect(inPence.reduce((sum, amount) => sum + amount, 0)).toBe(total)
    return total
  })
  expect(totals.length).toBeGreaterThan(0)
  return totals[0] ?? 0
}

export interface Chosen {
  /** In pence. */
  total: number
  company: string
  /** How many companies stood in the list. */
  offered: number
}

/** The whole way from home to the confirm page, with the first driver of the list. */
export async function goToConfirm(page: Page, move: Move): Promise<Chosen> {
  await fillHome(page, move)
  await addThings(page)
  await pick(page, /^Large Van/)
  await pick(page, /^2 men/)
  await goOn(page, 'Continue')
  await expect(heading(page, 'Anything to take apart?')).toBeVisible()
  await page.getByLabel('Take apart').first().check()
  await page.getByLabel('Put together').first().check()
  await page.getByLabel('Tell the driver').fill('Permit bay outside. The cat stays in the bathroom.')
  await goOn(page, 'Continue')
  await expect(heading(page, 'Where, when and how many stairs?')).toBeVisible()
  await fillRoute(page, move)
  await seePrices(page)
  return await chooseFirst(page)
}

export async function chooseFirst(page: Page): Promise<Chosen> {
  // The list comes a moment after its page.
  await offersDrawn(page)
  const all = offers(page)
  const offered = await all.count()
  // Tests pay by card and in cash; the first of the list may take one of them only.
  const first = all.filter({ hasText: 'Card or cash' }).first()
  const company = (await first.getByRole('heading').textContent()) ?? ''
  await totalOfReceipt(page.getByRole('main'))
  const total = await totalOfReceipt(first)
  await first.getByRole('button', { name: /^Choose/ }).click()
  await expect(heading(page, 'Check it, then book it')).toBeVisible()
  return { total, company, offered }
}

/** Books from the confirm page: beside the price on a wide screen, in the bar at the foot of a phone. */
export const book = (page: Page): Promise<void> => page.getByRole('button', { name: /^Book for £/ }).click()
