import { formatPence } from '#shared/money.ts'
import type { Job } from './day-state.ts'

/** What to take at the door. */
export const payText = ({ day }: Pick<Job, 'day'>): string =>
  day.cashToTakePence === null ? 'By card, nothing to take' : `${formatPence(day.cashToTakePence)} in cash to take`
