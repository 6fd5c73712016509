import type { getCompanyPage } from '#modules/reviews/contract.ts'
import { MARK_NAMES, MARKS } from '#modules/reviews/rules.ts'
import { countOf } from '#shared/count-of.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

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
      <dl className="terms num">
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
