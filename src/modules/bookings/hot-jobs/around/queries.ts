import { sql } from 'kysely'
import type { HoldPlace } from '#modules/calendar/queries.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import { modelLeg } from '#modules/geo/travel/rules.ts'
import { travelPoint } from '#modules/quoting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import type { Around } from './rules.ts'

/** A place with the name of its town. */
export type TownPlace = HoldPlace & { town: string }

interface HeldRow {
  start: string
  end: string
  startLat: number
  startLng: number
  startOutcode: string
  startTown: string | null
  endLat: number
  endLng: number
  endOutcode: string
  endTown: string | null
}

interface Row {
  basePostcode: string | null
  holds: HeldRow[]
}

/** What a unit has on the days of these jobs, and where it starts from otherwise. One statement. */
export async function findAround(
  ctx: Ctx,
  { unitId }: Pick<OwnUnit, 'unitId'>,
  jobs: readonly Pick<Around<HoldPlace>, 'start' | 'end'>[],
): Promise<{ base: TownPlace | undefined; others: Around<TownPlace>[] }> {
  const days = jobs.flatMap(({ start, end }) => [localDayOf(start), localDayOf(end)]).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { base: undefined, others: [] }
  const { rows } = await sql<Row>`/* hot-around */
    select coalesce(u.area_base_postcode, c.base_postcode) as base_postcode,
      coalesce((select json_agg(json_build_object('start', lower(h.during), 'end', upper(h.during),
          'startLat', h.start_lat, 'startLng', h.start_lng, 'startOutcode', h.start_outcode, 'startTown', b.work #>> '{places,0,town}',
          'endLat', h.end_lat, 'endLng', h.end_lng, 'endOutcode', h.end_outcode, 'endTown', b.work #>> '{places,-1,town}'))
        from calendar.hold h left join bookings.booking b on b.id = h.booking_id
        where h.unit_id = u.id and h.during && tstzrange(${startOfDay(first)}, ${endOfDay(last)})
          and (h.decide_by is null or h.decide_by > ${ctx.clock.now()})), '[]') as holds
    from fleet.working_unit u join companies.company c on c.id = u.company_id where u.id = ${unitId}`.execute(ctx.db)
  const row = rows[0]
  return { base: baseOf(row?.basePostcode ?? null), others: (row?.holds ?? []).map(aroundOf) }
}

/** The middle of its outcode: near enough to say how far away a job is. */
function baseOf(postcode: string | null): TownPlace | undefined {
  const outcode = postcode === null ? undefined : outcodeOf(postcode)
  const place = outcode ? outcodes.get(outcode) : undefined
  return place && { lat: place.lat, lng: place.lng, outcode: place.code, town: place.name }
}

const aroundOf = ({ start, end, ...hold }: HeldRow): Around<TownPlace> => ({
  start: new Date(start),
  end: new Date(end),
  startPlace: {
    lat: hold.startLat,
    lng: hold.startLng,
    outcode: hold.startOutcode,
    town: hold.startTown ?? hold.startOutcode,
  },
  endPlace: { lat: hold.endLat, lng: hold.endLng, outcode: hold.endOutcode, town: hold.endTown ?? hold.endOutcode },
})

export const driveBetween = (from: TownPlace, to: TownPlace) => modelLeg(travelPoint(from), travelPoint(to))
