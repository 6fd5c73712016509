import { passwordFlaw } from '#modules/identity/passwords/rules.ts'
import { parseEmail } from '#shared/email.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import type { FormErrors } from './login-rules.ts'

/** What the server would refuse too, said before it is asked. Names as on the wire. */
export function registrationErrors(values: Record<string, string | undefined>): FormErrors {
  const { first_name: firstName = '', phone = '', email = '', password = '' } = values
  const errors: FormErrors = {}
  if (firstName.trim() === '') errors.first_name = 'Required'
  if (phone.trim() !== '' && !parsePhone(phone)) errors.phone = phoneHint
  if (phone.trim() === '') errors.phone = 'Required'
  if (email.trim() === '') errors.email = 'Required'
  else if (!parseEmail(email)) errors.email = 'Invalid email'
  const flaw = password === '' ? 'Required' : passwordFlaw(password)
  if (flaw) errors.password = flaw
  return errors
}
