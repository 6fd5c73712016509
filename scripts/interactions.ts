// How long the steps of a booking take to answer a press, on a phone whose processor is four times slower than this one.
import type { Browser, Page } from '@playwright/test'
import { aMove, putMove } from '#test/support/browser/moves.ts'

const SLOWER = 4
/** From the press to the next picture: web.dev's "good". */
const MOST_MS = 200
const MOST_SHIFT = 0.02

interface Step {
  path: string
  /** What a person does there, one after the other. */
  use: (page: Page) => Promise<void>
}

const STEPS: Step[] = [
  {
    path: '/additional-services',
    use: async (page) => {
      await page.getByRole('button', { name: '2 bedrooms' }).click()
      await page.getByRole('button', { name: 'One Armchair more' }).first().click()
      await page.getByRole('tab', { name: 'Bedroom' }).click()
      await page.getByRole('searchbox', { name: 'Find an item' }).pressSequentially('ward', { delay: 300 })
      await page.locator('label', { hasText: /^Luton Van/ }).click()
    },
  },
  {
    path: '/clarify',
    use: async (page) => {
      await page.getByLabel('Take apart').first().check()
      await page.getByLabel('Tell the driver').pressSequentially('Cat', { delay: 300 })
    },
  },
  {
    path: '/route-details',
    use: async (page) => {
      const pickUp = page.getByRole('region', { name: 'Pick-up' })
      await pickUp.getByLabel('Stairs').selectOption({ index: 3 })
      await pickUp.getByLabel('Address').pressSequentially('Gro', { delay: 300 })
      await page.getByRole('button', { name: 'Add a stop' }).first().click()
    },
  },
  {
    path: '/pick-a-driver',
    use: async (page) => {
      const first = page.getByRole('article').first()
      await first.getByRole('button', { name: /^Compare/ }).click()
      await first.getByRole('button').first().click()
      await page.keyboard.press('Escape')
    },
  },
]

interface Answered {
  slowestMs: number
  shift: number
}

/** A line for each step; false where one is slower, or moves more, than it may. */
export async function measureInteractions(browser: Browser, url: string): Promise<boolean> {
  let isReached = true
  for (const { path, use } of STEPS) {
    const runs: Answered[] = []
    // The quickest counts, as above.
    while (runs.length < 3 && !runs.some(isGood)) runs.push(await answersOf(browser, url, path, use))
    const [best] = runs.toSorted((a, b) => a.slowestMs - b.slowestMs)
    if (!best || !isGood(best)) isReached = false
    const all = runs.map(({ slowestMs }) => Math.round(slowestMs)).join(', ')
    console.log(`${path}: answers a press in ${all} ms (at most ${MOST_MS}), moves by ${best?.shift.toFixed(3)}`)
  }
  return isReached
}

const isGood = ({ slowestMs, shift }: Answered) => slowestMs <= MOST_MS && shift <= MOST_SHIFT

async function answersOf(browser: Browser, url: string, path: string, use: Step['use']): Promise<Answered> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 360, height: 780 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    await putMove(page, aMove())
    await page.addInitScript(() => {
      const seen = { slowestMs: 0, shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.slowestMs = Math.max(seen.slowestMs, duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await use(page)
    // The wait ends after the last frame.
    await page.waitForTimeout(1_000)
    return await page.evaluate(() => (window as unknown as { seen: Answered }).seen)
  } finally {
    await context.close()
  }
}
