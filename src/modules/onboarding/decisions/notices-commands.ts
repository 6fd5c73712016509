import { notifyOwner, type CompanyNotice } from '#modules/companies/commands.ts'
import { canAppealFrom } from '#modules/fleet/units/rules.ts'
import { queueMessage, type NewMail } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { documentsChecked, nextSentences, personDecided } from '../messages.ts'
import { readUnitDetails } from '../queries.ts'
import { eraseBefore } from './commands.ts'
import { isOver, lastState, type Decision, type LastState, type StopState } from './rules.ts'
import { personForNotice } from '../office/commands.ts'
import {
  appealCame,
  appealUpheld,
  blockLifted,
  officeStopped,
  unitStopped,
  mergeNotices,
  type StoppedUnit,
} from './messages.ts'

/**
 * Runs a minute after a decision: deletes the data for its undo, and notifies the driver if it is still in force.
 * Several decisions about one unit share a notice, sent after the last that could still be undone.
 */
export const concludeDecision = (ctx: Ctx, { decisionId }: { decisionId: string }): Promise<void> =>
  ctx.tx(async (tx) => {
    const decision = await tx.db
      .selectFrom('fleet.office_decision')
      .select(['companyId', 'unitId', 'personId'])
      .where('id', '=', decisionId)
      .executeTakeFirst()
    if (!decision) return
    await eraseBefore(tx, decisionId)
    const unnotified = await listUnnotified(tx, decision)
    if (unnotified.some((one) => !isOver(one.undoUntil, tx.clock.now()))) return
    const last = unnotified.at(-1)
    if (!last) return
    const { companyId, unitId, personId } = decision
    if (personId) await notifyOfPerson(tx, { companyId, personId }, last)
    else if (unitId) await notifyOfUnit(tx, { companyId, unitId }, lastState(unnotified), last.decidedBy)
    const ids = unnotified.map(({ id }) => id)
    await tx.db.updateTable('fleet.office_decision').set({ toldAt: tx.clock.now() }).where('id', 'in', ids).execute()
  })

const listUnnotified = (ctx: TxCtx, { unitId, personId }: { unitId: string | null; personId: string | null }) =>
  ctx.db
    .selectFrom('fleet.office_decision')
    .select(['id', 'kind', 'detail', 'decidedBy', 'undoUntil'])
    .where(unitId ? 'unitId' : 'personId', '=', unitId ?? personId)
    .where('toldAt', 'is', null)
    .where('undoneAt', 'is', null)
    .orderBy('decidedAt')
    .orderBy('id')
    .forUpdate()
    .execute()

async function notifyOfPerson(
  ctx: TxCtx,
  { companyId, personId }: { companyId: string; personId: string },
  { detail }: Decision,
): Promise<void> {
  const person = await ctx.db
    .selectFrom('fleet.person')
    .select(['id', 'firstName', 'lastName'])
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person || !detail.person) return
  const { isApproved } = detail.person
  const notice = personDecided(personForNotice(ctx, person), { isApproved, reason: detail.reason ?? '' })
  await notifyOwner(ctx, companyId, 'verification', notice)
}

async function notifyOfUnit(
  ctx: TxCtx,
  { companyId, unitId }: { companyId: string; unitId: string },
  { decided, stop }: LastState,
  by: string | null,
): Promise<void> {
  const unit = await readUnitDetails(ctx, unitId)
  const ofDocuments = decided.length > 0 ? documentsChecked(unit, decided) : null
  const ofStop = stop ? await noticeOfStop(ctx, unitId, stop) : null
  const notice = ofStop && ofDocuments ? mergeNotices(ofStop, ofDocuments) : (ofStop ?? ofDocuments)
  if (notice) await notifyOwner(ctx, companyId, 'verification', notice)
  if (stop?.kind === 'blocked' || stop?.kind === 'deactivated') {
    const isBlocked = stop.kind === 'blocked'
    await ctx.emit({ type: 'fleet.unit-stopped', unitId })
    await notifyOffice(
      ctx,
      officeStopped(await readStopped(ctx, unitId), { isBlocked, reason: stop.reason, by: await nameOf(ctx, by) }),
    )
  }
}

async function noticeOfStop(ctx: TxCtx, unitId: string, { kind, reason }: StopState): Promise<CompanyNotice> {
  const unit = await readUnitDetails(ctx, unitId)
  const { email } = ctx.config.contacts
  if (kind === 'lifted') return blockLifted(unit, reason, nextSentences(unit.status))
  if (kind === 'appeal_upheld') {
    const { appealAnsweredAt } = await ctx.db
      .selectFrom('fleet.working_unit')
      .select('appealAnsweredAt')
      .where('id', '=', unitId)
      .executeTakeFirstOrThrow()
    return appealUpheld(unit, { reason, againFrom: canAppealFrom(appealAnsweredAt ?? ctx.clock.now()), email })
  }
  return unitStopped(unit, { isBlocked: kind === 'blocked', reason, email })
}

/** Emails the address of the people at the desk. */
const notifyOffice = (ctx: TxCtx, mail: Omit<NewMail, 'channel' | 'to'>): Promise<string> =>
  queueMessage(ctx, { channel: 'email', to: ctx.config.officeEmail, ...mail })

async function readStopped(ctx: TxCtx, unitId: string): Promise<StoppedUnit> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .select(['u.id', 'u.name', 'c.name as company', 'v.registration'])
    .where('u.id', '=', unitId)
    .executeTakeFirstOrThrow()
  return { ...unit, url: `${ctx.config.publicUrl}/admin/stopped?unit=${unitId}` }
}

async function nameOf(ctx: TxCtx, userId: string | null): Promise<string | null> {
  if (!userId) return null
  const user = await ctx.db.selectFrom('identity.user').select('firstName').where('id', '=', userId).executeTakeFirst()
  return user?.firstName ?? null
}

/** An appeal has come in: a colleague has to look at the decision again. */
export async function notifyOfficeOfAppeal(ctx: TxCtx, { unitId }: { unitId: string }): Promise<void> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select('appeal')
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  await notifyOffice(ctx, appealCame(await readStopped(ctx, unitId), unit.appeal ?? ''))
}
