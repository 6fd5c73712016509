import type { getUser } from '#modules/identity/contract.ts'
import type { getTwoStep } from '#modules/identity/two-step/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, formatDayTime, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'

/** Data of the account settings. */
export interface Account {
  user: AnswerOf<typeof getUser>
  twoStep: AnswerOf<typeof getTwoStep>
  sessions: readonly ShownSession[]
}

export interface ShownSession {
  id: string
  device: string
  /** "Today 08:12". */
  lastUsed: string
  isCurrent: boolean
}

/** "Today 08:12", "Sat 14 March, 08:12", and from another year without the time. */
export function lastUsedText(lastUsed: Date, now: Date): string {
  const { day, minute } = toLocal(lastUsed)
  const today = localDayOf(now)
  if (day === today) return `Today ${formatTime(minute)}`
  return day.slice(0, 4) === today.slice(0, 4) ? formatDayTime(lastUsed) : `${formatDay(day)} ${day.slice(0, 4)}`
}

/** In groups of four, as authenticator apps display secrets: easier to type. */
export const readableSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
