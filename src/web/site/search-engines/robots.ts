import { configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import type { Route } from './+types/robots'

export const handle: PageHandle = { isPublic: true }

/**
 * Pages that are not for search engines say so themselves, which only who may read them learns. The API has nothing for search engines
 * but pictures.
 */
export function loader({ context }: Route.LoaderArgs): Response {
  const { publicUrl } = context.get(configContext)
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/content-image/',
    'Allow: /api/share-image/',
    'Allow: /api/company/pictures/',
    'Disallow: /session/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
