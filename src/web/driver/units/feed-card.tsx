import { CalendarSync, Copy } from 'lucide-react'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { getCalendarFeed } from '#modules/calendar/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'

export type Feed = AnswerOf<typeof getCalendarFeed>

/** The unit's bookings in the driver's own calendar app, by a private address that can be replaced or revoked. */
export function FeedCard({ unitId, feed }: { unitId: string; feed: Feed }) {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  /** What would end the link that is in use. */
  const [pendingIntent, setAsked] = useState<'renew-feed' | 'revoke-feed' | null>(null)
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  const send = (intent: 'renew-feed' | 'revoke-feed') =>
    void fetcher.submit({ intent, unitId }, { method: 'post', action: '/working-unit' })
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url)
      showToast({ title: 'Link copied' })
    } catch {
      showToast({ title: 'Couldn’t copy', text: 'Select the link and copy it.', tone: 'bad' })
    }
  }
  const { url } = feed
  return (
    <section className="card">
      <h2 className="h3">In your own calendar</h2>
      <p className="small muted mt-1">
        {url
          ? 'Anyone with this link can read the calendar, so keep it to yourself. A new link replaces this one. Apps check for changes every few hours.'
          : 'Your bookings and vacations in the calendar of your phone or computer. It shows times and towns, never names or streets.'}
      </p>
      {url ? (
        <>
          <div className="copy mt-3">
            <span>{url}</span>
            <Button size="small" icon={Copy} onClick={() => void copy(url)}>
              Copy
            </Button>
          </div>
          <div className="mt-3">
            <Disclosure summary="How to add it">
              <ul className="bulleted cells g-2 small mt-2">
                <li>iPhone: Calendar, Calendars, Add Calendar, Add Subscription Calendar.</li>
                <li>Google, on a computer: Other calendars, From URL. Your phone shows it too.</li>
                <li>Outlook: Add calendar, Subscribe from web.</li>
              </ul>
            </Disclosure>
          </div>
        </>
      ) : null}
      <div className="row mt-3">
        <Button
          icon={CalendarSync}
          busy={fetcher.state !== 'idle'}
          onClick={() => (url ? setAsked('renew-feed') : send('renew-feed'))}
        >
          {url ? 'New link' : 'Create a calendar link'}
        </Button>
        {url ? (
          <Button look="quiet" onClick={() => setAsked('revoke-feed')}>
            Turn it off
          </Button>
        ) : null}
      </div>
      {pendingIntent ? (
        <div className="mt-3">
          <p className="small">Calendars that use the link above no longer show your bookings.</p>
          <div className="row mt-2">
            <Button look="quiet" onClick={() => setAsked(null)}>
              Keep the link
            </Button>
            <Button
              look="danger"
              onClick={() => {
                setAsked(null)
                send(pendingIntent)
              }}
            >
              {pendingIntent === 'renew-feed' ? 'Replace the link' : 'Stop the link'}
            </Button>
          </div>
        </div>
      ) : null}
      <FieldError error={saved && !saved.ok ? saved.detail : null} />
    </section>
  )
}
