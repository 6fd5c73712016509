import { data } from 'react-router'
import { getSitemapPart } from '#modules/content/sitemap/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext, configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import type { Route } from './+types/sitemap-part'
import { escapeXml, xmlAnswer } from './xml.ts'

export const handle: PageHandle = { isPublic: true }

/** The addresses of one part: /sitemap/services-1.xml */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const part = /^(.*)\.xml$/.exec(params.file)?.[1]
  // oxlint-disable-next-line typescript/only-throw-error -- the framework's way to say so
  if (!part) throw data(null, { status: 404 })
  const { publicUrl } = context.get(configContext)
  const entries = contentOf(await context.get(apiContext)(getSitemapPart, { params: { part } }))
  return xmlAnswer('application/xml', [
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map(({ path, changedAt }) => {
      const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`
      return `<url><loc>${escapeXml(`${publicUrl}${path}`)}</loc>${changed}</url>`
    }),
    '</urlset>',
  ])
}
