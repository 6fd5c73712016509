import { textIn, wholeNumberOf } from './form-text.ts'

/** Minutes from a field of hours and one of minutes, of which one may be empty. What is no number comes out below zero, and the API refuses it. */
export const minutesIn = (form: FormData, hoursField: string, restField: string): number =>
  (wholeNumberOf(textIn(form, hoursField) || '0') ?? -1000) * 60 +
  (wholeNumberOf(textIn(form, restField) || '0') ?? -100_000)
