import { getRootContent } from '#modules/content/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { metaOf } from '../page-texts.ts'
import type { Route } from './+types/faq'
import { FaqPage, introOf } from './faq-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export const loader = async ({ context }: Route.LoaderArgs) => {
  const page = contentOf(await context.get(apiContext)(getRootContent, { params: { key: 'faq' } }))
  // The sections say the rest.
  return { ...page, bodyHtml: introOf(page.bodyHtml) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => metaOf(matches, loaderData, '/faq')

export default function Faq({ loaderData }: Route.ComponentProps) {
  return <FaqPage page={loaderData} />
}
