import type { ReviewOrder } from '#modules/reviews/rules.ts'

export const REVIEW_ORDER_NAMES: Record<ReviewOrder, string> = {
  newest: 'Newest',
  highest: 'Highest',
  lowest: 'Lowest',
}
