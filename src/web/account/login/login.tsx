import { Link, redirect } from 'react-router'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { problemText, type Problem } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { sessionContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { refuseStrangers } from '#web/kit/session/gate.server.ts'
import { ownPath } from '#web/kit/session/same-origin.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { logInFrom } from '../session/log-in.server.ts'
import { sessionCookie, isHttps } from '../session/session-cookie.server.ts'
import type { Route } from './+types/login'

/** The login of browsers without script; all others have a dialog for it. */
export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Login' })

/** Leads to the page that asked for the login; null if none did. */
export function loader({ context, url }: Route.LoaderArgs) {
  const next = url.searchParams.get('next')
  if (context.get(sessionContext)) throw redirect(ownPath(next))
  return { next }
}

interface Refused {
  email: string
  problem: Problem
}

export async function action({ request, context }: Route.ActionArgs): Promise<Refused | Response> {
  const page = { request, context }
  const stranger = refuseStrangers(page)
  if (stranger) return stranger
  const form = await readForm(request)
  const answer = await logInFrom(page, form)
  if (!answer.ok) return { email: textIn(form, 'email'), problem: problemOf(answer) }
  const next = textIn(form, 'next')
  return redirect(next ? ownPath(next) : answer.next, {
    status: 303,
    headers: { 'set-cookie': sessionCookie(answer.pair, isHttps(page)) },
  })
}

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  const refused = actionData && 'problem' in actionData ? actionData : null
  const code = refused?.problem.code ?? ''
  const needsCode = code === 'totp_required' || code === 'totp_wrong'
  return (
    <Page className="page--form">
      <PageHead title="Login" />
      {refused ? <Banner tone="bad">{loginProblemText(refused.problem)}</Banner> : null}
      <form className="card stack mt-4" method="post">
        {loaderData.next === null ? null : <input type="hidden" name="next" value={loaderData.next} />}
        <InputField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={refused?.email}
          required
        />
        <InputField label="Password" name="password" type="password" autoComplete="current-password" required />
        {needsCode ? (
          <InputField
            label="Code"
            name="totp_code"
            hint="Six digits from your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            maxLength={40}
            required
          />
        ) : null}
        <Button type="submit" look="primary" wide>
          Login
        </Button>
        <p className="small">
          New here? <Link to="/register">Create an account</Link>
        </p>
      </form>
    </Page>
  )
}

function loginProblemText(problem: Problem): string {
  if (problem.code === 'totp_required') return 'Enter your password again, and the code of your app.'
  if (problem.code === 'totp_wrong') return 'This code is wrong or has already been used. Enter the next one.'
  return problemText(problem)
}
