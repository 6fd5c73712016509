import { Phone } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import { Form, useNavigation, Link, useFetcher, useLocation } from 'react-router'
import { consentCodeOf, consentText, minuteOf, raisedBy } from '#modules/bookings/changes/rules.ts'
import type { findFreeNow } from '#modules/bookings/replacement/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence, parsePounds } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { ceilingNote } from '#web/kit/bookings/booking-texts.ts'
import { OfferCard } from '#web/kit/bookings/offer-card.tsx'
import { includedPeople } from '#web/kit/bookings/offer-texts.tsx'
import { agreeText, ChangeSums } from '#web/kit/changes/change-sums.tsx'
import { cachePages } from '#web/kit/day/cache-day.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import { problemText, type Answer } from '#web/kit/forms/answer.ts'
import { useClock, useRootData } from '#web/kit/page/root-data.ts'
import { Disclosure, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { MoneyField } from '#web/ui/field.tsx'
import { dayTimeOf, type SharedBooking, type Booking } from '../booking-view.ts'
import type { ActionNotice } from './day-action.server.ts'
import '#web/kit/changes/changes.css'

export type FreeNow = AnswerOf<typeof findFreeNow>
type Offer = FreeNow['results'][number]

interface LateCardProps {
  booking: SharedBooking
  /** Null until the search has run; a refusal if the move cannot be priced as booked. */
  free: Answer<FreeNow> | null
  answer?: Answer | undefined
}

/**
 * Offered more than half an hour after the start if there is no new time: companies that are free now can be booked at
 * once.
 */
export function LateCard({ booking, free, answer }: LateCardProps) {
  const name = booking.company?.name ?? 'Your driver'
  const found = free?.ok ? free.data : undefined
  const isAnyFree = found !== undefined && found.results.length > 0
  return (
    <section className="stack" id="late" aria-labelledby="late-title">
      <div className="card ask edge-2 stack">
        <h2 className="h3" id="late-title">
          {name} is more than 30 minutes late
        </h2>
        <ProblemBanner text={answer && !answer.ok && answer.detail} />
        <p className="muted">
          You can wait, {isAnyFree ? 'book someone else, ' : ''}or cancel. Cancelling is free now, and counts as their
          cancellation.
        </p>
        {found && !isAnyFree ? <p>No one else is free for this move at {dayTimeOf(found.startAt)}.</p> : null}
        {free && !free.ok ? <p>We can’t find another driver for this move as booked. {problemText(free)}</p> : null}
        <div className="row">
          {found && !isAnyFree ? <ButtonLink to="/additional-services">Compare other times</ButtonLink> : null}
          {free && !free.ok ? <ButtonLink to="/additional-services">Compare prices</ButtonLink> : null}
          {free ? null : <ButtonLink to={`/booking/${booking.hash}#late`}>See who is free now</ButtonLink>}
          <ButtonLink look="danger" to={`/booking/${booking.hash}?cancel=yes#cancel`}>
            Cancel for free
          </ButtonLink>
        </div>
      </div>
      {isAnyFree ? <Offers booking={booking} free={found} name={name} /> : null}
    </section>
  )
}

function Offers({ booking, free, name }: { booking: SharedBooking; free: FreeNow; name: string }) {
  const isTrips = free.results.some(({ trips }) => trips > 1)
  return (
    <>
      <p>
        <b>Free from {dayTimeOf(free.startAt)}, for the same move.</b> One tap books them at the price shown and cancels{' '}
        {name} for free. If the slot has just gone, nothing changes. They then confirm, and we’ll tell you straight
        away.
      </p>
      <ul className="stack plain mt-3">
        {free.results.map((offer) => (
          <li key={offer.workingUnit.id}>
            <OfferCard
              offer={offer}
              helpLevel={booking.manPower}
              included={[includedPeople(booking.manPower)]}
              ceilingNote={ceilingNote(booking.tolls)}
              heldUntil={offer.validUntil}
              showsTime={isTrips}
              action={<BookInstead booking={booking} offer={offer} />}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function BookInstead({ booking, offer }: { booking: SharedBooking; offer: Offer }) {
  const { formData, state } = useNavigation()
  const method = offer.paymentMethods.includes(booking.paymentMethod)
    ? booking.paymentMethod
    : (offer.paymentMethods[0] ?? booking.paymentMethod)
  return (
    <Form method="post" action={`/booking/${booking.hash}#late`} className="quote__go">
      <input type="hidden" name="intent" value="book-instead" />
      <input type="hidden" name="bookingId" value={booking.id} />
      <input type="hidden" name="quoteId" value={offer.quoteId} />
      <input type="hidden" name="paymentMethod" value={method} />
      <Button
        type="submit"
        look="primary"
        wide
        busy={state !== 'idle' && formData?.get('quoteId') === offer.quoteId}
        aria-disabled={state !== 'idle' || undefined}
      >
        Book for {formatPence(offer.totalPence)}
        <span className="vh">
          , {offer.company.name}, {method === 'cash' ? 'in cash' : 'by card'}
        </span>
      </Button>
    </Form>
  )
}

/** Where to turn if the day goes wrong. */
export function WrongCard({ own: { id, allowedActions, claimStatus } }: { own: Booking }) {
  const phone = useRootData()?.config.phone
  const mayClaim = allowedActions.includes('claim') || claimStatus !== null
  if (!mayClaim && !phone) return null
  return (
    <section className="card stack gap-3" aria-labelledby="wrong">
      <h2 className="h3" id="wrong">
        Something wrong?
      </h2>
      {mayClaim ? (
        <Link className="link-btn" to={`/my-bookings/claims/${id}`}>
          {claimStatus ? 'See the claim' : 'Something is broken or missing'}
        </Link>
      ) : null}
      {phone ? (
        <>
          <p className="small muted">If no one came, or you’re asked to pay more than agreed, call us.</p>
          <a className="link-btn num" href={`tel:${phone}`}>
            <Icon of={Phone} />
            {readablePhone(phone)}, day and night
          </a>
        </>
      ) : null}
    </section>
  )
}

interface ArrivedFormProps {
  /** Undefined if the page was opened by link, without a login. */
  bookingId: string | undefined
}

/** The customer says that they came; then the clock runs. */
export function ArrivedForm({ bookingId }: ArrivedFormProps) {
  const { Form, data, state } = useFetcher<Answer<ActionNotice>>()
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="intent" value={bookingId === undefined ? 'arrived-by-link' : 'arrived'} />
      <input type="hidden" name="bookingId" value={bookingId ?? ''} />
      <Button type="submit" look="sign" busy={state !== 'idle'}>
        They’re here
      </Button>
      {data && !data.ok ? (
        <p className="small mt-2" role="alert">
          {data.detail}
        </p>
      ) : null}
    </Form>
  )
}

interface EarlyStartFormProps {
  bookingId: string
  startedAt: string
}

/** They began before the agreed start: it is free unless the customer agrees to pay from then. */
export function EarlyStartForm({ bookingId, startedAt }: EarlyStartFormProps) {
  const { Form, data, state } = useFetcher<Answer<ActionNotice>>()
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="intent" value="agree-to-start" />
      <input type="hidden" name="bookingId" value={bookingId} />
      <input type="hidden" name="startedAt" value={startedAt} />
      <Button type="submit" look="sign" busy={state !== 'idle'}>
        Agree to count from {timeText(startedAt)}
      </Button>
      <p className="small on-sign-2 mt-2">You needn’t: the time before the agreed start is free.</p>
      {data && !data.ok ? (
        <p className="small mt-2" role="alert">
          {data.detail}
        </p>
      ) : null}
    </Form>
  )
}

interface ConsentProps {
  booking: { id: string; totalPence: number; ceilingPence: number }
  /** Key of this session for this booking, in base64url. */
  consentKey: string
}

/**
 * Agreeing to a change where neither phone has signal: this page is kept on the customer's, and signs with the key that came with it. The
 * driver types the code that it shows.
 */
export function ConsentCode({ booking, consentKey }: ConsentProps) {
  const { id, totalPence, ceilingPence } = booking
  const { pathname } = useLocation()
  const clock = useClock()
  const [isReady, setReady] = useState(false)
  const [amountText, setAmountText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState<{ code: string; amountPence: number } | null>(null)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- without script there is nothing to sign with
    setReady(true)
    if (navigator.onLine) void cachePages([pathname], '')
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- stored again with each price
  }, [pathname, totalPence])
  if (!isReady) return null
  const amountPence = parsePounds(amountText)
  const agree = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(amountPence ? undefined : 'Enter the amount, such as 40.')
    if (!amountPence) return
    const consent = { bookingId: id, totalPence, ceilingPence, amountPence, minute: minuteOf(clock()) }
    setShown({ code: await signed(consentKey, consentText(consent)), amountPence })
  }
  const line = amountPence ? { label: 'Your driver asks for', amountPence } : null
  return (
    <Disclosure summary="No signal? Agree to a change on this phone">
      <form className="card stack" onSubmit={(event) => void agree(event)} noValidate>
        <p className="small">
          Your driver says what it costs, and types the code that you get here. Nothing is agreed before that.
        </p>
        <MoneyField
          label="How much more your driver asks for"
          value={amountText}
          onChange={({ target }) => {
            setAmountText(target.value)
            setShown(null)
          }}
          error={problem}
        />
        <output className="stack">
          <ChangeSums totalPence={totalPence} line={line} newTotalPence={null} />
          {line ? (
            <p className="small muted">
              The most you pay is then {formatPence(raisedBy(booking, line.amountPence).ceilingPence)}.
            </p>
          ) : null}
          {shown ? (
            <p>
              Your code for {formatPence(shown.amountPence)} more, for the next few minutes:{' '}
              <b className="h2 num block-box">{shown.code.replace(/^.{5}/, '$& ')}</b>
            </p>
          ) : null}
        </output>
        <Button type="submit" look="primary">
          {agreeText(line)}
        </Button>
      </form>
    </Disclosure>
  )
}

async function signed(key: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes, hmac, false, ['sign'])
  return consentCodeOf(new Uint8Array(await crypto.subtle.sign(hmac, imported, new TextEncoder().encode(text))))
}
