import { redirect } from 'react-router'
import { openMoveByCode } from '#modules/quoting/saved-moves/contract.ts'
import { CODE_LENGTH, CODE_MINUTES } from '#modules/quoting/saved-moves/rules.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { CodePage } from '#web/kit/forms/code-page.tsx'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import type { Route } from './+types/enter-code'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Carry on with a code' })

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const form = await readForm(request)
  const opened = await context.get(apiContext)(openMoveByCode, { body: { code: textIn(form, 'code') } })
  if (opened.ok) throw redirect(`/moves/${opened.data.token}?from=device`)
  const problem = problemOf(opened)
  return opened.status === 404 ? { ...problem, errors: { code: [UNKNOWN] } } : problem
}

const UNKNOWN = `This code isn’t valid. A code works once, within ${CODE_MINUTES} minutes. Get a new one on your other device.`

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

/** Page that takes the code from one device and opens its move on another. */
export default function EnterCode({ actionData }: Route.ComponentProps) {
  return (
    <CodePage title="Carry on with a code" open="Open my move" answer={actionData}>
      On your other device open “Save or send this list” and get a code. It has {CODE_LENGTH} letters and digits.
    </CodePage>
  )
}
