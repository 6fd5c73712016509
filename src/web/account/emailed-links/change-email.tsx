import { confirmEmailChange } from '#modules/identity/profile/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { type PageHandle, useSession } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { LoginButton } from '#web/kit/session/login.tsx'
import { accountSettingsOf, menuRoleOf } from '#web/shell/menu.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { readForm } from '#web/kit/forms/answer.server.ts'
import type { Route } from './+types/change-email'
import { focusOnArrival } from '#web/ui/focus.ts'
import { linkProblem, tokenOf } from './mailed-link.server.ts'
import { LinkExpired, useLastAnswer, ConfirmLink } from './mailed-link.tsx'
import { textIn } from '#web/kit/forms/form-text.ts'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your new email' })

export const loader = ({ request }: Route.LoaderArgs) => ({ token: tokenOf(request) })

export async function action({ request, context }: Route.ActionArgs) {
  const token = textIn(await readForm(request), 'token')
  const answer = await context.get(apiContext)(confirmEmailChange, { body: { token } })
  if (answer.ok) return { state: 'changed' as const, email: answer.data.email }
  return linkProblem(answer)
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  if (answer?.state === 'changed') return <Changed email={answer.email} />
  if (answer?.state === 'expired' || loaderData.token === '') return <Expired />
  return (
    <ConfirmLink
      title="Confirm your new email"
      button="Use this address"
      token={loaderData.token}
      problem={answer?.detail}
    />
  )
}

const Changed = ({ email }: { email: string }) => (
  <Page className="page--form">
    <div className="page__head">
      <h1 ref={focusOnArrival} tabIndex={-1}>
        Your email is changed
      </h1>
      <p className="break">
        From now on you log in with <b>{email}</b>.
      </p>
    </div>
    <CarryOn />
  </Page>
)

const Expired = () => (
  <LinkExpired title="Confirm your new email" action={<CarryOn />}>
    This link has been used, is over 24 hours old or has been replaced by a newer one. Your email stays as it was. To
    change it, enter the new one in your settings again.
  </LinkExpired>
)

function CarryOn() {
  const session = useSession()
  if (!session) return <LoginButton />
  return (
    <ButtonLink look="primary" to={accountSettingsOf(menuRoleOf(session)) ?? '/'}>
      Account Settings
    </ButtonLink>
  )
}
