import { lockCompany } from '#modules/fleet/people/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { lift, lockStop, stopUnit, viewStop } from './commands.ts'
import { noneStopped, noneToStop, type blockCompany } from './contract.ts'

type Decided = AnswerOf<typeof blockCompany>

/** Stops every unit that is not stopped yet; those that are keep their own reason. */
export const stopCompany = (
  ctx: Ctx,
  companyId: string,
  stop: { block: 'blocked' | 'deactivated'; reason: string },
): Promise<Decided | Refusal> =>
  ctx.tx(async (tx) => {
    const units = await lockUnits(tx, companyId)
    if (!units) return refuse(commonRefusals.notFound)
    const open = units.filter(({ officeBlock }) => officeBlock === null)
    if (open.length === 0) return refuse(noneToStop)
    for (const { id } of open) {
      const refused = await stopUnit(tx, id, stop)
      if (refused instanceof Refusal) return refused
    }
    const after = { reason: stop.reason, units: open.map(({ id }) => id) }
    await recordAudit(tx, { action: `company.${stop.block}`, object: `company ${companyId}`, after })
    return viewCompany(tx, companyId, units)
  })

export const restoreCompany = (ctx: Ctx, companyId: string, reason: string): Promise<Decided | Refusal> =>
  ctx.tx(async (tx) => {
    const units = await lockUnits(tx, companyId)
    if (!units) return refuse(commonRefusals.notFound)
    const stopped = units.filter(({ officeBlock }) => officeBlock !== null)
    if (stopped.length === 0) return refuse(noneStopped)
    for (const { id } of stopped) {
      const unit = await lockStop(tx, id)
      if (unit) await lift(tx, unit, reason)
    }
    const after = { reason, units: stopped.map(({ id }) => id) }
    await recordAudit(tx, { action: 'company.restored', object: `company ${companyId}`, after })
    return viewCompany(tx, companyId, units)
  })

type Unit = { id: string; officeBlock: 'blocked' | 'deactivated' | null }

/** The company first, as every decision about its documents locks it; its units in one order. */
async function lockUnits(ctx: TxCtx, companyId: string): Promise<Unit[] | undefined> {
  const [company] = await lockCompany(ctx, companyId)
  if (!company) return undefined
  return ctx.db
    .selectFrom('fleet.working_unit')
    .select(['id', 'officeBlock'])
    .where('companyId', '=', companyId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function viewCompany(ctx: TxCtx, companyId: string, units: readonly Unit[]): Promise<Decided> {
  const seen: Awaited<ReturnType<typeof viewStop>>[] = []
  for (const { id } of units) seen.push(await viewStop(ctx, id))
  return {
    id: companyId,
    units: seen.map(({ id, status }) => ({ id, status })),
    bookingsAhead: seen.reduce((sum, { bookingsAhead }) => sum + bookingsAhead, 0),
  }
}
