import { Link } from 'react-router'
import type { listArticles } from '#modules/content/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { EmptyNote } from '../empty-note.tsx'
import { ListPages } from '#web/ui/list-pages.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { RootContent } from '../content.ts'
import { ArticleCard } from './article-card.tsx'
import { blogAddress } from './topics.ts'

interface BlogPageProps {
  words: RootContent
  list: AnswerOf<typeof listArticles>
  topic: string | null
  page: number
}

export function BlogPage({ words, list, topic, page }: BlogPageProps) {
  const total = list.topics.reduce((sum, { count }) => sum + count, 0)
  return (
    <Page>
      <PageHead title={words.title}>
        <p className="lead">{words.description}</p>
      </PageHead>
      <nav aria-label="Topics">
        <ul className="chips">
          <TopicChip name="All" count={total} to="/blog" isOn={topic === null} />
          {list.topics.map(({ name, count }) => (
            <TopicChip key={name} name={name} count={count} to={blogAddress(name)} isOn={topic === name} />
          ))}
        </ul>
      </nav>
      {list.results.length > 0 ? (
        <ul className="posts list mt-5">
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
    <li>
      <Link className="chip" to={to} aria-current={isOn ? 'true' : undefined}>
        {name} <span className="count">{count}</span>
      </Link>
    </li>
  )
}
