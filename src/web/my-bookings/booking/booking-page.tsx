import { awaitsCustomer, isAhead, isFinished } from '#modules/bookings/rules.ts'
import { MessageSquare, Check } from 'lucide-react'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { CLAIM_STATUS_TEXTS } from '#modules/bookings/claims/rules.ts'
import { eraseHeldOrder } from '#web/kit/bookings/awaiting-booking.ts'
import { BookingChanges } from '#web/kit/changes/booking-changes.tsx'
import { answerChangeForm } from '#web/kit/changes/change-answer.server.ts'
import { isChangeIntent } from '#web/kit/changes/change-texts.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { useLive } from '#web/kit/page/live.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { refuseStrangers } from '#web/kit/session/gate.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Booking, type TrailStep } from '../booking-view.ts'
import { useCancelled, type Cancel } from '../cancel-booking.tsx'
import { LateCard } from '../day/late-card.tsx'
import { LastMessage, CallLink, PastActs } from '../booking-card.tsx'
import type { Route } from './+types/booking-page'
import { answerInstead, answerReported, answerSendAgain, answerStart, answerCancel } from './answer-booking.server.ts'
import type { BookingAnswers, ChangeAnswer, SlotProps } from './booking-answers.ts'
import { CrewCard, Headline, ReportedCard } from './headline.tsx'
import { timelineOf } from './event-texts.ts'
import { FilesRow } from './files-row.tsx'
import { DriverCard, MoveCard, PhotosCard, PriceSide } from './move-card.tsx'
import { readBooking, type BookingRead } from './read-booking.server.ts'
import { DaySlot } from './day-slot.tsx'
import { StartByPhone } from './start-by-phone.tsx'
import '../my-bookings.css'
import './booking.css'

/** Anybody with the address can open the booking. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your booking' })

interface Loaded extends BookingRead {
  cancel: Omit<Cancel, 'pageAnswer'> | null
  now: string
}

export async function loader({ params, context, url }: Route.LoaderArgs): Promise<Loaded> {
  const isCustomer = context.get(sessionContext)?.userRole === 'customer'
  const read = await readBooking(context.get(apiContext), params.hash, isCustomer)
  return { ...read, cancel: read.own && cancelOf(read.own, url), now: nowIn(context).toISOString() }
}

const cancelOf = ({ allowedActions, cancellationFeePence: feePence }: Booking, { searchParams }: URL) =>
  allowedActions.includes('cancel') ? { feePence, isAsked: searchParams.has('cancel') } : null

export async function action({
  request,
  params,
  context,
}: Route.ActionArgs): Promise<BookingAnswers | ChangeAnswer | Response> {
  const form = await readForm(request)
  const call = context.get(apiContext)
  const intent = textIn(form, 'intent')
  if (intent === 'send-again') return { sentAgain: await answerSendAgain(call, params.hash) }
  if (intent === '') return { start: await answerStart(call, params.hash, form) }
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  if (intent === 'book-instead') {
    const answer = await answerInstead(call, form)
    return answer instanceof Response ? answer : { instead: answer }
  }
  if (isChangeIntent(intent)) return answerChangeForm(call, form)
  return intent === 'cancel'
    ? { cancelled: await answerCancel(call, form) }
    : { reported: await answerReported(call, form) }
}

/** Keeps the typed code, or the question, if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), UNREACHED)

const UNREACHED: BookingAnswers & ChangeAnswer = {
  ...unreachable,
  start: { state: 'refused', text: unreachable.detail },
  cancelled: unreachable,
  reported: unreachable,
  sentAgain: unreachable,
  instead: unreachable,
}

/** Where nothing was reached, the answer is one for every form. */
const isOfPage = (answer: BookingAnswers | ChangeAnswer): answer is BookingAnswers =>
  !('ok' in answer) || 'start' in answer

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, own, events, map, crew, photos, cancel, changes, keysLinks, day, free } = loaderData
  const now = new Date(loaderData.now)
  const { revalidate } = useRevalidator()
  useLive(own ? '/api/booking/live/' : null, () => void revalidate())
  useCancelled()
  const answers: BookingAnswers = actionData && isOfPage(actionData) ? actionData : {}
  // The forms of a change hear one answer, the others one of several.
  const changed = actionData && 'ok' in actionData ? actionData : undefined
  const isAwaiting = awaitsCustomer(booking)
  const slot = { booking, own, events, now, changes, keysLinks, day, changed }
  useEffect(() => {
    if (!isAwaiting) eraseHeldOrder(booking.hash)
  }, [isAwaiting, booking.hash])
  return (
    <Page>
      <div className="split">
        <div className="stack gap-5">
          <Headline
            booking={booking}
            isOwn={own !== null}
            isAwaiting={isAwaiting}
            now={now}
            sentAgain={answers.sentAgain}
          />
          {isAwaiting ? <NothingHeld /> : null}
          {isAwaiting ? <StartByPhone pageAnswer={answers.start} /> : null}
          {own?.allowedActions.includes('deny_cancellation') ? (
            <ReportedCard booking={booking} pageAnswer={answers.reported} />
          ) : null}
          {day?.mayCancelFree && booking.claimedFeePence === null ? (
            <LateCard booking={booking} free={free} answer={answers.instead} />
          ) : null}
          <DaySlot {...slot} />
          <ChangeSlot {...slot} />
          <Trail steps={timelineOf(booking, events)} isOver={!isAhead(booking.status)} />
          <ThreadSlot {...slot} />
          <AfterSlot {...slot} />
          <DriverCard booking={booking} />
          <CrewCard crew={crew} isOver={isFinished(booking.status)} />
          <MoveCard booking={booking} own={own} map={map} />
          <PhotosCard photos={photos} />
        </div>
        <PriceSide
          booking={booking}
          now={now}
          cancel={cancel && { ...cancel, pageAnswer: answers.cancelled }}
          files={<FilesRow booking={booking} isOwn={own !== null} />}
        />
      </div>
    </Page>
  )
}

const NothingHeld = () => (
  <Banner tone="warn" title="Nothing is held yet">
    The driver hears about your move once you confirm. If someone else takes the time first, we’ll show you fresh prices
    with everything filled in.
  </Banner>
)

/** A change that one side has proposed, for the other to agree to. */
function ChangeSlot({ own, changes, keysLinks, changed }: SlotProps) {
  if (!own || !changes) return null
  return (
    <BookingChanges
      booking={own}
      changes={changes}
      keysLinks={keysLinks}
      side="customer"
      who={own.company?.name ?? 'the company'}
      mayPrice={false}
      pageAnswer={changed}
    />
  )
}

/** What can be done once it is over: book again, say how it went, claim for damage. */
function AfterSlot({ booking, own }: SlotProps) {
  if (!own || isAhead(booking.status) || booking.cancelledBy === 'driver') return null
  return (
    <section className="card" aria-labelledby="afterwards">
      <h2 className="h3" id="afterwards">
        {isFinished(booking.status) ? 'After the move' : 'Still need to move?'}
      </h2>
      {own.claimStatus ? <p>Your claim: {CLAIM_STATUS_TEXTS[own.claimStatus]}.</p> : null}
      <p className="muted">
        {isFinished(booking.status)
          ? 'The next move starts with a new day and fresh prices.'
          : 'Start with a new day, and see who is free and what it costs.'}
      </p>
      <div className="row mt-3">
        <PastActs booking={own} />
      </div>
    </section>
  )
}

/** The last message of the booking, and the way to all of them. */
function ThreadSlot({ booking, own }: SlotProps) {
  if (!own || booking.awaitingVerification) return null
  return (
    <section className="card" aria-labelledby="messages">
      <h2 className="h3" id="messages">
        {own.unreadMessages > 0 ? `Messages, ${own.unreadMessages} unread` : 'Messages'}
      </h2>
      {own.lastMessage ? (
        <LastMessage message={own.lastMessage} />
      ) : (
        <p className="muted">
          {booking.company
            ? `Between you and ${booking.company.name}.`
            : 'You can send messages once a driver has accepted.'}
        </p>
      )}
      <div className="row mt-3">
        <ButtonLink icon={MessageSquare} to={`/messages/${booking.id}`}>
          {booking.company ? `Message ${booking.company.name}` : 'See the messages'}
        </ButtonLink>
        <CallLink name={booking.company?.name} phone={own.contactPhone} />
      </div>
    </section>
  )
}

/** What has happened and what comes next. */
function Trail({ steps, isOver }: { steps: readonly TrailStep[]; isOver: boolean }) {
  if (steps.length === 0) return null
  return (
    <section className="card" aria-labelledby="next">
      <h2 className="h3" id="next">
        {isOver ? 'What happened' : 'What happens next'}
      </h2>
      <ol className="trail mt-4">
        {steps.map(({ state, title, time, text }, index) => (
          <li
            // The same may happen twice: two drivers may give it back.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={classNames('wired', state !== 'next' && `is-${state}`)}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className="trail__pin">{state === 'done' ? <Icon of={Check} /> : index + 1}</span>
            <div>
              <b>
                {title}
                {state === 'done' ? <span className="vh"> (done)</span> : null}
                {time ? <time>{time}</time> : null}
              </b>
              {text ? <p className="small muted">{text}</p> : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
