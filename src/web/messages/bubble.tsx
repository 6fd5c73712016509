import { Check, Flag } from 'lucide-react'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { Answer } from '#web/kit/forms/answer.ts'
import { formProblemOf } from '#web/kit/forms/answer.ts'
import { usePicture } from '#web/kit/pictures/use-picture.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { clockText, noteText, type Message, type Note } from './message-texts.ts'
import type { PendingMessage } from './use-pending.ts'

export function NoteLine({ note }: { note: Note }) {
  return (
    <li className="is-note">
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
      <img className="w-full r-control cover" src={picture.url} alt={label} />
    </a>
  ) : (
    <span className="chat__photo chat__photo--wait">
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
      <summary className="inline-flex level tall t-xs muted">Report this message</summary>
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
