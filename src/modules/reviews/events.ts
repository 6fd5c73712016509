export interface OfReview {
  reviewId: string
  bookingId: string | null
  companyId: string
}

declare module '#platform/events.ts' {
  interface Events {
    'reviews.review-given': OfReview & { bookingId: string; unitId: string | null }
    'reviews.review-answered': OfReview
    'reviews.review-hidden': OfReview
    'reviews.review-restored': OfReview
  }
}
