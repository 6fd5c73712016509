import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { Html, ContentPicture } from '#web/kit/content/content-picture.tsx'
import type { MoveDays } from '#web/kit/forms/move-day.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { articleAddress, type ArticleWithBody } from '../page-texts.ts'
import { Crumbs } from '../crumbs.tsx'
import { MoveSign } from '../move-form.tsx'
import { dateText } from './article-card.tsx'

export function ArticlePage({ article, days }: { article: ArticleWithBody; days: MoveDays }) {
  const publicUrl = useRootData()?.config.publicUrl ?? ''
  const { title, excerpt, publishedAt, readingMinutes, author, imageUrl, imageAlt, readNext } = article
  const steps = [
    { name: 'Blog', to: '/blog' },
    { name: title, to: articleAddress(article.slug) },
  ]
  return (
    <Page>
      <Crumbs steps={steps} about={[articleData(article, publicUrl)]} />
      <div className="split">
        <article className="article">
          <h1>{title}</h1>
          <p className="meta num mt-3">
            <time dateTime={publishedAt}>{dateText(publishedAt)}</time>
            <span>
              <Icon of={Clock} />
              {readingMinutes} min read
            </span>
            <span>{author}</span>
          </p>
          <p className="lead mt-4">{excerpt}</p>
          {imageUrl ? (
            <ContentPicture
              className="article__pic mt-4 block-box w-full h-auto r-card cover"
              url={imageUrl}
              alt={imageAlt}
              sizes="(min-width: 768px) 40rem, 100vw"
            />
          ) : null}
          <Html className="prose mt-4" html={article.bodyHtml} />
        </article>
        <aside className="split__side stack gap-5">
          <MoveSign title="Price your own move" days={days} note="We show the minutes before you book." />
          {readNext.length > 0 ? (
            <nav className="card" aria-label="Read next">
              <h2 className="h3">Read next</h2>
              <div className="divide more-list">
                {readNext.map((next) => (
                  <Link key={next.id} to={articleAddress(next.slug)}>
                    {next.title}
                    <small>{next.excerpt}</small>
                  </Link>
                ))}
              </div>
            </nav>
          ) : null}
        </aside>
      </div>
    </Page>
  )
}

function articleData(article: ArticleWithBody, publicUrl: string): object {
  const { title, searchDescription, publishedAt, changedAt, author, shareImageUrl, slug } = article
  return {
    '@type': 'Article',
    headline: title,
    description: searchDescription,
    datePublished: publishedAt,
    dateModified: changedAt,
    image: new URL(shareImageUrl, `${publicUrl || 'http://localhost'}/`).href,
    mainEntityOfPage: `${publicUrl}${articleAddress(slug)}`,
    author: { '@type': 'Organization', name: author, url: publicUrl },
    publisher: { '@type': 'Organization', name: 'Vanfare', url: publicUrl },
  }
}
