import { tellOwner } from '#modules/companies/notices/commands.ts'
import { SOON_DAYS } from '#modules/fleet/documents/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { reviewStatuses } from '../../commands.ts'
import { personExpired, personExpiresSoon } from '../../office/people/messages.ts'
import { toldPerson } from '../../office/people/commands.ts'

/**
 * Tells owners whose people's checks expire within thirty days, and again on the day. It can run at any hour and as often as it likes:
 * each is told once. Whom a van may bring needs no job: a search compares the days.
 */
export async function checkPeopleExpiry(ctx: Ctx): Promise<void> {
  const today = localDayOf(ctx.clock.now())
  for (const checkId of await listUntold(ctx, today)) await ctx.tx((tx) => tellOf(tx, checkId, today))
  await endGrace(ctx, today)
}

async function listUntold(ctx: Ctx, today: LocalDay): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('fleet.person_check')
    .select('id')
    .where('status', '=', 'approved')
    .where((eb) =>
      eb.or([
        eb.and([eb('expiresOn', '<=', addDays(today, SOON_DAYS)), eb('warnedAt', 'is', null)]),
        eb.and([eb('expiresOn', '<=', today), eb('endedToldAt', 'is', null)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function tellOf(ctx: TxCtx, checkId: string, today: LocalDay): Promise<void> {
  const check = await ctx.db
    .selectFrom('fleet.person_check as c')
    .innerJoin('fleet.person as p', 'p.id', 'c.personId')
    .select(['p.id', 'p.companyId', 'p.firstName', 'p.lastName', 'c.expiresOn', 'c.endedToldAt', 'c.warnedAt'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('fleet.person_check as other')
            .select('other.id')
            .whereRef('other.personId', '=', 'p.id')
            .where('other.status', '=', 'pending'),
        )
        .as('isRenewalWaiting'),
    )
    .where('c.id', '=', checkId)
    .where('c.status', '=', 'approved')
    .forNoKeyUpdate('c')
    .executeTakeFirst()
  if (!check?.expiresOn) return
  const hasExpired = check.expiresOn <= today
  if (hasExpired ? check.endedToldAt : check.warnedAt) return
  const told = toldPerson(ctx, check)
  const message = hasExpired
    ? personExpired(told)
    : personExpiresSoon(told, check.expiresOn, Boolean(check.isRenewalWaiting))
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('fleet.person_check')
    .set({ warnedAt: check.warnedAt ?? now, ...(hasExpired ? { endedToldAt: now } : {}) })
    .where('id', '=', checkId)
    .execute()
  await reviewStatuses(ctx, { companyId: check.companyId })
  await tellOwner(ctx, check.companyId, 'document_expiry', message)
}

/** Units from before people were asked for: when their days of grace are over, a unit without a checked person stops. */
async function endGrace(ctx: Ctx, today: LocalDay): Promise<void> {
  const units = await ctx.db
    .selectFrom('fleet.working_unit')
    .select('id')
    .where('peopleGraceUntil', '<=', today)
    .orderBy('id')
    .execute()
  for (const { id } of units)
    await ctx.tx(async (tx) => {
      await tx.db.updateTable('fleet.working_unit').set({ peopleGraceUntil: null }).where('id', '=', id).execute()
      await reviewStatuses(tx, { unitId: id })
    })
}
