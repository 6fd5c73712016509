import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getRootContent, listArticles } from '#modules/content/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageIn } from '#web/kit/page/page-in-address.ts'
import { ListPages } from '#web/ui/tabs.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { type RootContent, metaOf } from '../page-texts.ts'
import { feedLink } from '../search-engines/xml.ts'
import type { Route } from './+types/blog'
import { ArticleCard } from './article-card.tsx'

/** What articles are about; the lists by topic are cached by these. */
const TOPICS = ['Price', 'Packing', 'Roads', 'The day', 'Home']

function topicIn({ searchParams }: URL): string | null {
  const topic = searchParams.get('topic')
  return topic !== null && TOPICS.includes(topic) ? topic : null
}

/** "/blog?topic=Price&page=2" */
function blogAddress(topic: string | null, page = 1): string {
  const search = new URLSearchParams({ ...(topic ? { topic } : {}), ...(page > 1 ? { page: String(page) } : {}) })
  return search.size > 0 ? `/blog?${search.toString()}` : '/blog'
}

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
  const [rootContent, list] = await Promise.all([
    call(getRootContent, { params: { key: 'blog' } }),
    call(listArticles, { query: { page, ...(topic ? { topic } : {}) } }),
  ])
  return { content: contentOf(rootContent), list: contentOf(list), topic, page }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...metaOf(
    matches,
    loaderData && withPage(loaderData.content, loaderData),
    blogAddress(loaderData?.topic ?? null, loaderData?.page ?? 1),
  ),
  feedLink,
]

/** No two addresses have the same title. */
const withPage = <Words extends { title: string }>(
  texts: Words,
  { topic, page }: { topic: string | null; page: number },
) => ({
  ...texts,
  title: [texts.title, topic, page > 1 ? `page ${page}` : null].filter(Boolean).join(', '),
})

export default function Blog({ loaderData }: Route.ComponentProps) {
  return <BlogPage {...loaderData} />
}

interface BlogPageProps {
  content: RootContent
  list: AnswerOf<typeof listArticles>
  topic: string | null
  page: number
}

function BlogPage({ content, list, topic, page }: BlogPageProps) {
  const total = list.topics.reduce((sum, { count }) => sum + count, 0)
  return (
    <Page>
      <PageHead title={content.title}>
        <p className="lead">{content.description}</p>
      </PageHead>
      <nav aria-label="Topics">
        <ul className="chips strip">
          <TopicChip name="All" count={total} to="/blog" isOn={topic === null} />
          {list.topics.map(({ name, count }) => (
            <TopicChip key={name} name={name} count={count} to={blogAddress(name)} isOn={topic === name} />
          ))}
        </ul>
      </nav>
      {list.results.length > 0 ? (
        <ul className="grid gap-5 min-18 list mt-5">
          {list.results.map((article, index) => (
            <ArticleCard key={article.id} article={article} isLead={index === 0 && page === 1} />
          ))}
        </ul>
      ) : (
        <EmptyNote title="No articles yet">
          <Link to="/blog">All articles</Link>
        </EmptyNote>
      )}
      <ListPages
        label="Pages of articles"
        page={page}
        next={list.next}
        count={list.count}
        countIsMinimum={false}
        keeps={topic ? `?topic=${encodeURIComponent(topic)}` : ''}
      />
    </Page>
  )
}

function TopicChip({ name, count, to, isOn }: { name: string; count: number; to: string; isOn: boolean }) {
  return (
    <li className="rigid">
      <Link className="chip" to={to} aria-current={isOn ? 'true' : undefined}>
        {name} <span className="count">{count}</span>
      </Link>
    </li>
  )
}

/** Where a list has nothing in it, and the way on. */
function EmptyNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="end">
      <h2 className="h3">{title}</h2>
      {children}
    </section>
  )
}
