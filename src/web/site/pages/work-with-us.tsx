import { getEarnings } from '#modules/figures/contract.ts'
import { isVanCategory, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { getRootContent } from '#modules/content/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { metaOf } from '../page-texts.ts'
import { introOf } from './faq-page.tsx'
import type { Route } from './+types/work-with-us'
import type { AskedEarnings } from './earnings.tsx'
import { WorkPage } from './work-page.tsx'

export const handle: PageHandle = {
  isOfSite: true,
  hydrate: 'intent',
  isPublic: true,
  offersHelp: true,
  drawnBy: { district: /^[A-Za-z]{1,2}\d[A-Za-z\d]?$/, van: VAN_CATEGORIES },
}

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const page = contentOf(await context.get(apiContext)(getRootContent, { params: { key: 'work-with-us' } }))
  // The sections say the rest.
  return {
    page: { ...page, bodyHtml: introOf(page.bodyHtml) },
    earnings: await readEarnings(context, url.searchParams),
  }
}

/** Null unless the address contains a question. */
async function readEarnings(
  context: Route.LoaderArgs['context'],
  searchParams: URLSearchParams,
): Promise<AskedEarnings | null> {
  const [district, vanCategory] = [searchParams.get('district')?.trim() ?? '', searchParams.get('van') ?? '']
  if (!district || !isVanCategory(vanCategory)) return null
  const answer = await context.get(apiContext)(getEarnings, { query: { district, vanCategory } })
  if (answer.ok) return { district, vanCategory, found: answer.data, error: null }
  return {
    district,
    vanCategory,
    found: null,
    error: answer.problem.errors?.['district']?.[0] ?? answer.problem.detail ?? '',
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => metaOf(matches, loaderData?.page, '/work-with-us')

export default function WorkWithUs({ loaderData }: Route.ComponentProps) {
  return <WorkPage {...loaderData} />
}
