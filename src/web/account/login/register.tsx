import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type PageHandle, useSession } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { useLogin } from '#web/kit/session/login.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/register'
import '#web/ui/tabs.css'
import { focusOnArrival } from '#web/ui/focus.ts'
import { registerFrom } from '../session/log-in.server.ts'
import { RegistrationForm } from './registration-form.tsx'
import { isNewRole, type NewRole } from './registration-rules.ts'
import { refuseStrangers } from '#web/kit/session/gate.server.ts'

export const handle: PageHandle = { isPublic: true, drawnBy: { as: ['driver'] } }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Create an account' })

export function loader({ request }: Route.LoaderArgs): { userRole: NewRole } {
  const as = new URL(request.url).searchParams.get('as')
  return { userRole: isNewRole(as) ? as : 'customer' }
}

/** Handles a form sent before the page’s script has loaded. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = { request, context }
  if (refuseStrangers(page)) return { mailedTo: null, problem: undefined }
  const form = await readForm(request)
  const answer = await registerFrom(page, form)
  return answer.ok
    ? { mailedTo: textIn(form, 'email').trim(), problem: undefined }
    : { mailedTo: null, problem: problemOf(answer) }
}

export default function Register({ loaderData: { userRole }, actionData }: Route.ComponentProps) {
  const [mailedTo, setMailedTo] = useState(actionData?.mailedTo ?? null)
  const session = useSession()
  if (mailedTo) return <CheckYourEmail address={mailedTo} onChange={() => setMailedTo(null)} />
  if (session) return <HasAccount firstName={session.firstName} />
  return (
    <Page className="page--form">
      <PageHead title={userRole === 'driver' ? 'Work with us' : 'Create an account'}>
        <p className="muted">{pitch[userRole]}</p>
      </PageHead>
      <Tabs
        label="Account type"
        tabs={[
          { name: 'I’m moving', to: '/register', isCurrent: userRole === 'customer' },
          { name: 'I’m a driver', to: '/register?as=driver', isCurrent: userRole === 'driver' },
        ]}
      />
      <div className="card mt-4">
        <RegistrationForm
          key={userRole}
          userRole={userRole}
          refused={actionData?.problem}
          onRegistered={(_token, email) => setMailedTo(email)}
        />
      </div>
      <LogInInstead />
    </Page>
  )
}

const pitch: Record<NewRole, string> = {
  customer: 'See your bookings, keep your addresses, book with fewer questions.',
  driver: 'Set your prices, your area and your hours. Take the jobs that suit you.',
}

function LogInInstead() {
  const login = useLogin()
  return (
    <p className="mt-4">
      Have an account?{' '}
      <button type="button" className="link-btn" onClick={login}>
        Log in
      </button>
    </p>
  )
}

function CheckYourEmail({ address, onChange }: { address: string; onChange: () => void }) {
  return (
    <Page className="page--form">
      <div className="card stack">
        <span className="dialog__icon tone-good">
          <Icon of={MailCheck} />
        </span>
        <h1 ref={focusOnArrival} tabIndex={-1}>
          Check your email
        </h1>
        <p className="break">
          We sent a link to <b>{address}</b>. Follow it within 48 hours to open your account, then log in.
        </p>
        <p className="muted">Nothing there after a minute? Check your spam folder.</p>
        <button type="button" className="link-btn" onClick={onChange}>
          Use another address
        </button>
      </div>
    </Page>
  )
}

function HasAccount({ firstName }: { firstName: string }) {
  return (
    <Page className="page--form">
      <PageHead title="You have an account">
        <p className="break">You are logged in as {firstName}. Log out first to open another one.</p>
      </PageHead>
      <p className="row">
        <ButtonLink look="primary" to="/">
          Compare prices
        </ButtonLink>
        <Link to="/my-bookings">My Bookings</Link>
      </p>
    </Page>
  )
}
