import type { OwnUnit } from '#modules/fleet/queries.ts'
import { cancellationPolicyAt, listRoadCharges } from '#modules/pricing/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { unitsOf } from '#platform/session.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { orderOf, prepareMove, timed } from '../move/queries.ts'
import { offerOnWire } from '../offer-answer/queries.ts'
import { findOffers, type Offers } from '../queries.ts'
import { seenOutcomeOf, seenText, type SeenOutcome } from '../search-history/rules.ts'
import type { tryOutUnit } from './contract.ts'

/** Up to the office, or to a colleague: then it is asked again without these. */
const APART: readonly SeenOutcome[] = ['not_operating', 'people', 'cheaper_colleague']

/** One unit held against a move by the statement, the rules and the prices of a customer's search. Writes nothing. */
export async function tryOut(
  ctx: Ctx,
  { unitId }: OwnUnit,
  asked: InputOf<typeof tryOutUnit>['body'],
): Promise<AnswerOf<typeof tryOutUnit> | Refusal> {
  const prepared = await prepareMove(ctx, asked, true)
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that needs a start was prepared without one')
  const charges = await listRoadCharges(ctx)
  const id = unitId.toLowerCase()
  // With its colleagues: of a company's units a search shows the cheapest.
  const unitIds = [id, ...(unitsOf(ctx.actor)?.unitIds ?? [])]
  const seen = seenOf(await findOffers(ctx, move, charges, { unitIds, isAsChecked: false }), id)
  const otherwise = APART.includes(seen.outcome)
    ? seenOf(await findOffers(ctx, move, charges, { unitIds: [id], isAsChecked: true }), id)
    : seen
  const { offer } = otherwise
  return {
    order: orderOf(offer?.move ?? move, asked, charges),
    ...inWords(seen),
    otherwise: inWords(otherwise),
    offer: offer ? offerOnWire(offer, await cancellationPolicyAt(ctx, ctx.clock.now())) : null,
  }
}

/** What became of a unit among the offers; one that the search does not name works elsewhere. */
function seenOf({ offers, unitIds, outcomes }: Offers, id: string) {
  const outcome = seenOutcomeOf(outcomes[unitIds.indexOf(id)] ?? null)
  return { outcome, offer: offers.find(({ unit }) => unit.id === id) }
}

const inWords = ({ outcome }: { outcome: SeenOutcome }) => ({ outcome, reason: seenText(outcome) })
