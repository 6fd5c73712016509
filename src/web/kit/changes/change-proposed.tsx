import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { agreeText, ChangePhotos, ChangeSums, consequenceText } from './change-sums.tsx'
import { askTitle, timeText, untilText, type ChangeShown } from './change-words.ts'
import './changes.css'

export interface ChangeProps {
  bookingId: string
  change: ChangeShown
  totalPence: number
}

const photosOf = (bookingId: string, { id, photos }: ChangeShown) =>
  photos.map(({ id: fileId, ...size }) => ({
    ...size,
    url: `/api/booking/${bookingId}/changes/${id}/photos/${fileId}/`,
  }))

/** What this form is about, for the answer to be about the same. */
export function ChangeFields({ bookingId, change }: Pick<ChangeProps, 'bookingId' | 'change'>) {
  return (
    <>
      <input type="hidden" name="bookingId" value={bookingId} />
      <input type="hidden" name="changeId" value={change.id} />
      <input type="hidden" name="version" value={change.version} />
    </>
  )
}

/** To the side that a change waits for: what, its photo, its sum, and the answer. */
export function ChangeProposed({
  bookingId,
  change,
  totalPence,
  who,
  children,
}: ChangeProps & { who: string; children?: ReactNode }) {
  const { Form, data, state, formData } = useFetcher<Answer>({ key: 'answer-change' })
  const sent = state === 'idle' ? null : formData?.get('intent')
  const time = timeText(change)
  return (
    <section className="card ask" aria-labelledby="change-asked">
      <h2 className="h3" id="change-asked">
        {askTitle(who, change)}
      </h2>
      <div className="ask__in">
        <ChangePhotos isPrivate sources={photosOf(bookingId, change)} />
        <Form method="post" className="stack">
          <ChangeFields bookingId={bookingId} change={change} />
          {data && !data.ok ? (
            <Banner tone="bad" isAlert>
              {data.detail}
            </Banner>
          ) : null}
          {change.words ? <p className="ask__words">{change.words}</p> : null}
          {time ? <p>{time}</p> : null}
          <ChangeSums totalPence={totalPence} line={change.line} newTotalPence={change.newTotalPence} />
          <div className="ask__acts">
            <Button type="submit" name="intent" value="refuse-change" busy={sent === 'refuse-change'}>
              Refuse
            </Button>
            <Button type="submit" look="primary" name="intent" value="agree-change" busy={sent === 'agree-change'}>
              {agreeText(change.line)}
            </Button>
          </div>
          <p className="small muted">
            {consequenceText(change.newCeilingPence)} You can answer {untilText(change.expiresAt)}.
          </p>
        </Form>
        {children}
      </div>
    </section>
  )
}

/** To the side that proposed it: what is asked, and the way back. */
export function ChangeSent({ bookingId, change, totalPence, whoDecides }: ChangeProps & { whoDecides: string }) {
  const { Form, data, state } = useFetcher<Answer>({ key: 'withdraw-change' })
  const time = timeText(change)
  return (
    <section className="card ask" aria-labelledby="change-sent">
      <div className="row row--apart">
        <h2 className="h3" id="change-sent">
          {askTitle('You', change)}
        </h2>
        <Badge tone="yellow">{whoDecides} decides</Badge>
      </div>
      <div className="ask__in">
        <ChangePhotos isPrivate sources={photosOf(bookingId, change)} />
        <Form method="post" className="stack">
          <ChangeFields bookingId={bookingId} change={change} />
          {data && !data.ok ? (
            <Banner tone="bad" isAlert>
              {data.detail}
            </Banner>
          ) : null}
          {change.words ? <p className="ask__words">{change.words}</p> : null}
          {time ? <p>{time}</p> : null}
          <ChangeSums totalPence={totalPence} line={change.line} newTotalPence={change.newTotalPence} />
          <p className="small muted">Asked {untilText(change.expiresAt)}. Until it is agreed, nothing changes.</p>
          <div className="row">
            <Button type="submit" name="intent" value="withdraw-change" busy={state !== 'idle'}>
              Take it back
            </Button>
          </div>
        </Form>
      </div>
    </section>
  )
}
