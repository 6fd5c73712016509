import type { PaymentMethod } from '#modules/companies/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { minutesOfTimeString } from '#shared/duration.ts'

/** What a customer on the phone may say. A transfer goes straight to the mover's bank and is settled as cash. */
export const SPECIAL_PAY_METHODS = ['cash', 'card', 'bank_transfer'] as const
export type SpecialPayMethod = (typeof SPECIAL_PAY_METHODS)[number]

/** £100,000 */
export const MOST_TOTAL_PENCE = 10_000_000

export const paymentOf = (method: SpecialPayMethod): PaymentMethod => (method === 'card' ? 'card' : 'cash')

/** The one line of a price that the office agreed on. */
export const agreedLines = (totalPence: number, isCongestionCharged: boolean): PriceLine[] => [
  {
    code: 'agreed',
    label: isCongestionCharged ? 'Agreed on the phone, Congestion Charge included' : 'Agreed on the phone',
    quantity: 1,
    unitPence: totalPence,
    amountPence: totalPence,
  },
]

/** Whether what was asked on the phone is what the quote is for. Its places and times are compared when it is booked. */
export function isMoveOfQuote(asked: AskedMove, quoted: AskedMove): boolean {
  const facts = ({ vanCategory, manPower, needTailLift, jobKind, items, extraTime, declaredWaiting }: AskedMove) =>
    JSON.stringify([
      vanCategory,
      manPower,
      needTailLift,
      jobKind,
      minutesOfTimeString(extraTime ?? ''),
      minutesOfTimeString(declaredWaiting ?? ''),
      items
        .map(({ movingItem, ownItem, amount, needAssembling, needDisassembling }) => {
          const own = ownItem && [ownItem.name, ownItem.length, ownItem.width, ownItem.height, ownItem.weight]
          return JSON.stringify([movingItem, own ?? null, amount, needAssembling, needDisassembling])
        })
        .toSorted(),
    ])
  return facts(asked) === facts(quoted)
}
