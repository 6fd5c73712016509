import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { isAgreed, isConfirmed, isUnanswered, type Action, type BookingStatus } from '#modules/bookings/rules.ts'
import { formatDayTime, formatTime, halfHoursOfDay, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField, MoneyField, SelectField } from '#web/ui/field.tsx'
import type { ChangeActionNotice } from './change-answer.server.ts'
import { agreeText, ChangePhotos, ChangeSums, consequenceText } from './change-sums.tsx'
import {
  overText,
  type ChangeShown,
  askTitle,
  pastTitle,
  timeText,
  untilText,
  type KeysLinkShown,
  type Proposal,
  type ProposalDrafts,
} from './change-texts.ts'
import { KeysLinks } from './keys-link.tsx'
import { ProposeChange } from './propose-change.tsx'
import './changes.css'

interface BookingChangesProps {
  booking: {
    id: string
    status: BookingStatus
    totalPence: number
    allowedActions: readonly Action[]
  }
  /** Latest first. */
  changes: readonly ChangeShown[]
  keysLinks: readonly KeysLinkShown[]
  /** Which side is looking. */
  side: 'customer' | 'mover'
  /** How the other side is called. */
  who: string
  mayPrice: boolean
  /** Whether the keys are there, so that a link to release them is no longer needed. */
  areKeysThere?: boolean
  onKeep?: ((proposal: Proposal, photos: readonly File[]) => void) | undefined
  drafts?: ProposalDrafts | undefined
  pageAnswer?: Answer<ChangeActionNotice>
}

/**
 * Changes and key links of a booking for one side: open proposals, the form for a new one, earlier results, and the
 * link for the keys.
 */
export function BookingChanges({
  booking,
  changes,
  keysLinks,
  side,
  who,
  mayPrice,
  areKeysThere,
  onKeep,
  drafts,
  pageAnswer,
}: BookingChangesProps) {
  const open = changes.find(({ state }) => state === 'open')
  const over = changes.filter(({ state }) => state !== 'open')
  const isOn = isAgreed(booking.status)
  // What is proposed before the driver has confirmed is another time.
  const isOffer = isUnanswered(booking.status)
  const shown = { bookingId: booking.id, totalPence: booking.totalPence, isOffer }
  return (
    <>
      {open?.awaits === side ? (
        <ChangeProposed {...shown} change={open} who={open.proposedBy === side ? 'You' : who}>
          {side === 'mover' && mayPrice && !open.line ? <PriceChange {...shown} change={open} /> : null}
          {side === 'mover' && open.move && isConfirmed(booking.status) ? (
            <OfferAnotherTime {...shown} change={open} />
          ) : null}
        </ChangeProposed>
      ) : null}
      {open && open.awaits !== side ? <ChangeSent {...shown} change={open} decider={who} /> : null}
      {side === 'mover' && !open && booking.allowedActions.includes('propose_change') && mayPrice ? (
        <ButtonLink to={`/my-bookings/change/${booking.id}/move`}>Add an item or a stop</ButtonLink>
      ) : null}
      {side === 'mover' && !open && booking.allowedActions.includes('propose_change') ? (
        <ProposeChange
          {...shown}
          mayPrice={mayPrice}
          mayMove={isConfirmed(booking.status)}
          who={who}
          onKeep={onKeep}
          drafts={drafts}
        />
      ) : null}
      {over.length > 0 ? <PastChanges changes={over} /> : null}
      {isOn && !areKeysThere ? (
        <KeysLinks bookingId={booking.id} links={keysLinks} side={side} pageAnswer={pageAnswer} />
      ) : null}
    </>
  )
}

const PastChanges = ({ changes }: { changes: readonly ChangeShown[] }) => (
  <section className="card" aria-labelledby="past-changes">
    <h2 className="h3" id="past-changes">
      Changes
    </h2>
    <dl className="terms num mt-2">
      {changes.map((change) => (
        <div key={change.id}>
          <dt>
            {pastTitle(change)}
            <br />
            <small>
              {overText(change.state)}, {formatDayTime(new Date(change.answeredAt ?? change.createdAt))}
            </small>
          </dt>
          <dd>{change.state === 'agreed' && change.line ? formatPence(change.line.amountPence) : ''}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** What the customer asked for and the rates say nothing of: the owner names the price, and the customer decides. */
function PriceChange({ bookingId, change }: ChangeProps) {
  const { Form, data, state } = useFetcher<Answer>({ key: 'price-change' })
  return (
    <Form method="post" className="stack" noValidate>
      <ChangeFields bookingId={bookingId} change={change} />
      <ProblemBanner text={data && !data.ok && data.detail} />
      <InputField
        label="What it is for"
        name="label"
        required
        maxLength={120}
        defaultValue={change.words.slice(0, 120)}
        error={errorAt(data, 'line.label')}
      />
      <MoneyField
        label="What it costs"
        name="amount"
        required
        inputMode="decimal"
        error={errorAt(data, 'line.amount_pence')}
      />
      <Button type="submit" name="intent" value="price-change" busy={state !== 'idle'}>
        Name this price
      </Button>
    </Form>
  )
}

/** The move can be done, but not then: another start, which the server prices and the customer answers. */
function OfferAnotherTime({ bookingId, change }: ChangeProps) {
  const { Form, data, state } = useFetcher<Answer>({ key: 'offer-move-time' })
  const start = toLocal(new Date(change.move?.to.startAt ?? change.createdAt))
  return (
    <Form method="post" className="stack" noValidate>
      <ChangeFields bookingId={bookingId} change={change} />
      <ProblemBanner text={data && !data.ok && data.detail} />
      <div className="fields">
        <InputField label="Another day" name="day" type="date" width="half" defaultValue={start.day} />
        <SelectField label="Another start" name="time" width="half" defaultValue={formatTime(start.minute)}>
          {halfHoursOfDay().map((minute) => (
            <option key={minute}>{formatTime(minute)}</option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" name="intent" value="offer-move-time" busy={state !== 'idle'}>
        Offer this time
      </Button>
    </Form>
  )
}

interface ChangeProps {
  bookingId: string
  change: ChangeShown
  totalPence: number
  isOffer: boolean
}

const photosOf = (bookingId: string, { id, photos }: ChangeShown) =>
  photos.map(({ id: fileId, ...size }) => ({
    ...size,
    url: `/api/booking/${bookingId}/changes/${id}/photos/${fileId}/`,
  }))

/** What this form is about, for the answer to be about the same. */
function ChangeFields({ bookingId, change }: Pick<ChangeProps, 'bookingId' | 'change'>) {
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
  /** Result of the form. */
  answer: Answer | undefined
  form: ReturnType<typeof useFetcher>['Form']
  /** The buttons, and what follows from them. */
  acts: ReactNode
  children?: ReactNode
}

/** What is asked: words, photo, time and sum, with the form that answers it. */
function ChangeCard({
  bookingId,
  change,
  totalPence,
  isOffer,
  id,
  title,
  answer,
  form: Form,
  acts,
  children,
}: CardProps) {
  const time = timeText(change)
  return (
    <section className="card ask edge-2" aria-labelledby={id}>
      {title}
      <div className="ask__in cells g-3-4 mt-3">
        <ChangePhotos isPrivate sources={photosOf(bookingId, change)} />
        <Form method="post" className="stack">
          <ChangeFields bookingId={bookingId} change={change} />
          <ProblemBanner text={answer && !answer.ok && answer.detail} />
          {change.move ? <p className="break bold">{change.line?.label ?? 'The move'}</p> : null}
          {change.words ? <p className="break as-typed">{change.words}</p> : null}
          {time ? <p>{time}</p> : null}
          <ChangeSums
            totalPence={totalPence}
            line={change.line}
            differences={change.move?.differences}
            newTotalPence={change.newTotalPence}
            isOffer={isOffer}
          />
          {acts}
        </Form>
        {children}
      </div>
    </section>
  )
}

/** To the side that a change waits for: what, its photo, its sum, and the answer. */
function ChangeProposed({ who, children, ...about }: ChangeProps & { who: string; children?: ReactNode }) {
  const { change, isOffer } = about
  const { Form, data, state, formData } = useFetcher<Answer>({ key: 'answer-change' })
  const sent = state === 'idle' ? null : formData?.get('intent')
  const title = (
    <h2 className="h3" id="change-asked">
      {change.move && who === 'You' ? 'Another time is offered' : askTitle(who, change, true, isOffer)}
    </h2>
  )
  const acts = (
    <>
      <div className="ask__acts cells g-3">
        <Button type="submit" name="intent" value="refuse-change" busy={sent === 'refuse-change'}>
          {isOffer ? 'No, keep it' : 'Refuse'}
        </Button>
        <Button type="submit" look="primary" name="intent" value="agree-change" busy={sent === 'agree-change'}>
          {agreeText(change.line, isOffer)}
        </Button>
      </div>
      <p className="small muted">
        {consequenceText(change.newCeilingPence, isOffer)} You can answer {untilText(change.expiresAt)}.
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
function ChangeSent({ decider, ...about }: ChangeProps & { decider: string }) {
  const { change } = about
  const { Form, data, state } = useFetcher<Answer>({ key: 'withdraw-change' })
  const title = (
    <div className="row row--apart">
      <h2 className="h3" id="change-sent">
        {askTitle('You', change)}
      </h2>
      <Badge tone="yellow">Waiting for {decider}</Badge>
    </div>
  )
  const acts = (
    <>
      <p className="small muted">
        {decider} can answer {untilText(change.expiresAt)}. Until it is agreed, nothing changes.
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
