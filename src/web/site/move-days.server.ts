import type { RouterContextProvider } from 'react-router'
import type { MoveDays } from '#web/kit/forms/move-day.ts'
import { moveDaysAt } from '#web/kit/forms/move-days-at.ts'
import { nowIn } from '#web/kit/page/clock.ts'

/** The days that a move can be asked for. */
export const moveDays = (context: Readonly<RouterContextProvider>): MoveDays => moveDaysAt(nowIn(context))
