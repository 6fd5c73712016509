import { getPreview } from '#modules/content/contract.ts'
import type { Call } from '#shared/call.ts'

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
