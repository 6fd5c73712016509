import { sql, type SqlBool } from 'kysely'
import { notifyOwner } from '#modules/companies/commands.ts'
import { vanWithDocuments, listDocuments, type SubmissionRow } from '#modules/fleet/documents/queries.ts'
import {
  requiredDocuments,
  validDocument,
  expiresSoon,
  SOON_DAYS,
  type VanWithDocuments,
  type DocumentKind,
  type DocumentStatus,
} from '#modules/fleet/documents/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { reviewStatuses, notifyOfEarlierBookings } from './commands.ts'
import {
  motDueSoon,
  motIsDue,
  documentsExpired,
  documentsExpireSoon,
  personExpired,
  personExpiresSoon,
} from './messages.ts'
import { personForNotice } from './office/commands.ts'
import { readUnitDetails } from './queries.ts'

/**
 * Notifies units whose documents expire within thirty days, and stops those whose documents have expired. May run at any hour and
 * any number of times: each is notified once.
 */
export async function checkExpiry(ctx: Ctx): Promise<void> {
  const today = localDayOf(ctx.clock.now())
  for (const companyId of await listConcerned(ctx, today)) await ctx.tx((tx) => checkCompany(tx, companyId, today))
  await stopWithoutMot(ctx, today)
  await notifyOfEarlierBookings(ctx)
}

/** An approved document or check whose owner has yet to hear that it expires soon, or has expired. */
const isDue = (today: LocalDay) => sql<SqlBool>`status = 'approved'
  and (expires_on <= ${addDays(today, SOON_DAYS)} and warned_at is null or expires_on <= ${today} and ended_told_at is null)`

async function listConcerned(ctx: Ctx, today: LocalDay): Promise<string[]> {
  const rows = await ctx.db.selectFrom('fleet.document').select('companyId').distinct().where(isDue(today)).execute()
  return rows.map(({ companyId }) => companyId)
}

async function checkCompany(ctx: TxCtx, companyId: string, today: LocalDay): Promise<void> {
  await ctx.db.selectFrom('companies.company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const documents = await listDocuments(ctx, companyId)
  await reviewStatuses(ctx, { companyId })
  const due = await findDueNotices(ctx, companyId, today)
  for (const unit of await listUnits(ctx, companyId)) {
    const own = documents.filter(({ unitId }) => unitId === null || unitId === unit.id)
    await notifyOfExpiry(ctx, companyId, { unit, own, due, today })
  }
  await markNotified(ctx, companyId, today)
}

interface DueNotices {
  soon: Set<string>
  ended: Set<string>
}

async function findDueNotices(ctx: TxCtx, companyId: string, today: LocalDay): Promise<DueNotices> {
  const rows = await ctx.db
    .selectFrom('fleet.document')
    .select(['id', 'expiresOn', 'warnedAt', 'endedToldAt'])
    .where('companyId', '=', companyId)
    .where('status', '=', 'approved')
    .where('expiresOn', 'is not', null)
    .execute()
  const has = (day: LocalDay | null) => day !== null && day <= today
  return {
    soon: new Set(rows.filter((row) => row.warnedAt === null && !has(row.expiresOn)).map(({ id }) => id)),
    ended: new Set(rows.filter((row) => row.endedToldAt === null && has(row.expiresOn)).map(({ id }) => id)),
  }
}

interface UnitRow {
  id: string
  status: string
  van: VanWithDocuments | null
}

async function listUnits(ctx: TxCtx, companyId: string): Promise<UnitRow[]> {
  return ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(['u.id', 'u.status', vanWithDocuments.as('van')])
    .where('u.companyId', '=', companyId)
    .where('u.officeBlock', 'is', null)
    .orderBy('u.createdAt')
    .execute()
}

/** Only required documents, and only if no other of that kind is valid longer. */
async function notifyOfExpiry(
  ctx: TxCtx,
  companyId: string,
  { unit, own, due, today }: { unit: UnitRow; own: SubmissionRow[]; due: DueNotices; today: LocalDay },
): Promise<void> {
  const soon: { kind: DocumentKind; expiresOn: LocalDay; isRenewalWaiting: boolean }[] = []
  const ended: DocumentKind[] = []
  for (const kind of requiredDocuments(unit.van, today)) {
    const ofKind = own.filter((document) => document.kind === kind)
    const running = validDocument(ofKind, today)
    if (running?.expiresOn && due.soon.has(running.id) && expiresSoon(running.expiresOn, today))
      soon.push({
        kind,
        expiresOn: running.expiresOn,
        isRenewalWaiting: ofKind.some(({ status }) => status === 'pending'),
      })
    if (!running && ofKind.some(({ id }) => due.ended.has(id))) ended.push(kind)
  }
  if (soon.length === 0 && ended.length === 0) return
  const details = await readUnitDetails(ctx, unit.id)
  if (soon.length > 0) await notifyOwner(ctx, companyId, 'document_expiry', documentsExpireSoon(details, soon))
  if (ended.length > 0) await notifyOwner(ctx, companyId, 'document_expiry', documentsExpired(details, ended))
}

async function markNotified(ctx: TxCtx, companyId: string, today: LocalDay): Promise<void> {
  const now = ctx.clock.now()
  const approved = () =>
    ctx.db.updateTable('fleet.document').where('companyId', '=', companyId).where('status', '=', 'approved')
  await approved()
    .set({ warnedAt: now })
    .where('warnedAt', 'is', null)
    .where('expiresOn', '<=', addDays(today, SOON_DAYS))
    .execute()
  await approved().set({ endedToldAt: now }).where('endedToldAt', 'is', null).where('expiresOn', '<=', today).execute()
}

/** Vans reach MOT age on 1 January. A van without an MOT certificate by then is notified, unless one awaits checking. */
async function stopWithoutMot(ctx: Ctx, today: LocalDay): Promise<void> {
  for (const unit of await listWithoutMot(ctx, oldFrom(today), ['approved']))
    await ctx.tx(async (tx) => {
      await reviewStatuses(tx, { unitId: unit.id })
      const details = await readUnitDetails(tx, unit.id)
      if (details.status === 'not_ready_for_a_job')
        await notifyOwner(tx, unit.companyId, 'document_expiry', motIsDue(details))
    })
}

/** A month before, on that day only. */
export async function notifyFirstMots(ctx: Ctx): Promise<void> {
  const today = localDayOf(ctx.clock.now())
  if (today.slice(5) !== '12-02') return
  const day = `${Number(today.slice(0, 4)) + 1}-01-01`
  for (const unit of await listWithoutMot(ctx, oldFrom(day), ['approved', 'pending']))
    await ctx.tx(async (tx) => {
      await notifyOwner(tx, unit.companyId, 'document_expiry', motDueSoon(await readUnitDetails(tx, unit.id), day))
    })
}

/** The latest year of registration for which an MOT is required on a day. */
const oldFrom = (day: LocalDay): number => Number(day.slice(0, 4)) - 4

/** Working units whose van was registered in this year or earlier, without an MOT certificate in one of these states. */
async function listWithoutMot(ctx: Ctx, year: number, states: DocumentStatus[]) {
  return ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('fleet.van as v', 'v.unitId', 'u.id')
    .select(['u.id', 'u.companyId'])
    .where('u.status', 'in', ['operating', 'insurance_expires_soon'])
    .where('v.year', '<=', year)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fleet.document as d')
            .select('d.id')
            .whereRef('d.unitId', '=', 'u.id')
            .where('d.kind', '=', 'mot')
            .where('d.status', 'in', states),
        ),
      ),
    )
    .execute()
}

/**
 * Notifies owners whose people's checks expire within thirty days, and again on the day. It can run at any hour and any
 * number of times: each notice is sent once. The crew that a van may bring needs no job: a search compares the days.
 */
export async function checkPeopleExpiry(ctx: Ctx): Promise<void> {
  const today = localDayOf(ctx.clock.now())
  for (const checkId of await listUnnotifiedChecks(ctx, today)) await ctx.tx((tx) => notifyOfCheck(tx, checkId, today))
  await endGrace(ctx, today)
}

async function listUnnotifiedChecks(ctx: Ctx, today: LocalDay): Promise<string[]> {
  const rows = await ctx.db.selectFrom('fleet.person_check').select('id').where(isDue(today)).execute()
  return rows.map(({ id }) => id)
}

async function notifyOfCheck(ctx: TxCtx, checkId: string, today: LocalDay): Promise<void> {
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
  const person = personForNotice(ctx, check)
  const message = hasExpired
    ? personExpired(person)
    : personExpiresSoon(person, check.expiresOn, Boolean(check.isRenewalWaiting))
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('fleet.person_check')
    .set({ warnedAt: check.warnedAt ?? now, ...(hasExpired ? { endedToldAt: now } : {}) })
    .where('id', '=', checkId)
    .execute()
  await reviewStatuses(ctx, { companyId: check.companyId })
  await notifyOwner(ctx, check.companyId, 'document_expiry', message)
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
