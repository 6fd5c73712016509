import { getCategories, getServiceCategory } from '#modules/content/contract.ts'
import { redirectToSlug, contentIfAny, contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { serviceAddress, type Service, metaOf } from '../page-texts.ts'
import { moveDaysAt } from '#web/kit/forms/move-day.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import type { Route } from './+types/service'
import { ServicePage } from './service-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const [answer, all] = await Promise.all([
    call(getServiceCategory, { params: { id: params.subcategory } }),
    call(getCategories),
  ])
  const page = redirectToSlug(contentOf(answer), params.subcategory, '/our-services')
  const others = (contentIfAny(all) ?? []).filter(({ slug, notYet }) => slug !== page.slug && notYet === null)
  return { page, others: others.map(inShort), days: moveDaysAt(nowIn(context)) }
}

const inShort = ({ id, name, slug, description, imageUrl, notYet }: Service): Service => ({
  id,
  name,
  slug,
  description,
  imageUrl,
  notYet,
})

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  metaOf(matches, loaderData?.page, serviceAddress(loaderData?.page.slug ?? ''))

export default function ServiceRoute({ loaderData }: Route.ComponentProps) {
  return <ServicePage {...loaderData} />
}
