import { sql } from 'kysely'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { invalidField, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import { pageLink, type KeyPageRequest } from '#shared/page.ts'
import type { listHotJobs as endpoint } from '../lists/contract.ts'
import { byId, bySoonest, rowsOf, viewOf, type OfferRow } from '../lists/driver-lists-queries.ts'
import { noOneTookAt } from '../rules.ts'
import {
  driveBetween,
  findAroundAndCalendar,
  listFit,
  NOWHERE,
  worthOnWire,
  type FitUnit,
  type Surroundings,
  type TownPlace,
} from './queries.ts'
import {
  previousLocationOf,
  nextJobAfter,
  type Around,
  type ComesFrom,
  type GoesTo,
  countsOf,
  isWanted,
  type HotFilter,
  type Offered,
} from './rules.ts'

type Answer = AnswerOf<typeof endpoint>
type Hot = Answer['results'][number]['hot']

interface Found extends Offered, FitUnit {
  from: ComesFrom<TownPlace> | undefined
  to: GoesTo<TownPlace> | undefined
  /** Drive from the drop-off to the base. */
  home: { metres: number; minutes: number } | undefined
}

/** Hot jobs that the unit can do, soonest first. They are few: which, is found out for all of them. */
export async function listHotJobs(
  ctx: Ctx,
  unit: OwnUnit,
  listQuery: KeyPageRequest & HotFilter,
): Promise<Answer | Refusal> {
  const path = `/api/booking/working-unit/${unit.unitId}/hot-jobs/`
  if (listQuery.after !== undefined) return invalidField('after', 'This list has pages by number.')
  const { page, pageSize, after: _after, ...filter } = listQuery
  const today = localDayOf(ctx.clock.now())
  const { surroundings, found: all } = await listFound(ctx, unit)
  const matching = all.filter(isWanted(filter, today))
  const first = (page - 1) * pageSize
  const shown = matching.slice(first, first + pageSize)
  const link = (number: number) =>
    pageLink(path, toWire({ ...filter, page: number, pageSize }) as Record<string, string>)
  const ids = shown.map(({ bookingId }) => bookingId)
  const { rows } = await rowsOf(ctx, unit, byId(ids), bySoonest, { offer: offerColumn })
  const found = new Map(shown.map((one) => [one.bookingId, one]))
  return {
    count: matching.length,
    countIsMinimum: false,
    next: first + ids.length < matching.length ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    nextCursor: null,
    counts: countsOf(all, today),
    results: rows.map((row) => {
      const view = viewOf(ctx, unit, row)
      return { ...view, worth: worthOnWire(view, row.work, surroundings), hot: hotOf(found.get(row.id), row) }
    }),
  }
}

async function listFound(ctx: Ctx, unit: OwnUnit): Promise<{ surroundings: Surroundings; found: Found[] }> {
  let surroundings = NOWHERE
  const fit = await listFit(ctx, { unitIds: [unit.unitId] }, async (_unitIds, from, until) => {
    const read = await findAroundAndCalendar(ctx, unit, { from, until })
    surroundings = read.surroundings
    return new Map(read.calendar ? [[unit.unitId, read.calendar]] : [])
  })
  const { base, others } = surroundings
  const found = fit.map((one): Found => {
    const job: Around<TownPlace> = { ...one, startPlace: named(one.startPlace), endPlace: named(one.endPlace) }
    const from = previousLocationOf(job, others, base, driveBetween)
    const home = base && driveBetween(job.endPlace, base)
    return { ...one, from, to: nextJobAfter(job, others, driveBetween), home, metresAway: from?.metres }
  })
  return { surroundings, found }
}

/** The towns of the job itself are in its view. */
const named = (place: FitUnit['startPlace']): TownPlace => ({ town: '', ...place })

const offerColumn = sql<OfferRow>`json_build_object(
  'openedAt', (select max(e.at) from bookings.event e where e.booking_id = b.id and e.kind = 'became_hot'),
  'seenBy', (select count(*)::int from bookings.hot_offer o where o.booking_id = b.id), 'plan', b.plan)`

function hotOf(found: Found | undefined, { startAt, offer }: { startAt: Date; offer: OfferRow | null }): Hot {
  const { from, to, home } = found ?? {}
  return {
    openedAt: offer?.openedAt ? new Date(offer.openedAt).toISOString() : null,
    closesAt: noOneTookAt(startAt).toISOString(),
    seenBy: offer?.seenBy ?? 0,
    plan: offer?.plan ?? null,
    from: from
      ? { kind: from.kind, place: from.place.town, until: from.until?.toISOString() ?? null, distance: from.metres }
      : null,
    minutesTo: from?.minutes ?? null,
    home: home ? { distance: home.metres, minutes: home.minutes } : null,
    to: to ? { place: to.place.town, startsAt: to.startsAt.toISOString(), spareMinutes: to.spareMinutes } : null,
  }
}
