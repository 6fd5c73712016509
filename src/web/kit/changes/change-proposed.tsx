import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { agreeText, ChangePhotos, ChangeSums, consequenceText } from './change-sums.tsx'
import { askTitle, timeText, untilText, type ChangeShown } from './change-texts.ts'
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

interface CardProps extends ChangeProps {
  id: string
  title: ReactNode
  /** What came of the form. */
  answer: Answer | undefined
  form: ReturnType<typeof useFetcher>['Form']
  /** The buttons, and what follows from them. */
  acts: ReactNode
  children?: ReactNode
}

/** What is asked: words, photo, time and sum, with the form that answers it. */
function ChangeCard({ bookingId, change, totalPence, id, title, answer, form: Form, acts, children }: CardProps) {
  const time = timeText(change)
  return (
    <section className="card ask" aria-labelledby={id}>
      {title}
      <div className="ask__in">
        <ChangePhotos isPrivate sources={photosOf(bookingId, change)} />
        <Form method="post" className="stack">
          <ChangeFields bookingId={bookingId} change={change} />
          {answer && !answer.ok ? (
            <Banner tone="bad" isAlert>
              {answer.detail}
            </Banner>
          ) : null}
          {change.words ? <p className="ask__words">{change.words}</p> : null}
          {time ? <p>{time}</p> : null}
          <ChangeSums totalPence={totalPence} line={change.line} newTotalPence={change.newTotalPence} />
          {acts}
        </Form>
        {children}
      </div>
    </section>
  )
}

/** To the side that a change waits for: what, its photo, its sum, and the answer. */
export function ChangeProposed({ who, children, ...about }: ChangeProps & { who: string; children?: ReactNode }) {
  const { change } = about
  const { Form, data, state, formData } = useFetcher<Answer>({ key: 'answer-change' })
  const sent = state === 'idle' ? null : formData?.get('intent')
  const title = (
    <h2 className="h3" id="change-asked">
      {askTitle(who, change)}
    </h2>
  )
  const acts = (
    <>
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
    </>
  )
  return (
    <ChangeCard {...about} id="change-asked" title={title} answer={data} form={Form} acts={acts}>
      {children}
    </ChangeCard>
  )
}

/** To the side that proposed it: what is asked, and the way back. */
export function ChangeSent({ whoDecides, ...about }: ChangeProps & { whoDecides: string }) {
  const { change } = about
  const { Form, data, state } = useFetcher<Answer>({ key: 'withdraw-change' })
  const title = (
    <div className="row row--apart">
      <h2 className="h3" id="change-sent">
        {askTitle('You', change)}
      </h2>
      <Badge tone="yellow">Waiting for {whoDecides}</Badge>
    </div>
  )
  const acts = (
    <>
      <p className="small muted">
        {whoDecides} can answer {untilText(change.expiresAt)}. Until it is agreed, nothing changes.
      </p>
      <div className="row">
        <Button type="submit" name="intent" value="withdraw-change" busy={state !== 'idle'}>
          Withdraw
        </Button>
      </div>
    </>
  )
  return <ChangeCard {...about} id="change-sent" title={title} answer={data} form={Form} acts={acts} />
}
