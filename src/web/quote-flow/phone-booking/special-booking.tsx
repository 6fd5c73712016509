import { useEffect, useState, type SubmitEvent } from 'react'
import { findCustomers, bookSpecial, getMoveAgain } from '#modules/bookings/create/contract.ts'
import { respondBy, referenceOf } from '#modules/bookings/rules.ts'
import type { Call } from '#shared/call.ts'
import { formatDateUk, formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { receiptLines } from '#web/kit/bookings/booking-texts.ts'
import { OfficeShell } from '#web/kit/office/office-shell.tsx'
import { apiContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { OfficeError } from '#web/shell/office-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SkeletonCard, PageHead } from '#web/ui/page.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { keyedAnswer, readQuestion } from '../ask.server.ts'
import { orNoAnswer } from '../ask.ts'
import { missingFor } from '../draft/draft-steps.ts'
import type { RemoteData } from '../draft/draft.ts'
import type { MoveAgain, Quote } from '../draft/order.ts'
import { asMissing } from '../draft/server-errors.ts'
import { quotesKey, useFlow } from '../flow-context.tsx'
import { focusFirst } from '../flow-page.tsx'
import { MissingList, MissingPanel } from '../missing-panel.tsx'
import { MoveSign } from '../quotes/move-sign.tsx'
import { searchByPhone } from '../quotes/quote-search.ts'
import type { Route } from './+types/special-booking'
import {
  describeCancellation,
  describePrice,
  chosenOf,
  missingOf,
  newManual,
  problemFields,
  toSpecialRequest,
  totalOf,
  withNext,
  type FoundCustomer,
  type Manual,
} from './special-request.ts'
import { HowTheyPay, OnTheDay, WhoDoesIt, Say } from './choices.tsx'
import { Caller } from './find-customer.tsx'
import { useSpecialBooking } from './use-special-booking.tsx'
import './special.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'New booking by phone' })

export interface CustomersFound {
  q: string
  count: number
  results: FoundCustomer[]
  problem: string | null
}

/** What one booking moved, or why it cannot be read. */
export type MoveRead = { ok: true; move: MoveAgain } | { ok: false; problem: string }

/** The customers that the field on the page looks for. */
export async function loader({
  context,
  url,
}: Route.LoaderArgs): Promise<CustomersFound & { previousMove: MoveRead | null }> {
  const { call } = needAdmin(context)
  const id = url.searchParams.get('again')
  return id
    ? { ...NOBODY, previousMove: await readAgain(call, id) }
    : { ...(await readFound(call, url)), previousMove: null }
}

const NOBODY: CustomersFound = { q: '', count: 0, results: [], problem: null }

async function readAgain(call: Call, id: string): Promise<MoveRead> {
  const read = await call(getMoveAgain, { params: { id } })
  return read.ok ? { ok: true, move: read.data } : { ok: false, problem: read.problem.detail }
}

async function readFound(call: Call, url: URL): Promise<CustomersFound> {
  const q = url.searchParams.get('q')?.trim() ?? ''
  if (!q) return NOBODY
  const found = await call(findCustomers, { query: { q, pageSize: 8 } })
  if (found.ok) return { q, count: found.data.count, results: found.data.results, problem: null }
  return {
    q,
    count: 0,
    results: [],
    problem: Object.values(found.problem.errors ?? {})[0]?.[0] ?? found.problem.detail,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  needAdminForm(context, request)
  const { key, body } = await readQuestion(request)
  const sent: { request: never; attempt?: unknown } = body
  const idempotencyKey = typeof sent.attempt === 'string' && sent.attempt ? sent.attempt : undefined
  return keyedAnswer(key, await context.get(apiContext)(bookSpecial, { body: sent.request }, { idempotencyKey }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orNoAnswer(() => serverAction())

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OfficeError error={error} />
}

/** Where the office's way through the flow ends (decisions §11). */
export default function SpecialBooking() {
  const { order, isRestored, now, clear, manual: enteredManual, setManual } = useFlow()
  const [booked, setBooked] = useState<ReturnType<typeof useSpecialBooking>['booked']>(null)
  const publicUrl = useRootData()?.config.publicUrl ?? ''
  const missing = isRestored ? missingFor('pick-a-driver', order, now) : []
  const done = (booking: typeof booked) => {
    setBooked(booking)
    setManual(null)
    clear()
  }
  return (
    <OfficeShell>
      <PageHead title="New booking by phone" />
      {booked ? (
        <Booked booking={booked} url={`${publicUrl}/booking/${booked.hash}`} />
      ) : !isRestored ? (
        <SkeletonCard label="Opening the move" />
      ) : missing.length > 0 ? (
        <div className="stack">
          <MissingPanel
            title="First enter what’s moving, where and when"
            missing={missing}
            isNew={order.items.length === 0 && order.van === null}
          />
          <Caller
            manual={enteredManual ?? newManual}
            change={(part) => setManual({ ...(enteredManual ?? newManual), ...part })}
            errors={{}}
          />
        </div>
      ) : (
        <Form manual={enteredManual ?? newManual} onBooked={done} />
      )}
    </OfficeShell>
  )
}

const formId = 'special'

function Form({
  manual,
  onBooked,
}: {
  manual: Manual
  onBooked: (booked: ReturnType<typeof useSpecialBooking>['booked']) => void
}) {
  const { order, draft, setManual, now } = useFlow()
  const { isFetching, problem, ...drivers } = useDrivers()
  const { quotes } = drivers
  const { send, booked, error, errors, clearError, isBusy } = useSpecialBooking()
  const [isTried, setTried] = useState(false)
  const chosen = chosenOf(manual, quotes)
  const total = totalOf(manual, chosen)
  const missing = missingOf(manual, chosen)
  const { here, move } = problemFields(errors)
  const shown = { ...here, ...(isTried ? missing : {}) }
  useEffect(() => {
    if (booked) onBooked(booked)
    // Once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [booked])
  const change = (part: Partial<Manual>) => {
    if (error) clearError()
    setManual({ ...manual, ...part })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isBusy) return
    if (Object.keys(missing).length > 0) return focusFirst(Object.keys(missing))
    const request = toSpecialRequest(order, manual, chosen)
    if (request) send(request)
  }
  return (
    <div className="split">
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        {error ? (
          <div id="not-booked" tabIndex={-1}>
            <Banner tone="bad" isAlert title="Not booked yet">
              <p>{error}</p>
              <MissingList missing={asMissing(move, order.routePoints.length)} />
            </Banner>
          </div>
        ) : null}
        <Caller manual={manual} change={change} errors={shown} />
        <OnTheDay manual={manual} change={change} errors={shown} />
        {isFetching ? <SkeletonCard label="Asking every driver who could do it" /> : null}
        {problem ? (
          <Banner tone="warn" title="No prices">
            {problem}
          </Banner>
        ) : null}
        {isFetching && quotes.length === 0 ? null : <WhoDoesIt {...{ manual, change, ...drivers }} errors={shown} />}
        <HowTheyPay {...{ manual, change, total, chosen }} errors={shown} />
      </form>
      <aside className="split__side stack" aria-label="The answer">
        <MoveSign details={draft.remote.companyQuotes.data?.order ?? draft.remote.routeDetails.data} />
        {total === null ? null : <Price total={total} chosen={chosen} manual={manual} />}
        <Button type="submit" form={formId} look="primary" size="big" wide busy={isBusy}>
          {total === null ? 'Book' : `Book for ${formatPence(total)}`}
        </Button>
        <p className="small muted">
          {chosen
            ? `${chosen.company.name} is asked now and has until ${formatDayTime(respondBy(now, new Date(chosen.startAt)))}. The customer gets the link to their booking.`
            : 'Every driver who can do it sees it now. The customer gets the link to their booking.'}
        </p>
      </aside>
    </div>
  )
}

function Price({ total, chosen, manual }: { total: number; chosen: Quote | null; manual: Manual }) {
  const { order, now } = useFlow()
  return (
    <>
      <Receipt
        title={chosen?.company.name ?? 'No driver yet'}
        date={order.date ? formatDateUk(order.date) : null}
        lines={
          chosen
            ? receiptLines(chosen.lines, order.helpLevel)
            : [
                {
                  code: 'agreed',
                  label: 'Agreed on the phone',
                  detail: manual.isCongestionCharged ? 'Congestion Charge included' : null,
                  amountPence: total,
                },
              ]
        }
        totalPence={total}
      />
      <Say>{`${describePrice(total, chosen)} ${describeCancellation(chosen, now)}`}</Say>
    </>
  )
}

/** Drivers who can do it, by whole price. Those of the next page are added to what is on the page, so that a choice is kept. */
function useDrivers() {
  const { order, draft, askQuotes } = useFlow()
  const remote = draft.remote.companyQuotes
  const [page, setPage] = useState(1)
  const [earlier, setEarlier] = useState<readonly Quote[]>([])
  const search = searchByPhone(page)
  const isOurs = remote.key === quotesKey(order, search)
  useEffect(() => {
    if (isOurs) return
    // The prices on the page are over: all of them are asked for again.
    if (remote.key === null && page > 1) {
      setEarlier([])
      setPage(1)
    } else askQuotes(search)
    // The key holds the order.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOurs, search])
  const data = isOurs && !remote.isFetching ? remote.data : null
  const quotes = withNext(earlier, data?.results ?? [])
  return {
    quotes,
    count: data?.count ?? quotes.length,
    isFetching: !isOurs || remote.isFetching,
    problem: isOurs ? remote.error : null,
    showMore: () => {
      setEarlier(quotes)
      setPage(page + 1)
    },
  }
}

/** Booked call: the script to read out before hanging up. */
function Booked({ booking, url }: { booking: RemoteData['manualBooking']; url: string }) {
  const { id, company, totalPence, respondBy, startAt } = booking
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <div className="stack">
      <Banner tone="good" isAlert title={`Booked for ${formatPence(totalPence)}`}>
        {formatDayTime(new Date(startAt))}, reference {referenceOf(id)}.{' '}
        {company && respondBy
          ? `${company.name} has until ${formatDayTime(new Date(respondBy))} to confirm.`
          : 'It is a hot job now: every driver who can do it has been told.'}
      </Banner>
      <p>
        The customer has been sent the link to their booking:{' '}
        <a className="break" href={url}>
          {url}
        </a>
      </p>
      <div className="row gap-3">
        <ButtonLink look="primary" to="/additional-services">
          Book another
        </ButtonLink>
        <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy the link'}</Button>
      </div>
    </div>
  )
}
