import { getServicesPage } from '#modules/content/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { metaOf } from '../page-texts.ts'
import type { Route } from './+types/our-services'
import { ServicesPage } from './services-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export const loader = async ({ context }: Route.LoaderArgs) => contentOf(await context.get(apiContext)(getServicesPage))

export const meta: Route.MetaFunction = ({ matches, loaderData }) => metaOf(matches, loaderData?.page, '/our-services')

export default function OurServices({ loaderData: { page, results } }: Route.ComponentProps) {
  return <ServicesPage page={page} services={results} />
}
