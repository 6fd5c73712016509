import type { FormErrors } from '#web/account/login/login-rules.ts'

export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** So that whoever cannot see the marks hears the first one. */
export function focusFirstError(form: HTMLFormElement, errors: FormErrors): void {
  const names = new Set(Object.keys(errors))
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && names.has(control.name)) return control.focus()
  }
}
