import { ArrowLeft, Phone } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { Link, useFetcher } from 'react-router'
import { referenceOf } from '#modules/bookings/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { Bubble, NoteLine, PendingBubble } from './bubble.tsx'
import { Compose } from './compose.tsx'
import { aboutText, CLOSED_TEXTS, entriesOf, otherText, type Thread } from './message-texts.ts'
import { usePending } from './use-pending.ts'

interface ThreadPanelProps {
  thread: Thread
  today: LocalDay
  /** Without script the answer comes with the page. */
  pageAnswer: Answer | undefined
}

export function ThreadPanel({ thread, today, pageAnswer }: ThreadPanelProps) {
  const { booking, results, nextCursor } = thread
  const name = otherText(booking.other)
  const pending = usePending(booking.id, results)
  const panel = useRef<HTMLElement>(null)
  const entries = entriesOf(thread, today)
  useReadMark(thread)
  const newest = pending.messages.at(-1)?.key ?? results[0]?.id
  const log = useNewestShown(newest, pending.messages.length > 0)
  useUnsaved(
    () =>
      pending.messages.some(({ state }) => state === 'failed') ||
      Boolean(panel.current?.querySelector('textarea')?.value.trim()),
    UNSENT,
  )
  return (
    <section className="thread" ref={panel} aria-label={`${name}, booking ${referenceOf(booking.id)}`}>
      <Head booking={booking} name={name} />
      {/* Scrolled with the keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached */}
      <div className="thread__log" tabIndex={0} role="log" aria-label="Messages" ref={log}>
        {nextCursor ? (
          <p className="thread__more">
            <Link to={`?before=${encodeURIComponent(nextCursor)}`}>Earlier messages</Link>
          </p>
        ) : null}
        <ul className="chat">
          {entries.map((entry) =>
            entry.kind === 'message' ? (
              <Bubble key={entry.key} message={entry.message} />
            ) : entry.kind === 'note' ? (
              <NoteLine key={entry.key} note={entry.note} />
            ) : entry.kind === 'day' ? (
              <li key={entry.key} className="is-day">
                {entry.text}
              </li>
            ) : (
              <li key={entry.key} className="is-day is-new">
                New
              </li>
            ),
          )}
          {pending.messages.map((one) => (
            <PendingBubble key={one.key} message={one} retry={pending.retry} drop={pending.drop} />
          ))}
        </ul>
        {entries.length === 0 && pending.messages.length === 0 ? <p className="muted">No messages yet.</p> : null}
      </div>
      <div className="compose">
        {booking.hidesContacts && !booking.whyClosed ? (
          <p className="small muted">Phone numbers and addresses are hidden until the booking is confirmed.</p>
        ) : null}
        {pageAnswer && !pageAnswer.ok ? (
          <Banner tone="bad" isAlert>
            {pageAnswer.detail}
          </Banner>
        ) : null}
        {booking.whyClosed ? (
          <p className="muted">{CLOSED_TEXTS[booking.whyClosed]}</p>
        ) : (
          <Compose name={name} isDriver={booking.side === 'company'} send={pending.send} />
        )}
      </div>
    </section>
  )
}

function Head({ booking, name }: { booking: Thread['booking']; name: string }) {
  const { otherPhone, hash } = booking
  return (
    <header className="thread__head">
      <Link className="icon-btn only-phone" to="/messages" aria-label="All messages">
        <Icon of={ArrowLeft} />
      </Link>
      <div className="thread__who">
        <h2 className="h3">{name}</h2>
        <p className="small muted num">{aboutText(booking)}</p>
      </div>
      <div className="push row">
        {otherPhone ? (
          <a className="icon-btn" href={`tel:${otherPhone}`} aria-label={`Call ${readablePhone(otherPhone)}`}>
            <Icon of={Phone} />
          </a>
        ) : null}
        <ButtonLink size="small" to={hash ? `/booking/${hash}` : '/my-bookings'}>
          Booking
        </ButtonLink>
      </div>
    </header>
  )
}

const UNSENT = { title: 'Leave without sending?', text: 'A message here isn’t sent yet.', leave: 'Discard the message' }

/**
 * Opens at the newest message, and goes to each that is new. Where the page scrolls and not the log, as on a phone, whoever reads older
 * ones stays there.
 */
function useNewestShown(newest: string | undefined, isOwn: boolean): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null)
  const isOpened = useRef(false)
  useEffect(() => {
    const box = log.current
    if (!newest || !box) return
    box.scrollTop = box.scrollHeight
    const panel = box.parentElement
    const isNear = panel && panel.getBoundingClientRect().bottom < innerHeight * 1.5
    if (getComputedStyle(box).overflowY === 'visible' && (isOwn || isNear || !isOpened.current))
      panel?.scrollIntoView({ block: 'end' })
    isOpened.current = true
  }, [newest, isOwn])
  return log
}

/** Says that the newest message was read, once it is on a visible page. */
function useReadMark({ booking, results, unread }: Thread): void {
  const { submit } = useFetcher()
  const newest = unread > 0 ? results.find(({ isOwn, side }) => !isOwn && side !== booking.side)?.id : undefined
  useEffect(() => {
    if (!newest) return undefined
    const say = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', say)
      void submit({ intent: 'read', messageId: newest }, { method: 'post' })
    }
    document.addEventListener('visibilitychange', say)
    say()
    return () => document.removeEventListener('visibilitychange', say)
  }, [newest, submit])
}
