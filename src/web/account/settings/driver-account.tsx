import { ArrowLeft } from 'lucide-react'
import { data, redirect } from 'react-router'
import { getJobNotices, saveJobNotices } from '#modules/fleet/drivers/contract.ts'
import { HIRED_EVENTS } from '#modules/fleet/drivers/rules.ts'
import { answerIntent, type Handlers } from '#web/kit/account/account-action.server.ts'
import { NotificationsCard, PhoneCard } from '#web/kit/account/settings-card.tsx'
import { shouldKeepFormValues } from '#web/kit/account/use-account-form.tsx'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { NoticeTable, noticesIn } from '#web/kit/account/notice-table.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/driver-account'
import { accountAction, readAccount } from './account-action.server.ts'
import { LoginCards } from './login-cards.tsx'
import './settings.css'

export const handle: PageHandle = { hasNight: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Login and security' })

/** A driver's own account; what customers see of the company is in the settings. It is the only one that a hired driver has. */
export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  if (session && session.userRole !== 'driver') throw redirect('/customer-settings')
  if (!session) return null
  const call = context.get(apiContext)
  const [account, notices] = await Promise.all([
    readAccount(call, nowIn(context)),
    session.isHired ? call(getJobNotices) : null,
  ])
  return account && { ...account, notices: notices && dataOf(notices) }
}

/** The requests of cards that only hired drivers have. */
const handlers: Handlers = {
  'job-notices': (call, form) => call(saveJobNotices, { body: noticesIn(form, HIRED_EVENTS) }),
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = { request, context }
  const form = await readForm(request)
  const answer = (await accountAction(page, form)) ?? (await answerIntent(page, form, handlers))
  if (!answer) throw data(null, { status: 400 })
  return answer
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export const shouldRevalidate = shouldKeepFormValues

export default function DriverAccount({ loaderData: account }: Route.ComponentProps) {
  if (!account) return <LogInFirst title="Login and security">Only you can see your login.</LogInFirst>
  return (
    <Page>
      <div className="settings" key={account.user.id}>
        <UnitLink className="link-btn" to={account.notices ? '/calendar' : '/settings/general'}>
          <Icon of={ArrowLeft} />
          {account.notices ? 'My Calendar' : 'Settings'}
        </UnitLink>
        <h1 className="mb-4">Login and security</h1>
        {account.notices ? (
          <>
            <PhoneCard
              phone={account.user.phone}
              isConfirmed={account.user.phoneIsVerified}
              hint="We text you about your jobs."
            />
            <NotificationsCard
              intent="job-notices"
              savedText="Notifications saved"
              hint="Email goes to the address of your account, texts to your phone once it is confirmed. Anything about the safety of your account always comes by email."
            >
              <NoticeTable settings={account.notices} />
            </NotificationsCard>
          </>
        ) : null}
        <LoginCards account={account} />
      </div>
    </Page>
  )
}
