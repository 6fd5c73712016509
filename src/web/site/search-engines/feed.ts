import { getRootContent, listArticles, getSitemapPart } from '#modules/content/contract.ts'
import { contentIfAny, contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext, configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { articleAddress } from '../page-texts.ts'
import type { Route } from './+types/feed'
import { FEED, escapeXml, xmlAnswer } from './xml.ts'

export const handle: PageHandle = { isPublic: true }

const MOST = 20

/** The newest articles, for feed readers (Atom, RFC 4287). */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { publicUrl } = context.get(configContext)
  const call = context.get(apiContext)
  const [blogPage, list, changes] = await Promise.all([
    call(getRootContent, { params: { key: 'blog' } }),
    call(listArticles, { query: { pageSize: MOST } }),
    call(getSitemapPart, { params: { part: 'articles-1' } }),
  ])
  const { title, searchDescription, changedAt } = contentOf(blogPage)
  const articles = contentOf(list).results
  const changed = new Map((contentIfAny(changes) ?? []).map((entry) => [entry.path, entry.changedAt]))
  const entries = articles.map((article) => {
    const path = articleAddress(article.slug)
    return { ...article, path, updated: changed.get(path) ?? article.publishedAt }
  })
  const updated =
    entries
      .map((entry) => entry.updated)
      .toSorted()
      .at(-1) ?? changedAt
  return xmlAnswer('application/atom+xml', [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">',
    `<title>${escapeXml(`${title} | Vanfare`)}</title>`,
    `<subtitle>${escapeXml(searchDescription)}</subtitle>`,
    `<id>${escapeXml(`${publicUrl}/blog`)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${publicUrl}${FEED}`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${publicUrl}/blog`)}"/>`,
    `<updated>${updated}</updated>`,
    ...entries.map((entry) =>
      [
        '<entry>',
        // Stays when its slug changes.
        `<id>urn:uuid:${entry.id}</id>`,
        `<title>${escapeXml(entry.title)}</title>`,
        `<link rel="alternate" type="text/html" href="${escapeXml(`${publicUrl}${entry.path}`)}"/>`,
        `<published>${entry.publishedAt}</published>`,
        `<updated>${entry.updated}</updated>`,
        `<author><name>${escapeXml(entry.author)}</name></author>`,
        `<category term="${escapeXml(entry.topic)}"/>`,
        `<summary>${escapeXml(entry.excerpt)}</summary>`,
        '</entry>',
      ].join(''),
    ),
    '</feed>',
  ])
}
