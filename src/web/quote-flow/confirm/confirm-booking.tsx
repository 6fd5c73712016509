import { Suspense, useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { createBooking } from '#modules/bookings/contract.ts'
import { confirmationOf, lastHoursText } from '#modules/pricing/terms/rules.ts'
import { orderText } from '#modules/pricing/commission-rules.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { CancelTable } from '#web/kit/bookings/offer-texts.tsx'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { Conditions, Traders } from '#web/kit/bookings/conditions.tsx'
import { receiptLines, vatText, ceilingNote, tollNotes } from '#web/kit/bookings/booking-texts.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SkeletonCard, OrderBar } from '#web/ui/page.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { keyedAnswer, readQuestion } from '../ask.server.ts'
import { orNoAnswer } from '../ask.ts'
import { missingFor } from '../draft/draft-steps.ts'
import { paymentMethodOf, type Quote } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { FlowPage, focusFirst, useEditEnd } from '../flow-page.tsx'
import { MissingBanner, MissingList, MissingPanel } from '../missing-panel.tsx'
import { clockText } from '../quotes/quote-view.ts'
import { useRouteDetails } from '../route/time-sign.tsx'
import type { Route } from './+types/confirm-booking'
import { isFieldHere } from './booking-answer.ts'
import { ChosenDriver, ConfirmLoad, ConfirmMove } from './confirm-cards.tsx'
import { HotJobChoice, Payment, YourDetails } from './confirm-fields.tsx'
import { useBooking } from './use-booking.tsx'

/** Fetched once a price has expired. */
const ExpiredPrice = lazyPart(async () => (await import('./expired-price.tsx')).ExpiredPrice)

export const handle: PageHandle = { isPublic: true, offersHelp: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Check it, then book it',
    description: 'Your move, your driver and the whole price, once more before you book.',
  })

interface Sent {
  request: CallInput<typeof createBooking>['body']
  attempt?: unknown
  bookingToken?: unknown
  query?: CallInput<typeof createBooking>['query']
}

/** Books, as the signed-in customer or with the booking token of a fresh account. */
export async function action({ request, context }: Route.ActionArgs) {
  const { key, body } = await readQuestion(request)
  const sent: Sent = body
  const options = { idempotencyKey: textOrNone(sent.attempt), bearer: textOrNone(sent.bookingToken) }
  return keyedAnswer(
    key,
    await context.get(apiContext)(createBooking, { body: sent.request, query: sent.query }, options),
  )
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orNoAnswer(() => serverAction())

export default function ConfirmBooking() {
  const { order, isRestored, now } = useFlow()
  useEditEnd()
  const missing = isRestored ? missingFor('confirm-booking', order, now) : []
  const needed = missing.filter(({ step }) => step !== 'route-details' || !order.selectedQuote)
  if (!isRestored) return <Waiting />
  if (needed.length > 0 || !order.selectedQuote) {
    return (
      <FlowPage step="confirm-booking" title="Check it, then book it">
        {order.selectedQuote && needed[0]?.field === 'selectedQuote' ? (
          <PriceAgain quote={order.selectedQuote} />
        ) : (
          <MissingPanel title="Almost there" missing={missing} />
        )}
      </FlowPage>
    )
  }
  // The key resets the form for each price, so that an answer about one price is not shown for the next.
  return <Confirm key={order.selectedQuote.quoteId} quote={order.selectedQuote} />
}

const PriceAgain = ({ quote }: { quote: Quote }) => (
  <Suspense fallback={<SkeletonCard label="Asking for the price again" />}>
    <ExpiredPrice quote={quote} />
  </Suspense>
)

const Waiting = () => (
  <FlowPage step="confirm-booking" title="Check it, then book it">
    {null}
  </FlowPage>
)

const formId = 'book'

function Confirm({ quote }: { quote: Quote }) {
  const { order, now, photoUpload } = useFlow()
  const { book, logIn, openedFor, problem, isBusy } = useBooking()
  const missing = missingFor('confirm-booking', order, now)
  const [isTried, setTried] = useState(false)
  const wrong = Object.fromEntries(missing.map(({ field, text }) => [field, text]))
  const elsewhere = missing.filter(({ field }) => !isFieldHere(field))
  const errors = { ...problem?.errors, ...(isTried ? wrong : {}) }
  const isSending = photoUpload.share !== null
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || isSending) return
    setTried(true)
    if (Object.keys(wrong).length > 0) focusFirst([...Object.keys(wrong), 'missing'])
    else book()
  }
  if (problem?.asksAgain) {
    return (
      <FlowPage step="confirm-booking" title="Check it, then book it">
        <PriceAgain quote={quote} />
      </FlowPage>
    )
  }
  return (
    <FlowPage
      step="confirm-booking"
      title="Check it, then book it"
      bar={
        <OrderBar note={orderText(quote.totalPence, paymentMethodOf(order))}>
          <Button type="submit" form={formId} look="primary" wide busy={isBusy || isSending}>
            {bookLabel(quote)}
          </Button>
        </OrderBar>
      }
    >
      <MissingBanner missing={elsewhere} />
      <div className="split">
        <form id={formId} className="stack" onSubmit={submit} noValidate>
          {problem ? (
            <div id="not-booked" tabIndex={-1}>
              <Banner tone="bad" isAlert title={problem.title}>
                <p>{problem.text}</p>
                {problem.elsewhere.length > 0 ? <MissingList missing={problem.elsewhere} /> : null}
                {problem.needsNewQuote ? (
                  <ButtonLink size="small" className="mt-2" to="/pick-a-driver">
                    Compare prices again
                  </ButtonLink>
                ) : null}
                {problem.isInMyBookings ? (
                  <ButtonLink size="small" className="mt-2" to="/my-bookings/future-bookings">
                    My Bookings
                  </ButtonLink>
                ) : null}
              </Banner>
            </div>
          ) : null}
          <ChosenDriver quote={quote} />
          <ConfirmMove quote={quote} errors={errors} />
          <ConfirmLoad quote={quote} />
          <YourDetails errors={errors} openedFor={openedFor} onLogin={logIn} />
          <Payment quote={quote} error={errors.paymentMethod} />
          <HotJobChoice />
        </form>
        <ConfirmPrice quote={quote} formId={formId} isBusy={isBusy || isSending} />
      </div>
    </FlowPage>
  )
}

interface ConfirmPriceProps {
  quote: Quote
  formId: string
  isBusy: boolean
}

/** The receipt, the button, and what booking means. */
function ConfirmPrice({ quote, formId, isBusy }: ConfirmPriceProps) {
  const { order } = useFlow()
  const { details } = useRouteDetails()
  const tolls = details?.tolls ?? []
  return (
    <aside className="split__side stack" aria-label="Price">
      <Receipt
        title={quote.company.name}
        date={order.date ? formatDateUk(order.date) : null}
        lines={receiptLines(quote.lines, order.helpLevel)}
        totalPence={quote.totalPence}
        ceilingPence={quote.ceilingPence}
        ceilingNote={ceilingNote(tolls)}
      />
      {tollNotes(tolls).map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
      <p className="small muted">
        {vatText(quote.vatPence)} The price is held until {clockText(quote.validUntil)}.
      </p>
      <Button type="submit" form={formId} look="primary" size="big" wide className="phone-hide" busy={isBusy}>
        {bookLabel(quote)}
      </Button>
      <p className="small phone-hide">{orderText(quote.totalPence, paymentMethodOf(order))}</p>
      <p className="small muted">
        By booking you agree to the{' '}
        <a href="/terms" target="_blank" rel="noopener">
          Terms &amp; Conditions
        </a>
        . The company’s own terms also apply.{' '}
        {quote.confirmsAtOnce ? 'Your booking is confirmed at once.' : 'The driver confirms next.'}
      </p>
      <CompanyTerms company={quote.company} heldUntil={quote.validUntil} />
      <Conditions waiting={quote.waiting} cover={quote.company.cover} />
      <Cancelling quote={quote} />
      <Traders trader={quote.company.trader} />
    </aside>
  )
}

/** The same at every width. */
const bookLabel = (quote: Quote): string => `Book for ${formatPence(quote.totalPence)}`

function Cancelling({ quote }: { quote: Quote }) {
  const { now } = useFlow()
  const most = quote.cancellation.at(-1)?.feePence ?? 0
  return (
    <section className="card" aria-labelledby="cancelling">
      <h2 className="h3" id="cancelling">
        If you cancel
      </h2>
      <CancelTable steps={quote.cancellation} now={now} isConfirmed={confirmationOf(quote, now)} />
      <p className="small muted mt-2">
        A driver who cancels in the last {lastHoursText(quote.cancellation, quote.startAt)} owes you {formatPence(most)}
        . The 14-day right to change your mind doesn’t apply to moving goods on a set date.{' '}
        <Link to="/terms#cancelling">More in the terms</Link>.
      </p>
    </section>
  )
}
