import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { CUSTOMER_TERMS } from '#modules/terms/customers/data.ts'
import type { Route } from './+types/terms'
import { TermsPage } from './terms-page.tsx'

export const handle: PageHandle = { hydrate: 'intent', isPublic: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: CUSTOMER_TERMS.title,
    description:
      'What you agree to when you book a move through Vanfare: who moves you, what it costs, and what a change costs.',
    path: '/terms',
  })

export default function CustomerTerms() {
  return <TermsPage terms={CUSTOMER_TERMS} />
}
