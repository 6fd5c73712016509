import type { fromPrice } from '#modules/quoting/from-price/contract.ts'
import type { z } from 'zod'
import { countOf } from '#shared/count-of.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import type { Camel } from '#shared/wire.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { liftingText } from '#web/kit/bookings/load.ts'

export interface EmbedCardProps {
  price: Camel<z.output<typeof fromPrice>> | null
  /** Why there is no price. */
  reason: string | null
  compareUrl: string
}

/** One card in somebody else's page. Its only link opens beside it. */
export function EmbedCard({ price, reason, compareUrl }: EmbedCardProps) {
  return (
    <main className="embed stack gap-3">
      {price ? (
        <Price price={price} />
      ) : (
        <h1 className="h3">{reason ? 'No price for this' : 'What does your move cost?'}</h1>
      )}
      {reason ? <p>{reason}</p> : null}
      {price || reason ? null : <p>The whole price of every man and van that can do it, before you book.</p>}
      <a className={buttonClass({ look: 'primary', wide: true })} href={compareUrl} target="_blank" rel="noopener">
        Compare whole prices
      </a>
      <p className="tiny muted">Vanfare: man and van, at the whole price.</p>
    </main>
  )
}

function Price({ price }: { price: NonNullable<EmbedCardProps['price']> }) {
  const { from, to, load, fromPence, companies, startAt, distance } = price
  return (
    <>
      <h1 className="embed__way">
        {from.place} ({from.district}) to {to.place} ({to.district})
      </h1>
      {fromPence === null ? (
        <p>No driver is free on the days we checked. Try your own day.</p>
      ) : (
        <p className="embed__price num">
          <span className="small">from</span> <b>{formatPounds(fromPence)}</b>
        </p>
      )}
      <p className="small">
        {load.name}: {load.contents}. {VAN_NAMES[load.vanCategory]}, {liftingText(load.manPower)}, ground floors,{' '}
        {formatMiles({ distance, estimated: true })}.
      </p>
      <p className="tiny muted">
        {fromPence === null
          ? `Asked for ${formatDayTime(new Date(startAt))}.`
          : `The lowest whole price of ${countOf(companies, 'company', 'companies')} for ${formatDayTime(new Date(startAt))}, VAT and road charges included.`}
      </p>
    </>
  )
}
