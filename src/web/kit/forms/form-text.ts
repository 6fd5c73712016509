import { useEffect } from 'react'
import { formatDay } from '#shared/local-time.ts'
import { AMOUNT_HINT, parsePounds } from '#shared/money.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
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

type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isTextControl = (control: Element): control is TextControl =>
  control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement

/** What to do about a field, as far as its page knows without asking the server; empty if nothing. `data-missing` words what an empty one lacks. */
function flawOf(control: TextControl): string {
  const { validity, value, dataset, type } = control
  if (!control.willValidate) return ''
  if (validity.badInput) return type === 'time' ? 'Enter the whole time.' : 'Enter the whole date.'
  if (control.required && (validity.valueMissing || value.trim() === '')) return dataset['missing'] ?? 'Required'
  if (value === '' || !(control instanceof HTMLInputElement)) return ''
  if (validity.typeMismatch && type === 'email') return 'Enter an email address, like name@example.co.uk'
  if (type === 'tel') return parsePhone(value) === null ? phoneHint : ''
  if (type === 'date' && (validity.rangeUnderflow || validity.rangeOverflow)) return rangeText(control)
  if (dataset['reads'] === 'pounds' && parsePounds(value) === undefined) return AMOUNT_HINT
  return validity.patternMismatch ? control.title : ''
}

const rangeText = ({ min, max, validity }: HTMLInputElement): string =>
  validity.rangeUnderflow ? `Choose ${formatDay(min)} or a later day.` : `Choose ${formatDay(max)} or an earlier day.`

/** Tells every flaw of the form at its field (`Field` hears of it), and goes to the first. True if there is none. */
export function reportFlaws(form: HTMLFormElement): boolean {
  const flawed = [...form.elements].filter(isTextControl).filter((control) => {
    control.setCustomValidity('')
    control.setCustomValidity(flawOf(control))
    return !control.checkValidity()
  })
  const [first] = flawed
  if (first?.closest('.field')) first.focus()
  else first?.reportValidity()
  for (const control of flawed) control.setCustomValidity('')
  return flawed.length === 0
}

/** Without signal a form says first what is wrong with its own fields, and only a right one is kept for later or says that it cannot be sent. */
export function useFlawsFirst(): void {
  useEffect(() => {
    const check = (event: SubmitEvent) => {
      const { target, submitter } = event
      if (navigator.onLine || !(target instanceof HTMLFormElement) || target.method !== 'post') return
      if (submitter?.hasAttribute('formnovalidate') || reportFlaws(target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // On the window, so that it comes before every handler of the page.
    addEventListener('submit', check, { capture: true })
    return () => removeEventListener('submit', check, { capture: true })
  }, [])
}

/** What somebody typed, where a call takes a number or one of a few words: the endpoint's schema judges it, and says what to enter. */
export const asTyped = <Value>(input: Value | string | null): Value => input as Value
