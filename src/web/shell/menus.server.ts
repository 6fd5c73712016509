import type { RouterContextProvider } from 'react-router'
import { getCategories, getLocationsPage, getPreview } from '#modules/content/contract.ts'
import { getPostcodeSource } from '#modules/geo/contract.ts'
import { sourceText } from '#modules/geo/postcode-import/rules.ts'
import type { Call } from '#shared/call.ts'
import { firstOfRegions } from '#web/kit/content/content-picture.tsx'
import { apiContext, editionContext } from '#web/kit/page/context.ts'
import type { Menus } from '#web/kit/page/root-data.ts'

const FRESH_MS = 60_000
/** If the content could not be had. */
const RETRY_MS = 5000
const MOST_LOCATIONS = 12

interface Kept {
  menus: Promise<Menus>
  until: number
}

const menusByEdition = new WeakMap<object, Kept>()

/** What the header's menus lead to: asked for once a minute and after a publication, not with every page. */
export function readMenus(context: Readonly<RouterContextProvider>): Promise<Menus> {
  const edition = context.get(editionContext)
  const now = performance.now()
  const known = menusByEdition.get(edition)
  if (known && known.until > now) return known.menus
  const fresh: Kept = { until: now + FRESH_MS, menus: askForMenus(context.get(apiContext)) }
  menusByEdition.set(edition, fresh)
  return fresh.menus.then((menus) => {
    if (menus.services.length > 0 && menus.locations.length > 0) return menus
    // Busy for a moment, perhaps: the old ones are better than none.
    fresh.until = performance.now() + RETRY_MS
    if (known) fresh.menus = known.menus
    return fresh.menus
  })
}

async function askForMenus(call: Call): Promise<Menus> {
  const [services, locations] = await Promise.all([call(getCategories), call(getLocationsPage)])
  const short = ({ name, slug }: Menus['services'][number]) => ({ name, slug })
  return {
    services: services.ok ? services.data.map(short) : [],
    locations: locations.ok ? firstOfRegions(locations.data.results).slice(0, MOST_LOCATIONS).map(short) : [],
  }
}

/** What the licence of the imported places asks every page to show; null where none were imported. No page fails for it. */
export async function readDataSource(call: Call): Promise<string | null> {
  const answer = await call(getPostcodeSource)
  if (!answer.ok || answer.data.attribution === null) return null
  return sourceText({ ...answer.data, attribution: answer.data.attribution })
}

/**
 * "View on site" for the office, which otherwise has no business on the public pages (spec §2): the address carries a preview of that
 * very page, `?view=…`, and holds as long as it.
 */
export async function isViewedOnSite(call: Call, { pathname, searchParams }: URL): Promise<boolean> {
  const token = searchParams.get('view')
  if (token === null) return false
  const answer = await call(getPreview, { query: { token } })
  return answer.ok && answer.data.path === pathname
}
