import { getPlatformTerms } from '#modules/pricing/terms/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'
import { termsForCompanies } from '#modules/terms/data.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import type { Route } from './+types/mover-terms'
import { TermsPage } from './terms-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true }

/** Loads the terms with the figures that are in force. */
export const loader = async ({ context }: Route.LoaderArgs): Promise<AnswerOf<typeof getPlatformTerms>> =>
  dataOf(await context.get(apiContext)(getPlatformTerms))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms for companies',
    description:
      'What companies agree to with Vanfare: commission, how prices are ranked, notice of changes, reasons, complaints.',
    path: '/terms/movers',
    image: shareImageOf('root', 'terms-movers'),
  })

export default function CompanyTermsPage({ loaderData }: Route.ComponentProps) {
  return <TermsPage terms={termsForCompanies(loaderData, loaderData.commissionPercent)} />
}
