import { register } from '#modules/identity/contract.ts'
import { parseTypedPhone } from '#shared/phone.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { isNewRole } from './registration-rules.ts'
import { textOf, type Asked } from '../session/session-requests.server.ts'

/** Opens the account that a form asks for; a form without a role is a customer's. */
export function registerFrom({ context }: Asked, form: FormData) {
  const role = textOf(form, 'user_role')
  const phone = textOf(form, 'phone')
  return context.get(apiContext)(register, {
    body: {
      userRole: isNewRole(role) ? role : 'customer',
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      firstName: textOf(form, 'first_name'),
      lastName: textOf(form, 'last_name') || null,
      phone: (parseTypedPhone(phone) ?? phone) || null,
      ...(role === 'driver' ? { companyName: textOf(form, 'company_name') || null } : {}),
    },
  })
}
