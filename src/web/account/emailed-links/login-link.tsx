import { confirmLoginLink } from '#modules/identity/sessions/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { LoginButton, useLogin } from '#web/kit/session/login.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { readForm } from '#web/kit/forms/answer.server.ts'
import type { Route } from './+types/login-link'
import { linkProblem, tokenOf } from './mailed-link.server.ts'
import { LinkExpired, useLastAnswer, useOnce, ConfirmLink } from './mailed-link.tsx'
import { textIn } from '#web/kit/forms/form-text.ts'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Log in from here' })

export const loader = ({ request }: Route.LoaderArgs) => ({ token: tokenOf(request) })

/** The device cookie sent with this form identifies the browser (app/web-session.ts). */
export async function action({ request, context }: Route.ActionArgs) {
  const token = textIn(await readForm(request), 'token')
  const answer = await context.get(apiContext)(confirmLoginLink, { body: { token } })
  if (answer.ok) return { state: 'open' as const }
  return linkProblem(answer)
}

export default function LoginLink({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  if (answer?.state === 'open') return <Open />
  if (answer?.state === 'expired' || loaderData.token === '') return <Expired />
  return (
    <ConfirmLink title="Log in from here" button="Log in from here" token={loaderData.token} problem={answer?.detail} />
  )
}

function Open() {
  const login = useLogin()
  useOnce(login)
  return (
    <Page className="page--form">
      <PageHead title="You can log in from here">
        <p>Enter your password; wrong tries elsewhere don’t slow you down on this device.</p>
      </PageHead>
      <LoginButton />
    </Page>
  )
}

const Expired = () => (
  <LinkExpired title="Log in from here" action={<LoginButton />}>
    This link has been used, is over 30 minutes old or has been replaced by a newer one.
  </LinkExpired>
)
