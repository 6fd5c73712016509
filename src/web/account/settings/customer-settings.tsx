import { data, redirect, useLocation } from 'react-router'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { getMessageSettings } from '#modules/identity/accounts/message-settings/contract.ts'
import { listSavedAddresses } from '#modules/identity/accounts/saved-addresses/contract.ts'
import { listSavedMoves } from '#modules/quoting/saved-moves/contract.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { accountAction } from '#web/account/settings/account-action.server.ts'
import { readAccount } from '#web/account/settings/account-data.server.ts'
import { DeleteCard } from '#web/account/settings/delete-card.tsx'
import { OwnDataCard } from '#web/account/settings/own-data-card.tsx'
import { PasswordCard } from '#web/account/settings/password-card.tsx'
import { PhoneCard } from '#web/kit/account/phone-card.tsx'
import { ProfileCard } from '#web/account/settings/profile-card.tsx'
import { SessionsCard } from '#web/account/settings/sessions-card.tsx'
import { keepsWhatIsTyped } from '#web/kit/account/use-account-form.tsx'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { nowIn } from '#web/kit/page/clock.ts'
import { accountSettingsOf, menuRoleOf } from '#web/shell/menu.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/customer-settings'
import { AddressesCard } from './addresses-card.tsx'
import { customerAction } from './customer-action.server.ts'
import { LogInFirst } from '#web/kit/session/log-in-first.tsx'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { orUnreachable } from '#web/kit/forms/keep-page.ts'
import { MovesCard } from './moves-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import '#web/account/settings/settings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Account Settings' })

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  if (!session) return null
  if (session.userRole !== 'customer') throw redirect(accountSettingsOf(menuRoleOf(session)) ?? '/')
  const call = context.get(apiContext)
  const [account, messages, addresses, moves, bookings] = await Promise.all([
    readAccount(call, nowIn(context)),
    call(getMessageSettings),
    call(listSavedAddresses, { query: { pageSize: 100 } }),
    call(listSavedMoves, { query: { pageSize: 100 } }),
    call(listFutureBookings, { query: { pageSize: 1 } }),
  ])
  if (!account) return null
  const failed = [messages, addresses, moves, bookings].find(({ ok }) => !ok)
  if (!messages.ok || !addresses.ok || !moves.ok || !bookings.ok) throw data(null, { status: failed?.status ?? 500 })
  const next = bookings.data.results[0]
  return {
    account,
    messages: messages.data,
    addresses: addresses.data.results,
    moves: moves.data.results,
    moveOn: next ? formatDay(localDayOf(new Date(next.startAt))) : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = { request, context }
  const form = await readForm(request)
  return (await accountAction(page, form)) ?? (await customerAction(page, form))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export const shouldRevalidate = keepsWhatIsTyped

const subjects = [
  ['profile', 'Profile'],
  ['phone', 'Phone'],
  ['password', 'Password'],
  ['sessions', 'Where you’re logged in'],
  ['addresses', 'Saved addresses'],
  ['moves', 'Saved moves'],
  ['notifications', 'Notifications'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const

export default function CustomerSettings({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <LogInFirst title="Account Settings">Only you can see your settings.</LogInFirst>
  const { account, messages, addresses, moves, moveOn } = loaderData
  return (
    <Page>
      <div className="split split--wide">
        <Subjects />
        {/* Keyed by person, so that nothing remains if somebody else logs in here. */}
        <div className="settings" key={account.user.id}>
          <h1 className="mb-4">Account Settings</h1>
          <ProfileCard user={account.user} />
          <PhoneCard
            phone={account.user.phone}
            isConfirmed={account.user.phoneIsVerified}
            hint="Your driver calls this number on the day."
          />
          <PasswordCard user={account.user} twoStep={account.twoStep} />
          <SessionsCard sessions={account.sessions} />
          <AddressesCard addresses={addresses} />
          <MovesCard moves={moves} />
          <NotificationsCard messages={messages} />
          <OwnDataCard />
          <DeleteCard moveOn={moveOn} />
        </div>
      </div>
    </Page>
  )
}

/** The sections of this long page. */
function Subjects() {
  const current = useLocation().hash.slice(1) || subjects[0][0]
  return (
    <nav className="sidenav sidenav--strip split__side" aria-label="Settings">
      {subjects.map(([id, name]) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
