import { AHEAD } from '#modules/bookings/rules.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containing } from '#modules/bookings/create/queries.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { VEHICLE_CLASSES, type VehicleClass } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { AnswerOf, InputOf } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { listSettings as listEndpoint, changeSetting, previewSetting } from '../contract.ts'
import type { Part } from '../rules.ts'

type Value = AnswerOf<typeof listEndpoint>['rows'][number]['value']

/** Row of a part before the rows are put in order of time. */
export interface FoundRow {
  id: string
  name: string
  subject: string
  value: Value
  fromDay: LocalDay
  toDay: LocalDay | null
  reason: string
  checkBy: LocalDay | null
  madeAt: Date | null
  madeBy: string | null
}

/** The name of the person whose id is in this column. */
export const nameOf = (column: string) =>
  sql<
    string | null
  >`(select trim(u.first_name || ' ' || coalesce(u.last_name, '')) from identity."user" u where u.id = ${sql.ref(column)})`

/** What the audit keeps of a change, in words. */
export interface ChangeNote {
  name: string
  words: string
  fromDay?: LocalDay
  reason?: string
}

export const objectOf = (part: Part): string => `settings ${part}`

export async function cancellationRows(ctx: Ctx): Promise<FoundRow[]> {
  const rows = await ctx.db
    .selectFrom('pricing.cancellation_policy as p')
    .select(['p.id', 'p.freeUntilHours', 'p.partUntilHours', 'p.partPercent', 'p.fromDay', 'p.reason', 'p.createdAt'])
    .select(nameOf('p.createdBy').as('madeBy'))
    .where('p.withdrawnAt', 'is', null)
    .orderBy('p.fromDay', 'desc')
    .execute()
  return rows.map(({ freeUntilHours, partUntilHours, partPercent, createdAt, ...row }) => ({
    ...row,
    name: 'Cancelling',
    subject: '',
    value: { part: 'cancellation', freeUntilHours, partUntilHours, partPercent },
    toDay: null,
    checkBy: null,
    madeAt: row.madeBy ? createdAt : null,
  }))
}

export type Change = InputOf<typeof changeSetting>['body']['change']
export type ChangeOf<P extends Part> = Extract<Change, { part: P }>
export type Effects = Pick<
  AnswerOf<typeof previewSetting>,
  'examples' | 'companies' | 'bookings' | 'costPence' | 'warnings' | 'isMailed'
>

/** A change that is possible: what it says, what it would do, and how it is written. */
export interface Plan {
  name: string
  before: string
  after: string
  fromDay: LocalDay
  reason: string
  effects(): Promise<Effects>
  /** Answers the ids of the rows. */
  write(tx: TxCtx, made: { createdAt: Date; createdBy: string }): Promise<string[]>
}

/** Bookings that are still ahead, of those that match; by status and start, so that what is over is not read. */
export async function countAhead(ctx: Ctx, match: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('b.status', 'in', AHEAD)
    .where(match)
    .executeTakeFirstOrThrow()
  return count
}

/** Classes of vans that pay the same from the same day on stand in one row; its id is that of the first of them. */
export async function roadChargeRows(ctx: Ctx): Promise<FoundRow[]> {
  const rows = await ctx.db
    .selectFrom('pricing.road_charge as c')
    .select(['c.id', 'c.zone', 'c.label', 'c.vehicleClass', 'c.amountPence', 'c.hours', 'c.fromDay', 'c.toDay'])
    .select(['c.source', 'c.checkBy', 'c.createdAt'])
    .select(nameOf('c.createdBy').as('madeBy'))
    .where('c.withdrawnAt', 'is', null)
    .orderBy('c.label')
    .orderBy('c.fromDay', 'desc')
    .orderBy('c.id')
    .execute()
  const groups = Map.groupBy(rows, ({ zone, label, amountPence, fromDay, toDay, createdAt }) =>
    JSON.stringify([zone, label, amountPence, fromDay, toDay, createdAt]),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { id, zone, label, amountPence, hours, fromDay, toDay, source, checkBy, createdAt, madeBy } = first
    const { weekday, weekend, freeDays } = hours
    const vehicleClasses = VEHICLE_CLASSES.filter((one) => group.some(({ vehicleClass }) => vehicleClass === one))
    return {
      id,
      name: label,
      subject: subjectOf(zone, vehicleClasses),
      value: {
        part: 'road_charges',
        zone,
        vehicleClasses,
        amountPence,
        hours: { weekday: weekday && [...weekday], weekend: weekend && [...weekend], freeDays },
      },
      fromDay,
      toDay,
      reason: source,
      checkBy,
      madeAt: createdAt,
      madeBy,
    } satisfies FoundRow
  })
}

export const subjectOf = (zone: string, classes: readonly VehicleClass[]): string => `${zone} ${classes.join(' ')}`

export async function tollRows(ctx: Ctx): Promise<FoundRow[]> {
  const rows = await ctx.db
    .selectFrom('geo.toll as t')
    .select(['t.id', 't.code', 't.name', 't.charges', 't.fromDay', 't.toDay', 't.source', 't.checkBy', 't.createdAt'])
    .select(nameOf('t.createdBy').as('madeBy'))
    .where('t.withdrawnAt', 'is', null)
    .orderBy('t.name')
    .orderBy('t.fromDay', 'desc')
    .execute()
  return rows.map(({ code, charges, source, createdAt, ...row }) => ({
    ...row,
    subject: code,
    value: {
      part: 'tolls',
      code,
      charges: charges.map(({ vans, pence, hours: { weekday, weekend } }) => ({
        vans: vans && vans.map((van) => van as VanCategory),
        pence,
        hours: { weekday: rangeOf(weekday), weekend: rangeOf(weekend) },
      })),
    },
    reason: source,
    madeAt: createdAt,
  }))
}

const rangeOf = (range: readonly [number, number] | null): [number, number] | null => range && [range[0], range[1]]

/** Companies with an agreement of their own, or found by name. */
const SHOWN_COMPANIES = 30

const EVERYBODY = 'Every other company'

/**
 * Lists the general rate, and the newest agreements, or those of companies of that name; a company found without any
 * has a row without a day.
 */
export async function listCommission(ctx: Ctx, find: string | undefined): Promise<{ rows: FoundRow[]; more: number }> {
  const searchText = find?.trim()
  const companies = searchText
    ? sql`select k.id, k.name, now_.at, (count(*) over ())::int as found from companies.company k, (select null::timestamptz as at) now_
        where k.name ilike ${containing(searchText)} order by k.name, k.id limit ${SHOWN_COMPANIES}`
    : sql`select c.company_id as id, coalesce(max(k.name), 'A company that has left') as name, max(c.created_at) as at, (count(*) over ())::int as found
        from companies.commission c left join companies.company k on k.id = c.company_id
        where c.company_id is not null and c.withdrawn_at is null group by c.company_id order by max(c.created_at) desc, c.company_id limit ${SHOWN_COMPANIES}`
  const isOfThem = sql<SqlBool>`(c.company_id is null or c.company_id in (select id from shown))`
  const { rows } = await sql<Row>`/* settings-commission */
    with shown as (${companies})
    select c.id, c.company_id, ${EVERYBODY} as name, c.percent, c.from_day, c.reason, c.created_at, ${nameOf('c.created_by')} as made_by, 0 as found
    from companies.commission c where c.company_id is null and c.withdrawn_at is null
    union all
    select coalesce(c.id, s.id), s.id, s.name, c.percent, c.from_day, coalesce(c.reason, ''), c.created_at, ${nameOf('c.created_by')}, s.found
    from shown s left join companies.commission c on c.company_id = s.id and c.withdrawn_at is null and ${isOfThem}
    order by company_id nulls first, from_day desc`.execute(ctx.db)
  const found = Math.max(0, ...rows.map((row) => row.found))
  return { rows: rows.map(rowOf), more: Math.max(0, found - SHOWN_COMPANIES) }
}

interface Row {
  id: string
  companyId: string | null
  name: string
  percent: number | null
  /** Null of a company that was found and has agreed on nothing. */
  fromDay: string | null
  reason: string
  createdAt: Date | null
  madeBy: string | null
  found: number
}

const rowOf = ({ id, companyId, name, percent, fromDay, reason, createdAt, madeBy }: Row): FoundRow => ({
  id,
  name,
  subject: companyId ?? '',
  value: { part: 'commission', companyId, percent },
  fromDay: fromDay ?? BEFORE_ALL,
  toDay: null,
  reason,
  checkBy: null,
  madeAt: madeBy ? createdAt : null,
  madeBy,
})

/** First day for a company without an agreement, which has always paid the general rate. */
const BEFORE_ALL = '2020-01-01'
