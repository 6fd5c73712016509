// The clock of a product that a test started for itself: nobody else may feel that it moves.
import { expect, type Page } from '@playwright/test'

export async function nowOf(page: Page): Promise<Date> {
  const { now } = (await (await page.request.get('/dev/clock')).json()) as { now: string }
  return new Date(now)
}

/** Sets the clock forward to this instant, or at most a minute later; what is due by then happens soon after. */
export async function clockTo(page: Page, instant: Date): Promise<void> {
  const minutes = Math.ceil((instant.getTime() - (await nowOf(page)).getTime()) / 60_000)
  const moved = await page.request.post('/dev/clock', { data: { minutes } })
  expect(moved.status(), `to ${instant.toISOString()}: ${await moved.text()}`).toBe(200)
}
