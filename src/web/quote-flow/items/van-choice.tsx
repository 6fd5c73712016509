import { Check } from 'lucide-react'
import { VANS, type VanDetails } from '#modules/fleet/data.ts'
import { VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Van } from '#web/ui/van.tsx'
import { CallUs } from '../call-us.tsx'
import { useFlow } from '../flow-context.tsx'
import { drawnLoad, fitText, loadOfOrder, type OrderLoad } from '#web/kit/bookings/load.ts'
import { loadAdvice } from '#web/kit/bookings/load-advice.ts'
import { tripsText } from '#web/kit/bookings/trip-texts.ts'

/** The four vans to scale, with the load in them. A smaller one than suggested may be picked, with a warning. */
export function VanChoice({ error }: { error?: string }) {
  const { order, dispatch } = useFlow()
  const orderLoad = loadOfOrder(order)
  const pick = (van: VanCategory) => dispatch({ type: 'van-selected', van })
  return (
    <section className="sec" aria-labelledby="pick-a-van">
      <h2 id="pick-a-van">Pick a van</h2>
      <p className="muted">Drawn to scale. The yellow is your load.</p>
      {/* Above the vans, because on a phone anything below four of them is out of sight. */}
      <FieldError id="van-error" error={error} />
      <fieldset className="fleet" id="van" aria-describedby={error ? 'van-error' : undefined}>
        <legend className="vh">Van</legend>
        {VANS.map((van) => (
          <VanCard key={van.category} van={van} orderLoad={orderLoad} onPick={() => pick(van.category)} />
        ))}
        <span className="scale">1 metre</span>
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
      <span className="fleet__txt small">
        <b>{van.name}</b>
        {van.volumeM3} m³
        <br />
        {isEmpty ? (
          van.suitability
        ) : (
          <span className={fit.trips === 1 ? 'fleet__fits' : fit.trips ? 'fleet__trips' : 'fleet__over'}>
            {fitText(fit, load)}
          </span>
        )}
        {isSuggested ? <span className="fleet__tip">Suggested</span> : null}
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
