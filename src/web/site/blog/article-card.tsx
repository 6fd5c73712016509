import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { localDayOf } from '#shared/local-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/badge.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import { CardPicture } from '../crumbs.tsx'
import { articleAddress, type ArticleInList } from '../page-texts.ts'

interface ArticleCardProps {
  article: ArticleInList
  isLead?: boolean
  /** Heading level of the card. */
  level?: 2 | 3
}

export function ArticleCard({ article, isLead = false, level = 2 }: ArticleCardProps) {
  const Title = `h${level}` as const
  const { slug, title, excerpt, imageUrl, topic, publishedAt, readingMinutes } = article
  return (
    <li className={classNames('cells', isLead && 'post--lead')}>
      <Link className="card post-card cells pack-top p-0 ink no-line" to={articleAddress(slug)}>
        <CardPicture url={imageUrl} isSign={topic === 'Price' || topic === 'Roads'}>
          <TopicDrawing topic={topic} />
        </CardPicture>
        <div className="post-card__txt cells g-2 p-4">
          <div className="meta num">
            <time dateTime={publishedAt}>{dateText(publishedAt)}</time>
            <span>
              <Icon of={Clock} />
              {readingMinutes} min read
            </span>
          </div>
          <Title>{title}</Title>
          <p>{excerpt}</p>
        </div>
      </Link>
    </li>
  )
}

/** Drawing for an article without a picture of its own. */
function TopicDrawing({ topic }: { topic: string }) {
  if (topic === 'Price') return <span>£</span>
  if (topic === 'Roads') return <span>A23</span>
  return (
    <div className="kerb">
      {topic === 'Packing' ? <Van category="medium_van" load={1} /> : null}
      {topic === 'Home' ? <Van category="luton_van" load={0.6} /> : null}
      {topic === 'The day' ? <Person /> : null}
      {topic === 'Packing' || topic === 'Home' ? null : <Van category="large_van" load={0.4} />}
    </div>
  )
}

const months = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "2 March 2026": of a text, not of a booking, so the month is a word. */
export const dateText = (publishedAt: string): string => months.format(new Date(localDayOf(new Date(publishedAt))))
