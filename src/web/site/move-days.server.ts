import type { RouterContextProvider } from 'react-router'
import { type MoveDays, moveDaysAt } from '#web/kit/forms/move-day.ts'
import { nowIn } from '#web/kit/page/arrival.ts'

/** The days that a move can be asked for. */
export const moveDays = (context: Readonly<RouterContextProvider>): MoveDays => moveDaysAt(nowIn(context))
