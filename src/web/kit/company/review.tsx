import type { ReactNode } from 'react'
import { HELP_LEVEL_LABELS, VAN_NAMES } from '#modules/fleet/rules.ts'
import type { listCompanyReviews, getCompanyPage } from '#modules/reviews/contract.ts'
import { MARK_NAMES, MARKS, meanOf, type ReviewOrder } from '#modules/reviews/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { Rating } from '#web/ui/badge.tsx'

export type Review = AnswerOf<typeof listCompanyReviews>['results'][number]

interface ReviewProps {
  review: Review
  /** Who answers. */
  companyName: string
  /** Whether each score is shown too. */
  showsMarks?: boolean
  headingLevel?: 'h2' | 'h3'
  /** Below it: what can be done with it. */
  children?: ReactNode
}

/** A customer’s review of a company, and the company’s answer. */
export function ReviewArticle({
  review,
  companyName,
  showsMarks,
  headingLevel: Heading = 'h3',
  children,
}: ReviewProps) {
  const { authorName, text, move, answer } = review
  return (
    <article className="review py-4">
      <div className="row apart g-1-4 mb-3">
        <Heading className="review__who h4">{move ? `${authorName}, ${move.from} to ${move.to}` : authorName}</Heading>
        <Rating rating={meanOf(review)} />
      </div>
      {text ? <p className="as-typed long">{text}</p> : null}
      {showsMarks ? (
        <p className="small num">{MARKS.map((mark) => `${MARK_NAMES[mark]} ${review[mark]}`).join(', ')}</p>
      ) : null}
      <p className="small muted num">{whenText(review)}</p>
      {answer ? (
        <div className="bar-left bg-paper r-small p-3-4 t-sm lh-14 as-typed long mt-3">
          <b>{companyName} answers</b> {answer.text}
        </div>
      ) : null}
      {children}
    </article>
  )
}

/** "March 2026. Large Van, One man helps": the month alone, as its author was told. */
export function whenText({ createdAt, move }: Review): string {
  const month = formatDay(localDayOf(new Date(createdAt)))
    .split(' ')
    .slice(2)
    .join(' ')
  const year = createdAt.slice(0, 4)
  const when = month.endsWith(year) ? month : `${month} ${year}`
  return move ? `${when}. ${VAN_NAMES[move.vanCategory]}, ${HELP_LEVEL_LABELS[move.manPower]}` : when
}

export const REVIEW_ORDER_NAMES: Record<ReviewOrder, string> = {
  newest: 'Newest',
  highest: 'Highest',
  lowest: 'Lowest',
}

type Marked = Pick<AnswerOf<typeof getCompanyPage>, 'reviewsCount' | 'distribution' | 'marks'>

/** How many gave how many stars, and the mean of each mark; nothing without reviews. */
export function Marks({ reviewsCount: count, distribution, marks }: Marked) {
  if (!marks) return null
  return (
    <>
      <div className="stars5 cells g-15 t-sm figures-even mb-4">
        {distribution
          .map((number, index) => ({ number, stars: index + 1 }))
          .toReversed()
          .map(({ number, stars }) => (
            <div className="cells g-3 level" key={stars}>
              <span>{countOf(stars, 'star')}</span>
              <meter
                className="w-full h-3 edge-w-ink r-small bg-sunken"
                value={number}
                max={count}
                aria-label={`${number} of ${count}`}
              />
              <span>{number}</span>
            </div>
          ))}
      </div>
      <dl className="terms t-sm lh-135 num">
        {MARKS.map((mark) => (
          <div key={mark}>
            <dt>{MARK_NAMES[mark]}</dt>
            <dd>{marks[mark].toFixed(1)}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted mt-3">
        Only customers whose move is finished can review, once each. We hide a review only for what it says, never for
        its stars.
      </p>
    </>
  )
}
