import { data } from 'react-router'
import { getSitemap, getSitemapPart } from '#modules/content/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext, configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import type { Route } from './+types/sitemap'
import { escapeXml, xmlAnswer } from './xml.ts'

export const handle: PageHandle = { isPublic: true }

/** For search engines: the list of the parts (/sitemap.xml), and the addresses of one part (/sitemap/services-1.xml). */
export const loader = (page: Route.LoaderArgs): Promise<Response> =>
  page.params.file === undefined ? listOfParts(page) : addressesOf(page, page.params.file)

async function listOfParts({ context }: Route.LoaderArgs): Promise<Response> {
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

async function addressesOf({ context }: Route.LoaderArgs, file: string): Promise<Response> {
  const part = /^(.*)\.xml$/.exec(file)?.[1]
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
