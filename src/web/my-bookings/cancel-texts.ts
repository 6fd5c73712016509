import { formatPence } from '#shared/money.ts'
import type { Problem } from '#web/kit/forms/answer.ts'

type When = 'ask' | 'before' | 'do' | 'done'

const FREE: Record<When, string> = {
  ask: 'Cancel for free',
  before: 'It’s free. We’ll tell the driver straight away and release the slot.',
  do: 'Cancel for free',
  done: 'It costs nothing.',
}

/** What cancelling costs, on the button that asks, before, on the button that does it, and afterwards. */
export function cancelText(feePence: number, when: When): string {
  const fee = formatPence(feePence)
  if (feePence === 0) return FREE[when]
  const texts: Record<When, string> = {
    ask: `Cancel for ${fee}`,
    before: `You’ll pay ${fee}. We’ll tell the driver straight away and release the slot.`,
    do: `Cancel and pay ${fee}`,
    done: `It costs ${fee}, as shown.`,
  }
  return texts[when]
}

/** The amount to ask about: what was shown, or if that has changed meanwhile, what the refusal says. */
export function feeOf(refused: Problem | undefined, shownPence: number): number {
  const fee = Number(refused?.suggested?.['fee_pence'])
  return Number.isInteger(fee) ? fee : shownPence
}
