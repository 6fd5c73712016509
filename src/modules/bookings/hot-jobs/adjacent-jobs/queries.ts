import { sql, type RawBuilder } from 'kysely'
import {
  calendarSql,
  toCalendar,
  type CalendarRow,
  type HoldPlace,
  type UnitCalendar,
} from '#modules/calendar/queries.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import { modelLeg } from '#modules/geo/osrm/rules.ts'
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
  calendar: CalendarRow | null
  holds: HeldRow[]
}

/** What a unit has on some days, and where it starts from otherwise. */
export interface Surroundings {
  base: TownPlace | undefined
  others: Around<TownPlace>[]
}

export const NOWHERE: Surroundings = { base: undefined, others: [] }

interface Span {
  from: Date
  until: Date
}

/** On the days of these jobs. One statement. */
export async function findAround(
  ctx: Ctx,
  { unitId }: Pick<OwnUnit, 'unitId'>,
  jobs: readonly Pick<Around<HoldPlace>, 'start' | 'end'>[],
): Promise<Surroundings> {
  const times = jobs.flatMap(({ start, end }) => [start, end]).toSorted((a, b) => a.getTime() - b.getTime())
  const [from, until] = [times[0], times.at(-1)]
  if (!from || !until) return NOWHERE
  return surroundingsOf(await readRow(ctx, unitId, { from, until }, sql`null::json`))
}

/** The same between two times, with the unit's calendar for them in the same statement. */
export async function findAroundAndCalendar(
  ctx: Ctx,
  { unitId }: Pick<OwnUnit, 'unitId'>,
  span: Span,
): Promise<{ around: Surroundings; calendar: UnitCalendar | undefined }> {
  const row = await readRow(ctx, unitId, span, calendarSql(span.from, span.until, ctx.clock.now()))
  return { around: surroundingsOf(row), calendar: row?.calendar ? toCalendar(row.calendar) : undefined }
}

async function readRow(
  ctx: Ctx,
  unitId: string,
  { from, until }: Span,
  calendar: RawBuilder<CalendarRow | null>,
): Promise<Row | undefined> {
  const [first, last] = [localDayOf(from), localDayOf(until)]
  const { rows } = await sql<Row>`/* hot-around */
    select coalesce(u.area_base_postcode, c.base_postcode) as base_postcode, ${calendar} as calendar,
      coalesce((select json_agg(json_build_object('start', lower(h.during), 'end', upper(h.during),
          'startLat', h.start_lat, 'startLng', h.start_lng, 'startOutcode', h.start_outcode, 'startTown', b.work #>> '{places,0,town}',
          'endLat', h.end_lat, 'endLng', h.end_lng, 'endOutcode', h.end_outcode, 'endTown', b.work #>> '{places,-1,town}'))
        from calendar.hold h left join bookings.booking b on b.id = h.booking_id
        where h.unit_id = u.id and h.during && tstzrange(${startOfDay(first)}, ${endOfDay(last)})
          and (h.decide_by is null or h.decide_by > ${ctx.clock.now()})), '[]') as holds
    from fleet.working_unit u join companies.company c on c.id = u.company_id where u.id = ${unitId}`.execute(ctx.db)
  return rows[0]
}

const surroundingsOf = (row: Row | undefined): Surroundings => ({
  base: baseOf(row?.basePostcode ?? null),
  others: (row?.holds ?? []).map(aroundOf),
})

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
