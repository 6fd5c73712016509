import { redirect } from 'react-router'
import type { Route } from './+types/register'
import { registerFrom } from '../registration/register-from-form.server.ts'
import { problemResponse, refuseStrangers } from './session-requests.server.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'

export const loader = () => redirect('/')

/** An account, opened by a page; the token of the answer allows one booking. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = { request, context }
  const refused = refuseStrangers(asked)
  if (refused) return refused
  const answer = await registerFrom(asked, await readForm(request))
  return answer.ok ? Response.json({ ok: true, bookingToken: answer.data.bookingToken }) : problemResponse(answer)
}
