import type { FormErrors } from '#web/kit/forms/answer.ts'
import { passwordFlaw } from '#modules/identity/passwords/rules.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { emailError } from './login-rules.ts'

/** Roles that people can register for. */
export type NewRole = 'customer' | 'driver'

export const isNewRole = (text: string | null | undefined): text is NewRole => text === 'customer' || text === 'driver'

/** Errors the server would find too, shown before sending. Names as on the wire. */
export function registrationErrors(values: Record<string, string | undefined>): FormErrors {
  const { first_name: firstName = '', phone = '', email = '', password = '' } = values
  const errors: FormErrors = {}
  if (values.user_role === 'driver' && (values.company_name ?? '').trim() === '') errors.company_name = 'Required'
  if (firstName.trim() === '') errors.first_name = 'Required'
  if (phone.trim() !== '' && !parsePhone(phone)) errors.phone = phoneHint
  if (phone.trim() === '') errors.phone = 'Required'
  const wrongEmail = emailError(email)
  if (wrongEmail) errors.email = wrongEmail
  const flaw = password === '' ? 'Required' : passwordFlaw(password)
  if (flaw) errors.password = flaw
  return errors
}
