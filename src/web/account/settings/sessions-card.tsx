import { Check } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Account, ShownSession } from './account-view.ts'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'

/** Where the account is logged in, and how to end those sessions. */
export function SessionsCard({ sessions }: Pick<Account, 'sessions'>) {
  const showToast = useToast()
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  const { send, isBusy, problem } = useAccountForm<{ ended: number }>('account-sessions', {
    onSaved: () => showToast({ title: 'Logged out everywhere else' }),
  })
  const endOthers = () => {
    const form = new FormData()
    form.set('intent', 'sessions-end-others')
    send(form)
  }
  return (
    <SettingsCard id="sessions" title="Where you’re logged in" problem={problem}>
      <ul className="divide list">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 ? (
        <Button className="mt-2" busy={isBusy} onClick={endOthers}>
          Log out everywhere else
        </Button>
      ) : (
        <p className="small muted mt-2">You aren’t logged in anywhere else.</p>
      )}
    </SettingsCard>
  )
}

function SessionRow({ session: { id, device, lastUsed, isCurrent } }: { session: ShownSession }) {
  const { send, isBusy } = useAccountForm(`account-session-${id}`)
  const end = () => {
    const form = new FormData()
    form.set('intent', 'session-end')
    form.set('id', id)
    send(form)
  }
  return (
    <li className="flex wraps level row--apart g-2-4 py-3">
      <div className="grows break">
        <b>{device}</b>{' '}
        {isCurrent ? (
          <Badge tone="green-soft" icon={Check}>
            This device
          </Badge>
        ) : null}
        <div className="small muted num">{lastUsed}</div>
      </div>
      {isCurrent ? null : (
        <Button size="small" busy={isBusy} onClick={end} aria-label={`Log out ${device}, ${lastUsed}`}>
          Log out
        </Button>
      )}
    </li>
  )
}
