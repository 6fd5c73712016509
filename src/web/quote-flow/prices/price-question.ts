// What is asked for a price while the move is still being put together (ADR 0053).
import { loadOfOrder } from '#web/kit/bookings/load.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { toQuoteRequest, type QuoteRequest } from '../draft/draft-request.ts'
import type { Order } from '../draft/order.ts'

/**
 * The move without names, numbers and notes, in the van that is chosen or suggested; undefined until there is one and both places are
 * known. What it lacks of its start is assumed by the server.
 */
export function toPriceQuestion(order: Order): QuoteRequest | undefined {
  if (order.routePoints.some(({ postcode }) => normalisePostcode(postcode) === null)) return undefined
  const { van, help, fit, load, tooHeavy } = loadOfOrder(order)
  // What no van of the kind can do has no price.
  if (load.pieces > 0 && (fit?.trips === undefined || tooHeavy)) return undefined
  const request = toQuoteRequest({ ...order, van, helpLevel: help })
  if (!request) return undefined
  const { date, time } = order
  return {
    ...request,
    routePoints: request.routePoints.map(({ number, postcode, stairs, flatAndHouse }) => ({
      number,
      postcode,
      stairs,
      // Two addresses of one postcode are told apart by it.
      flatAndHouse,
      ...(number === 0 ? { date, time } : {}),
    })),
    customerNote: null,
  }
}
