import { redirect } from 'react-router'
import { register } from '#modules/identity/contract.ts'
import { apiContext } from '#web/context.ts'
import type { Route } from './+types/session-register'
import type { Registered } from './session-answers.ts'
import { problemResponse, refuseStrangers, textOf } from './session-requests.server.ts'

export const loader = () => redirect('/')

/** A customer's account, opened in the middle of a booking; the answer's token allows that one booking. */
export async function action({ request, context }: Route.ActionArgs) {
  const refused = refuseStrangers({ request, context })
  if (refused) return refused
  const form = await request.formData()
  const answer = await context.get(apiContext)(register, {
    body: {
      userRole: 'customer',
      email: textOf(form, 'email'),
      password: textOf(form, 'password'),
      firstName: textOf(form, 'first_name'),
      lastName: textOf(form, 'last_name') || null,
      phone: textOf(form, 'phone') || null,
    },
  })
  if (!answer.ok) return problemResponse(answer)
  const body: Registered = { ok: true, bookingToken: answer.data.bookingToken }
  return Response.json(body)
}
