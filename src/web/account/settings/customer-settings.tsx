import { Pencil, Plus, Trash2 } from 'lucide-react'
import { Fragment } from 'react'
import { data, redirect, useLocation, useFetcher } from 'react-router'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { getMessageSettings, listSavedAddresses } from '#modules/identity/profile/contract.ts'
import { listSavedMoves } from '#modules/quoting/saved-moves/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { accountAction, readAccount } from '#web/account/settings/account-action.server.ts'
import { DeleteCard, OwnDataCard } from '#web/account/settings/login-cards.tsx'
import { PasswordCard } from '#web/account/settings/password-card.tsx'
import { ProfileCard } from '#web/account/settings/profile-card.tsx'
import { SessionsCard } from '#web/account/settings/sessions-card.tsx'
import { NotificationsCard, PhoneCard, SettingsCard } from '#web/kit/account/settings-card.tsx'
import { shouldKeepFormValues, useAccountForm } from '#web/kit/account/use-account-form.tsx'
import { placeText, type SavedAddress } from '#web/kit/bookings/booking-texts.ts'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { accountSettingsOf, menuRoleOf } from '#web/shell/menu.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Route } from './+types/customer-settings'
import { customerAction } from './customer-action.server.ts'
import { MovesCard } from './moves-card.tsx'
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

export const shouldRevalidate = shouldKeepFormValues

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
          <NotificationsCard
            intent="messages"
            savedText="Saved"
            hint="Cancellations, and anything about the safety of your account, always come by email."
          >
            <MessageBoxes messages={messages} />
          </NotificationsCard>
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
    <nav className="sidenav sidenav--strip strip--wide split__side" aria-label="Settings">
      {subjects.map(([id, name]) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

const AddressDialog = lazyDialog(async () => (await import('./address-dialog.tsx')).AddressDialog)

/** Adds an address, or changes the given one. Sent from here, because another dialog may replace this one. */
function useAddressDialog(key: string) {
  const { open, closeAll } = useDialogs()
  const showToast = useToast()
  const fetcher = useFetcher({ key })
  const { send, problem } = useAccountForm<SavedAddress>(key, {
    onSaved: ({ label }) => {
      showToast({ title: `${label} saved` })
      closeAll()
    },
  })
  const edit = (address?: SavedAddress) => {
    fetcher.reset()
    open(<AddressDialog address={address} fetcherKey={key} onSave={send} />)
  }
  return { edit, problem }
}

/** Saved addresses for future moves. */
function AddressesCard({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { edit, problem } = useAddressDialog('customer-address')
  return (
    <SettingsCard id="addresses" title="Saved addresses" problem={problem}>
      {addresses.length === 0 ? (
        <p className="muted mb-4">No saved addresses yet. Save the ones you often move from or to.</p>
      ) : (
        <ul className="divide list">
          {addresses.map((address) => (
            <AddressRow key={address.id} address={address} onEdit={() => edit(address)} />
          ))}
        </ul>
      )}
      <Button icon={Plus} className="mt-2" onClick={() => edit()}>
        Add an address
      </Button>
    </SettingsCard>
  )
}

function AddressRow({ address, onEdit }: { address: SavedAddress; onEdit: () => void }) {
  const showToast = useToast()
  const { send, isBusy } = useAccountForm(`customer-address-${address.id}`, {
    onSaved: () => showToast({ title: `${address.label} removed` }),
  })
  const remove = () => {
    const form = new FormData()
    form.set('intent', 'address-remove')
    form.set('id', address.id)
    send(form)
  }
  return (
    <li className="flex wraps level row--apart g-2-4 py-3">
      <div className="grows break">
        <b>{address.label}</b>
        <div className="small muted">{placeText(address)}</div>
      </div>
      <div className="row nowrap gap-1">
        <IconButton icon={Pencil} label={`Change ${address.label}`} onClick={onEdit} />
        <IconButton icon={Trash2} label={`Remove ${address.label}`} aria-busy={isBusy} onClick={remove} />
      </div>
    </li>
  )
}

type Messages = AnswerOf<typeof getMessageSettings>

const kinds = [
  ['bookingUpdates', 'Booking updates', 'Received, confirmed, changed'],
  ['moveReminders', 'Reminder', 'The day before your move'],
  ['newMessages', 'Messages', 'From your driver'],
  ['reviewRequests', 'How it went', 'After your move'],
] as const satisfies readonly (readonly [keyof Messages, string, string])[]

const channels = [
  ['email', 'Email'],
  ['sms', 'Text'],
  ['push', 'Device'],
] as const

/** The boxes of the customer's notifications. Field names: "bookingUpdates.email". */
const MessageBoxes = ({ messages }: { messages: Messages }) => (
  <div className="choices cells level g-3-4">
    <span />
    {channels.map(([channel, name]) => (
      <b className="t-sm" key={channel} aria-hidden="true">
        {name}
      </b>
    ))}
    {kinds.map(([kind, name, what]) => (
      <Fragment key={kind}>
        <div className="lh-13">
          <span>{name}</span>
          <div className="small muted">{what}</div>
        </div>
        {channels.map(([channel, channelName]) => (
          <label className="check" key={channel}>
            <input
              type="checkbox"
              name={`${kind}.${channel}`}
              defaultChecked={messages[kind][channel]}
              aria-label={`${name} by ${channelName.toLowerCase()}`}
            />
          </label>
        ))}
      </Fragment>
    ))}
  </div>
)
