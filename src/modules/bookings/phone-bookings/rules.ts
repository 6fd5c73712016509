import type { PaymentMethod } from '#modules/companies/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { metresToMiles, type Metres } from '#shared/distance.ts'
import { minutesOfTimeString, type Minutes } from '#shared/duration.ts'
import type { Pence } from '#shared/money.ts'

/** What a customer on the phone may say. A transfer goes straight to the mover's bank and is settled as cash. */
export const SPECIAL_PAY_METHODS = ['cash', 'card', 'bank_transfer'] as const
export type SpecialPayMethod = (typeof SPECIAL_PAY_METHODS)[number]

/** £250 an hour for two hours at least, and £3 a mile: more than any company asks, less than a slip of the pence key. */
const MOST_PENCE_PER_HOUR = 25_000
const LEAST_HOURS = 2
const MOST_PENCE_PER_MILE = 300

/** The most the office may agree on for a move of so many minutes (breaks included) and metres (all trips). */
export function mostAgreedPence({ minutes, metres }: { minutes: Minutes; metres: Metres }): Pence {
  const hours = Math.max(LEAST_HOURS, Math.ceil(minutes / 60))
  return hours * MOST_PENCE_PER_HOUR + Math.ceil(metresToMiles(metres)) * MOST_PENCE_PER_MILE
}

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
