import type { FormErrors } from './answer.ts'

/** The text of a field; empty if there is none, or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** All texts of fields with this name, in order; files are ignored. */
export const textsIn = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value): value is string => typeof value === 'string')

/** Focuses the first invalid field, for people who cannot see the marks. */
export function focusFirstError(form: HTMLFormElement, errors: FormErrors): void {
  const names = new Set(Object.keys(errors))
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && names.has(control.name)) return control.focus()
  }
}
