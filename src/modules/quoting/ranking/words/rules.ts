/** The orders of prices in words, made from the figures that they go by; published, as the P2B regulation requires. Apart from the rules, which pages load at once. */
import {
  PERCENT_PER_LOST_BOOKING,
  PERCENT_PER_STAR,
  PRIOR_RATING,
  PRIOR_RELIABILITY,
  PRIOR_REVIEWS,
  type Ordering,
} from '../rules.ts'

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
