// A job of today, who drives it and whose move it is.
import type { Page } from '@playwright/test'
import { addMinutes } from '#shared/local-time.ts'
import { now } from '#test/support/start-of-clock.ts'
import { aJob, type Job } from './world.ts'

/** The minute in which we are, and so many later. */
const minutesFromNow = (minutes: number): string => {
  const start = addMinutes(now(), minutes)
  start.setUTCSeconds(0, 0)
  return start.toISOString()
}

/** A confirmed job that begins in a minute and lasts five hours, though its van is free for another after two. */
export const jobOfToday = (options: { paidInCash?: boolean } = {}): Promise<Job> =>
  aJob({ ...options, at: minutesFromNow(1), minutes: 300, heldMinutes: 120 })

/**
 * Another job of that unit, half an hour long, which begins while the first still runs as long as it is held up; a van that is no longer
 * held up is there in time.
 */
export const laterJobOf = ({ unitId }: Job): Promise<Job> => aJob({ unitId, at: minutesFromNow(180), minutes: 30 })

/** The link of this booking, which its customer has. */
export async function linkOf(page: Page, { id, email, password }: Job): Promise<string> {
  const login = await page.request.post('/api/users/login/', { data: { email, password } })
  const { access } = (await login.json()) as { access: string }
  const answer = await page.request.get(`/api/booking/${id}/`, { headers: { authorization: `Bearer ${access}` } })
  const { hash } = (await answer.json()) as { hash: string }
  return `/booking/${hash}`
}
