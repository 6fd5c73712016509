import { listRoadCharges } from '#modules/pricing/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { prepareMove, timed, type TimedMove } from '../move/queries.ts'
import type { AskedMove } from '../move/rules.ts'
import { findOffers, lowestOf } from '../queries.ts'
import type { findLowestPrice } from './contract.ts'
import { withAssumedStart, type AssumedStart } from './rules.ts'

/** The quotes' own search and prices, of which only the number and the lowest are answered and nothing is stored. */
export async function lowestPrice(ctx: Ctx, asked: AskedMove): Promise<AnswerOf<typeof findLowestPrice> | Refusal> {
  const prepared = await prepareAssumed(ctx, asked)
  if (prepared instanceof Refusal) return prepared
  const { offers } = await findOffers(ctx, prepared.move, await listRoadCharges(ctx))
  return { ...startOnWire(prepared), companies: offers.length, fromPence: lowestOf(offers) }
}

export type Assumed = Omit<AssumedStart, 'move'> & { move: TimedMove }

/** A move, at the start that is assumed where none is chosen. */
export async function prepareAssumed(ctx: Ctx, asked: AskedMove): Promise<Assumed | Refusal> {
  const assumed = withAssumedStart(asked, ctx.clock.now())
  const prepared = await prepareMove(ctx, assumed.move, true)
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that needs a start was prepared without one')
  return { ...assumed, move }
}

export const startOnWire = ({ move, isDayAssumed, isTimeAssumed }: Assumed) => ({
  startAt: move.start.toISOString(),
  isDayAssumed,
  isTimeAssumed,
})
