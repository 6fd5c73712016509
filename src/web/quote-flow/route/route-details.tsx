import { useEffect, useState, type SubmitEvent } from 'react'
import { getRouteDetails } from '#modules/quoting/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { RouteMap } from '#web/kit/route-map/route-map.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DurationSelect } from '#web/ui/field.tsx'
import { keyedAnswer, readQuestion } from '../ask.server.ts'
import { orNoAnswer } from '../ask.ts'
import { missingFor, wrongContacts } from '../draft/draft-steps.ts'
import { MAX_WAITING_MINUTES } from '../draft/order.ts'
import { errorsByField } from '../draft/server-errors.ts'
import { quotesKey, useFlow } from '../flow-context.tsx'
import { FlowPage, focusFirst, useLeaveStep, REFUSAL_ID, RefusalPanel } from '../flow-page.tsx'
import { MissingBanner } from '../missing-panel.tsx'
import { SendList } from '../reuse-move/send-list.tsx'
import type { Route } from './+types/route-details'
import { RoutePoints } from './route-points.tsx'
import { TimeBar, TimeSign, useRouteDetails } from './time-sign.tsx'

export const handle: PageHandle = { isPublic: true, offersHelp: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Where, when and how many stairs?',
    description: 'Both addresses, stops on the way, the stairs, the day and the time of your move.',
  })

/** Fetches time and distance of a draft. */
export async function action({ request, context }: Route.ActionArgs) {
  const { key, body } = await readQuestion(request)
  const answer = keyedAnswer(key, await context.get(apiContext)(getRouteDetails, { body }))
  return answer.ok ? { ...answer, data: answer.data.order } : answer
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orNoAnswer(() => serverAction())

const formId = 'route'

export default function RouteDetails() {
  const { order, now, loadRefusal } = useFlow()
  const { isEditing } = useLeaveStep()
  const state = useRouteDetails()
  const { errors, see, isBusy, problem } = useSeePrices()
  const label = isEditing ? 'Apply' : 'See prices'
  return (
    <FlowPage
      step="route-details"
      title="Where, when and how many stairs?"
      prerendered={<input type="date" hidden />}
      bar={
        <TimeBar state={state}>
          <Button type="submit" form={formId} look="primary" busy={isBusy}>
            {label}
          </Button>
        </TimeBar>
      }
    >
      <MissingBanner missing={missingFor('route-details', order, now)} />
      <div className="split">
        <form id={formId} onSubmit={see} noValidate>
          <RoutePoints errors={errors} unknownPostcodes={state.details?.unknownPostcodes ?? []} />
          <WaitingField error={errors.waitingMinutes} />
          <p className="mt-4">
            <SendList />
          </p>
        </form>
        <aside className="split__side stack" aria-label="Time">
          <TimeSign state={state}>
            <Button
              type="submit"
              form={formId}
              look="primary"
              size="big"
              wide
              className="phone-hide mt-4"
              busy={isBusy}
            >
              {label}
            </Button>
          </TimeSign>
          {state.details ? (
            <RouteMap postcodes={order.routePoints.map(({ postcode }) => postcode)} day={order.date} />
          ) : null}
          {loadRefusal ? <RefusalPanel refusal={loadRefusal} /> : null}
          {problem ? (
            <div id="not-asked" tabIndex={-1}>
              <Banner tone="bad" isAlert title="We have no prices yet">
                {problem}
              </Banner>
            </div>
          ) : null}
        </aside>
      </div>
    </FlowPage>
  )
}

/** "See prices": shows at each field what is missing, fetches quotes, and moves on when they arrive (spec §4). */
function useSeePrices() {
  const { order, draft, now, serverErrors, askQuotes } = useFlow()
  const { isEditing, leave } = useLeaveStep()
  // With how many points "See prices" was tried: a stop that comes later is empty, not wrong.
  const [triedPoints, setTriedPoints] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const missing = [...missingFor('pick-a-driver', order, now), ...wrongContacts(order)]
  const fromServer = errorsByField(serverErrors)
  const hasSamePoints = triedPoints === order.routePoints.length
  const marked = missing.filter(({ field }) => triedPoints > 0 && (hasSamePoints || !field.startsWith('routePoints.')))
  const errors = { ...Object.fromEntries(marked.map(({ field, text }) => [field, text])), ...fromServer }

  const remote = draft.remote.companyQuotes
  const isOurs = remote.key === quotesKey(order, '')
  useEffect(() => {
    if (!isAsking || !isOurs || remote.isFetching) return
    setAsking(false)
    if (remote.data) leave('/pick-a-driver')
    else focusFirst([REFUSAL_ID, ...Object.keys(fromServer), 'not-asked'])
    // Only the answer counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAsking, isOurs, remote.isFetching])

  const see = (event: SubmitEvent) => {
    event.preventDefault()
    setTriedPoints(order.routePoints.length)
    if (missing.length > 0) return focusFirst([...missing.map(({ field }) => field), 'missing'])
    // An edit that changed nothing has prices already.
    if (isEditing && order.selectedQuote) return leave('/pick-a-driver')
    if (isOurs && remote.data) return leave('/pick-a-driver')
    askQuotes('')
    setAsking(true)
  }
  const problem = isOurs && !isAsking && Object.keys(fromServer).length === 0 ? remote.error : null
  return { errors, see, isBusy: isAsking, problem }
}

/** Declared waiting, for example for keys. */
export function WaitingField({ error }: { error?: string }) {
  const { order, dispatch } = useFlow()
  return (
    <section className="card mt-4" aria-labelledby="waiting">
      <h2 className="stop__title t-lg lh-12 mb-3" id="waiting">
        Will the driver have to wait?
      </h2>
      <div className="fields">
        <DurationSelect
          id="waitingMinutes"
          label="Expected waiting time"
          hint="For keys, a lift or a parking space."
          width="half"
          error={error}
          least={0}
          most={MAX_WAITING_MINUTES}
          value={order.waitingMinutes}
          onChange={(waitingMinutes) => dispatch({ type: 'details-changed', change: { waitingMinutes } })}
        />
      </div>
      <p className="small muted mt-2">
        We reserve the driver for this time and include it in the “no more than” figure. It isn’t in the price: you only
        pay for waiting that happens.
      </p>
    </section>
  )
}
