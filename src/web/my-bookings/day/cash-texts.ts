import { formatPence } from '#shared/money.ts'
import type { OwnDay } from './day-texts.ts'

/** "You paid £60.00 of £96.00 in cash". */
export function cashTitle({ paid, takenPence, duePence }: NonNullable<OwnDay['cash']>): string {
  if (paid === 'full') return `You paid ${formatPence(takenPence)} in cash`
  if (paid === 'none') return `Not paid: ${formatPence(duePence)} in cash`
  return `You paid ${formatPence(takenPence)} of ${formatPence(duePence)} in cash`
}
