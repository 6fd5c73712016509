import { useEffect, useState, type Dispatch } from 'react'
import { data, isRouteErrorResponse, redirect, useFetcher, useNavigate, type FetcherWithComponents } from 'react-router'
import { changeMove, getBookedMove, priceMove } from '#modules/bookings/changes/moves/contract.ts'
import type { Role } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { answerOf } from '#web/kit/forms/answer.server.ts'
import { noAnswerOf, problemText, type Answer, type Problem } from '#web/kit/forms/answer.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { useClock, type PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy, refuseStrangers } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { fieldsOf } from '#shared/records.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { quoteKey, type DraftAction } from '../draft/draft.ts'
import type { Order } from '../draft/order.ts'
import { errorsByField } from '../draft/server-errors.ts'
import { FlowProvider, useFlow } from '../flow-context.tsx'
import type { Route } from './+types/change-move'
import {
  bodyOf,
  differencePence,
  differenceText,
  orderOfBooked,
  timeText,
  type Booked,
  type Changed,
  type MoveBody,
  type Priced,
} from './change-texts.ts'
import { Ledger } from './move-sections.tsx'
import { ChangeBar, PriceSign } from './price-change.tsx'

export const handle: PageHandle = {}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Change your booking' })

interface Known {
  kind: 'known'
  bookingId: string
  role: Role
  booked: Booked
}
type Loaded = { kind: 'visitor' } | Known

export async function loader({ params, context }: Route.LoaderArgs): Promise<Loaded> {
  const session = context.get(sessionContext)
  if (!session) return { kind: 'visitor' }
  const { bookingId } = params
  const booked = namedBy(await context.get(apiContext)(getBookedMove, { params: { id: bookingId } }))
  // What has no field, or no price of its own, is described in words.
  if ((booked.way === 'words' || booked.way === 'closed') && session.userRole === 'customer')
    throw redirect(`/my-bookings/change/${bookingId}`)
  return { kind: 'known', bookingId, role: session.userRole, booked }
}

type Sent =
  | { intent: 'price'; key: string; body: MoveBody }
  | { intent: 'change'; key: string; body: MoveBody & { totalPence?: number | null } }
type ActionAnswer = { key: string; intent: Sent['intent'] } & Answer<Priced | Changed>

/** The price of a changed move, or the change itself. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<ActionAnswer> {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  const { key, intent, body } = fieldsOf(await request.json().catch(() => null))
  if (typeof key !== 'string' || typeof body !== 'object' || body === null)
    throw data('Send a key and a body.', { status: 400 })
  const call = context.get(apiContext)
  // The endpoint's schema validates it.
  const sent = { params: { id: params.bookingId }, body: body as never }
  if (intent === 'price') return { key, intent, ...answerOf(await call(priceMove, sent)) }
  return { key, intent: 'change', ...answerOf(await call(changeMove, sent)) }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<ActionAnswer> {
  const { key, intent } = fieldsOf(await request.clone().json())
  try {
    return await serverAction()
  } catch (error) {
    const status = isRouteErrorResponse(error) ? error.status : 0
    return { key: String(key), intent: intent === 'change' ? 'change' : 'price', ...noAnswerOf(status) }
  }
}

export default function ChangeMove({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === 'visitor' ? (
    <LogInFirst title="Change your booking" heading="Log in to change your booking">
      Only you can change your booking.
    </LogInFirst>
  ) : (
    <ChangeKnown key={loaderData.bookingId} loaded={loaderData} />
  )
}

function ChangeKnown({ loaded }: { loaded: Known }) {
  const clock = useClock()
  const [now] = useState(clock)
  // The order of this browser, which fresh prices are compared for.
  const { dispatch } = useFlow()
  // A change made at once makes a new version of the booking, whose page still says what was done.
  const changes = useFetcher<ActionAnswer>({ key: `change-move ${loaded.bookingId}` })
  const original = orderOfBooked(loaded.booked, now)
  return (
    <FlowProvider key={loaded.booked.version} ownOrder={original}>
      <Change loaded={loaded} original={original} dispatchStored={dispatch} changes={changes} />
    </FlowProvider>
  )
}

const backOf = ({ role, bookingId, booked }: Known): string =>
  role === 'admin'
    ? `/admin/bookings/${bookingId}`
    : role === 'driver'
      ? `/my-day/${bookingId}`
      : `/booking/${booked.booked.hash}`

interface ChangeProps {
  loaded: Known
  original: Order
  dispatchStored: Dispatch<DraftAction>
  changes: FetcherWithComponents<ActionAnswer>
}

function Change({ loaded, original, dispatchStored, changes }: ChangeProps) {
  const { booked, bookingId, role } = loaded
  const { order } = useFlow()
  const who = role === 'driver' ? 'the customer' : (booked.booked.companyName ?? 'the company')
  const { priced, problem, isBusy, send, isSending, result } = useChange(loaded, original, changes)
  const [isAgreed, setAgreed] = useState(false)
  const isFresh = booked.way === 'quotes'
  const errors = errorsByField(problem?.errors ?? {})
  const isChanged = JSON.stringify(order) !== JSON.stringify(original)
  const needsYes = role === 'admin' && !isAgreed
  const fresh = useFreshPrices(order, dispatchStored)
  const label = isFresh ? 'Compare fresh prices' : priced ? labelOf(priced, role) : 'Change it'
  const act = isFresh ? fresh : () => priced && send(priced, isAgreed)
  const isReady = isFresh || (priced !== null && !needsYes)
  return (
    <Page className="changes-move">
      <div className="page__head">
        <h1>{role === 'customer' ? 'Change your booking' : 'Change the booking'}</h1>
        <p className="muted">{titleOf(booked)}</p>
      </div>
      <div className="split">
        <div className="stack gap-3">
          {result ? <Result changed={result} who={who} /> : null}
          {isFresh ? (
            <Banner title="No driver has confirmed, so change what you like">
              Then compare fresh prices with everything filled in. Your booking stays until you choose one.
            </Banner>
          ) : null}
          <ProblemBanner
            text={
              problem && (Object.keys(errors).length > 0 ? 'Please check the marked fields.' : problemText(problem))
            }
          />
          {problem?.code === 'another_van' || problem?.code === 'crew_not_offered' ? (
            <Button onClick={fresh}>Compare fresh prices</Button>
          ) : null}
          <Ledger
            original={original}
            booked={booked}
            errors={errors}
            detailsPage={role === 'customer' ? `/my-bookings/change/${bookingId}` : null}
          />
        </div>
        <aside className="split__side stack" aria-label="Price">
          <PriceSign booked={booked} priced={isChanged && !isFresh ? priced : null} who={who} isBusy={isBusy} />
          {role === 'admin' && priced ? (
            <label className="check">
              <input type="checkbox" checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />
              <span>The customer has heard the price and said yes</span>
            </label>
          ) : null}
          {isReady && (isChanged || isFresh) ? (
            <Button look="primary" size="big" wide className="phone-hide" busy={isSending} onClick={act}>
              {label}
            </Button>
          ) : null}
          <ButtonLink wide to={backOf(loaded)}>
            Back to {role === 'customer' ? 'your' : 'the'} booking
          </ButtonLink>
        </aside>
      </div>
      {isReady && (isChanged || isFresh) ? (
        <ChangeBar priced={isFresh ? null : priced} who={who}>
          <Button look="primary" busy={isSending} onClick={act}>
            {isFresh ? 'Compare' : priced?.reasons.length === 0 && role !== 'driver' ? 'Change it' : 'Ask for it'}
          </Button>
        </ChangeBar>
      ) : null}
    </Page>
  )
}

const titleOf = ({ routePoints, booked }: Booked): string =>
  `${routePoints[0]?.place ?? ''} to ${routePoints.at(-1)?.place ?? ''}${booked.companyName ? ` with ${booked.companyName}` : ''}`

function labelOf(priced: Priced, role: Role): string {
  const pence = differencePence(priced)
  const isAtOnce = priced.reasons.length === 0 && role !== 'driver'
  if (pence === 0) return isAtOnce ? 'Change it at the same price' : 'Ask for it at the same price'
  return `${isAtOnce ? 'Change it for' : 'Ask for it at'} ${differenceText(pence)}`
}

function Result({ changed, who }: { changed: Changed; who: string }) {
  const what = changed.line?.label ?? 'The move'
  if (changed.state === 'agreed')
    return (
      <Banner tone="good" isAlert title={`Done: ${what}`}>
        {changed.move ? `Done by about ${timeText(changed.move.to.endAt)}. ` : ''}
        The price is now as shown, and everybody has been told.
      </Banner>
    )
  return (
    <Banner isAlert title={`Asked: ${what}`}>
      Waiting for {who}. Until they answer, the booking stays as it is.
      {changed.newTotalPence === null ? '' : ` If they say yes, it costs ${formatPence(changed.newTotalPence)}.`}
    </Banner>
  )
}

/** Pause after a change before its price is asked for. */
const PAUSE_MS = 400

/** Asks for the price whenever the order changes, and sends exactly what was priced. */
function useChange({ booked, bookingId }: Known, original: Order, changes: FetcherWithComponents<ActionAnswer>) {
  const { order } = useFlow()
  const { version } = booked
  const prices = useFetcher<ActionAnswer>({ key: `price-move ${bookingId}` })
  const key = `${version} ${quoteKey(order)} ${JSON.stringify(order.routePoints)}`
  const isChanged = JSON.stringify(order) !== JSON.stringify(original)
  const isAsked = isChanged && booked.way === 'move'
  const { submit } = prices
  const body = isAsked ? bodyOf(order, version) : undefined
  const question = body && JSON.stringify({ intent: 'price', key, body })
  useEffect(() => {
    if (!question) return undefined
    const timer = setTimeout(
      () => void submit(question, { method: 'post', encType: 'application/json', defaultShouldRevalidate: false }),
      PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [question, submit])
  const answer = prices.data?.key === key && isAsked ? prices.data : undefined
  const sent = changes.data
  const ownPriced: Priced | null = answer?.ok && 'differences' in answer.data ? answer.data : null
  const changeProblem: Problem | null = sent && !sent.ok && sent.key === key ? sent : null
  const priceProblem: Problem | null = answer && !answer.ok && answer.code !== 'nothing_changed' ? answer : null
  return {
    priced: ownPriced,
    problem: changeProblem ?? priceProblem,
    isBusy: prices.state !== 'idle' || (isAsked && !answer),
    isSending: changes.state !== 'idle',
    result: sent?.ok && 'state' in sent.data ? sent.data : null,
    send: (shown: Priced, agreedByCustomer: boolean) => {
      if (body)
        void changes.submit(
          JSON.stringify({
            intent: 'change',
            key,
            body: { ...body, totalPence: shown.to.totalPence, agreedByCustomer },
          }),
          { method: 'post', encType: 'application/json' },
        )
    },
  }
}

/** The order of the booking becomes the order of this browser, and its prices are compared. */
function useFreshPrices(order: Order, dispatchStored: Dispatch<DraftAction>): () => void {
  const navigate = useNavigate()
  return () => {
    dispatchStored({ type: 'draft-restored', draft: { order, isEditing: false, original: null, attempt: null } })
    void navigate('/pick-a-driver')
  }
}
