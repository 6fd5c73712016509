import { sql } from 'kysely'
import { lockCompany } from '#modules/fleet/people/commands.ts'
import { CREW_SIZE, type HelpLevel } from '#modules/fleet/rules.ts'
import { findStaff } from '#modules/quoting/plans/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { invalidField, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { OfBooking } from '../events.ts'
import { notifyCustomer, notifyHiredDriver } from '../notices/commands.ts'
import { jobCrewNamed } from '../notices/hired-drivers-messages.ts'
import { crewChanged } from '../notices/messages.ts'
import { findParties } from '../notices/queries.ts'
import { lockBooking } from '../queries.ts'
import { crewBusy, crewClosed, type nameCrew as nameEndpoint } from './contract.ts'
import {
  crewOf,
  findCrewBooking,
  listCandidates,
  namedOf,
  readCrewBookings,
  type CrewBooking,
  type CrewPerson,
} from './queries.ts'
import { usualCrew, reasonUnavailable } from './rules.ts'
import { hasDay, isAhead } from '../rules.ts'

/**
 * Names the crew for the driver. The customer of a confirmed booking is notified, of a substitute as well as the first
 * time.
 */
export const nameCrew = (
  ctx: Ctx,
  bookingId: string,
  { personIds, workingUnitId }: InputOf<typeof nameEndpoint>['body'],
): Promise<AnswerOf<typeof nameEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const found = await findCrewBooking(tx, bookingId, workingUnitId)
    if (found instanceof Refusal) return found
    // The booking is locked so that it is not cancelled during this; then its company, whose people are named for one
    // job after another.
    await lockBooking(tx, bookingId)
    await lockCompany(tx, found.companyId)
    const booking = await findCrewBooking(tx, bookingId, workingUnitId)
    if (booking instanceof Refusal) return booking
    // People are named for jobs that are still to be done.
    if (!isAhead(booking.status)) return refuse(crewClosed)
    const candidates = await listCandidates(tx, booking)
    const chosen = choose(candidates, booking, personIds)
    if (chosen instanceof Refusal) return chosen
    const before = namedOf(candidates)
    await writeCrew(tx, booking, chosen)
    // The customer learns who comes with the confirmation.
    if (hasDay(booking.status) && !isSame(before, chosen)) {
      const parties = await findParties(tx, bookingId)
      await notifyCustomer(tx, parties, crewChanged)
      await notifyHiredDriver(tx, parties, 'job_changed', jobCrewNamed)
    }
    await tx.emit({ type: 'bookings.crew-named', bookingId: booking.id, unitId: booking.unitId })
    return crewOf(tx, booking)
  })

function choose(
  candidates: readonly CrewPerson[],
  { help }: CrewBooking,
  personIds: readonly string[],
): CrewPerson[] | Refusal {
  const needed = CREW_SIZE[help]
  if (personIds.length !== needed)
    return invalidField('person_ids', needed === 1 ? 'This job takes one person.' : `This job takes ${needed} people.`)
  const chosen: CrewPerson[] = []
  for (const [index, id] of personIds.entries()) {
    const one = candidates.find((candidate) => candidate.id === id.toLowerCase())
    const why = one ? reasonUnavailable(one) : 'check'
    if (!one || why === 'check')
      return invalidField(`person_ids.${index}`, 'Choose somebody whose right-to-work check counts on that day.')
    if (why) return refuse(crewBusy, { errors: { [`person_ids.${index}`]: [crewBusy.detail] } })
    chosen.push(one)
  }
  return chosen
}

const isSame = (before: readonly CrewPerson[], after: readonly CrewPerson[]) =>
  before.length === after.length && after.every(({ id }) => before.some((one) => one.id === id))

async function writeCrew(ctx: TxCtx, booking: CrewBooking, chosen: readonly CrewPerson[]): Promise<void> {
  const { id, start, end } = booking
  const van = booking.van ?? 1
  await ctx.db.deleteFrom('bookings.crew_member').where('bookingId', '=', id).where('van', '=', van).execute()
  await ctx.db
    .insertInto('bookings.crew_member')
    .values(
      chosen.map(({ id: personId }, position) => ({
        bookingId: id,
        van,
        personId,
        position,
        during: sql<string>`tstzrange(${start}, ${end})`,
      })),
    )
    .execute()
}

/**
 * Names each van's usual crew for a confirmed booking that has none. If they are too few, the driver still has to name
 * the crew.
 */
export async function settleCrew(ctx: TxCtx, { bookingId }: OfBooking): Promise<void> {
  const vans = await readCrewBookings(ctx, bookingId)
  if (vans[0]) await lockCompany(ctx, vans[0].companyId)
  for (const van of vans) {
    const candidates = await listCandidates(ctx, van)
    const chosen = namedOf(candidates).length > 0 ? undefined : usualCrew(candidates, van.help)
    if (chosen) await writeCrew(ctx, van, chosen)
  }
}

/**
 * Names the people of all vans of a plan in the transaction that holds the vans' time, so that no person is in two vans at once.
 * False if too few are free. If another booking names one of them at the same moment, the database lets one through; people are
 * written in the order of their ids, so that no two bookings wait for each other. `onlyVan`: the people of that van alone.
 */
export async function holdPeople(ctx: TxCtx, bookingId: string, onlyVan?: number, triesLeft = 2): Promise<boolean> {
  const vans = (await readCrewBookings(ctx, bookingId)).filter(({ van }) => onlyVan === undefined || van === onlyVan)
  const crewed: { van: { people: string[] | undefined }; help: HelpLevel }[] = []
  for (const van of vans) {
    const own = (await listCandidates(ctx, van)).filter((one) => one.isOfUnit && reasonUnavailable(one) === null)
    crewed.push({ van: { people: van.bringsOwn ? undefined : own.map(({ id }) => id) }, help: van.help })
  }
  const staff = findStaff(crewed)
  if (!staff) return false
  const members = vans
    .flatMap(({ van, start, end }, index) =>
      (staff[index] ?? []).map((personId, position) => ({
        bookingId,
        van: van ?? 1,
        personId,
        position,
        during: sql<string>`tstzrange(${start}, ${end})`,
      })),
    )
    .toSorted((a, b) => (a.personId < b.personId ? -1 : 1))
  if (members.length === 0) return true
  const held = await ctx.db
    .insertInto('bookings.crew_member')
    .values(members)
    .onConflict((conflict) => conflict.doNothing())
    .returning('personId')
    .execute()
  if (held.length === members.length) return true
  const heldVans = vans.map(({ van }) => van ?? 1)
  await ctx.write(
    ctx.db.deleteFrom('bookings.crew_member').where('bookingId', '=', bookingId).where('van', 'in', heldVans),
  )
  // The other booking is there by now, so other people are chosen, if there are any.
  return triesLeft > 0 && holdPeople(ctx, bookingId, onlyVan, triesLeft - 1)
}

/** A job that is off, or that another company gets: its people are free again. */
export async function releaseCrew(ctx: TxCtx, { bookingId }: Pick<OfBooking, 'bookingId'>): Promise<void> {
  await ctx.write(ctx.db.deleteFrom('bookings.crew_member').where('bookingId', '=', bookingId))
}
