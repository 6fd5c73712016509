import type { FormErrors } from './answer.ts'

/** The text of a field; empty if there is none, or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** All texts of fields with this name, in order; files are ignored. */
export const textsIn = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value): value is string => typeof value === 'string')

/** Number written as "3500", "3,500" or "3 500"; null for anything else, so that the caller can report the error. */
export function wholeNumberOf(text: string): number | null {
  const plain = text.trim()
  return /^\d+$|^\d{1,3}([, ]\d{3})+$/.test(plain) ? Number(plain.replaceAll(/[, ]/g, '')) : null
}

/** Focuses the first invalid field, for people who cannot see the marks. */
export function focusFirstError(form: HTMLFormElement, errors: FormErrors): void {
  const names = new Set(Object.keys(errors))
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && names.has(control.name)) return control.focus()
  }
}

/** What somebody typed, where a call takes a number or one of a few words: the endpoint's schema judges it, and says what to enter. */
export const asTyped = <Value>(input: Value | string | null): Value => input as Value
