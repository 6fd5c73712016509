import { MOVER_TERMS } from '#modules/terms/movers/data.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import type { Route } from './+types/mover-terms'
import { TermsPage } from './terms-page.tsx'

export const handle: PageHandle = { hydrate: 'intent', isPublic: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: MOVER_TERMS.title,
    description:
      'What movers agree to with Vanfare: commission, how prices are ranked, notice of changes, reasons, complaints.',
    path: '/terms/movers',
  })

export default function MoverTerms() {
  return <TermsPage terms={MOVER_TERMS} />
}
