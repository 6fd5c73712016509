import { Camera } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { shareImageOf } from '#modules/content/share-images/address/rules.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import type { Route } from './+types/additional-services'
import { HelpLevelChoice } from './help-level-choice.tsx'
import { useFlow } from '../flow-context.tsx'
import { FlowPage, focusFirst, useLeaveStep } from '../flow-page.tsx'
import { ItemCatalogue } from './item-catalogue.tsx'
import { loadOfOrder, type OrderLoad } from '#web/kit/bookings/load.ts'
import { loadAdvice } from '#web/kit/bookings/load-advice.ts'
import { LoadBar, LoadCard } from './load-card.tsx'
import { moveFromSearch, withoutMove } from './move-from-search.ts'
import { errorsByField } from '../draft/server-errors.ts'
import { OwnItem } from './own-item-part.tsx'
import { VanChoice } from './van-choice.tsx'

export const handle: PageHandle = { isPublic: true, offersHelp: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'What’s going in the van?',
    description: 'List what you are moving, see it fill a van to scale, and compare whole prices for it.',
    path: '/additional-services',
    image: shareImageOf('root', 'additional-services'),
  })

const formId = 'what-is-moved'

export default function AdditionalServices() {
  const { order, dispatch, serverErrors } = useFlow()
  const { isEditing, leave } = useLeaveStep()
  const [isTried, setTried] = useState(false)
  const orderLoad = loadOfOrder(order)
  const { van, load } = orderLoad
  const vanProblem = whyNotThisVan(orderLoad)
  useMoveFromHome()
  const errors = errorsByField(serverErrors)

  const goOn = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!van || vanProblem) return focusFirst(['van'])
    if (orderLoad.tooHeavy) return focusFirst(['helpLevel'])
    if (van !== order.van) dispatch({ type: 'van-selected', van })
    leave('/clarify')
  }
  const label = isEditing ? 'Apply' : 'Continue'
  return (
    <FlowPage
      step="additional-services"
      title="What’s going in the van?"
      showsAtOnce
      bar={
        <LoadBar changes>
          <Button type="submit" form={formId} look="primary">
            {label}
          </Button>
        </LoadBar>
      }
    >
      <div className="split">
        <form id={formId} onSubmit={goOn} noValidate>
          <ItemCatalogue>
            <OwnItem />
            <div className="row mt-3 gap-row">
              <Link className="link-btn" to="/clarify#photos" onClick={() => acceptSuggestion()}>
                <Icon of={Camera} />
                Add photos
              </Link>
            </div>
          </ItemCatalogue>
          <VanChoice error={(isTried ? vanProblem : undefined) ?? (vanProblem ? undefined : errors.van)} />
          <HelpLevelChoice error={errors.helpLevel} />
        </form>
        <LoadCard>
          <Button type="submit" form={formId} look="primary" size="big" wide>
            {label}
          </Button>
        </LoadCard>
      </div>
    </FlowPage>
  )

  // This link accepts the suggested van, as Continue does.
  function acceptSuggestion() {
    if (van && van !== order.van && load.pieces > 0) dispatch({ type: 'van-selected', van })
  }
}

/** Why Continue is refused. The banner below the vans has the details. */
function whyNotThisVan(orderLoad: OrderLoad): string | undefined {
  if (!orderLoad.van) return 'Add what you are moving, or pick a van.'
  const advice = loadAdvice(orderLoad)
  if (!advice?.isImpossible) return undefined
  return `${advice.title}. ${advice.better ? 'Choose another, or list' : 'List'} fewer things.`
}

/**
 * Takes the move that the home page's form put in the address, and then clears the address so that a reload changes nothing. Not before the
 * order has it: an order is stored as it is drawn, so whoever reloaded in between would have lost both.
 */
function useMoveFromHome() {
  const { order, dispatch, isRestored } = useFlow()
  const clock = useClock()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const [taken, setTaken] = useState<{ search: URLSearchParams } | null>(null)
  useEffect(() => {
    if (!isRestored) return
    const params = new URLSearchParams(search)
    const move = moveFromSearch(params, order, clock())
    if (!move) return
    dispatch(move)
    setTaken({ search: params })
    // Runs only when the address changes; the order is the current one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRestored, search])
  useEffect(() => {
    if (taken === null) return
    void navigate({ pathname, search: withoutMove(taken.search) }, { replace: true, preventScrollReset: true })
    // Once for each move that was taken.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [taken])
}
