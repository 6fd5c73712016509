import { useLocation, Link, useFetcher } from 'react-router'
import type { getCrew } from '#modules/bookings/crew/contract.ts'
import { isAhead, isConfirmed, isFinished, referenceOf } from '#modules/bookings/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import type { BookedState } from '#web/kit/bookings/awaiting-booking.ts'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { type Answer, problemText } from '#web/kit/forms/answer.ts'
import { useRootData, useSession } from '#web/kit/page/root-data.ts'
import { Face } from '#web/kit/upload/face.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { buttonClass, ButtonLink, Button } from '#web/ui/button.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { headlineOf, lateText, statusTexts, whereText, type SharedBooking } from '../booking-view.ts'
import type { BookingAnswers } from './booking-answers.ts'
import { CalendarLink, isJustBooked } from './files-row.tsx'

interface HeadlineProps {
  booking: SharedBooking
  isOwn: boolean
  isAwaiting: boolean
  now: Date
  /** Result of the form, if the page works without script. */
  sentAgain: Answer<string> | undefined
}

/** State of the booking, and the next step from here. */
export function Headline({ booking, isOwn, isAwaiting, now, sentAgain }: HeadlineProps) {
  const late = lateText(booking, now)
  const isReported = booking.claimedFeePence !== null
  const needsPhone = isReported || late !== undefined
  return (
    <Sign aria-labelledby="booking-title">
      <div className="row row--apart">
        <p className="small on-sign-2">Booking {referenceOf(booking.id)}</p>
        {/* While the mail is awaited, the heading says so itself. */}
        {isAwaiting ? null : <StatusBadge status={booking.status} isAwaiting={booking.awaitingVerification} />}
      </div>
      <h1 id="booking-title" className="sign__big mt-2">
        {headlineOf(booking)}
      </h1>
      {isAwaiting ? (
        <CheckYourMail sentAgain={sentAgain} />
      ) : (
        <p className="mt-2">{[`${whereText(booking)}.`, ...(late ? [late] : []), ...statusTexts(booking)].join(' ')}</p>
      )}
      {needsPhone ? <CallUs isLate={late !== undefined && !isReported} /> : null}
      {isAwaiting ? null : <Ways booking={booking} isOwn={isOwn} />}
    </Sign>
  )
}

function CallUs({ isLate }: { isLate: boolean }) {
  const phone = useRootData()?.config.phone
  if (!phone) return null
  return (
    <p className="mt-2">
      {isLate ? 'If they haven’t arrived, call us: ' : 'If that’s wrong, log in and tell us here, or call us: '}
      <a className="num" href={`tel:${phone}`}>
        {readablePhone(phone)}
      </a>
    </p>
  )
}

function Ways({ booking, isOwn }: { booking: SharedBooking; isOwn: boolean }) {
  const session = useSession()
  const isOver = !isAhead(booking.status)
  return (
    <div className="row mt-4">
      {isJustBooked(booking) ? (
        <CalendarLink booking={booking} isOwn={isOwn} className={buttonClass({ look: 'primary' })}>
          Add to calendar
        </CalendarLink>
      ) : null}
      {isOver && !isFinished(booking.status) && booking.cancelledBy !== 'driver' ? (
        <ButtonLink look="primary" to="/additional-services">
          Compare prices again
        </ButtonLink>
      ) : null}
      {session?.userRole === 'customer' ? (
        <ButtonLink look="sign" to={isOver ? '/my-bookings/past-bookings' : '/my-bookings/future-bookings'}>
          My Bookings
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** Where the mail was sent, as far as this tab knows, and in the demonstration where to read it. */
function CheckYourMail({ sentAgain }: { sentAgain: Answer<string> | undefined }) {
  const { mailedTo }: BookedState = useLocation().state ?? {}
  const isDemo = useRootData()?.config.mode === 'demo'
  return (
    <>
      <p className="mt-2 long">
        Open the link we sent{mailedTo ? ' to ' : ' to your email address'}
        {mailedTo ? <b>{mailedTo}</b> : null}. It works for 48 hours.
      </p>
      <SendAgain pageAnswer={sentAgain} />
      {isDemo ? (
        <p className="small mt-3 on-sign-2">
          This is a demonstration: no email is really sent. <a href="/dev/mailbox">Read it in the mailbox</a>.
        </p>
      ) : null}
    </>
  )
}

/** For a mail that did not come: send it again, or book with another address. */
function SendAgain({ pageAnswer }: { pageAnswer: Answer<string> | undefined }) {
  const { Form, data, state } = useFetcher<BookingAnswers>({ key: 'send-again' })
  const answer = data?.sentAgain ?? pageAnswer
  return (
    <>
      <div className="row mt-4">
        <Form method="post">
          <input type="hidden" name="intent" value="send-again" />
          <Button type="submit" look="sign" busy={state !== 'idle'}>
            Send it again
          </Button>
        </Form>
        <Link className="link-btn" to="/confirm-booking">
          Wrong address? Change it
        </Link>
      </div>
      <output className="small mt-2">{answer ? (answer.ok ? answer.data : problemText(answer)) : ''}</output>
    </>
  )
}

export type Crew = AnswerOf<typeof getCrew>

/** First names and photos of who comes, to the signed-in customer of a confirmed booking. */
export function CrewCard({ crew, isOver }: { crew: Crew | null; isOver: boolean }) {
  if (!crew || crew.members.length === 0) return null
  return (
    <section className="card" aria-labelledby="crew">
      <h2 className="h3" id="crew">
        {isOver ? 'Who came' : 'Who comes'}
      </h2>
      <ul className="flex wraps g-5 plain mt-3">
        {crew.members.map(({ id, firstName, photoUrl }) => (
          <li className="cells items-mid t-center" key={id}>
            <Face path={photoUrl} name={`Photo of ${firstName}`} />
            <b>{firstName}</b>
          </li>
        ))}
      </ul>
      <p className="small muted mt-3">
        Their right to work has been checked.{isOver ? '' : ' We’ll tell you if someone else is coming.'}
      </p>
    </section>
  )
}

/** The driver says that the customer has cancelled: the customer says whether that is so. */
export function ReportedCard({ booking, pageAnswer }: { booking: SharedBooking; pageAnswer: Answer | undefined }) {
  const { Form, data, state, formData } = useFetcher<BookingAnswers>({ key: 'reported-cancellation' })
  const { pathname } = useLocation()
  const answer = data?.reported ?? pageAnswer
  const feePence = booking.claimedFeePence ?? 0
  const isSending = (intent: string) => state !== 'idle' && formData?.get('intent') === intent
  const name = booking.company?.name ?? 'The driver'
  return (
    <section className="card stack" aria-labelledby="reported">
      <h2 className="h3" id="reported">
        Did you cancel?
      </h2>
      <p>{name} has told us that you did. You owe nothing unless you confirm it.</p>
      <ProblemBanner text={answer && !answer.ok && answer.detail} />
      <div className="row">
        <Form method="post" action={pathname}>
          <input type="hidden" name="intent" value="deny-cancellation" />
          <input type="hidden" name="bookingId" value={booking.id} />
          <Button type="submit" look="primary" busy={isSending('deny-cancellation')}>
            No, I still need it
          </Button>
        </Form>
        <Form method="post" action={pathname}>
          <input type="hidden" name="intent" value="agree-cancellation" />
          <input type="hidden" name="bookingId" value={booking.id} />
          <input type="hidden" name="feePence" value={feePence} />
          <Button type="submit" look="danger" busy={isSending('agree-cancellation')}>
            {feePence > 0 ? `Yes, I cancelled. Pay ${formatPence(feePence)}` : 'Yes, I cancelled'}
          </Button>
        </Form>
      </div>
      <p className="small muted">
        {isConfirmed(booking.status)
          ? 'Your booking stays as it is until you answer. If you still need it, we’ll tell the driver to come.'
          : 'If you still need it, we’ll offer it to other drivers at the same price, if there’s time, and look into what happened.'}
        {feePence > 0 ? ` Cancelling cost ${formatPence(feePence)} when it was reported.` : ''}
      </p>
    </section>
  )
}
