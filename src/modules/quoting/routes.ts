import { withOwnCompany } from '#modules/companies/queries.ts'
import { withOwnUnit } from '#modules/fleet/queries.ts'
import { cancellationPolicyAt, listRoadCharges } from '#modules/pricing/queries.ts'
import type { CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { serve, type Api } from '#platform/serve.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { pageLinks } from '#shared/page.ts'
import { findAlternatives, noAlternatives, type Alternatives, dayPrices } from './alternatives/queries.ts'
import { saveSearch, type KeptQuote } from './commands.ts'
import { findQuotes, getRouteDetails } from './contract.ts'
import { getFromPrice, findLowestPrice, tryOutUnit, listDayPrices } from './from-price/contract.ts'
import { rememberedFromPrices, lowestPrice, tryOut } from './from-price/queries.ts'
import { countedSearches } from './insights/commands.ts'
import { getUnitGains, listUnitSearches } from './insights/contract.ts'
import { rememberedGains } from './insights/queries.ts'
import { listSearches } from './insights/search-history-queries.ts'
import { refuseIfImpossible } from './load/queries.ts'
import { orderOf, prepareMove, timed, type TimedMove } from './move/queries.ts'
import { atMost, searchesToKeep } from './policy.ts'
import { askForPlan, closePlan } from './office-plans/commands.ts'
import { askOffice, closeOfficePlan, listOfficePlans } from './office-plans/contract.ts'
import { listOpenPlans } from './office-plans/queries.ts'
import { findOffersAndPlans, refuseWithoutPlan, usualPlan } from './plans/queries.ts'
import { MOST_DAYS, MOST_VANS } from './plans/rules.ts'
import { arrangeOffers, filterCountsOf, type Offer } from './queries.ts'
import { simulatePrice } from './replay/contract.ts'
import { simulate } from './replay/queries.ts'
import { ALTERNATIVES_AT_ONCE, DAY_PRICES_AT_ONCE, countNoOfferReasons } from './rules.ts'
import { addMove, removeMove, renameMove, handOver, openByCode, share } from './saved-moves/commands.ts'
import {
  getSavedMove,
  listSavedMoves,
  removeSavedMove,
  renameSavedMove,
  saveMove,
  getKeptMove,
  handOverMove,
  openMoveByCode,
  shareMove,
} from './saved-moves/contract.ts'
import { listOwnMoves, readSavedMove, readKeptMove } from './saved-moves/queries.ts'
import { findOffersAtOtherStarts } from './schedule/queries.ts'
import { isConfirmedAtOnce, offerOnWire } from './search/queries.ts'

export function routes(api: Api): void {
  serve(api, getRouteDetails, async (ctx, { body }) => {
    const move = await prepareMove(ctx, body, { start: false, oneVan: false })
    if (move instanceof Refusal) return move
    const refused = refuseWithoutPlan(move)
    if (refused) return refused
    const usual = refuseIfImpossible(body, move.legs) && usualPlan(move)
    return { order: { ...orderOf(usual?.lead ?? move, body, await listRoadCharges(ctx)), plan: usual?.plan } }
  })
  const isKept = searchesToKeep()
  // Alternatives cost many times as much as offers, so they are dropped first under load.
  const inTurn = atMost(ALTERNATIVES_AT_ONCE)
  const alternatives: typeof findAlternatives = (...found) => inTurn(() => findAlternatives(...found), noAlternatives)
  const otherStarts: typeof findOffersAtOtherStarts = (...found) => inTurn(() => findOffersAtOtherStarts(...found), [])
  const count = countedSearches(api)
  serve(api, findQuotes, (ctx, input) => answerQuotes(ctx, input, { isKept, alternatives, otherStarts, count }))
  const fromPrice = rememberedFromPrices()
  serve(api, getFromPrice, (ctx, { query }) => fromPrice(ctx, query))
  serve(api, findLowestPrice, (ctx, { body }) => lowestPrice(ctx, body))
  const monthInTurn = atMost(DAY_PRICES_AT_ONCE)
  serve(api, listDayPrices, (ctx, input) =>
    monthInTurn<AnswerOf<typeof listDayPrices> | Refusal>(
      () => dayPrices(ctx, input),
      refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 }),
    ),
  )
  keptMoveRoutes(api)
  savedMoveRoutes(api)
  serve(api, askOffice, (ctx, { body }) => askForPlan(ctx, body))
  serve(api, listOfficePlans, (ctx, { query }) => listOpenPlans(ctx, query))
  serve(api, closeOfficePlan, (ctx, { params, body }) => closePlan(ctx, params.id, body.outcome))
  serve(api, simulatePrice, (ctx, { params, body }) =>
    withOwnCompany(ctx, params.id, (companyId) => simulate(ctx, companyId, body)),
  )
  serve(api, listUnitSearches, (ctx, { params, query }) =>
    withOwnUnit(ctx, params.id, ({ unitId }) => listSearches(ctx, unitId, query)),
  )
  serve(api, tryOutUnit, (ctx, { params, body }) => withOwnUnit(ctx, params.id, (unit) => tryOut(ctx, unit, body)))
  const gains = rememberedGains()
  serve(api, getUnitGains, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => gains(ctx, unit)))
}

async function answerQuotes(
  ctx: Ctx,
  { body, query }: InputOf<typeof findQuotes>,
  {
    isKept,
    alternatives,
    otherStarts,
    count,
  }: {
    isKept: (ctx: Ctx) => boolean
    alternatives: typeof findAlternatives
    otherStarts: typeof findOffersAtOtherStarts
    count: ReturnType<typeof countedSearches>
  },
): Promise<AnswerOf<typeof findQuotes> | Refusal> {
  const prepared = await prepareMove(ctx, body, { oneVan: false })
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that needs a start was prepared without one')
  const charges = await listRoadCharges(ctx)
  const { workingUnit } = query
  const among = workingUnit ? { unitIds: [workingUnit.toLowerCase()], isAsChecked: false } : undefined
  const wish = { mostVans: query.maxVans ?? MOST_VANS, mostDays: query.maxDays ?? MOST_DAYS }
  const found = await findOffersAndPlans(ctx, move, charges, { wish, among })
  // Further pages belong to the search that led to them, and so does a price that is asked for again.
  if (query.page === 1 && !among) count(ctx, move, found.offers.length > 0)
  // No other order lists who is free only at another start.
  const later = query.ordering === 'earliest' && !among ? await otherStarts(ctx, move, charges, found.offers) : []
  const all = [...found.offers, ...later]
  const now = ctx.clock.now()
  const arranged = arrangeOffers(all, query, move.start, now)
  const from = (query.page - 1) * query.pageSize
  const page = arranged.slice(from, from + query.pageSize)
  const others = all.length === 0 && !among ? await alternatives(ctx, move, charges) : noAlternatives
  const impossible = isNoDriverFree(all, others) ? refuseWithoutPlan(move, { wish, payloadKg: null }) : undefined
  const policy = await cancellationPolicyAt(ctx, now)
  const savedQuotes = await saveSearch(ctx, move, { ...found, charges }, page, !among && isKept(ctx))
  if (impossible) return impossible
  return {
    order: orderOf(shownMove(move, found.offers), body, charges),
    count: arranged.length,
    atOnceCount: arranged.filter((offer) => isConfirmedAtOnce(offer, now)).length,
    filterCounts: filterCountsOf(arranged),
    ...pageLinksOf(query, arranged.length),
    ...others,
    whyNobody: found.offers.length === 0 ? countNoOfferReasons(found.outcomes) : [],
    results: savedQuotes.map((one) => quoteOf(one, policy, now)),
  }
}

/**
 * Whether no driver is free now or at nearby times: then the answer says if no usual van could do the move at any time.
 */
const isNoDriverFree = (offers: readonly Offer[], { nearestTimes }: Alternatives): boolean =>
  offers.length === 0 && nearestTimes.length === 0

/** The move in the trips of a van with the usual payload, unless all units shown need fewer. */
function shownMove(move: TimedMove, offers: readonly Offer[]): TimedMove {
  const alone = offers.filter(({ plan }) => !plan)
  if (alone.length === 0 && offers[0]) return offers[0].move
  const most = alone.reduce<TimedMove | undefined>((a, { move: b }) => (a && a.trips >= b.trips ? a : b), undefined)
  return most && most.trips < move.trips ? most : move
}

function pageLinksOf(query: InputOf<typeof findQuotes>['query'], count: number) {
  const { page, pageSize, ordering, paymentMethod, minRating, minReviews, atOnce, workingUnit, maxVans, maxDays } =
    query
  const filters = {
    ordering,
    payment_method: paymentMethod,
    min_rating: minRating,
    min_reviews: minReviews,
    at_once: atOnce,
    working_unit: workingUnit,
    max_vans: maxVans,
    max_days: maxDays,
  }
  return pageLinks('/api/booking/companies-quotes/', filters, { page, pageSize }, count)
}

const quoteOf = ({ quoteId, validUntil, offer }: KeptQuote, policy: CancellationPolicy, now: Date) => ({
  quoteId,
  validUntil: validUntil.toISOString(),
  ...offerOnWire(offer, policy, now),
})

function savedMoveRoutes(api: Api): void {
  serve(api, listSavedMoves, async (ctx, { query }) => {
    const { count, results } = await listOwnMoves(ctx, query)
    return { count, ...pageLinks('/api/users/moves/', {}, query, count), results }
  })
  serve(api, saveMove, (ctx, { body }) => addMove(ctx, body))
  serve(api, getSavedMove, (ctx, { params }) => readSavedMove(ctx, params.id))
  serve(api, renameSavedMove, (ctx, { params, body }) => renameMove(ctx, params.id, body.name))
  serve(api, removeSavedMove, (ctx, { params }) => removeMove(ctx, params.id))
}

function keptMoveRoutes(api: Api): void {
  serve(api, handOverMove, (ctx, { body }) => handOver(ctx, body))
  serve(api, shareMove, (ctx, { body }) => share(ctx, body))
  serve(api, openMoveByCode, (ctx, { body }) => openByCode(ctx, body.code))
  serve(api, getKeptMove, (ctx, { params }) => readKeptMove(ctx, params.token))
}
