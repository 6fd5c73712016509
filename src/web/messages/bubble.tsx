import { Check, Flag } from 'lucide-react'
import { useState, useRef } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { type Answer, formProblemOf } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { usePicture } from '#web/kit/upload/face.tsx'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { reasonIn, sendFiles } from '#web/kit/upload/send-files.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/badge.tsx'
import { clockText, noteText, type Message, type Note } from './message-texts.ts'

export function NoteLine({ note }: { note: Note }) {
  return (
    <li className="is-note inline-flex wraps level mid-x g-2 edge-1 r-small bg-surface t-sm muted t-center break">
      <Icon of={Check} />
      {noteText(note)} <time dateTime={note.at}>{clockText(note.at)}</time>
    </li>
  )
}

export function Bubble({ message }: { message: Message }) {
  const { isOwn, isRemoved, text, photos, author, at, readAt, isReported } = message
  return (
    <li className={classNames(isOwn && 'is-me', isRemoved && 'is-removed')}>
      {isRemoved ? <i>Removed by Vanfare</i> : text}
      {photos.map((photo) => (
        <Photo key={photo.id} url={photo.url} label={`Photo from ${isOwn ? 'you' : author}`} />
      ))}
      <small className="block-box t-xs muted">
        {isOwn ? 'You' : author}, <time dateTime={at}>{clockText(at)}</time>{' '}
        {isOwn && readAt ? (
          <span className="read inline-flex level g-1">
            <Icon of={Check} />
            Read {clockText(readAt)}
          </span>
        ) : null}
        {isOwn && message.isHiddenInPart ? 'Numbers and addresses are hidden until it is confirmed.' : null}
      </small>
      {isOwn || isRemoved ? null : <Report messageId={message.id} isReported={isReported} />}
    </li>
  )
}

function Photo({ url, label }: { url: string; label: string }) {
  const picture = usePicture(url)
  if (picture.isLost) return <p className="small muted">The photo couldn’t be loaded.</p>
  return picture.url ? (
    <a className="chat__photo" href={picture.url} target="_blank" rel="noreferrer">
      <img className="w-full r-control cover block-box" src={picture.url} alt={label} />
    </a>
  ) : (
    <span className="chat__photo chat__photo--wait r-control">
      <span className="vh">{label}</span>
    </span>
  )
}

/** Opens below the message, and works without script. */
function Report({ messageId, isReported }: { messageId: string; isReported: boolean }) {
  const fetcher = useFetcher<Answer>()
  const [isOpen, setOpen] = useState(false)
  if (isReported || fetcher.data?.ok)
    return (
      <p className="small muted chat__reported inline-flex level g-1">
        <Icon of={Flag} /> Reported to Vanfare
      </p>
    )
  const problem = formProblemOf(fetcher.data)
  return (
    <details className="chat__report" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex level tall t-xs muted pressable">Report this message</summary>
      <fetcher.Form method="post" className="stack gap-2">
        <input type="hidden" name="intent" value="report" />
        <input type="hidden" name="messageId" value={messageId} />
        <label className="field">
          <span className="field__label">What is wrong with it?</span>
          <textarea className="input" name="reason" rows={2} maxLength={1000} required />
        </label>
        {problem ? <p className="field__error">{problem}</p> : null}
        <p className="small muted">Our office will read it with the messages around it.</p>
        <Button type="submit" size="small" busy={fetcher.state !== 'idle'}>
          Report
        </Button>
      </fetcher.Form>
    </details>
  )
}

interface PendingProps {
  message: PendingMessage
  retry: (message: PendingMessage) => void
  drop: (message: PendingMessage) => void
}

export function PendingBubble({ message, retry, drop }: PendingProps) {
  const hasFailed = message.state === 'failed'
  return (
    <li className={classNames('is-me', hasFailed ? 'is-failed' : 'is-pending')}>
      {message.text || 'Photo'}
      <output className="small">
        You, {clockText(message.at)}. {hasFailed ? message.reason : 'Sending'}
      </output>
      {hasFailed ? (
        <span className="row">
          <LinkButton onClick={() => retry(message)}>Try again</LinkButton>
          <LinkButton onClick={() => drop(message)}>Delete</LinkButton>
        </span>
      ) : null}
    </li>
  )
}

/** A message on its way. Its key is made here, so that it is written once however often it is sent. */
interface PendingMessage {
  key: string
  text: string
  photo: File | null
  /** Known once the photo is there. */
  photosId: string | null
  at: string
  state: 'sending' | 'failed'
  /** Why it was refused. */
  reason: string | null
  /** Id of the stored message; null until it is stored. */
  id: string | null
}

const NOT_SENT = 'Not sent. Check your connection.'

export function usePending(bookingId: string, written: readonly Message[]) {
  const [messages, setMessages] = useState<PendingMessage[]>([])
  const { revalidate } = useRevalidator()
  const clock = useClock()
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const change = (key: string, with_: Partial<PendingMessage>) =>
    setMessages((all) => all.map((one) => (one.key === key ? { ...one, ...with_ } : one)))

  const post = (message: PendingMessage) => {
    // One after the other, so that they arrive in order.
    queue.current = queue.current.then(async () => {
      const sent = await sendOne(bookingId, message)
      change(message.key, sent)
      if (sent.id) await revalidate()
      return sent
    })
  }

  const send = (text: string, photo: File | null) => {
    const key = crypto.randomUUID()
    const at = clock().toISOString()
    const message: PendingMessage = { key, text, photo, photosId: null, at, state: 'sending', reason: null, id: null }
    setMessages((all) => [...all, message])
    post(message)
  }

  const retry = (message: PendingMessage) => {
    change(message.key, { state: 'sending', reason: null })
    post(message)
  }

  const drop = (message: PendingMessage) => setMessages((all) => all.filter(({ key }) => key !== message.key))

  // What is in the thread by now is no longer on its way.
  return { messages: messages.filter(({ id }) => !written.some((one) => one.id === id)), send, retry, drop }
}

type Sent = Pick<PendingMessage, 'state' | 'reason' | 'id' | 'photosId'>

async function sendOne(bookingId: string, { key, text, photo, photosId }: PendingMessage): Promise<Sent> {
  const failed = (reason: string, uploadedId: string | null): Sent => ({
    state: 'failed',
    reason,
    id: null,
    photosId: uploadedId,
  })
  const uploaded = photo && !photosId ? await uploadPhoto(photo) : { id: photosId, reason: null }
  if (uploaded.reason) return failed(uploaded.reason, null)
  const body = JSON.stringify({ text, ...(uploaded.id ? { photos_id: uploaded.id } : {}) })
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await apiFetch(`/api/booking/${bookingId}/messages/`, { method: 'POST', headers, body }).catch(
    () => null,
  )
  const reply: { id?: string; detail?: string } = (await answer?.json().catch(() => null)) ?? {}
  return answer?.ok && reply.id
    ? { state: 'sending', reason: null, id: reply.id, photosId: uploaded.id }
    : failed(reply.detail ?? NOT_SENT, uploaded.id)
}

async function uploadPhoto(photo: File): Promise<{ id: string | null; reason: string | null }> {
  const prepared = await preparePhoto(photo)
  if (!prepared.ok) return { id: null, reason: prepared.reason }
  const form = new FormData()
  form.append('images', prepared.file, prepared.file.name)
  const answer = await sendFiles('/api/booking/images/', form, {})
  const { id } = (answer?.body ?? {}) as { id?: string }
  return answer?.status === 201 && id ? { id, reason: null } : { id: null, reason: reasonIn(answer?.body, NOT_SENT) }
}
