import { Info } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatMiles } from '#shared/distance.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import { planText, tripsText } from '#web/kit/bookings/booking-texts.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { toQuoteRequest, withoutOpenStops } from '../draft/draft-request.ts'
import { quoteKey } from '../draft/draft.ts'
import { useFlow } from '../flow-context.tsx'
import { REFUSAL_ID } from '../flow-page.tsx'
import { besideLines, chargeNotes, isApproximate, sumMinutes, timeLines, type RouteDetails } from './time-lines.ts'

const TYPING_MS = 400

/** Fetches time and distance as soon as the order is complete enough, and again when it changes. */
export function useRouteDetails() {
  const { order, draft, serverErrors, loadRefusal, askRouteDetails } = useFlow()
  const remote = draft.remote.routeDetails
  const key = quoteKey(order)
  const canAsk = toQuoteRequest(order) !== undefined
  const isShort = !canAsk && toQuoteRequest(withoutOpenStops(order)) !== undefined
  const isAsked = remote.key === key
  useEffect(() => {
    if (!canAsk || isAsked) return undefined
    const timer = setTimeout(askRouteDetails, TYPING_MS)
    return () => clearTimeout(timer)
    // The key contains the order.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [canAsk, isAsked, key])

  // The last answer stays visible while the next is loading, so that nothing jumps.
  const [last, setLast] = useState<RouteDetails | null>(remote.data)
  const seen = useRef(remote.data)
  if (remote.data && remote.data !== seen.current) {
    seen.current = remote.data
    setLast(remote.data)
  }
  return {
    details: canAsk ? (remote.data ?? (remote.error ? null : last)) : isShort ? last : null,
    /** What is shown lacks a stop that has no postcode yet. */
    isShort,
    isStale: canAsk && remote.data === null && remote.error === null,
    error: canAsk ? remote.error : null,
    /** The fields show what is wrong, so repeating the request would not help. */
    isRefused: Object.keys(serverErrors).length > 0,
    /** One van with one driver cannot do it. */
    isImpossible: loadRefusal !== null,
    retry: askRouteDetails,
  }
}

export type RouteDetailsState = ReturnType<typeof useRouteDetails>

const WITHOUT_STOP = 'without the new stop'

const totalTimeOf = (details: RouteDetails): string =>
  planText(details) || formatDuration(minutesOfTimeString(details.totalTime))

/** The result of the route step: the total time and its parts. */
export function TimeSign({ state, children }: { state: RouteDetailsState; children: ReactNode }) {
  const { order } = useFlow()
  const { details, isStale, isShort, error, isRefused, isImpossible, retry } = state
  return (
    <Sign aria-labelledby="route-summary" aria-busy={isStale}>
      <h2 id="route-summary" className="vh">
        Route summary
      </h2>
      {details ? (
        <Breakdown details={details} isShort={isShort}>
          {children}
        </Breakdown>
      ) : (
        <>
          <div className="sign__big yel">Total time</div>
          <p className="mt-2">
            {isImpossible
              ? 'One van can’t do this move in a day. See your options below.'
              : isRefused
                ? 'Correct the marked fields and we’ll work it out.'
                : (error ?? textBefore(order.van !== null, isStale))}
          </p>
          {error && !isRefused ? <LinkButton onClick={retry}>Try again</LinkButton> : null}
          {children}
        </>
      )}
    </Sign>
  )
}

const textBefore = (hasVan: boolean, isStale: boolean) =>
  isStale
    ? 'Working out the time…'
    : hasVan
      ? 'Enter both postcodes and we’ll work it out.'
      : 'Pick a van and enter both postcodes, and we work it out.'

interface BreakdownProps {
  details: RouteDetails
  isShort: boolean
  /** What to press, above the lines: a low window ends within them. */
  children: ReactNode
}

function Breakdown({ details, isShort, children }: BreakdownProps) {
  const { order } = useFlow()
  const total = minutesOfTimeString(details.totalTime)
  const sum = sumMinutes(details)
  return (
    <>
      <output className="sign__big yel block-box">{totalTimeOf(details)}</output>
      <div className="small on-sign-2">
        {details.plan ? 'it’s too much for one van in a day. The times of van 1 on its first day' : 'total time'}
        {isApproximate(details) ? ', approximate' : ''}
        {details.trips > 1 ? `, in ${tripsText(details.trips)}` : ''}
        {isShort ? `, ${WITHOUT_STOP}` : ''}
      </div>
      {children}
      <RouteRead className="mini mt-4" points={details.places.map((name) => ({ name }))} />
      <dl className="terms t-sm lh-13 num mt-4">
        {timeLines(details, order).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {sum === total ? null : (
          <div>
            <dt>Adds up to</dt>
            <dd>{formatDuration(sum)}</dd>
          </div>
        )}
        <div className="bold">
          <dt>{sum === total ? 'Total' : 'Rounded up to the half hour'}</dt>
          <dd>{formatDuration(total)}</dd>
        </div>
        {besideLines(details).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notesOf(details).map((note) => (
        <p key={note} className="small sign__note flex g-2 items-start mt-3 on-sign-2">
          <Icon of={Info} />
          {note}
        </p>
      ))}
    </>
  )
}

const notesOf = (details: RouteDetails): string[] => [
  ...details.warnings.map(({ detail }) => detail),
  ...chargeNotes(details),
  ...(isApproximate(details)
    ? ['Distance and driving time are approximate: worked out from the postcodes, not from a map of every road.']
    : []),
]

/** The same in the bar at the foot of a phone. */
export function TimeBar({ state, children }: { state: RouteDetailsState; children: ReactNode }) {
  const { details, isShort, isImpossible } = state
  return (
    <div className="actions actions--phone">
      <div className="actions__sum shrink t-sm lh-125 muted">
        <b className="block-box t-lg ink figures-even one-line">
          {details ? totalTimeOf(details) : isImpossible ? 'Too long for one day' : 'Total time'}
        </b>
        {details ? (
          isShort ? (
            WITHOUT_STOP
          ) : (
            [details.trips > 1 ? tripsText(details.trips) : '', formatMiles(details)].filter(Boolean).join(', ')
          )
        ) : isImpossible ? (
          <a href={`#${REFUSAL_ID}`} className="link-btn">
            See the options
          </a>
        ) : (
          'once you’ve entered both postcodes'
        )}
      </div>
      {children}
    </div>
  )
}
