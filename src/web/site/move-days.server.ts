import type { RouterContextProvider } from 'react-router'
import { LATEST_START_DAYS } from '#modules/quoting/rules.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import type { MoveDays } from '#web/kit/forms/move-day.ts'
import { nowIn } from '#web/kit/page/clock.ts'

/** The days that a move can be asked for. */
export function moveDays(context: Readonly<RouterContextProvider>): MoveDays {
  const firstDay = localDayOf(nowIn(context))
  return { firstDay, lastDay: addDays(firstDay, LATEST_START_DAYS) }
}
