import { listRoadCharges } from '#modules/pricing/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import { addDays, daysBetween, isRealDay, localDayOf } from '#shared/local-time.ts'
import { bookableDays } from '../../eligible-units/queries.ts'
import { prepareAssumed, startOnWire } from '../../lowest-price/queries.ts'
import { DAYS_AROUND } from '../../rules.ts'
import { MOST_DAYS, type listDayPrices } from '../contract.ts'
import { findDayPrices } from '../queries.ts'

/** Days that were asked for by a page: of a month, or around the one chosen. */
export async function dayPrices(
  ctx: Ctx,
  { body, query }: InputOf<typeof listDayPrices>,
): Promise<AnswerOf<typeof listDayPrices> | Refusal> {
  const errors = windowProblems(query)
  if (errors) return refuse(commonRefusals.invalid, { errors })
  const prepared = await prepareAssumed(ctx, body)
  if (prepared instanceof Refusal) return prepared
  const { move } = prepared
  const asked = localDayOf(move.start)
  const from = query.from ?? (query.to ? addDays(query.to, -2 * DAYS_AROUND) : addDays(asked, -DAYS_AROUND))
  const to = query.to ?? (query.from ? addDays(query.from, 2 * DAYS_AROUND) : addDays(asked, DAYS_AROUND))
  const days = bookableDays(from, to, ctx.clock.now())
  return { ...startOnWire(prepared), days: await findDayPrices(ctx, move, await listRoadCharges(ctx), days) }
}

function windowProblems({ from, to }: InputOf<typeof listDayPrices>['query']): FieldErrors | undefined {
  if (from && !isRealDay(from)) return { from: ['This day does not exist.'] }
  if (to && !isRealDay(to)) return { to: ['This day does not exist.'] }
  if (!from || !to) return undefined
  if (from > to) return { to: ['The last day has to be after the first.'] }
  return daysBetween(from, to) < MOST_DAYS ? undefined : { to: [`Choose at most ${MOST_DAYS} days.`] }
}
