import { data, redirect } from 'react-router'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import type { Route } from './+types/admin-account'
import { accountAction, readAccount } from './account-action.server.ts'
import { LoginCards } from './login-cards.tsx'
import { useSession } from '#web/kit/page/root-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import './settings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Login and security' })

/** An admin's own account, where two-step login matters most. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(sessionContext)?.userRole !== 'admin') throw redirect('/')
  const account = await readAccount(context.get(apiContext), nowIn(context))
  if (!account) throw redirect('/')
  return account
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await accountAction({ request, context }, await readForm(request))
  if (!answer) throw data(null, { status: 400 })
  return answer
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function AdminAccount({ loaderData: account }: Route.ComponentProps) {
  const session = useSession()
  return (
    <div className="settings">
      <h1 className="mb-4">Login and security</h1>
      {session?.needsTwoStep ? (
        <Banner tone="warn" className="mb-4" title="Set up two-step login to go on">
          <p>
            Everyone in the office logs in with a code from an app as well as the password. Set it up under{' '}
            <a href="#password">Password</a>; no other page opens before.
          </p>
        </Banner>
      ) : null}
      <LoginCards account={account} />
    </div>
  )
}
