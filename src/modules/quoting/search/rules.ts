/** The orders in which prices are listed (decisions §4); words.ts says them. Pure. */

/** "4.8 and over", "50+ reviews": the filters that the pages offer. */
export const TOP_RATING = 4.8
export const MANY_REVIEWS = 50

export type Ordering = 'best' | 'price' | 'rating' | 'earliest'

/** Number of reviews of the prior rating that is added to a company's own when ranking. */
export const PRIOR_REVIEWS = 10
export const PRIOR_RATING = 4.5
/** Share of bookings honoured that is assumed until a company’s own figure is published. */
export const PRIOR_RELIABILITY = 0.95
/** What a star below five, and a booking in a hundred that was not kept, add to a price in the default order. */
export const PERCENT_PER_STAR = 20
export const PERCENT_PER_LOST_BOOKING = 1

/** The mean that companies are ranked by, 1 to 5: few reviews move it little, and without any it is the mark that all start from. */
export const weightedRating = ({ rating, reviewsCount }: Rated): number =>
  (PRIOR_REVIEWS * PRIOR_RATING + reviewsCount * (rating ?? PRIOR_RATING)) / (PRIOR_REVIEWS + reviewsCount)

interface Rated {
  /** The mean of the reviews; null without any. */
  rating: number | null
  reviewsCount: number
}

export interface Valued extends Rated {
  totalPence: number
  /** The share of bookings kept, 0 to 1; null until it is shown. */
  reliability: number | null
}

/** The price that the default order compares, in pence and parts of them: dearer by what rating and reliability lack. */
export function valuePence(of: Valued): number {
  const stars = (5 - weightedRating(of)) * PERCENT_PER_STAR
  const lost = (1 - (of.reliability ?? PRIOR_RELIABILITY)) * 100 * PERCENT_PER_LOST_BOOKING
  return of.totalPence * (1 + (stars + lost) / 100)
}

interface Ranked extends Valued {
  /** Minutes between the start of this offer and the one that was asked for. */
  minutesAway: number
  id: string
}

type Compare = (a: Ranked, b: Ranked) => number

const byValue: Compare = (a, b) => valuePence(a) - valuePence(b)
const byPrice: Compare = (a, b) => a.totalPence - b.totalPence
const byRating: Compare = (a, b) => weightedRating(b) - weightedRating(a)
const byReviews: Compare = (a, b) => b.reviewsCount - a.reviewsCount
const byDistance: Compare = (a, b) => a.minutesAway - b.minutesAway
const byId: Compare = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const orders: Record<Ordering, Compare[]> = {
  best: [byValue, byPrice, byReviews, byId],
  price: [byPrice, byRating, byId],
  rating: [byRating, byPrice, byReviews, byId],
  earliest: [byDistance, byPrice, byId],
}

/** A total order, so that the same search always gives the same pages. */
export const compareBy =
  (ordering: Ordering): Compare =>
  (a, b) => {
    for (const compare of orders[ordering]) {
      const difference = compare(a, b)
      if (difference !== 0) return difference
    }
    return 0
  }

/** The orders of prices in words, made from the figures that they go by; published, as the P2B regulation requires. Apart from the rules, which pages load at once. */

/** The default order in words. */
export const RANKING_TEXT = `Best value weighs the whole price with how the work is done: each tenth of a star below 5 counts as ${PERCENT_PER_STAR / 10}% on the price, each booking in a hundred that the company didn’t keep as ${PERCENT_PER_LOST_BOOKING}%, and the lowest sum comes first. Nobody can pay to rank higher.`

/** How a rating is weighed, wherever companies are ranked by it. */
export const RATING_TEXT = `So that one review doesn’t beat a hundred, a rating counts as if ${PRIOR_REVIEWS} more customers had given ${PRIOR_RATING} stars. Bookings kept are counted from five jobs on; until then they count as ${PRIOR_RELIABILITY * 100}%.`

/** The other orders in words. */
export const ORDER_TEXTS: Record<Exclude<Ordering, 'best'>, string> = {
  price: 'Cheapest is by the whole price alone.',
  rating: 'Top rated is by rating, weighed in the same way, then by price.',
  earliest:
    'Free soonest is by the free start nearest to the time you asked for. Drivers who are only free at another time that day are listed too, with their time.',
}
