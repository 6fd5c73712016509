// Sorting and filtering quotes: the address of pick-a-driver, and the query for the API.
import type { findQuotes } from '#modules/quoting/contract.ts'
import { MANY_REVIEWS, TOP_RATING, type Ordering } from '#modules/quoting/search/rules.ts'
import type { CallInput } from '#shared/endpoint.ts'

export interface QuoteSearch {
  ordering: Ordering
  payment: 'cash' | 'card' | null
  isTopRated: boolean
  isWellReviewed: boolean
  /** Without plans of several vans, or of two days. */
  isOneVan: boolean
  isOneDay: boolean
  isAtOnce: boolean
  page: number
  /** The longest page that the API answers, for the office. */
  isLong: boolean
}

const LONG_PAGE = 100

const orderings: readonly Ordering[] = ['best', 'price', 'rating', 'earliest']
const everything: QuoteSearch = {
  ordering: 'best',
  payment: null,
  isTopRated: false,
  isWellReviewed: false,
  isOneVan: false,
  isOneDay: false,
  isAtOnce: false,
  page: 1,
  isLong: false,
}

/** Reads the address; unknown values are ignored. */
export function readSearch(params: URLSearchParams): QuoteSearch {
  const payment = params.get('payment')
  const page = Number(params.get('page'))
  return {
    ordering: orderings.find((one) => one === params.get('ordering')) ?? everything.ordering,
    payment: payment === 'cash' || payment === 'card' ? payment : null,
    isTopRated: params.get('rating') === String(TOP_RATING),
    isWellReviewed: params.get('reviews') === String(MANY_REVIEWS),
    isOneVan: params.get('vans') === '1',
    isOneDay: params.get('days') === '1',
    isAtOnce: params.get('confirmed') === 'at-once',
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
    isLong: params.get('each') === String(LONG_PAGE),
  }
}

/** The address for a search, leaving out defaults: `''` or `?ordering=price&page=2`. */
export function writeSearch(search: QuoteSearch): string {
  const params = new URLSearchParams()
  if (search.ordering !== 'best') params.set('ordering', search.ordering)
  if (search.payment) params.set('payment', search.payment)
  if (search.isTopRated) params.set('rating', String(TOP_RATING))
  if (search.isWellReviewed) params.set('reviews', String(MANY_REVIEWS))
  if (search.isOneVan) params.set('vans', '1')
  if (search.isOneDay) params.set('days', '1')
  if (search.isAtOnce) params.set('confirmed', 'at-once')
  if (search.page > 1) params.set('page', String(search.page))
  if (search.isLong) params.set('each', String(LONG_PAGE))
  const text = params.toString()
  return text ? `?${text}` : ''
}

export const isFiltered = ({ payment, isTopRated, isWellReviewed, isAtOnce, ...search }: QuoteSearch): boolean =>
  payment !== null || isTopRated || isWellReviewed || isAtOnce || isOfOnePlan(search)

/** Only one van, or only one day: the server may refuse what needs more of them. */
export const isOfOnePlan = ({ isOneVan, isOneDay }: Pick<QuoteSearch, 'isOneVan' | 'isOneDay'>): boolean =>
  isOneVan || isOneDay

export const withoutFilters = ({ ordering }: QuoteSearch): QuoteSearch => ({ ...everything, ordering })

/** The search of a booking by phone: by whole price, whatever the customers' page begins with. */
export const searchByPhone = (page: number): string =>
  writeSearch({ ...everything, ordering: 'price', page, isLong: true })

export type QuoteQuery = CallInput<typeof findQuotes>['query']

/** The search as the API takes it. */
export const toQuoteQuery = (search: QuoteSearch): QuoteQuery => ({
  ordering: search.ordering,
  page: search.page,
  ...(search.isLong ? { pageSize: LONG_PAGE } : {}),
  ...(search.payment ? { paymentMethod: search.payment } : {}),
  ...(search.isTopRated ? { minRating: TOP_RATING } : {}),
  ...(search.isWellReviewed ? { minReviews: MANY_REVIEWS } : {}),
  ...(search.isOneVan ? { maxVans: 1 } : {}),
  ...(search.isOneDay ? { maxDays: 1 } : {}),
  ...(search.isAtOnce ? { atOnce: 'true' } : {}),
})
