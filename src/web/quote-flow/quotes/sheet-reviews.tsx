import { useEffect, useRef, useState } from 'react'
import type { getCompanyPage } from '#modules/reviews/company-page/contract.ts'
import type { listCompanyReviews } from '#modules/reviews/contract.ts'
import { REVIEW_ORDERS, type ReviewOrder } from '#modules/reviews/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { Marks } from '#web/kit/company/review-scores.tsx'
import { REVIEW_ORDER_NAMES } from '#web/kit/reviews/order-names.ts'
import { ReviewArticle } from '#web/kit/reviews/review.tsx'
import { useRead } from '#web/kit/session/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { Skeleton } from '#web/ui/empty.tsx'

type Company = AnswerOf<typeof getCompanyPage>

/** Reviews in words, the newest first unless asked otherwise, page by page. */
export function SheetReviews({ company }: { company: Company }) {
  const [order, setOrder] = useState<ReviewOrder>('newest')
  if (company.reviewsCount === 0) return <p className="muted">Customers review a move once it’s finished.</p>
  return (
    <>
      <Marks {...company} />
      {company.reviewsCount > 1 ? (
        <Segmented
          className="mt-4"
          legend="Order of the reviews"
          name="review-order"
          choices={REVIEW_ORDERS.map((value) => ({ value, label: REVIEW_ORDER_NAMES[value] }))}
          value={order}
          onChange={setOrder}
        />
      ) : null}
      <div className="divide mt-3">
        <ReviewsPage key={order} company={company} order={order} after={null} />
      </div>
    </>
  )
}

const PAGE_SIZE = 5

function ReviewsPage({ company, order, after }: { company: Company; order: ReviewOrder; after: string | null }) {
  const query = new URLSearchParams({ order, page_size: String(PAGE_SIZE), ...(after ? { after } : {}) })
  const { state, again } = useRead<typeof listCompanyReviews>(`/api/company/${company.id}/reviews/?${query.toString()}`)
  const [isMoreAsked, askMore] = useState(false)
  const start = useRef<HTMLDivElement>(null)
  const isFurther = after !== null
  useEffect(() => {
    // The button that was pressed is gone.
    if (isFurther) start.current?.focus()
  }, [isFurther])
  return (
    <div ref={start} tabIndex={isFurther ? -1 : undefined} aria-busy={state === 'asking'}>
      {state === 'asking' ? <Skeleton /> : null}
      {state === 'failed' || state === 'absent' ? (
        <Button size="small" onClick={again}>
          Reviews couldn’t be loaded. Try again
        </Button>
      ) : null}
      {typeof state === 'object' ? (
        <>
          {state.results.map((review) => (
            <ReviewArticle key={review.id} review={review} companyName={company.name} />
          ))}
          {state.nextCursor && isMoreAsked ? (
            <ReviewsPage company={company} order={order} after={state.nextCursor} />
          ) : null}
          {state.nextCursor && !isMoreAsked ? (
            <Button size="small" className="mt-3" onClick={() => askMore(true)}>
              More reviews
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
