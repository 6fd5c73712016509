import { redirect } from 'react-router'
import { findPageByCode } from '#modules/bookings/changes/screen-codes/contract.ts'
import { CODE_MINUTES } from '#modules/bookings/changes/screen-codes/rules.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { CodePage } from '#web/kit/forms/code-page.tsx'
import { textIn } from '#web/kit/forms/form-text.ts'
import { orUnreachable } from '#web/kit/forms/keep-page.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import type { Route } from './+types/day-code'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Code from your driver' })

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const form = await readForm(request)
  const found = await context.get(apiContext)(findPageByCode, { body: { code: textIn(form, 'code') } })
  if (found.ok) throw redirect(found.data.address)
  const problem = problemOf(found)
  return found.status === 404 ? { ...problem, errors: { code: [UNKNOWN] } } : problem
}

const UNKNOWN = `No booking has this code now. A code works for ${CODE_MINUTES} minutes: ask your driver for a new one.`

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

/** From the code on the driver's screen to the customer's own page. */
export default function DayCode({ actionData }: Route.ComponentProps) {
  return (
    <CodePage title="Code from your driver" open="Open my booking" answer={actionData}>
      Your driver’s screen shows six letters and digits. They lead to your booking.
    </CodePage>
  )
}
