import { REVIEW_ORDERS, type ReviewOrder } from '#modules/reviews/rules.ts'
import { REVIEW_ORDER_NAMES } from '#web/kit/company/review.tsx'
import { FilterChips } from '#web/kit/forms/filter-chips.tsx'

/** Order of reviews in the address; “newest” if missing or unknown. */
export const orderIn = ({ searchParams }: URL): ReviewOrder =>
  REVIEW_ORDERS.find((order) => order === searchParams.get('order')) ?? 'newest'

const inAddress = (order: ReviewOrder): Record<string, string> => (order === 'newest' ? {} : { order })

/** Each order has its own address, which begins at the first page. */
export const ReviewsInOrder = ({ order: shown }: { order: ReviewOrder }) => (
  <FilterChips
    label="Order of the reviews"
    filters={REVIEW_ORDERS.map((order) => ({
      name: REVIEW_ORDER_NAMES[order],
      to: `?${new URLSearchParams(inAddress(order)).toString()}#reviews`,
      isOn: order === shown,
    }))}
  />
)

/** The page after these, in the same order. */
export const moreReviews = (companyId: string, order: ReviewOrder, after: string): string =>
  `/companies/${companyId}/reviews?${new URLSearchParams({ ...inAddress(order), after }).toString()}`
