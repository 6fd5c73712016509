import { Check } from 'lucide-react'
import { VANS, type VanDetails } from '#modules/fleet/data.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { fitOf, vanWarning } from '#modules/items/rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Van } from '#web/ui/van.tsx'
import { useFlow } from '../flow-context.tsx'
import { drawnLoad, fitText, loadOfOrder, type OrderLoad } from '#web/kit/bookings/load.ts'

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
  const { load, suggestion, van: shown } = orderLoad
  const fit = fitOf(load, van.category)
  const isEmpty = load.pieces === 0
  const isSuggested = !isEmpty && suggestion.category === van.category
  return (
    <label className={classNames('pick', !fit.fits && 'is-small')}>
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
        {isEmpty ? van.suitability : <span className={fit.fits ? 'fleet__fits' : 'fleet__over'}>{fitText(fit)}</span>}
        {isSuggested ? <span className="fleet__tip">Suggested</span> : null}
      </span>
      <span className="pick__tick">
        <Icon of={Check} />
      </span>
    </label>
  )
}

function LoadWarning({ orderLoad, onPick }: { orderLoad: OrderLoad; onPick: (van: VanCategory) => void }) {
  const { load, suggestion, van } = orderLoad
  const warning = van ? vanWarning(load, van) : undefined
  if (!van || !warning) return null
  const better = VANS.find(({ category }) => category === suggestion.category)
  return (
    <Banner
      tone="warn"
      isAlert
      className="mt-4"
      title={suggestion.trips > 1 ? `More than one load: ${suggestion.trips} trips` : 'It won’t all go in'}
    >
      {warning.text}{' '}
      {suggestion.trips > 1 ? 'A price covers one trip: book the second one too, or call us and we plan both. ' : null}
      {better && better.category !== van ? (
        <LinkButton className="inline" onClick={() => onPick(better.category)}>
          Take the {better.name}
        </LinkButton>
      ) : null}
    </Banner>
  )
}
