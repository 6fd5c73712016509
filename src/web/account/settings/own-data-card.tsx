import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { saveFile } from '#web/kit/upload/send-files.ts'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'

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
