import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { NavigationType, PrefetchPageLinks, useLocation, useNavigate, useNavigationType } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { SkeletonCard, Page, PageHead } from '#web/ui/page.tsx'
import { Journey } from '#web/ui/sign.tsx'
import { KnownRoutes } from '#web/kit/page/page-meta.tsx'
import { whenIdle } from '#web/kit/page/arrival.ts'
import type { LoadRefusal } from './ask.ts'
import { missingFor } from './draft/draft-steps.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { STEPS, type Step } from './steps.ts'
import { useFlow } from './flow-context.tsx'
import type { Order } from './draft/order.ts'
import { optionalPart, lazyPart } from '#web/ui/lazy-part.tsx'

// An empty move has no price, and who has chosen a driver has that one's, so what asks for one is loaded with the first thing in the van.
const LowestPriceLine = optionalPart(async () => {
  await whenIdle()
  return (await import('./prices/lowest-price-line.tsx')).LowestPriceLine
})

/** Steps lead to each other, and the last one to the page of the booking. */
const WAYS_ON = [...STEPS.map((step) => `/${step}`), '/booking/booked']

const stepNames: Record<Step, string> = {
  'additional-services': 'Items and van',
  clarify: 'Details',
  'route-details': 'Route',
  'pick-a-driver': 'Driver',
  'confirm-booking': 'Confirm',
}

interface FlowPageProps {
  step: Step
  title: ReactNode
  intro?: ReactNode
  children: ReactNode
  /** The bar at the foot of a phone, once it is known whether a price stands over it. */
  bar?: ReactNode
  /** The first step needs no stored draft, so it is shown at once. */
  showsAtOnce?: boolean
  /** What a browser takes long to make the first time; made with the page, it is not made while somebody waits for the move. */
  prerendered?: ReactNode
}

/** The frame of every step: the road, the heading, and the bar below. Steps that need the draft wait until it has been read. */
export function FlowPage({ step, title, intro, children, bar, showsAtOnce, prerendered }: FlowPageProps) {
  const { order, draft, isRestored, now } = useFlow()
  const isReady = isRestored || showsAtOnce
  useArrival(isRestored)
  // Preloads the next step's script, in case the connection is lost.
  const next = STEPS[STEPS.indexOf(step) + 1]
  const isIdle = useIsIdle()
  return (
    <>
      <Page className={isIdle ? 'flow is-drawn' : 'flow'}>
        <Journey steps={stepsOf(order, step, isRestored ? now : undefined)} />
        <PageHead title={title}>{intro}</PageHead>
        {isReady && draft.isEditing && isEditable(step) ? <EditBanner /> : null}
        {isReady ? (
          children
        ) : (
          <>
            <SkeletonCard label="Opening your move" />
            {prerendered}
          </>
        )}
      </Page>
      {next && isIdle ? <PrefetchPageLinks page={`/${next}`} /> : null}
      <KnownRoutes paths={WAYS_ON} />
      {isRestored && bar ? (
        <section className="flow-bar sticks" aria-label="Next">
          {step !== 'confirm-booking' &&
          order.routePoints.every(({ postcode }) => postcode) &&
          (order.van || order.items[0]) ? (
            <Suspense fallback={<p className="lowest bg-surface line-top t-sm lh-125 muted" />}>
              <LowestPriceLine />
            </Suspense>
          ) : null}
          {bar}
        </section>
      ) : null}
    </>
  )
}

function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => void whenIdle().then(() => setIsIdle(true)), [])
  return isIdle
}

/** An earlier step is done unless it lacks something; a later one once it has been filled in. */
function stepsOf(order: Order, current: Step, now: Date | undefined) {
  const at = STEPS.indexOf(current)
  const hasRoute = now !== undefined && missingFor('pick-a-driver', order, now).length === 0
  const done: Record<Step, boolean> = {
    'additional-services': now === undefined ? at > 0 : order.van !== null,
    clarify: now === undefined ? at > 1 : order.van !== null && (at > 1 || hasRoute),
    'route-details': now === undefined ? at > 2 : hasRoute,
    'pick-a-driver': now === undefined ? at > 3 : hasRoute && order.selectedQuote !== null,
    'confirm-booking': false,
  }
  return STEPS.map((step) => ({ name: stepNames[step], to: `/${step}`, isDone: done[step], isNow: step === current }))
}

const isEditable = (step: Step) => step !== 'pick-a-driver' && step !== 'confirm-booking'

/** Where "Change" was pressed: Apply and Cancel lead back there. */
export interface ChangeState {
  changeFrom?: Step
}

function EditBanner() {
  const { draft, dispatch } = useFlow()
  const navigate = useNavigate()
  const { changeFrom }: ChangeState = useLocation().state ?? {}
  const before = draft.original ?? draft.order
  const cancel = () => {
    dispatch({ type: 'edit-cancelled' })
    void navigate(`/${changeFrom ?? (before.selectedQuote ? 'confirm-booking' : 'pick-a-driver')}`)
  }
  return (
    <Banner title="You are changing your move" className="mb-4">
      Apply to see what it costs now, or{' '}
      <LinkButton className="inline" onClick={cancel}>
        cancel and keep it as it was
      </LinkButton>
      .
    </Banner>
  )
}

/** Leaves a step: on to the next one or, while editing, back to the prices. */
export function useLeaveStep(): { isEditing: boolean; leave: (next: `/${Step}`) => void } {
  const { draft, dispatch } = useFlow()
  const navigate = useNavigate()
  const { changeFrom }: ChangeState = useLocation().state ?? {}
  const { isEditing, order } = draft
  const isOffice = useSession()?.userRole === 'admin'
  const leave = (next: `/${Step}`) => {
    const toPrices =
      order.selectedQuote && changeFrom !== 'pick-a-driver' && !isOffice ? '/confirm-booking' : '/pick-a-driver'
    if (isEditing) dispatch({ type: 'edit-applied' })
    const goal = isEditing ? toPrices : next
    void navigate(isOffice && goal === '/pick-a-driver' ? '/special-booking' : goal)
  }
  return { isEditing, leave }
}

/** Scrolls to the element named in the address, or to the top of a new step. */
function useArrival(isRestored: boolean) {
  const { hash, key } = useLocation()
  const kind = useNavigationType()
  useEffect(() => {
    if (!isRestored) return
    if (kind === NavigationType.Push) document.getElementById('main')?.focus({ preventScroll: true })
    // Which may be drawn some turns later, or not be there.
    if (hash) focusFirst([decodeURIComponent(hash.slice(1))])
    // `key` changes with each navigation.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [hash, key, kind, isRestored])
}

/** Focuses a control, or the first one inside an area. */
export function focusOn(target: HTMLElement): void {
  const control = target.matches('input, select, textarea, button, a[href]')
    ? target
    : (target.querySelector<HTMLElement>('input:checked, input, select, textarea, button, a[href]') ?? target)
  control.scrollIntoView({ block: 'center' })
  control.focus({ preventScroll: true })
}

/** About a second of animation frames, after which the focus is given up. */
const MOST_FRAMES = 60

/** Focuses the first of these fields on the page, once its error is drawn, which takes a slow phone more than a frame. */
export function focusFirst(fields: readonly string[], frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const target = fields.map((field) => document.getElementById(field)).find((element) => element !== null)
    if (target) focusOn(target)
    else if (frames > 1) focusFirst(fields, frames - 1)
  })
}

/** Ends the edit, keeping its changes, if the page is left otherwise than by Apply or Cancel. */
export function useEditEnd() {
  const { draft, dispatch } = useFlow()
  const { key } = useLocation()
  useEffect(() => {
    if (draft.isEditing) dispatch({ type: 'edit-applied' })
    // Once per navigation: "Change" starts an edit on this same page.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
}

/** The element that receives the focus when the move is refused. */
export const REFUSAL_ID = 'refused'

/** Fetched once a move is refused. */
const WaysOut = lazyPart(async () => (await import('./remedies.tsx')).WaysOut)

/** The reason why one van with one driver cannot do the move, and what can be done. */
export const RefusalPanel = ({ refusal }: { refusal: LoadRefusal }) => (
  <div id={REFUSAL_ID} tabIndex={-1}>
    <Suspense fallback={<p>{refusal.title}</p>}>
      <WaysOut refusal={refusal} />
    </Suspense>
  </div>
)
