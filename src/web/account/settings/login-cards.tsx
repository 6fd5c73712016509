import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { saveFile } from '#web/kit/upload/send-files.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { closingTerms } from './closure-steps.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import type { Account } from './account-view.ts'

/** The cards of every account, whatever its role. */
export function LoginCards({ account }: { account: Account }) {
  return (
    <>
      <ProfileCard user={account.user} />
      <PasswordCard user={account.user} twoStep={account.twoStep} />
      <SessionsCard sessions={account.sessions} />
      <OwnDataCard />
      <DeleteCard />
    </>
  )
}

/** Leads to `/delete-account`. `moveOn` is the day of an upcoming booking, which prevents deletion: "Sat 14 March". */
export function DeleteCard({ moveOn }: { moveOn?: string | null }) {
  return (
    <SettingsCard id="delete" title="Delete account" isStop>
      <p>We email a link that works for 24 hours. Open it and your account closes. {closingTerms}</p>
      {moveOn ? (
        <Banner tone="warn" title={`You have a move on ${moveOn}`} className="mt-4">
          Cancel it first, or delete your account after it.{' '}
          <Link className="tap" to="/my-bookings/future-bookings">
            Open My Bookings
          </Link>
        </Banner>
      ) : null}
      <ButtonLink look="danger" className="mt-4" to="/delete-account">
        Delete account
      </ButtonLink>
    </SettingsCard>
  )
}

/** Downloads all data held about this account, as a file. */
export function OwnDataCard() {
  const showToast = useToast()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const answer = await apiFetch('/api/users/export/')
      if (answer.ok) saveFile(await answer.blob(), 'vanfare-my-data.json')
      // An expired session has a dialog of its own.
      else if (answer.status !== 401) showToast({ title: 'Download', text: reasonOf(answer), tone: 'bad' })
    } catch {
      showToast({ title: 'Download', text: 'Check your connection and try again.', tone: 'bad' })
    }
    setBusy(false)
  }
  return (
    <SettingsCard id="data" title="Your data">
      <div className="flex wraps level row--apart g-2-4">
        <p className="grows">Everything we hold about you, in one JSON file.</p>
        <Button icon={Download} busy={isBusy} onClick={() => void download()}>
          Download
        </Button>
      </div>
    </SettingsCard>
  )
}

const reasonOf = ({ status }: Response): string =>
  status === 429
    ? 'You can do this ten times an hour. Try again later.'
    : 'Something went wrong on our side. Try again shortly.'
