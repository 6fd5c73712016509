import { CHANGE_KINDS } from '#modules/bookings/changes/rules.ts'
import { parsePounds } from '#shared/money.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { instantIn } from '#web/kit/forms/instant-in.ts'

export function lineIn(form: FormData) {
  const amount = textIn(form, 'amount')
  if (amount.trim() === '') return undefined
  // What is no amount, the API refuses.
  return { label: textIn(form, 'label') || textIn(form, 'words').slice(0, 120), amountPence: parsePounds(amount) ?? -1 }
}

/** A proposal as its form asks for it. */
export function proposalIn(form: FormData) {
  const kind = CHANGE_KINDS.find((one) => one === textIn(form, 'kind')) ?? 'other'
  const number = (name: string) => wholeNumberOf(textIn(form, name)) ?? undefined
  return {
    kind,
    words: textIn(form, 'words'),
    flights: kind === 'floor' ? number('flights') : undefined,
    extraMinutes: number('extraMinutes') || undefined,
    newStartAt: kind === 'time' ? instantIn(form, 'day', 'time') : undefined,
    photosId: textIn(form, 'photosId') || null,
    line: lineIn(form),
  }
}

export type Proposal = ReturnType<typeof proposalIn>
