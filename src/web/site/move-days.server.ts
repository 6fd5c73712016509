import type { RouterContextProvider } from 'react-router'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { nowIn } from '#web/kit/page/clock.ts'

export interface MoveDays {
  firstDay: LocalDay
  lastDay: LocalDay
}

/** The days that a move can be asked for. */
export function moveDays(context: Readonly<RouterContextProvider>): MoveDays {
  const firstDay = localDayOf(nowIn(context))
  return { firstDay, lastDay: addDays(firstDay, 180) }
}
