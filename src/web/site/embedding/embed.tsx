import { data } from 'react-router'
import type { z } from 'zod'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import {
  getFromPrice,
  FROM_PRICE_SIZES,
  type FromPriceSize,
  type fromPrice,
} from '#modules/quoting/from-price/contract.ts'
import { countOf } from '#shared/texts.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import type { Camel } from '#shared/wire.ts'
import { liftingText } from '#web/kit/bookings/load.ts'
import { apiContext, configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Route } from './+types/embed'

/** What others put into their pages (ADR 0049): read only, without script and cookies, the same for everybody. */
export const handle: PageHandle = {
  isOfSite: true,
  isPublic: true,
  isForFrames: true,
  drawnBy: {
    from: /^[A-Za-z]{1,2}\d[A-Za-z\d]?$/,
    to: /^[A-Za-z]{1,2}\d[A-Za-z\d]?$/,
    size: ['room', 'flat', 'house'],
    utm_source: /^[\w.-]{1,60}$/,
  },
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const searchParams = url.searchParams
  const source = searchParams.get('utm_source')
  const { publicUrl } = context.get(configContext)
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
  const shown = { price: null, reason: null }
  if (!from && !to) return data({ ...shown, compareUrl: marked(`${publicUrl}/`, source) })
  const answer = await context.get(apiContext)(getFromPrice, {
    query: { from, to, size: readSize(searchParams.get('size')) },
  })
  if (answer.ok) return data({ ...shown, price: answer.data, compareUrl: marked(answer.data.compareUrl, source) })
  const { errors, detail } = answer.problem
  const reason = errors?.['from']?.[0] ?? errors?.['to']?.[0] ?? detail ?? null
  return data({ ...shown, reason, compareUrl: marked(`${publicUrl}/`, source) }, { status: answer.status })
}

/** With the words by which the office sees whose page somebody came from. */
function marked(address: string, source: string | null): string {
  const link = new URL(address)
  link.searchParams.set('utm_source', source ?? 'embed')
  link.searchParams.set('utm_medium', 'embed')
  return link.href
}

export const meta: Route.MetaFunction = () => [
  { title: 'The price of a move | Vanfare' },
  { name: 'robots', content: 'noindex' },
]

export default function Embed({ loaderData }: Route.ComponentProps) {
  return <EmbedCard {...loaderData} />
}

/** The size in an address; a flat for anything unknown. */
const readSize = (text: string | null): FromPriceSize => FROM_PRICE_SIZES.find((size) => size === text) ?? 'flat'

interface EmbedCardProps {
  price: Camel<z.output<typeof fromPrice>> | null
  /** Why there is no price. */
  reason: string | null
  compareUrl: string
}

/** One card in somebody else's page. Its only link opens beside it. */
function EmbedCard({ price, reason, compareUrl }: EmbedCardProps) {
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
      <h1 className="t-lg bold break">
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
