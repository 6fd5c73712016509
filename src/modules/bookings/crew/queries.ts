import { sql, type RawBuilder } from 'kysely'
import { readPhoto } from '#modules/files/queries.ts'
import { CREW_SIZE, type HelpLevel } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { hasDay, type BookingStatus } from '../rules.ts'
import type { getCrew } from './contract.ts'
import { reasonUnavailable, type Candidate } from './rules.ts'

/** A booking as the crew of one of its vans sees it. */
export interface CrewBooking {
  id: string
  companyId: string
  unitId: string
  /** Null for the customer, who sees the crews of all vans. */
  van: number | null
  status: BookingStatus
  start: Date
  end: Date
  help: HelpLevel
  /** Until the company's people are checked, a van is taken to bring its own. */
  bringsOwn: boolean
  /** People who come with all of its vans. */
  people: number
}

/** The vans of a booking with their crews' times, the lead first; none of one that no company has. */
async function listCrewBookings(ctx: Ctx, id: string, isTheirs: RawBuilder<boolean>): Promise<CrewBooking[]> {
  const { rows } = await sql<Omit<CrewBooking, 'people'>>`/* crew-bookings */
    select b.id, b.company_id, v.unit_id, v.van, b.status, v.start_at as start, v.end_at as end, v.help,
      coalesce(u.people_grace_until > (v.end_at at time zone 'Europe/London')::date, false) as brings_own
    from bookings.booking b join bookings.van_part v on v.booking_id = b.id join fleet.working_unit u on u.id = v.unit_id
    where b.id = ${id} and b.company_id is not null and ${isTheirs} order by v.van`.execute(ctx.db)
  const people = rows.reduce((sum, { help }) => sum + CREW_SIZE[help], 0)
  return rows.map((row) => ({ ...row, people }))
}

/**
 * Finds a booking that the caller's company has, for one of its vans. Another company's, an unassigned one and one that waits for its
 * customer are not found (T-103).
 */
export async function findCrewBooking(ctx: Ctx, id: string, unitId?: string): Promise<CrewBooking | Refusal> {
  const vans = await listCrewBookings(ctx, id, sql<boolean>`not b.awaiting_verification and ${isTheirs(ctx)}`)
  const booking = unitId ? vans.find((one) => one.unitId === unitId.toLowerCase()) : vans[0]
  if (!booking) return refuse(commonRefusals.notFound)
  return ctx.actor.kind === 'customer' ? { ...booking, van: null } : booking
}

function isTheirs({ actor, config }: Ctx): RawBuilder<boolean> {
  if (config.guardOff.has('own_crew')) return sql`true`
  if (actor.kind === 'driver') return sql`b.company_id = ${actor.company.id}`
  if (actor.kind === 'hired') return sql`v.unit_id = any (${[...(actor.company?.unitIds ?? [])]}::uuid[])`
  return sql`b.customer_id = ${userIdOf(actor)}`
}

/** Each van's, without asking whose it is: for what follows from a step that was taken. */
export const readCrewBookings = (ctx: Ctx, id: string): Promise<CrewBooking[]> =>
  listCrewBookings(ctx, id, sql<boolean>`true`)

export interface CrewPerson extends Candidate {
  firstName: string
  lastName: string
  /** In the crew of this van, counted from 0; those of the next van come after the driver's and two more. */
  position: number | null
}

/** Lists all people of the company that the office has approved once, the van's own first. One statement. */
export async function listCandidates(ctx: Ctx, booking: CrewBooking): Promise<CrewPerson[]> {
  const lastDay = localDayOf(booking.end)
  const { rows } = await sql<CrewPerson>`/* crew-candidates */
    select p.id, p.checked_first_name as first_name, p.checked_last_name as last_name, (m.van - 1) * 3 + m.position as position,
      exists (select from fleet.person_check c where c.person_id = p.id and c.status = 'approved'
        and (c.expires_on is null or c.expires_on > ${lastDay}::date)) as is_checked,
      exists (select from bookings.crew_member o where o.person_id = p.id
        and (o.booking_id <> ${booking.id} or o.van <> ${booking.van}::int)
        and o.during && tstzrange(${booking.start}, ${booking.end})) as is_busy,
      up.unit_id is not null as is_of_unit
    from fleet.person p
    left join fleet.unit_person up on up.person_id = p.id and up.unit_id = ${booking.unitId}
    left join bookings.crew_member m on m.person_id = p.id and m.booking_id = ${booking.id}
      and m.van = coalesce(${booking.van}::int, m.van)
    where p.company_id = ${booking.companyId} and p.checked_first_name is not null
    order by is_of_unit desc, p.created_at, p.id`.execute(ctx.db)
  return rows
}

export const namedOf = (candidates: readonly CrewPerson[]): CrewPerson[] =>
  candidates.filter(({ position }) => position !== null).toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))

export async function crewOf(ctx: Ctx, booking: CrewBooking): Promise<AnswerOf<typeof getCrew>> {
  const candidates = await listCandidates(ctx, booking)
  const named = namedOf(candidates)
  // A hired driver sees who comes; who else works for the company is the owner's to know.
  const isOwner = ctx.actor.kind === 'driver'
  const isCompanySide = isOwner || ctx.actor.kind === 'hired'
  const memberOf = ({ id, firstName }: CrewPerson) => ({
    id,
    firstName,
    photoUrl: `/api/booking/${booking.id}/crew/${id}/photo/`,
  })
  return {
    needed: booking.van === null ? booking.people : CREW_SIZE[booking.help],
    isNamed: named.length > 0,
    members: isCompanySide || hasDay(booking.status) ? named.map(memberOf) : [],
    choices: isOwner
      ? candidates.map((one) => ({ ...memberOf(one), lastName: one.lastName, whyNot: reasonUnavailable(one) }))
      : null,
  }
}

/** Reads a photo: the customer and a hired driver see those who come; the owner sees all people of the company. */
export async function readCrewPhoto(ctx: Ctx, booking: CrewBooking, personId: string): Promise<RawAnswer | Refusal> {
  const isOwner = ctx.actor.kind === 'driver'
  if (ctx.actor.kind === 'customer' && !hasDay(booking.status)) return refuse(commonRefusals.notFound)
  const file = await ctx.db
    .selectFrom('fleet.person as p')
    .innerJoin('files.file as f', 'f.uploadId', 'p.checkedPhotoUploadId')
    .select('f.id')
    .where('p.id', '=', personId)
    .where('p.companyId', '=', booking.companyId)
    .$if(!isOwner, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('bookings.crew_member as m')
            .select('m.personId')
            .whereRef('m.personId', '=', 'p.id')
            .where('m.bookingId', '=', booking.id),
        ),
      ),
    )
    .executeTakeFirst()
  return file ? readPhoto(ctx, file.id) : refuse(commonRefusals.notFound)
}
