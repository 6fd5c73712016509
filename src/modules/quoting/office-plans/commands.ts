import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { deleteInBatches } from '#platform/housekeeping.ts'
import { toJson } from '#platform/json-columns.ts'
import { spendForAddress } from '#platform/rate-limit.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { storedMove, type StoredMove } from '../saved-moves/commands.ts'
import type { askOffice, closeOfficePlan } from './contract.ts'
import { KEPT_DAYS, offeredRingTime, type PlanOutcome } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.office_plan.move': StoredMove
  }
}

/** Limit for calls to one number, which anybody can name: three a day from one network; beyond that one every ten minutes. */
const CALLS_TO_NUMBER = { name: 'office-calls', per: 'address', count: 3, seconds: 86_400 } as const

export async function askForPlan(
  ctx: Ctx,
  { name, phone, ringFrom, move }: InputOf<typeof askOffice>['body'],
): Promise<AnswerOf<typeof askOffice> | Refusal> {
  const stored = storedMove(move, 'move.')
  if (stored instanceof Refusal) return stored
  const now = ctx.clock.now()
  const time = offeredRingTime(new Date(ringFrom), now)
  if (!time) return invalidField('ring_from', 'Choose one of the times that we offer, within the next few days.')
  const tooMany = await spendForAddress(ctx, CALLS_TO_NUMBER, phone)
  if (tooMany) return tooMany
  await ctx.db
    .insertInto('quoting.office_plan')
    .values({
      name,
      phone,
      ringFrom: time.from,
      ringUntil: time.until,
      move: toJson(stored),
      createdAt: now,
      expiresAt: addMinutes(now, KEPT_DAYS * 24 * 60),
    })
    .execute()
  return { ringFrom: time.from.toISOString(), ringUntil: time.until.toISOString(), phone }
}

export const closePlan = (
  ctx: Ctx,
  id: string,
  outcome: PlanOutcome,
): Promise<AnswerOf<typeof closeOfficePlan> | Refusal> =>
  ctx.tx(async (tx) => (await closePlanWithin(tx, id, outcome)) ?? { detail: 'It is off the board.' })

/** The move of a call that is not closed. */
export async function findOpenPlan(ctx: Ctx, id: string): Promise<StoredMove | Refusal> {
  const plan = await ctx.db
    .selectFrom('quoting.office_plan')
    .select(['closedAt', 'move'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!plan) return refuse(commonRefusals.notFound)
  return plan.closedAt ? refuse(commonRefusals.conflict) : plan.move
}

/** Closes a call once, with the booking that was made of it. */
export async function closePlanWithin(
  tx: TxCtx,
  id: string,
  outcome: PlanOutcome,
  bookingId: string | null = null,
): Promise<Refusal | undefined> {
  const plan = await tx.db
    .selectFrom('quoting.office_plan')
    .select('closedAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) return refuse(commonRefusals.notFound)
  if (plan.closedAt) return refuse(commonRefusals.conflict)
  await tx.db
    .updateTable('quoting.office_plan')
    .set({ closedAt: tx.clock.now(), closedBy: userIdOf(tx.actor), outcome, bookingId })
    .where('id', '=', id)
    .execute()
  const after = bookingId ? { outcome, bookingId } : { outcome }
  await recordAudit(tx, { action: 'office_plan.closed', object: `office plan ${id}`, after })
  return undefined
}

export async function eraseOfficePlans(ctx: Ctx): Promise<void> {
  await deleteInBatches(ctx, 'quoting.office_plan', 'expires_at', ctx.clock.now())
}
