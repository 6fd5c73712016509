import { useEffect } from 'react'
import { data, useLocation, useRevalidator } from 'react-router'
import { getBooking, getSharedBooking } from '#modules/bookings/contract.ts'
import { referenceOf } from '#modules/bookings/rules.ts'
import { getCrew } from '#modules/bookings/crew/contract.ts'
import { forgetOnceHeld, type BookedState } from '#web/kit/bookings/awaiting-booking.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { useRootData, useSession } from '#web/kit/page/root-data.ts'
import { nowIn } from '#web/kit/page/clock.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { unreachable } from '#web/kit/forms/answer.ts'
import { useLive } from '#web/kit/page/live.ts'
import { orElse } from '#web/kit/forms/keep-page.ts'
import { refuseStrangers } from '#web/kit/session/gate.server.ts'
import type { Route } from './+types/shared-booking'
import {
  headlineOf,
  isOpen,
  statusTexts,
  trailOf,
  whereText,
  type Booking,
  type SharedBooking,
} from './booking-view.ts'
import { answerCancel } from './cancel-booking.server.ts'
import { useCancelled, type Cancel } from './cancel-booking.tsx'
import { SharedDetails } from './shared-details.tsx'
import { CrewCard, type Crew } from './crew-card.tsx'
import { SharedPrice } from './shared-price.tsx'
import { answerStart } from './start-by-phone.server.ts'
import { StartByPhone } from './start-by-phone.tsx'
import { StatusBadge } from './status-badge.tsx'
import { Trail } from './trail.tsx'
import './my-bookings.css'

/** Anybody with the address can open the booking. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your booking' })

interface Loaded {
  booking: SharedBooking
  crew: Crew | null
  /** Whoever is logged in is its customer; others with the link cannot change it. */
  isTheirs: boolean
  cancel: Omit<Cancel, 'pageAnswer'> | null
  now: string
}

export async function loader({ params, context, url }: Route.LoaderArgs): Promise<Loaded> {
  const call = context.get(apiContext)
  const answer = await call(getSharedBooking, { params: { hash: params.hash } })
  if (answer.ok) {
    const booking = answer.data
    const asked = { params: { id: booking.id } }
    // Who comes and what can be done is for the customer who is logged in, not for whoever has the link.
    const isCustomer = context.get(sessionContext)?.userRole === 'customer'
    const [own, crew] = await Promise.all([
      isCustomer ? call(getBooking, asked) : null,
      isCustomer && booking.status !== 'new_booking' ? call(getCrew, asked) : null,
    ])
    return {
      booking,
      crew: crew?.ok ? crew.data : null,
      isTheirs: own?.ok === true,
      cancel: own?.ok ? cancelOf(own.data, url) : null,
      now: nowIn(context).toISOString(),
    }
  }
  // A malformed link is treated like an unknown one.
  throw data(null, { status: answer.status === 422 ? 404 : answer.status })
}

const cancelOf = ({ allowedActions, cancellationFeePence: feePence }: Booking, { searchParams }: URL) =>
  allowedActions.includes('cancel') ? { feePence, isAsked: searchParams.has('cancel') } : null

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const call = context.get(apiContext)
  if (textIn(form, 'intent') !== 'cancel') return answerStart(call, params.hash, form)
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  return answerCancel(call, form)
}

/** Keeps the typed code, or the question, if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orElse(() => serverAction(), { ...unreachable, state: 'refused' as const, text: unreachable.detail })

export default function SharedBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, crew, isTheirs, cancel, now } = loaderData
  const { revalidate } = useRevalidator()
  useLive(isTheirs ? '/api/booking/live/' : null, () => void revalidate())
  useCancelled()
  const answers = answersOf(actionData)
  const isAwaiting = booking.awaitingVerification && booking.status === 'new_booking'
  useEffect(() => {
    if (!isAwaiting) forgetOnceHeld(booking.hash)
  }, [isAwaiting, booking.hash])
  return (
    <Page>
      <div className="split">
        <div className="stack gap-5">
          <Headline booking={booking} isAwaiting={isAwaiting} />
          {isAwaiting ? (
            <Banner tone="warn" title="Nothing is held yet">
              The driver hears about your move once you confirm. If the time goes before that, we show you fresh prices
              with everything filled in.
            </Banner>
          ) : null}
          {isAwaiting ? <StartByPhone pageAnswer={answers.start} /> : null}
          <Trail steps={trailOf(booking)} />
          <CrewCard crew={crew} />
          <SharedDetails booking={booking} />
        </div>
        <SharedPrice
          booking={booking}
          now={new Date(now)}
          cancel={cancel && { ...cancel, pageAnswer: answers.cancelled }}
        />
      </div>
    </Page>
  )
}

type ActionData = Route.ComponentProps['actionData']

/** Without script: the answer to the form that was sent, for the part of the page that sent it. */
function answersOf(answer: ActionData) {
  if (answer === undefined) return { start: undefined, cancelled: undefined }
  return 'state' in answer ? { start: answer, cancelled: undefined } : { start: undefined, cancelled: answer }
}

function Headline({ booking, isAwaiting }: { booking: SharedBooking; isAwaiting: boolean }) {
  const session = useSession()
  const phone = useRootData()?.config.phone
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
        <CheckYourMail />
      ) : (
        <p className="mt-2">{[`${whereText(booking)}.`, ...statusTexts(booking)].join(' ')}</p>
      )}
      {booking.cancelledBy === 'driver' && phone ? (
        <p className="mt-2">
          If that is wrong, call us at once:{' '}
          <a className="num" href={`tel:${phone}`}>
            {readablePhone(phone)}
          </a>
        </p>
      ) : null}
      {isAwaiting ? null : (
        <div className="row mt-4">
          {isOpen(booking) ? null : (
            <ButtonLink look="primary" to="/additional-services">
              Compare prices again
            </ButtonLink>
          )}
          {session?.userRole === 'customer' ? (
            <ButtonLink look={isOpen(booking) ? 'primary' : 'sign'} to="/my-bookings/future-bookings">
              My Bookings
            </ButtonLink>
          ) : null}
        </div>
      )}
    </Sign>
  )
}

/** Where the mail was sent, as far as this tab knows, and in the demonstration where to read it. */
function CheckYourMail() {
  const { mailedTo }: BookedState = useLocation().state ?? {}
  const isDemo = useRootData()?.config.mode === 'demo'
  return (
    <>
      <p className="mt-2 long">
        Open the link we sent{mailedTo ? ' to ' : ' to your email address'}
        {mailedTo ? <b>{mailedTo}</b> : null}. It works for 48 hours.
      </p>
      {isDemo ? (
        <p className="small mt-3 on-sign-2">
          This is a demonstration: no mail leaves it. <a href="/dev/mailbox">Read it in the mailbox</a>.
        </p>
      ) : null}
    </>
  )
}
