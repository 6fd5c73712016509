import { getLocation } from '#modules/content/contract.ts'
import { redirectToSlug, contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { locationAddress, metaOf } from '../page-texts.ts'
import { moveDaysAt } from '#web/kit/forms/move-day.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import type { Route } from './+types/location'
import { LocationPage } from './location-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext)(getLocation, { params: { slug: params.subcategory } })
  const page = redirectToSlug(contentOf(answer), params.subcategory, '/our-locations')
  return { page, days: moveDaysAt(nowIn(context)) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  metaOf(matches, loaderData?.page, locationAddress(loaderData?.page.slug ?? ''))

export default function LocationRoute({ loaderData }: Route.ComponentProps) {
  return <LocationPage {...loaderData} />
}
