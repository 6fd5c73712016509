import { clearSchedule, saveSchedule } from '#modules/calendar/hours/commands.ts'
import { notifyOwner } from '#modules/companies/commands.ts'
import { replaceArea, saveJobs, insertUnit } from '#modules/fleet/units/commands.ts'
import { listHeldAhead, type OwnUnit } from '#modules/fleet/queries.ts'
import { coversDay } from '#modules/fleet/documents/rules.ts'
import { isHeldDone } from '#modules/fleet/rules.ts'
import { getUnitOf } from '#modules/fleet/units/queries.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { Refusal, type AnswerOf, type InputOf, type Role } from '#shared/endpoint.ts'
import { lastDayOf } from '#shared/local-time.ts'
import type { setUpUnit as endpoint } from './contract.ts'
import { bookingsUncovered } from './messages.ts'
import { readCompany, readUnitDetails, type KnownUnit, type Units } from './queries.ts'

/** Job for a decision that can be undone until it is due. */
export const documentsShortened = jobName<Shortened>('onboarding.papers-shortened')

interface Shortened {
  unitId: string
  /** Day until which its documents covered it before. */
  papersUntil: string
}

/**
 * Recalculates the status of every unit that a change may affect, and until when its documents cover it. The only
 * writer of both: all other code changes a fact and emits an event (src/app/subscribers.ts). Units are locked in one
 * order, so that changes to one company are serialised, and a booking sees the state before or after a change. Notices
 * to the owner wait until `notifyFrom`.
 */
export async function reviewStatuses(ctx: TxCtx, of: Units, { notifyFrom }: { notifyFrom?: Date } = {}): Promise<void> {
  await lockUnits(ctx, of)
  const company = await readCompany(ctx, of)
  if (!company) return
  const changed = company.units.filter(({ status, statusReason, documentsUntil, derived }) => {
    return status !== derived.status || statusReason !== derived.reason || documentsUntil !== derived.documentsUntil
  })
  for (const unit of changed) await setStatus(ctx, unit)
  for (const { id: unitId, documentsUntil, derived } of changed) {
    if (derived.documentsUntil >= documentsUntil) continue
    if (notifyFrom)
      await ctx.enqueue(documentsShortened, { unitId, papersUntil: documentsUntil }, { startAfter: notifyFrom })
    else await notifyUncovered(ctx, { unitId, papersUntil: documentsUntil })
  }
}

const lockUnits = (ctx: TxCtx, of: Units) =>
  ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .select('u.id')
    .where((eb) => {
      if ('unitId' in of) return eb('u.id', '=', of.unitId)
      return 'companyId' in of ? eb('u.companyId', '=', of.companyId) : eb('c.ownerUserId', '=', of.ownerId)
    })
    .orderBy('u.id')
    .forNoKeyUpdate('u')
    .execute()

async function setStatus(ctx: TxCtx, { id, status, derived }: KnownUnit): Promise<void> {
  const { documentsUntil } = derived
  await ctx.db
    .updateTable('fleet.working_unit')
    .set((eb) => ({
      status: derived.status,
      statusReason: derived.reason,
      papersUntil: documentsUntil,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  if (status === derived.status) return
  await recordAudit(ctx, {
    action: 'working_unit.status',
    object: `working_unit ${id}`,
    before: { status },
    after: { status: derived.status, reason: derived.reason },
  })
}

/** The documents count for a shorter time than they did: the owner learns once which bookings they no longer cover. These stand. */
async function notifyUncovered(ctx: TxCtx, { unitId, papersUntil: coveredUntil }: Shortened): Promise<void> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['companyId', 'papersUntil'])
    .where('id', '=', unitId)
    .executeTakeFirst()
  if (!unit || unit.papersUntil >= coveredUntil) return
  const held = (await listHeldAhead(ctx, unitId)).filter(({ start, end, status }) => {
    const day = lastDayOf(start, end)
    return !isHeldDone(status) && coversDay(coveredUntil, day) && !coversDay(unit.papersUntil, day)
  })
  if (held.length === 0) return
  await notifyOwner(ctx, unit.companyId, 'document_expiry', bookingsUncovered(await readUnitDetails(ctx, unitId), held))
}

/**
 * Notifies owners of bookings made before documents had to cover their day and that are after the end of cover: each
 * owner once.
 */
export async function notifyOfEarlierBookings(ctx: Ctx): Promise<void> {
  const units = await ctx.db.selectFrom('fleet.working_unit').select('id').where('isCoverUntold', '=', true).execute()
  for (const { id: unitId } of units)
    await ctx.tx(async (tx) => {
      const first = await tx.db
        .updateTable('fleet.working_unit')
        .set({ isCoverUntold: false })
        .where('id', '=', unitId)
        .where('isCoverUntold', '=', true)
        .returning('id')
        .executeTakeFirst()
      if (first) await notifyUncovered(tx, { unitId, papersUntil: 'infinity' })
    })
}

export const notifyOfShorterCover = (ctx: Ctx, shortened: Shortened): Promise<void> =>
  ctx.tx((tx) => notifyUncovered(tx, shortened))

type Parts = InputOf<typeof endpoint>['body']
type Before = AnswerOf<typeof endpoint>

/** All parts or none. Answers what they were. */
export const setUpUnit = (ctx: Ctx, unit: OwnUnit, parts: Parts): Promise<Before | Refusal> =>
  ctx.tx(async (tx) => {
    const before = await getUnitOf(tx, unit)
    const refused =
      (await putArea(tx, unit, parts)) ?? (await putHours(tx, unit, parts)) ?? (await putJobs(tx, unit, parts))
    if (refused) return refused
    const { jobKinds, helpLevels } = before.allowedJobs
    return {
      operatingArea: parts.operatingArea ? before.operatingArea : null,
      schedule: parts.schedule ? before.schedule.entries : null,
      allowedJobs: parts.allowedJobs ? { jobKinds, helpLevels } : null,
    }
  })

async function putArea(tx: TxCtx, unit: OwnUnit, { operatingArea }: Parts): Promise<Refusal | null> {
  return operatingArea ? within('operating_area', await replaceArea(tx, unit, operatingArea)) : null
}

async function putHours(tx: TxCtx, unit: OwnUnit, { schedule }: Parts): Promise<Refusal | null> {
  if (!schedule) return null
  if (schedule.length > 0) return within('schedule', await saveSchedule(tx, unit, schedule))
  await clearSchedule(tx, unit)
  return null
}

async function putJobs(tx: TxCtx, unit: OwnUnit, { allowedJobs }: Parts): Promise<Refusal | null> {
  return allowedJobs ? within('allowed_jobs', await saveJobs(tx, unit, allowedJobs)) : null
}

/** A part's refusal, with its fields where they are in this body. */
function within(part: string, answer: unknown): Refusal | null {
  if (!(answer instanceof Refusal)) return null
  const { kind, detail, errors = {} } = answer
  const moved = Object.entries(errors).map(([path, messages]) => [`${part}.${path}`, messages])
  return new Refusal(kind, { detail, errors: Object.fromEntries(moved) })
}

/** Creates the company of a driver who has just confirmed their address. A hired driver has none. */
export async function openDriversCompany(
  ctx: TxCtx,
  { userId, role }: { userId: string; role: Role | 'hired' },
): Promise<void> {
  if (role === 'driver') await openCompany(ctx, userId)
}

/** The driver's company, created with a first unit if there is none. Two calls at once create only one. */
export async function openCompany(ctx: TxCtx, userId: string): Promise<string> {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['firstName', 'lastName', 'companyName'])
    .where('id', '=', userId)
    .where('userRole', '=', 'driver')
    .executeTakeFirstOrThrow()
  const name = user.companyName ?? [user.firstName, user.lastName].filter(Boolean).join(' ')
  const made = await ctx.db
    .insertInto('companies.company')
    .values({ name: name.slice(0, 120), ownerUserId: userId, createdAt: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('ownerUserId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return findCompany(ctx, userId)
  await insertUnit(ctx, made.id, user.firstName)
  return made.id
}

const findCompany = async (ctx: TxCtx, userId: string): Promise<string> => {
  const { id } = await ctx.db
    .selectFrom('companies.company')
    .select('id')
    .where('ownerUserId', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}
