import { useState, type SubmitEvent } from 'react'
import { data, Form, useNavigation, useSubmit } from 'react-router'
import { confirmPasswordReset, validateResetToken } from '#modules/identity/passwords/contract.ts'
import { passwordFlaw } from '#modules/identity/passwords/rules.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { LoginButton } from '#web/kit/session/login.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { readForm, problemOf } from '#web/kit/forms/answer.server.ts'
import { problemText, unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import type { Route } from './+types/reset-password'
import { isDeadLink, tokenOf } from './mailed-link.server.ts'
import { LinkExpired, useLastAnswer } from './mailed-link.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'
import { useOwnLogOut } from '../session/session-watch.tsx'
import { useForgotPassword } from '../login/forgot-password-dialog.tsx'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Set a new password' })

interface Loaded {
  state: 'open' | 'expired'
  token: string
}

/** Opening the link does not use it up. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Loaded> {
  const token = tokenOf(request)
  const answer = await context.get(apiContext)(validateResetToken, { body: { token } })
  if (answer.ok) return { state: 'open', token }
  if (isDeadLink(answer)) return { state: 'expired', token: '' }
  throw data(null, { status: answer.status })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const answer = await context.get(apiContext)(confirmPasswordReset, {
    body: { token: textIn(form, 'token'), password: textIn(form, 'password') },
  })
  if (answer.ok) return { state: 'done' as const }
  const problem = problemOf(answer)
  if (problem.code === 'token_expired' || problem.errors?.token) return { state: 'expired' as const }
  return { state: 'refused' as const, error: problem.errors?.password?.[0], detail: problemText(problem) }
}

/** Keeps the typed password if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { state: 'refused' as const, error: undefined, detail: unreachable.detail })

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  // After the reset the loader finds the link used, so the action's answer takes precedence.
  const answer = useLastAnswer(actionData)
  useOwnLogOut(answer?.state === 'done')
  if (answer?.state === 'done') return <Done />
  if (answer?.state === 'expired' || loaderData.state === 'expired') return <Expired />
  return <NewPassword token={loaderData.token} refused={answer} />
}

function NewPassword({ token, refused }: { token: string; refused?: { error?: string; detail: string } }) {
  const [error, setError] = useState<string | null>(null)
  const isBusy = useNavigation().formMethod === 'POST'
  const send = useSubmit()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = textIn(new FormData(event.currentTarget), 'password')
    const flaw = password === '' ? 'Required' : (passwordFlaw(password) ?? null)
    setError(flaw)
    if (flaw) focusFirstError(event.currentTarget, { password: flaw })
    else void send(event.currentTarget, { replace: true })
  }
  return (
    <Page className="page--form">
      <PageHead title="Set a new password">
        <p className="muted">Everybody logged in to your account now will be logged out.</p>
      </PageHead>
      <Form method="post" className="card stack" noValidate replace onSubmit={submit}>
        <ProblemBanner text={refused && !refused.error && refused.detail} />
        <input type="hidden" name="token" value={token} />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters, with a letter and a digit."
          error={error ?? refused?.error}
        />
        <Button type="submit" look="primary" wide busy={isBusy}>
          Set password
        </Button>
      </Form>
    </Page>
  )
}

const Done = () => (
  <Page className="page--form">
    <div className="page__head">
      <h1 ref={focusOnArrival} tabIndex={-1}>
        Your password is changed
      </h1>
      <p>Log in with the new one.</p>
    </div>
    <LoginButton />
  </Page>
)

function Expired() {
  const forgot = useForgotPassword()
  return (
    <LinkExpired
      title="Set a new password"
      action={
        <Button look="primary" onClick={() => forgot()}>
          Send a new link
        </Button>
      }
    >
      This link has been used, is over 30 minutes old or has been replaced by a newer one.
    </LinkExpired>
  )
}
