import { data } from 'react-router'
import { deleteAccount, verifyDeleteAccount } from '#modules/identity/profile/contract.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Logo } from '#web/shell/header.tsx'
import type { Route } from './+types/delete-account'
import {
  CloseForGood,
  Closed,
  LinkExpired,
  LogInToDelete,
  Pending,
  Request,
  closingOf,
  type Closing,
} from './closure-steps.tsx'
import { useOwnLogOut } from '../session/session-watch.tsx'
import { isOurs } from '#web/kit/session/gate.server.ts'
import { tokenOf } from '../emailed-links/mailed-link.server.ts'
import { useLastAnswer } from '../emailed-links/mailed-link.tsx'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { Page } from '#web/ui/page.tsx'

/** The address of the second visit holds the key. The header is hidden here (spec §2). */
export const handle: PageHandle = { isSecret: true, hasOwnHeader: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Delete account' })

export const loader = ({ request, context }: Route.LoaderArgs) => ({
  token: tokenOf(request),
  email: context.get(sessionContext)?.email ?? null,
})

/** Closes the account if the emailed token is present; otherwise emails the link. */
export async function action({ request, context }: Route.ActionArgs): Promise<Closing> {
  if (!isOurs({ request, context })) throw data(null, { status: 403 })
  const token = textIn(await readForm(request), 'token')
  const call = context.get(apiContext)
  if (token === '') {
    const answer = await call(deleteAccount, { body: {} })
    return answer.ok ? { state: 'pending' } : closingOf(problemOf(answer))
  }
  const answer = await call(verifyDeleteAccount, { body: { token } })
  if (!answer.ok) return closingOf(problemOf(answer))
  return { state: 'closed', until: formatDayLong(localDayOf(new Date(answer.data.erasedAt))) }
}

/** Spec §4: request, pending or error; verified, error or link expired. */
export default function DeleteAccount({ loaderData: { token, email }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  useOwnLogOut(answer?.state === 'closed')
  return (
    <Page className="page--form">
      <p className="mb-4">
        <Logo />
      </p>
      <Step token={token} email={email} answer={answer} />
    </Page>
  )
}

function Step({ token, email, answer }: { token: string; email: string | null; answer: Closing | undefined }) {
  if (answer?.state === 'closed') return <Closed until={answer.until} />
  if (answer?.state === 'expired') return <LinkExpired isSignedIn={email !== null} />
  if (answer?.state === 'pending') return <Pending email={email} />
  const problem = answer?.state === 'refused' ? answer : undefined
  if (token !== '') return <CloseForGood token={token} problem={problem} />
  return email === null ? <LogInToDelete /> : <Request email={email} problem={problem} />
}
