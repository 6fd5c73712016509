import { Camera, Pencil, Check } from 'lucide-react'
import { useEffect, useState, type SubmitEvent, Suspense, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { VANS, type VanDetails } from '#modules/fleet/data.ts'
import { VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import { loadAdvice, loadOfOrder, type OrderLoad, drawnLoad, fitText } from '#web/kit/bookings/load.ts'
import { tripsText } from '#web/kit/bookings/booking-texts.ts'
import { type PageHandle, useClock } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Van } from '#web/ui/van.tsx'
import { CallUs } from '../missing-panel.tsx'
import { errorsByField } from '../draft/server-errors.ts'
import { useFlow } from '../flow-context.tsx'
import { FlowPage, focusFirst, useLeaveStep } from '../flow-page.tsx'
import type { Route } from './+types/additional-services'
import { HelpLevelChoice } from './help-level-choice.tsx'
import { ItemCatalogue } from './item-catalogue.tsx'
import { LoadBar, LoadCard } from './load-card.tsx'
import { moveFromSearch, withoutMove } from './move-from-search.ts'

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
  const vanProblem = reasonAgainstVan(orderLoad)
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
        <div>
          <form id={formId} onSubmit={goOn} noValidate>
            <ItemCatalogue>
              <OwnItem />
              <div className="row g-1-4 mt-3">
                <Link className="link-btn" to="/clarify#photos" onClick={() => acceptSuggestion()}>
                  <Icon of={Camera} />
                  Add photos
                </Link>
              </div>
            </ItemCatalogue>
            <VanChoice error={(isTried ? vanProblem : undefined) ?? (vanProblem ? undefined : errors.van)} />
            <HelpLevelChoice error={errors.helpLevel} />
          </form>
          {loadAdvice(orderLoad)?.needsCall ? (
            <Suspense>
              <OfficePlan why="One piece needs another kind of van." />
            </Suspense>
          ) : null}
        </div>
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

/** Fetched for what no van can take. */
const OfficePlan = lazyPart(async () => (await import('../office-plan.tsx')).OfficePlan)

/** Why Continue is refused. The banner below the vans has the details. */
function reasonAgainstVan(orderLoad: OrderLoad): string | undefined {
  if (!orderLoad.van) return 'Add what you are moving, or pick a van.'
  const advice = loadAdvice(orderLoad)
  if (!advice?.isImpossible) return undefined
  return `${advice.title}. ${advice.better ? 'Choose another, or list' : 'List'} fewer things.`
}

/**
 * Takes the move that the home page’s form put in the address, then clears the address so that a reload changes
 * nothing. The order takes the move first: it is stored on render, so a reload in between would otherwise lose both.
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

/** Fetched once it is opened. */
const OwnItemForm = lazyPart(async () => (await import('./own-item-form.tsx')).OwnItemForm)

/** Opens the form for a thing that is not on the list, here on the page. */
function OwnItem() {
  const [isOpen, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const done = (name: string) => {
    setOpen(false)
    setMessage(name)
    // The form goes, and the focus with it.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  return (
    <div className="mt-3" ref={box}>
      {isOpen ? (
        <Suspense fallback={<p>One moment…</p>}>
          <OwnItemForm onDone={(added) => done(added ? `Added ${added.name}.` : '')} />
        </Suspense>
      ) : (
        <LinkButton onClick={() => setOpen(true)}>
          <Icon of={Pencil} />
          Add something that’s not listed
        </LinkButton>
      )}
      <output>{message}</output>
    </div>
  )
}

/** The four vans to scale, with the load in them. A smaller one than suggested may be picked, with a warning. */
function VanChoice({ error }: { error?: string }) {
  const { order, dispatch } = useFlow()
  const orderLoad = loadOfOrder(order)
  const pick = (van: VanCategory) => dispatch({ type: 'van-selected', van })
  return (
    <section className="sec" aria-labelledby="pick-a-van">
      <h2 id="pick-a-van">Pick a van</h2>
      <p className="muted">Drawn to scale. The yellow is your load.</p>
      {/* Above the vans, because on a phone anything below four of them is out of sight. */}
      <FieldError id="van-error" error={error} />
      <fieldset className="fleet cells g-3" id="van" aria-describedby={error ? 'van-error' : undefined}>
        <legend className="vh">Van</legend>
        {VANS.map((van) => (
          <VanCard key={van.category} van={van} orderLoad={orderLoad} onPick={() => pick(van.category)} />
        ))}
        <span className="scale inline-flex level g-2 t-xs muted">1 metre</span>
      </fieldset>
      <LoadWarning orderLoad={orderLoad} onPick={pick} />
    </section>
  )
}

function VanCard({ van, orderLoad, onPick }: { van: VanDetails; orderLoad: OrderLoad; onPick: () => void }) {
  const { load, fits, suggestion, van: shown } = orderLoad
  const fit = fits[van.category]
  const isEmpty = load.pieces === 0
  const isSuggested = !isEmpty && suggestion.trips !== undefined && suggestion.category === van.category
  return (
    <label className={classNames('pick', !isEmpty && fit.trips === undefined && 'is-small')}>
      <input
        className="vh"
        type="radio"
        name="van"
        value={van.category}
        checked={shown === van.category}
        onChange={onPick}
        // Picking the suggested van explicitly also counts.
        onClick={onPick}
      />
      <span className="kerb">
        <Van category={van.category} load={isEmpty ? 0 : drawnLoad(fit)} />
      </span>
      <span className="lh-13 small">
        <b className="block-box t-md">{van.name}</b>
        {van.volumeM3} m³
        <br />
        {isEmpty ? (
          van.suitability
        ) : (
          <span className={fit.trips === 1 ? 'bold' : fit.trips ? 'toned tone-warn bold' : 'toned tone-bad mid'}>
            {fitText(fit, load)}
          </span>
        )}
        {isSuggested ? <span className="toned tone-good block-box mid">Suggested</span> : null}
      </span>
      <span className="pick__tick">
        <Icon of={Check} />
      </span>
    </label>
  )
}

function LoadWarning({ orderLoad, onPick }: { orderLoad: OrderLoad; onPick: (van: VanCategory) => void }) {
  const advice = loadAdvice(orderLoad)
  if (!advice) return null
  const { title, text, better, isImpossible, needsCall } = advice
  return (
    <Banner tone={isImpossible ? 'bad' : 'warn'} isAlert className="mt-4" title={title}>
      <p>{text}</p>
      {better || needsCall ? (
        <div className="row mt-3">
          {better ? (
            <Button size="small" onClick={() => onPick(better.category)}>
              Take the {VAN_NAMES[better.category]}
              {better.trips && better.trips > 1 ? ` (${tripsText(better.trips)})` : ''}
            </Button>
          ) : null}
          {needsCall ? <CallUs /> : null}
        </div>
      ) : null}
    </Banner>
  )
}
