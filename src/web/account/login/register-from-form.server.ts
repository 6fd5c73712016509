import { register } from '#modules/identity/contract.ts'
import { parsePhone } from '#shared/phone.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { isNewRole } from './registration-rules.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'

/** Opens the account a form describes; without a role it is a customer's. */
export function registerFrom({ context }: PageRequest, form: FormData) {
  const role = textIn(form, 'user_role')
  const phone = textIn(form, 'phone')
  return context.get(apiContext)(register, {
    body: {
      userRole: isNewRole(role) ? role : 'customer',
      email: textIn(form, 'email'),
      password: textIn(form, 'password'),
      firstName: textIn(form, 'first_name'),
      lastName: textIn(form, 'last_name') || null,
      phone: (parsePhone(phone) ?? phone) || null,
      forBooking: textIn(form, 'for_booking') === 'yes',
      ...(role === 'driver' ? { companyName: textIn(form, 'company_name') || null } : {}),
    },
  })
}
