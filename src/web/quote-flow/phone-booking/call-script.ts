// What the office reads out to whoever is calling: the figures of this booking, as they stand.
import type { SpecialPayMethod } from '#modules/bookings/phone-bookings/rules.ts'
import { cancellationRows, stepsFromWire } from '#modules/pricing/terms/rules.ts'
import { capital } from '#shared/capitalise.ts'
import { formatPence } from '#shared/money.ts'
import type { Quote } from '../draft/order.ts'

type Said = Pick<Quote, 'totalPence' | 'ceilingPence' | 'cancellation' | 'company'>

export const SAY_WHO = 'May I take your name, and a mobile number or email address so we can send you the booking link?'

export const SAY_DAY = 'Which number should the driver ring on the day, and is there anything they need to know?'

export const sayPrice = (totalPence: number, chosen: Pick<Said, 'ceilingPence'> | null): string =>
  chosen
    ? `It’s ${formatPence(totalPence)}, and for what you’ve told me it won’t be more than ${formatPence(chosen.ceilingPence)}.`
    : `It’s ${formatPence(totalPence)}, and that’s fixed.`

/** The same steps as on their booking's page, in a sentence. */
export function sayCancelling(chosen: Pick<Said, 'cancellation'> | null, now: Date): string {
  const steps = chosen ? stepsFromWire(chosen.cancellation) : []
  if (steps.every(({ feePence }) => feePence === 0)) return 'You can cancel free of charge until it starts.'
  const [free, ...after] = cancellationRows(steps, now, false)
  const rest = after.map(({ when, cost }) => `${when.charAt(0).toLowerCase()}${when.slice(1)}, ${costText(cost)}`)
  return `You can cancel free ${free?.when.toLowerCase()}. ${sentence(rest.join('; '))}`
}

const costText = (cost: string): string => (cost === 'Free' ? 'it is free' : `it costs ${cost}`)
const sentence = (text: string): string => `${capital(text)}.`

export function sayPayment(method: SpecialPayMethod, totalPence: number | null, chosen: Pick<Said, 'company'> | null) {
  const amount = totalPence === null ? 'It' : formatPence(totalPence)
  const verb = totalPence === null ? 'is paid' : 'is to be paid'
  const whom = chosen?.company.name ?? 'the company that takes it'
  if (method === 'cash') return `${amount} ${verb} in cash to the driver, when the move is done. Nothing is paid now.`
  if (method === 'card') return `${amount} ${verb} by card. Don’t read your card number out to me.`
  return `${amount} ${verb} by transfer to the bank account of ${whom}.`
}
