import { getSitemap } from '#modules/content/sitemap/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext, configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import type { Route } from './+types/sitemap'
import { escapeXml, xmlAnswer } from './xml.ts'

export const handle: PageHandle = { isPublic: true }

/** The list of the parts (sitemap-part.ts), for search engines. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { publicUrl } = context.get(configContext)
  const parts = contentOf(await context.get(apiContext)(getSitemap))
  return xmlAnswer('application/xml', [
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...parts.map(({ part, changedAt }) => {
      const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`
      return `<sitemap><loc>${escapeXml(`${publicUrl}/sitemap/${part}.xml`)}</loc>${changed}</sitemap>`
    }),
    '</sitemapindex>',
  ])
}
