import { redirect } from 'react-router'
import { askPasswordReset } from '#modules/identity/credentials/password-reset/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import type { Route } from './+types/forgot-password'
import type { Done } from '#web/kit/session/session-answers.ts'
import { problemResponse, refuseStrangers, textOf } from './session-requests.server.ts'

export const loader = () => redirect('/')

/** Mails a link to choose a new password, where there is an account; the answer does not tell. */
export async function action({ request, context }: Route.ActionArgs) {
  const refused = refuseStrangers({ request, context })
  if (refused) return refused
  const email = textOf(await readForm(request), 'email')
  const answer = await context.get(apiContext)(askPasswordReset, { body: { email } })
  if (!answer.ok) return problemResponse(answer)
  const body: Done = { ok: true }
  return Response.json(body)
}
