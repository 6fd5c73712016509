import type { getJobNotices } from '#modules/fleet/drivers/notices/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'
import { NoticeTable } from '#web/kit/notices/notice-table.tsx'
import { ThisDevice } from '#web/kit/push/this-device.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import type { SubmitEvent } from 'react'

/** What a hired driver is told of their jobs, and by which channels. */
export function JobNoticesCard({ settings }: { settings: AnswerOf<typeof getJobNotices> }) {
  const showToast = useToast()
  const { send, isBusy, problem } = useAccountForm('job-notices', {
    onSaved: () => showToast({ title: 'Notifications saved' }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(new FormData(event.currentTarget))
  }
  return (
    <SettingsCard id="notifications" title="Notifications" problem={problem}>
      <p className="small muted mb-4">
        Email goes to the address of your account, texts to your phone once it is confirmed. Anything about the safety
        of your account always comes by email.
      </p>
      <ThisDevice />
      <form method="post" onSubmit={submit}>
        <input type="hidden" name="intent" value="job-notices" />
        <NoticeTable settings={settings} />
        <div className="row mt-3">
          <Button type="submit" busy={isBusy}>
            Save notifications
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
