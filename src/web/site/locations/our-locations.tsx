import { getLocationsPage } from '#modules/content/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { type Location, metaOf } from '../page-texts.ts'
import type { Route } from './+types/our-locations'
import { withParts, LocationsPage } from './locations-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export async function loader({ context }: Route.LoaderArgs) {
  const { page, results } = contentOf(await context.get(apiContext)(getLocationsPage))
  return { page, locations: withParts(results).map(inList) }
}

/** Fields that the list shows, and no more: the page contains them twice. */
const inList = ({ id, name, slug, region, companies, fromPencePerHour }: Location): Location => ({
  id,
  name,
  slug,
  region,
  companies,
  fromPencePerHour,
  description: '',
  imageUrl: null,
})

export const meta: Route.MetaFunction = ({ matches, loaderData }) => metaOf(matches, loaderData?.page, '/our-locations')

export default function OurLocations({ loaderData }: Route.ComponentProps) {
  return <LocationsPage {...loaderData} />
}
