import { getPlatformTerms } from '#modules/pricing/terms/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { customerTerms } from '#modules/terms/data.ts'
import type { Route } from './+types/terms'
import { TermsPage } from './terms-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true }

/** Loads the terms with the figures that are in force. */
export const loader = async ({ context }: Route.LoaderArgs): Promise<AnswerOf<typeof getPlatformTerms>> =>
  dataOf(await context.get(apiContext)(getPlatformTerms))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms & Conditions',
    description:
      'What you agree to when you book a move through Vanfare: who moves you, what it costs, and what a change costs.',
    path: '/terms',
    image: shareImageOf('root', 'terms'),
  })

export default function CustomerTerms({ loaderData }: Route.ComponentProps) {
  return <TermsPage terms={customerTerms(loaderData)} />
}
