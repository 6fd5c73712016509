import type { getMessageSettings } from '#modules/identity/accounts/message-settings/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { ThisDevice } from '#web/kit/push/this-device.tsx'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { Fragment, type SubmitEvent } from 'react'

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

/** Which messages are sent, and on which channels. Field names: "bookingUpdates.email". */
export function NotificationsCard({ messages }: { messages: Messages }) {
  const showToast = useToast()
  const { send, isBusy, problem } = useAccountForm('customer-messages', {
    onSaved: () => showToast({ title: 'Saved' }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(new FormData(event.currentTarget))
  }
  return (
    <SettingsCard id="notifications" title="Notifications" problem={problem}>
      <p className="small muted mb-4">
        Cancellations, and anything about the safety of your account, always come by email.
      </p>
      <ThisDevice />
      <form method="post" onSubmit={submit}>
        <input type="hidden" name="intent" value="messages" />
        <div className="choices">
          <span />
          {channels.map(([channel, name]) => (
            <b key={channel} aria-hidden="true">
              {name}
            </b>
          ))}
          {kinds.map(([kind, name, what]) => (
            <Fragment key={kind}>
              <div>
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
        <div className="row mt-3">
          <Button type="submit" busy={isBusy}>
            Save notifications
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}
