import { sql, type RawBuilder } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literals } from '#platform/db.ts'
import { unitsOf, type OwnCompany } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { bookingsHeld } from './contract.ts'
import { HELD_CONFIRMED, HELD_UNDER_WAY, type HeldStatus } from './rules.ts'
import { declaredVan } from './documents/queries.ts'
import { listJobNotices, driverOfUnit } from './drivers/queries.ts'
import { vanOfUnit } from './vans/queries.ts'

export interface OwnUnit {
  unitId: string
  companyId: string
}

/** Runs `work` on the unit in the path if it is the caller's: one of an owner's company, or the one that a hired driver drives. Any other is not found (T-103). */
export async function withOwnUnit<T>(
  ctx: Ctx,
  unitId: string,
  work: (unit: OwnUnit) => Promise<T>,
): Promise<T | Refusal> {
  const company = unitsOf(ctx.actor)
  // Paths may spell the id in capitals.
  const isOwn = company?.unitIds.includes(unitId.toLowerCase()) || ctx.config.guardOff.has('own_unit')
  return company && isOwn ? work({ unitId, companyId: company.id }) : refuse(commonRefusals.notFound)
}

/** A user's company with its units as one value, for the statement that identifies the caller. */
export const ownCompanySql = (userId: RawBuilder<unknown>): RawBuilder<OwnCompany | null> => sql<OwnCompany | null>`(
  select json_build_object('id', c.id, 'unitIds', array(
    select w.id from fleet.working_unit w where w.company_id = c.id order by w.created_at, w.id))
  from companies.company c where c.owner_user_id = ${userId})`

/** A booking that holds a unit's time, in the words its driver knows it by. */
export interface HeldBooking {
  id: string
  status: HeldStatus
  start: Date
  end: Date
  from: string
  to: string
  totalPence: number
  /** New bookings only: the driver's time to answer. */
  respondBy: Date | null
}

/** The bookings that hold a unit's time between two instants, next first; hot jobs it might still take are not included. */
export async function listHeld(ctx: Ctx, unitId: string, from: Date, to: Date): Promise<HeldBooking[]> {
  const { rows } = await sql<HeldBooking>`/* held-bookings */
    select distinct b.id, b.status, b.start_at as start, b.end_at as "end", b.total_pence as "totalPence", b.respond_by as "respondBy",
      coalesce(b.work -> 'places' -> 0 ->> 'town', '') as "from", coalesce(b.work -> 'places' -> -1 ->> 'town', '') as "to"
    from fleet.held_booking b
    where b.unit_id = ${unitId} and b.during && tstzrange(${from}, ${to})
    order by b.start_at`.execute(ctx.db)
  return rows
}

const farAhead = new Date('2999-01-01')

/** Lists the bookings from now on. */
export const listHeldAhead = (ctx: Ctx, unitId: string): Promise<HeldBooking[]> =>
  listHeld(ctx, unitId, ctx.clock.now(), farAhead)

export const nameOf = ({ start, from, to }: HeldBooking): string =>
  [formatDayTime(start), from && to ? `${from} to ${to}` : ''].filter(Boolean).join(', ')

/** A refusal that names the bookings in the way, under the field that would have to change. */
export function refuseHeld(held: readonly HeldBooking[], path: string): Refusal {
  const names = held.map(nameOf)
  const shown = names.slice(0, 3).join('; ')
  const more = names.length > 3 ? `; and ${names.length - 3} more` : ''
  return refuse(bookingsHeld, {
    detail: `You have ${names.length === 1 ? 'a booking' : 'bookings'} then: ${shown}${more}.`,
    errors: { [path]: names.slice(0, 20) },
  })
}

/** Whether the unit `u` has a job that runs, or one that is confirmed and begins or is on between two instants. */
export const hasHeldJob = (from: Date, until: Date) => sql<boolean>`exists (
  select from fleet.held_booking b where b.unit_id = u.id
    and (b.status in ${literals(HELD_UNDER_WAY)} or b.status in ${literals(HELD_CONFIRMED)} and b.during && tstzrange(${from}, ${until})))`

/**
 * Finds the fleet of a user. An owner: units, their vans, people and every document ever submitted, with its files. A
 * hired driver: the unit they drive, and their notices about it.
 */
export async function findOwnFleet(ctx: Ctx, userId: string) {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return findDriven(ctx, userId)
  return {
    workingUnits: await listOwnUnits(ctx, companyId),
    people: await listOwnPeople(ctx, companyId),
    documents: await listOwnDocuments(ctx, companyId),
    officeDecisions: await listDecisionsAbout(ctx, companyId),
  }
}

async function findDriven(ctx: Ctx, userId: string) {
  const hired = await ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('id', '=', userId)
    .where('openedBy', '=', 'invitation')
    .executeTakeFirst()
  if (!hired) return undefined
  const drives = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as u', 'u.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .select(['c.name as company', 'u.name as unit', 'd.mayAnswer', 'd.invitedAt', 'd.joinedAt'])
    .where('d.userId', '=', userId)
    .executeTakeFirst()
  return { drives, notificationSettings: await listJobNotices(ctx, userId) }
}

function listOwnUnits(ctx: Ctx, companyId: string) {
  return ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(['u.id', 'u.name', 'u.status', 'u.statusReason', 'u.pausedAt'])
    .select(['u.officeReason', 'u.officeAt', 'u.appeal', 'u.appealedAt', 'u.appealAnswer', 'u.appealAnsweredAt'])
    .select(['u.jobKinds', 'u.helpLevels', 'u.createdAt'])
    .select(['u.areaBasePostcode', 'u.areaRadiusMetres'])
    .select([
      sql<string[]>`array(select district from fleet.operating_district d where d.unit_id = u.id order by 1)`.as(
        'districts',
      ),
      vanOfUnit.as('van'),
      declaredVan.as('vanAndDeclaration'),
      driverOfUnit.as('driver'),
    ])
    .where('u.companyId', '=', companyId)
    .orderBy('u.createdAt')
    .execute()
}

/** What the office decided about units and people, and why; not by whom. */
const listDecisionsAbout = (ctx: Ctx, companyId: string) =>
  ctx.db
    .selectFrom('fleet.office_decision')
    .select(['kind', 'unitId', 'personId', 'detail', 'decidedAt', 'undoneAt'])
    .where('companyId', '=', companyId)
    .orderBy('decidedAt')
    .execute()

async function listOwnDocuments(ctx: Ctx, companyId: string) {
  const rows = await ctx.db
    .selectFrom('fleet.document')
    .select(['kind', 'unitId', 'number', 'expiresOn', 'status', 'reason'])
    .select(['submittedAt', 'decidedAt', 'uploadId'])
    .where('companyId', '=', companyId)
    .orderBy('submittedAt')
    .execute()
  const files = await listOwnFiles(
    ctx,
    rows.map(({ uploadId }) => uploadId),
  )
  return rows.map(({ uploadId, ...document }) => ({ ...document, files: files.get(uploadId ?? '') ?? [] }))
}

/** Names, photos and checks; of a share code that waits only that there is one. */
async function listOwnPeople(ctx: Ctx, companyId: string) {
  const people = await ctx.db
    .selectFrom('fleet.person')
    .select(['id', 'firstName', 'lastName', 'photoUploadId', 'checkedPhotoUploadId', 'createdAt'])
    .where('companyId', '=', companyId)
    .orderBy('createdAt')
    .execute()
  const checks = await ctx.db
    .selectFrom('fleet.person_check as c')
    .innerJoin('fleet.person as p', 'p.id', 'c.personId')
    .select([
      'c.personId',
      'c.method',
      'c.expiresOn',
      'c.status',
      'c.reason',
      'c.submittedAt',
      'c.decidedAt',
      'c.uploadId',
    ])
    .where('p.companyId', '=', companyId)
    .orderBy('c.submittedAt')
    .execute()
  const uploads = [...checks.map(({ uploadId }) => uploadId), ...people.map(({ photoUploadId }) => photoUploadId)]
  const files = await listOwnFiles(ctx, [...uploads, ...people.map((person) => person.checkedPhotoUploadId)])
  const filesOf = (uploadId: string | null) => files.get(uploadId ?? '') ?? []
  return people.map(({ id, photoUploadId, checkedPhotoUploadId, ...person }) => ({
    ...person,
    photo: filesOf(photoUploadId),
    approvedPhoto: checkedPhotoUploadId === photoUploadId ? [] : filesOf(checkedPhotoUploadId),
    checks: checks.flatMap(({ personId, uploadId, ...check }) =>
      personId === id ? [{ ...check, files: filesOf(uploadId) }] : [],
    ),
  }))
}
