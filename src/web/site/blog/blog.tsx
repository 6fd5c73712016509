import { getRootContent, listArticles } from '#modules/content/contract.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { pageIn } from '#web/kit/page/page-in-address.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { feedLink } from '../search-engines/feed-link.ts'
import { metaOf } from '../page-texts.ts'
import type { Route } from './+types/blog'
import { BlogPage } from './blog-page.tsx'
import { blogAddress, topicIn, TOPICS } from './topics.ts'

/** As many as can be cached: articles are written by the week. */
const MOST_PAGES = 50

export const handle: PageHandle = {
  isOfSite: true,
  hydrate: 'intent',
  isPublic: true,
  offersHelp: true,
  drawnBy: { topic: TOPICS, page: Array.from({ length: MOST_PAGES }, (_, index) => String(index + 1)) },
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const topic = topicIn(url)
  const page = pageIn(url.href)
  const [words, list] = await Promise.all([
    call(getRootContent, { params: { key: 'blog' } }),
    call(listArticles, { query: { page, ...(topic ? { topic } : {}) } }),
  ])
  return { words: contentOf(words), list: contentOf(list), topic, page }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...metaOf(
    matches,
    loaderData && withPage(loaderData.words, loaderData),
    blogAddress(loaderData?.topic ?? null, loaderData?.page ?? 1),
  ),
  feedLink,
]

/** No two addresses have the same title. */
const withPage = <Words extends { title: string }>(
  words: Words,
  { topic, page }: { topic: string | null; page: number },
) => ({
  ...words,
  title: [words.title, topic, page > 1 ? `page ${page}` : null].filter(Boolean).join(', '),
})

export default function Blog({ loaderData }: Route.ComponentProps) {
  return <BlogPage {...loaderData} />
}
