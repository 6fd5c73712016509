import { getRootContent } from '#modules/content/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { metaOf } from '../page-texts.ts'
import type { Route } from './+types/about-us'
import { AboutPage } from './about-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export const loader = async ({ context }: Route.LoaderArgs) =>
  contentOf(await context.get(apiContext)(getRootContent, { params: { key: 'about-us' } }))

export const meta: Route.MetaFunction = ({ matches, loaderData }) => metaOf(matches, loaderData, '/about-us')

export default function AboutUs({ loaderData }: Route.ComponentProps) {
  return <AboutPage page={loaderData} />
}
