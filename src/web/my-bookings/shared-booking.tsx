import { useEffect } from 'react'
import { data, useLocation } from 'react-router'
import { getSharedBooking } from '#modules/bookings/contract.ts'
import { forgetOnceHeld, type BookedState } from '#web/kit/bookings/awaiting-booking.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { useRootData, useSession } from '#web/kit/page/root-data.ts'
import { nowIn } from '#web/kit/page/clock.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { unreachable } from '#web/kit/forms/answer.ts'
import { orElse } from '#web/kit/forms/keep-page.ts'
import type { Route } from './+types/shared-booking'
import { headlineOf, isOpen, referenceOf, trailOf, whereText, type SharedBooking } from './booking-view.ts'
import { SharedDetails } from './shared-details.tsx'
import { SharedPrice } from './shared-price.tsx'
import { answerStart } from './start-by-phone.server.ts'
import { StartByPhone } from './start-by-phone.tsx'
import { StatusBadge } from './status-badge.tsx'
import { Trail } from './trail.tsx'
import './my-bookings.css'

/** Anybody with the address can open the booking. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your booking' })

export async function loader({ params, context }: Route.LoaderArgs): Promise<{ booking: SharedBooking; now: string }> {
  const answer = await context.get(apiContext)(getSharedBooking, { params: { hash: params.hash } })
  if (answer.ok) return { booking: answer.data, now: nowIn(context).toISOString() }
  // A malformed link is treated like an unknown one.
  throw data(null, { status: answer.status === 422 ? 404 : answer.status })
}

export const action = async ({ request, params, context }: Route.ActionArgs) =>
  answerStart(context.get(apiContext), params.hash, await readForm(request))

/** Keeps the typed code if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orElse(() => serverAction(), { state: 'refused' as const, text: unreachable.detail })

export default function SharedBookingPage({ loaderData: { booking, now }, actionData }: Route.ComponentProps) {
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
          {isAwaiting ? <StartByPhone pageAnswer={actionData} /> : null}
          <Trail steps={trailOf(booking)} />
          <SharedDetails booking={booking} />
        </div>
        <SharedPrice booking={booking} now={new Date(now)} />
      </div>
    </Page>
  )
}

function Headline({ booking, isAwaiting }: { booking: SharedBooking; isAwaiting: boolean }) {
  const session = useSession()
  return (
    <Sign aria-labelledby="booking-title">
      <div className="row row--apart">
        <p className="small on-sign-2">Booking {referenceOf(booking)}</p>
        {/* While the mail is awaited, the heading says so itself. */}
        {isAwaiting ? null : <StatusBadge status={booking.status} isAwaiting={booking.awaitingVerification} />}
      </div>
      <h1 id="booking-title" className="sign__big mt-2">
        {headlineOf(booking)}
      </h1>
      {isAwaiting ? <CheckYourMail /> : <p className="mt-2">{nextOf(booking)}</p>}
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

function nextOf(booking: SharedBooking): string {
  const where = `${whereText(booking)}.`
  if (booking.status === 'new_booking' && !booking.isHot && booking.company)
    return `${where} ${booking.company.name} confirms next.`
  return where
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
