import { isRealDay, parseTime, toInstant } from '#shared/local-time.ts'
import { textIn } from './form-text.ts'

/** A day and a time of London, from two fields; undefined if they are not a day and a time. */
export function instantIn(form: FormData, dayField: string, timeField: string): string | undefined {
  const [day, minute] = [textIn(form, dayField), parseTime(textIn(form, timeField))]
  return isRealDay(day) && minute !== undefined ? toInstant(day, minute).toISOString() : undefined
}
