import { getCategories, getLocationsPage, getPreview } from '#modules/content/contract.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { contentIfAny, contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import type { Route } from './+types/preview'
import { ArticlePage } from './blog/article-page.tsx'
import { LocationPage } from './locations/location-page.tsx'
import { withParts } from './locations/by-region.ts'
import { moveDays } from './move-days.server.ts'
import { RootPage } from './pages/root-page.tsx'
import { ServicePage } from './services/service-page.tsx'

/** The address is a key: never cached, never listed. */
export const handle: PageHandle = { isOfSite: true, isSecret: true, offersHelp: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Draft: ${loaderData.preview.shown.page.title}` : 'Draft' })

/** A draft as its page will show it, with the lists that stand around it as they are now. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const preview = contentOf(await call(getPreview, { query: { token: url.searchParams.get('token') ?? '' } }))
  const [services, locations] = await Promise.all([call(getCategories), call(getLocationsPage)])
  return {
    preview,
    services: contentIfAny(services) ?? [],
    locations: withParts(contentIfAny(locations)?.results ?? []),
    days: moveDays(context),
  }
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { until, path } = loaderData.preview
  return (
    <>
      <aside className="draftbar" aria-label="Draft">
        <p className="wrap">
          <b>This is a draft</b> of <span className="break">{path}</span>. The public doesn’t see it. This link holds
          until <b className="num">{formatDayTime(new Date(until))}</b>.
        </p>
      </aside>
      <Shown {...loaderData} />
    </>
  )
}

function Shown({ preview: { shown }, services, locations, days }: Route.ComponentProps['loaderData']) {
  if (shown.kind === 'article') return <ArticlePage article={shown.page} days={days} />
  if (shown.kind === 'location') return <LocationPage page={shown.page} days={days} />
  if (shown.kind === 'root') return <RootPage page={shown.page} services={services} locations={locations} />
  const others = services.filter(({ slug, notYet }) => slug !== shown.page.slug && notYet === null)
  return <ServicePage page={shown.page} others={others} days={days} />
}
