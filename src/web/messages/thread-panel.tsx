import { ArrowLeft, Phone, Camera, Send, X } from 'lucide-react'
import { useEffect, useRef, type RefObject, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { Link, useFetcher, Form } from 'react-router'
import { referenceOf } from '#modules/bookings/rules.ts'
import { MOST_CHARACTERS } from '#modules/bookings/thread/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { readablePhone } from '#shared/phone.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { ButtonLink, Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { Bubble, NoteLine, PendingBubble, usePending } from './bubble.tsx'
import { aboutText, CLOSED_TEXTS, entriesOf, otherText, type Thread, READY_ANSWERS } from './message-texts.ts'

interface ThreadPanelProps {
  thread: Thread
  today: LocalDay
  /** Result of the form, if the page works without script. */
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
    <section className="thread cells shrink" ref={panel} aria-label={`${name}, booking ${referenceOf(booking.id)}`}>
      <Head booking={booking} name={name} />
      {/* Scrolled with the keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached */}
      <div className="thread__log p-4 bg-surface" tabIndex={0} role="log" aria-label="Messages" ref={log}>
        {nextCursor ? (
          <p className="thread__more mb-3 t-center">
            <Link to={`?before=${encodeURIComponent(nextCursor)}`}>Earlier messages</Link>
          </p>
        ) : null}
        <ul className="chat cells g-3">
          {entries.map((entry) =>
            entry.kind === 'message' ? (
              <Bubble key={entry.key} message={entry.message} />
            ) : entry.kind === 'note' ? (
              <NoteLine key={entry.key} note={entry.note} />
            ) : entry.kind === 'day' ? (
              <li key={entry.key} className="is-day flex level g-3 t-xs mid muted">
                {entry.text}
              </li>
            ) : (
              <li key={entry.key} className="is-day is-new flex level g-3 t-xs mid muted">
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
      <div className="compose sticks cells cols-1 g-2 line-top bg-surface">
        {booking.hidesContacts && !booking.whyClosed ? (
          <p className="small muted">Phone numbers and addresses are hidden until the booking is confirmed.</p>
        ) : null}
        <ProblemBanner text={pageAnswer && !pageAnswer.ok && pageAnswer.detail} />
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
    <header className="thread__head flex level g-2-3 p-3-4 line-foot bg-surface">
      <Link className="icon-btn only-phone" to="/messages" aria-label="All messages">
        <Icon of={ArrowLeft} />
      </Link>
      <div className="thread__who flex-1 shrink">
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
 * Scrolls to the newest message on opening, and to each new one. If the page scrolls instead of the log, as on a phone,
 * a reader of older messages stays there.
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
    const markRead = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', markRead)
      void submit({ intent: 'read', messageId: newest }, { method: 'post' })
    }
    document.addEventListener('visibilitychange', markRead)
    markRead()
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [newest, submit])
}

interface ComposeProps {
  name: string
  isDriver: boolean
  send: (text: string, photo: File | null) => void
}

/** Field for a message; without script it sends the text with the page. */
function Compose({ name, isDriver, send }: ComposeProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (!text && !photo) return field.current?.focus()
    send(text, photo)
    form.current?.reset()
    setPhoto(null)
    return field.current?.focus()
  }
  return (
    <Form method="post" ref={form} onSubmit={submit}>
      <input type="hidden" name="intent" value="send" />
      {isDriver ? (
        <fieldset className="chips plain" aria-label="Ready answers">
          {READY_ANSWERS.map((answer) => (
            <button key={answer} className="chip" type="button" onClick={() => send(answer, null)}>
              {answer}
            </button>
          ))}
        </fieldset>
      ) : null}
      {photo ? (
        <p className="row apart">
          <span className="small">{photo.name}</span>
          <IconButton icon={X} label="Leave the photo out" onClick={() => setPhoto(null)} />
        </p>
      ) : null}
      <div className="cells cols-mid g-2 at-foot">
        <label className="icon-btn compose__camera holds">
          <Icon of={Camera} />
          <span className="vh">Add a photo</span>
          <input
            className="vh"
            type="file"
            accept={PHOTO_TYPES}
            onChange={({ currentTarget }) => {
              setPhoto(currentTarget.files?.[0] ?? null)
              currentTarget.value = ''
            }}
          />
        </label>
        <textarea
          ref={field}
          className="input"
          name="text"
          rows={1}
          maxLength={MOST_CHARACTERS}
          aria-label="Message"
          placeholder={`Message ${name}`}
          onKeyDown={sendWithEnter}
        />
        <Button type="submit" look="primary" aria-label="Send">
          <Icon of={Send} />
        </Button>
      </div>
    </Form>
  )
}

/** Enter sends where there is a keyboard; with Shift, and on a phone, it begins a line. */
function sendWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  if (!matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
