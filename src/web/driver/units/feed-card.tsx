import { CalendarSync, Copy } from 'lucide-react'
import { useFetcher } from 'react-router'
import type { getCalendarFeed } from '#modules/calendar/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { Saved } from '#web/driver/saved.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'

export type Feed = AnswerOf<typeof getCalendarFeed>

/** The unit's bookings in the driver's own calendar app, by a private address that can be changed or shut. */
export function FeedCard({ unitId, feed }: { unitId: string; feed: Feed }) {
  const fetcher = useFetcher<Saved>()
  const showToast = useToast()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  const send = (intent: 'renew-feed' | 'revoke-feed') =>
    void fetcher.submit({ intent, unitId }, { method: 'post', action: '/working-unit' })
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url)
      showToast({ title: 'Address copied' })
    } catch {
      showToast({ title: 'Could not copy', text: 'Please select the address and copy it.', tone: 'bad' })
    }
  }
  const { url } = feed
  return (
    <section className="card">
      <h2 className="h3">In your own calendar</h2>
      <p className="small muted mt-1">
        {url
          ? 'Subscribe to this address in your calendar app. Whoever has it sees your bookings.'
          : 'A private address shows your bookings in the calendar of your phone.'}
      </p>
      {url ? (
        <div className="copy mt-3">
          <span>{url}</span>
          <Button size="small" icon={Copy} onClick={() => void copy(url)}>
            Copy
          </Button>
        </div>
      ) : null}
      <div className="row mt-3">
        <Button icon={CalendarSync} busy={fetcher.state !== 'idle'} onClick={() => send('renew-feed')}>
          {url ? 'New address' : 'Make an address'}
        </Button>
        {url ? (
          <Button look="quiet" onClick={() => send('revoke-feed')}>
            Shut it
          </Button>
        ) : null}
      </div>
      <FieldError error={saved && !saved.ok ? saved.detail : null} />
    </section>
  )
}
