import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { getPostcodeSource } from '#modules/geo/contract.ts'
import { CUSTOMER_TERMS } from '#modules/terms/customers/data.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { Route } from './+types/terms'
import type { Section } from './policy-page.tsx'
import { TermsPage } from './terms-page.tsx'

export const handle: PageHandle = { hydrate: 'intent', isPublic: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: CUSTOMER_TERMS.title,
    description:
      'What you agree to when you book a move through Vanfare: who moves you, what it costs, and what a change costs.',
    path: '/terms',
  })

/** The words that the licence of the postcodes asks to be shown, once there are any. */
export async function loader({ context }: Route.LoaderArgs): Promise<{ attribution: string | null }> {
  const source = await context.get(apiContext)(getPostcodeSource)
  return { attribution: source.ok ? source.data.attribution : null }
}

export default function CustomerTerms({ loaderData: { attribution } }: Route.ComponentProps) {
  return <TermsPage terms={CUSTOMER_TERMS} more={attribution ? [sourcesOf(attribution)] : []} />
}

const sourcesOf = (attribution: string): Section => ({
  id: 'sources',
  heading: 'Where our data comes from',
  text: <p>{attribution}</p>,
})
