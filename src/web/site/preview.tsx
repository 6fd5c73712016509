import { getCategories, getLocationsPage, getPreview } from '#modules/content/contract.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { Html } from '#web/kit/content/content-picture.tsx'
import { contentIfAny, contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/preview'
import { ArticlePage } from './blog/article-page.tsx'
import type { Location, RootContent, Service } from './page-texts.ts'
import { withParts, LocationsPage } from './locations/locations-page.tsx'
import { LocationPage } from './locations/location-page.tsx'
import { moveDaysAt } from '#web/kit/forms/move-day.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { AboutPage } from './pages/about-page.tsx'
import { FaqPage } from './pages/faq-page.tsx'
import { ServicePage } from './pages/service-page.tsx'
import { ServicesPage } from './pages/services-page.tsx'
import { WorkPage } from './pages/work-page.tsx'

/** The address is a key: never cached, never listed. */
export const handle: PageHandle = { isOfSite: true, isSecret: true, offersHelp: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Draft: ${loaderData.preview.shown.page.title}` : 'Draft' })

/** Draft as its page will show it, with the current lists around it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const preview = contentOf(await call(getPreview, { query: { token: url.searchParams.get('token') ?? '' } }))
  const [services, locations] = await Promise.all([call(getCategories), call(getLocationsPage)])
  return {
    preview,
    services: contentIfAny(services) ?? [],
    locations: withParts(contentIfAny(locations)?.results ?? []),
    days: moveDaysAt(nowIn(context)),
  }
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { until, path } = loaderData.preview
  return (
    <>
      <aside className="draftbar py-3 rule-foot lh-14" aria-label="Draft">
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

interface RootPageProps {
  page: RootContent
  services: readonly Service[]
  locations: readonly Location[]
}

/** A page of its own by its key, as a draft of it is shown. */
function RootPage({ page, services, locations }: RootPageProps) {
  switch (page.key) {
    case 'faq':
      return <FaqPage page={page} />
    case 'about-us':
      return <AboutPage page={page} />
    case 'work-with-us':
      return <WorkPage page={page} />
    case 'our-services':
      return <ServicesPage page={page} services={services} />
    case 'our-locations':
      return <LocationsPage page={page} locations={locations} />
    default:
      return (
        <Page className="wrap--text">
          <PageHead title={page.title}>
            <p className="lead">{page.description}</p>
          </PageHead>
          <Html html={page.bodyHtml} />
        </Page>
      )
  }
}
