import { data } from 'react-router'
import { getFromPrice } from '#modules/quoting/from-price/contract.ts'
import { apiContext, configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { EmbedCard } from './embed-card.tsx'
import { readSize } from './sizes.ts'
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
  const asked = url.searchParams
  const source = asked.get('utm_source')
  const { publicUrl } = context.get(configContext)
  const [from, to] = [asked.get('from') ?? '', asked.get('to') ?? '']
  const shown = { price: null, reason: null }
  if (!from && !to) return data({ ...shown, compareUrl: marked(`${publicUrl}/`, source) })
  const answer = await context.get(apiContext)(getFromPrice, { query: { from, to, size: readSize(asked.get('size')) } })
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
