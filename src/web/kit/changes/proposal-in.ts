import { CHANGE_KINDS } from '#modules/bookings/changes/rules.ts'
import { isRealDay, parseTime, toInstant, toLocal } from '#shared/local-time.ts'
import { parsePounds } from '#shared/money.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'

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
    newStartAt: kind === 'time' ? newStartIn(form) : undefined,
    photosId: textIn(form, 'photosId') || null,
    line: lineIn(form),
  }
}

/** The day or the time that is left blank stays as it is, where the form says when the move starts (`startAt`). */
function newStartIn(form: FormData): string | undefined {
  const [day, time] = [textIn(form, 'day'), textIn(form, 'time')]
  if (day === '' && time === '') return undefined
  const start = new Date(textIn(form, 'startAt'))
  const now = Number.isNaN(start.getTime()) ? undefined : toLocal(start)
  const [newDay, newMinute] = [day || (now?.day ?? ''), time ? parseTime(time) : now?.minute]
  return isRealDay(newDay) && newMinute !== undefined ? toInstant(newDay, newMinute).toISOString() : undefined
}

export type Proposal = ReturnType<typeof proposalIn>
