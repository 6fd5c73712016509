import { sql, type RawBuilder } from 'kysely'
import { stateOf } from '#modules/bookings/lifecycle/rules.ts'
import { askedAgainAt } from '#modules/bookings/office/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countColumn, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { getBoard, listBoardCases } from '../contract.ts'
import { boardActions, GROUPS, type BoardAction, type Group } from '../rules.ts'
import {
  bookingColumns,
  bookingView,
  contactColumns,
  contacts,
  contactsView,
  type BookingColumns,
  type ContactColumns,
} from '../bookings/queries.ts'
import { sourceOf } from './sources/queries.ts'

type Listed = AnswerOf<typeof getBoard>['groups'][number]
type Case = Listed['cases'][number]

/** How many of each the board shows before it links to all of them, and how many it counts. */
const SHOWN = 5
const COUNTED = 1000

interface CaseRow extends Partial<BookingColumns>, ContactColumns {
  group: Group
  rowId: string
  key: unknown[]
  since: Date
  due: Date | null
  amountPence: number | null
  note: string | null
  number: number | null
  bookingId: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
  respondBy: Date | null
  askedAgainAt: Date | null
  isSetOff: boolean | null
  lateEta: Date | null
  total: number
}

/** The rows that were chosen, with whom to call about them. */
const detailed = (chosen: RawBuilder<unknown>) => sql<CaseRow>`
  with chosen as materialized (${chosen})
  select f."group", f.id as row_id, f.key, f.since, f.due, f.amount_pence, f.note, f.number, f.total, f.booking_id,
    ${bookingColumns}, p.first_name, p.last_name, p.phone, ${contactColumns},
    b.respond_by, ${askedAgainAt} as asked_again_at
  from chosen f
  left join bookings.booking b on b.id = f.booking_id
  left join identity."user" p on p.id = b.customer_id
  ${contacts(sql`coalesce(f.about_unit, b.unit_id)`, sql`u.company_id`)}
  order by f.at, f.id`

const counted = (source: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select from (${source}) n limit ${sql.lit(COUNTED + 1)}) t)`

/** All groups in one statement: of each the oldest, and how many there are. */
export async function listGroups(ctx: Ctx): Promise<Listed[]> {
  const parts = GROUPS.map((group) => {
    const source = sourceOf(ctx, group)
    return sql`(select ${sql.lit(group)}::text as "group", s.*, json_build_array(s.at, s.id) as key, ${counted(source)} as total
      from (${source}) s order by s.at, s.id limit ${sql.lit(SHOWN)})`
  })
  const { rows } = await sql<CaseRow>`/* board */ ${detailed(sql.join(parts, sql` union all `))}`.execute(ctx.db)
  return GROUPS.map((group) => {
    const own = rows.filter((row) => row.group === group)
    const total = own[0]?.total ?? 0
    return {
      group,
      count: Math.min(total, COUNTED),
      countIsMinimum: total > COUNTED,
      cases: own.map((row) => caseView(ctx, row)),
    }
  })
}

/** The limit is a literal: for a parameter the planner assumes a tenth of all rows, and joins whole tables to them. */
export async function listCases(
  ctx: Ctx,
  group: Group,
  asked: KeyPageRequest,
): Promise<AnswerOf<typeof listBoardCases> | Refusal> {
  const path = `/api/admin/board/${group}/`
  const columns = { 's.at': 'timestamptz', 's.id': 'uuid' } as const
  const page = openPage(ctx, { list: path, direction: 'asc', columns }, asked)
  if (page instanceof Refusal) return page
  const source = sourceOf(ctx, group)
  const total = countColumn(page, sql`select from (${source}) n`)
  const { rows } = await sql<CaseRow>`/* board-cases */ ${detailed(sql`
    select ${sql.lit(group)}::text as "group", s.*, ${page.key} as key, ${total} as total
    from (${source}) s where ${page.isAfter} order by ${page.orderBy} limit ${sql.lit(page.limit)} offset ${page.offset}`)}`.execute(
    ctx.db,
  )
  const { rows: shown, ...answer } = pageOfRows(ctx, path, page, { rows, count: rows[0]?.total ?? 0 })
  return { ...answer, results: shown.map((row) => caseView(ctx, row)) }
}

function caseView(ctx: Ctx, row: CaseRow): Case {
  const { group } = row
  const booking = row.bookingId === null ? null : bookingView(ctx, row)
  return {
    id: row.rowId,
    group,
    since: row.since.toISOString(),
    due: row.due?.toISOString() ?? null,
    amountPence: row.amountPence,
    note: row.note,
    number: row.number,
    booking,
    customer:
      row.firstName === null
        ? null
        : { name: [row.firstName, row.lastName].filter(Boolean).join(' '), phone: row.phone },
    ...contactsView(row),
    day: row.isSetOff === null ? null : { isSetOff: row.isSetOff, lateEta: row.lateEta?.toISOString() ?? null },
    askedAgainAt: row.askedAgainAt?.toISOString() ?? null,
    actions: booking ? actionsOf(ctx, booking, row) : [],
  }
}

const actionsOf = (
  ctx: Ctx,
  { startAt, ...booking }: NonNullable<Case['booking']>,
  { group, isSetOff, respondBy, askedAgainAt: remindedAt }: CaseRow,
): BoardAction[] =>
  boardActions(
    {
      state: stateOf(booking),
      start: new Date(startAt),
      respondBy,
      askedAgainAt: remindedAt,
      isSetOff: isSetOff === true,
      card: group === 'card' ? 'to_be_charged' : null,
    },
    { now: ctx.clock.now(), staffRole: ctx.actor.kind === 'admin' ? ctx.actor.staffRole : undefined },
  )
