import { Form, redirect, useNavigation } from 'react-router'
import { findPageByCode, textDayCode } from '#modules/bookings/changes/links/contract.ts'
import { CODE_MINUTES } from '#modules/bookings/changes/rules.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, formProblemOf, unreachable, type Answer, submitWithFallback } from '#web/kit/forms/answer.ts'
import { CodePage } from '#web/kit/forms/code-page.tsx'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { LoginButton } from '#web/kit/session/login.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/day-code'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Code from your driver' })

/** A booking has this code; its customer has to show that it is theirs. */
interface Proving {
  code: string
  /** Where a code was texted to; null before that. */
  sent: string | null
  answer?: Answer
}

type Outcome = { proving: Proving } | { answer: Answer }

export async function action({ request, context }: Route.ActionArgs): Promise<Outcome> {
  const form = await readForm(request)
  const call = context.get(apiContext)
  const [code, intent] = [textIn(form, 'code'), textIn(form, 'intent')]
  if (intent === 'text') {
    const texted = await call(textDayCode, { body: { code } })
    if (texted.ok) return { proving: { code, sent: texted.data.detail } }
    return { proving: { code, sent: null, answer: problemOf(texted) } }
  }
  const textCode = textIn(form, 'textCode')
  const found = await call(findPageByCode, { body: { code, ...(intent === 'open' ? { textCode } : {}) } })
  if (found.ok && found.data.address) throw redirect(found.data.address)
  if (found.ok) return { proving: { code, sent: null } }
  const problem = problemOf(found)
  if (found.status === 404) return { answer: { ...problem, errors: { code: [UNKNOWN] } } }
  return intent === 'open' ? { proving: { code, sent: '', answer: problem } } : { answer: problem }
}

const UNKNOWN = `This code isn’t valid. A code works for ${CODE_MINUTES} minutes. Ask your driver for a new one.`

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { answer: unreachable })

/** Page that takes the code from the driver’s screen and opens the customer’s own page. */
export default function DayCode({ actionData }: Route.ComponentProps) {
  if (actionData && 'proving' in actionData) return <Prove proving={actionData.proving} />
  return (
    <CodePage title="Code from your driver" open="Open my booking" answer={actionData?.answer}>
      Your driver’s screen shows six letters and digits. They lead to your booking.
    </CodePage>
  )
}

/** The driver can read the screen too, so the booking opens only for its customer. */
function Prove({ proving: { code, sent, answer } }: { proving: Proving }) {
  const isBusy = useNavigation().state !== 'idle'
  const isSent = sent !== null
  const problem = errorAt(answer, 'text_code') ? null : formProblemOf(answer)
  return (
    <Page className="page--form">
      <PageHead title="Is this your booking?">
        <p>Your driver can see that code too. Log in, or let us text a code to the number that you booked with.</p>
      </PageHead>
      <ProblemBanner text={problem} />
      <Form method="post" className="stack">
        <input type="hidden" name="code" value={code} />
        <Button type="submit" name="intent" value="text" look={isSent ? 'plain' : 'primary'} busy={isBusy}>
          {isSent ? 'Text me another code' : 'Text me a code'}
        </Button>
        <p>
          <output className="small">{sent}</output>
        </p>
      </Form>
      {isSent ? (
        <Form method="post" className="stack mt-4" noValidate>
          <input type="hidden" name="code" value={code} />
          <CodeField name="textCode" error={errorAt(answer, 'text_code')} />
          <Button type="submit" name="intent" value="open" look="primary" busy={isBusy}>
            Open my booking
          </Button>
        </Form>
      ) : null}
      <p className="mt-4 muted">If you have a password, log in and type your driver’s code again.</p>
      <div className="mt-3">
        <LoginButton />
      </div>
    </Page>
  )
}
