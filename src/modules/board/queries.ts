import { literals } from '#platform/db.ts'
import {
  AGREED,
  CONFIRMED,
  FINISHED,
  NOT_BEGUN,
  ON_CALENDAR,
  UNANSWERED,
  UNDER_WAY,
  UNTAKEN,
  type AfterLoss,
} from '#modules/bookings/rules.ts'
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import { LATE_MINUTES } from '#modules/bookings/day/clock/rules.ts'
import { stateOf } from '#modules/bookings/lifecycle/rules.ts'
import { askedAgainAt } from '#modules/bookings/office/queries.ts'
import { pricePence, OFFICE } from '#modules/bookings/queries.ts'
import { outcomeOnLoss } from '#modules/bookings/waiting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Feed } from '#platform/event-streams.ts'
import { countColumn, openPage, pageOfRows } from '#platform/key-pages.ts'
import type { LiveSource } from '#platform/live.ts'
import { newId, timeOfId } from '#platform/new-id.ts'
import { Refusal, type AnswerOf, type EventOf } from '#shared/endpoint.ts'
import { localDayOf, endOfDay, startOfDay } from '#shared/local-time.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import {
  bookingColumns,
  bookingView,
  contactColumns,
  contacts,
  contactsView,
  givenOutAt,
  questionColumns,
  stoppedUnits,
  stopReason,
  type BookingColumns,
  type ContactColumns,
} from './bookings/queries.ts'
import type { getBoard, listBoardCases, watchBoard } from './contract.ts'
import {
  boardActions,
  GROUPS,
  type BoardAction,
  type Group,
  NO_ONE_TOOK_HOURS,
  PAPERS_AHEAD_DAYS,
  RECONFIRMED_AHEAD_HOURS,
} from './rules.ts'

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
  outcome: AfterLoss | null
  bookingId: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
  respondBy: Date | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  changeDue: Date | null
  askedAgainAt: Date | null
  isSetOff: boolean | null
  lateEta: Date | null
  total: number
}

/** The rows that were chosen, with whom to call about them. */
const detailed = (chosen: RawBuilder<unknown>) => sql<CaseRow>`
  with chosen as materialized (${chosen})
  select f."group", f.id as row_id, f.key, f.since, f.due, f.amount_pence, f.note, f.number, f.outcome, f.total, f.booking_id,
    ${bookingColumns}, p.first_name, p.last_name, p.phone, ${contactColumns},
    ${questionColumns}, ${askedAgainAt} as asked_again_at
  from chosen f
  left join bookings.booking b on b.id = f.booking_id
  left join identity."user" p on p.id = b.customer_id
  ${contacts(sql`coalesce(f.about_unit, b.unit_id)`, sql`u.company_id`)}
  order by f.at, f.id`

const counted = (source: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select from (${source}) n limit ${sql.lit(COUNTED + 1)}) t)`

/** All groups in one statement: of each the first, and how many there are, which is counted only if they are more. */
const everyGroup = () => {
  const parts = GROUPS.map((group) => {
    const source = sources[group](sql.raw('$1::timestamptz'))
    return sql`(select ${sql.lit(group)}::text as "group", s.*, json_build_array(s.at, s.id) as key,
        case when count(*) over () > ${sql.lit(SHOWN)} then ${counted(source)} else count(*) over () end::int as total
      from (select * from (${source}) n order by n.at, n.id limit ${sql.lit(SHOWN + 1)}) s order by s.at, s.id limit ${sql.lit(SHOWN)})`
  })
  return sql`/* board */ ${detailed(sql.join(parts, sql` union all `))}`
}

/** Text of that statement, whose one parameter is the present time. Putting it together takes as long as running it. */
let boardText: string | undefined

export async function listGroups(ctx: Ctx): Promise<Listed[]> {
  boardText ??= everyGroup().compile(ctx.db).sql
  const { rows } = await ctx.db.executeQuery<CaseRow>(CompiledQuery.raw(boardText, [ctx.clock.now()]))
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
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof listBoardCases> | Refusal> {
  const path = `/api/admin/board/${group}/`
  const columns = { 's.at': 'timestamptz', 's.id': 'uuid' } as const
  const page = openPage(ctx, { list: path, direction: 'asc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const source = sources[group](sql`${ctx.clock.now()}::timestamptz`)
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
    outcome: row.outcome,
    actions: booking ? actionsOf(ctx, booking, row) : [],
  }
}

const actionsOf = (
  ctx: Ctx,
  { startAt, ...booking }: NonNullable<Case['booking']>,
  { group, isSetOff, respondBy, reconfirmBy, reconfirmedAt, changeDue, askedAgainAt: remindedAt }: CaseRow,
): BoardAction[] =>
  boardActions(
    {
      state: stateOf(booking),
      start: new Date(startAt),
      respondBy,
      reconfirmBy,
      reconfirmedAt,
      changeDue,
      askedAgainAt: remindedAt,
      isStopped: group === 'stopped',
      isSetOff: isSetOff === true,
      card: group === 'card' ? 'to_be_charged' : null,
    },
    { now: ctx.clock.now(), staffRole: ctx.actor.kind === 'admin' ? ctx.actor.staffRole : undefined },
  )

/** The columns of a row beside its order, `at` and `id`; those that are left out are null. */
interface ActionNotice {
  booking?: RawBuilder<unknown>
  unit?: RawBuilder<unknown>
  since: RawBuilder<unknown>
  due?: RawBuilder<unknown>
  amount?: RawBuilder<unknown>
  note?: RawBuilder<unknown>
  number?: RawBuilder<unknown>
  outcome?: RawBuilder<unknown>
}

const none = sql`null`

const says = ({
  booking,
  unit,
  since,
  due,
  amount,
  note,
  number,
  outcome,
}: ActionNotice) => sql`(${booking ?? none})::uuid as booking_id,
  (${unit ?? none})::uuid as about_unit, ${since} as since, (${due ?? none})::timestamptz as due, (${amount ?? none})::bigint as amount_pence,
  (${note ?? none})::text as note, (${number ?? none})::int as number, (${outcome ?? none})::text as outcome`

const latest = (kinds: RawBuilder<unknown>) =>
  sql`coalesce((select max(e.at) from bookings.event e where e.booking_id = b.id and e.kind in (${kinds})), b.created_at)`

const [id, at] = [sql`b.id`, sql`b.start_at`]

const minutesAfter = (now: RawBuilder<unknown>, minutes: number) =>
  sql`(${now} + ${sql.lit(`${minutes} minutes`)}::interval)`

/** More than one unit has ahead of it. */
const MOST_OF_UNIT = 1000

const hasStoppedVan = sql`exists (select from ${stoppedUnits} join bookings.booking_van v on v.unit_id = u.id where v.booking_id = b.id)`

/** The rows of each group, each from an index of just these, in the order of `at` and `id`: what it is about, since when, and when time decides. */
const sources: Record<Group, (now: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  late: (now) => sql`select b.start_at as at, b.id, ${says({ booking: id, since: at, due: sql`b.end_at` })}
    from bookings.booking b where b.status in ${literals(CONFIRMED)} and b.start_at <= ${minutesAfter(now, -LATE_MINUTES)} and b.end_at > ${now}`,
  stopped: (now) => sql`select b.start_at as at, b.id, ${says({
    booking: id,
    since: sql`coalesce(u.office_at, ${now})`,
    due: givenOutAt,
    note: stopReason,
    outcome: outcomeOnLoss(now),
  })}
    from (select distinct on (v.booking_id) u.*, v.booking_id from ${stoppedUnits} cross join lateral (
        select v.booking_id, v.van from bookings.booking_van v where v.unit_id = u.id and v.state in ${literals(NOT_BEGUN)}
          and lower(v.during) > ${now} - interval '2 days' limit ${sql.lit(MOST_OF_UNIT)}) v
      order by v.booking_id, v.van) u
    join companies.company c on c.id = u.company_id join identity."user" o on o.id = c.owner_user_id
    join bookings.booking b on b.id = u.booking_id and b.start_at > ${now}`,
  nobody: () => sql`select b.start_at as at, b.id, ${says({
    booking: id,
    since: latest(sql`'became_hot'`),
    due: sql`b.start_at - interval '1 hour'`,
    number: sql`(select count(*) from bookings.hot_offer o where o.booking_id = b.id)`,
  })}
    from bookings.booking b where b.is_hot and b.status in ${literals(UNANSWERED)}`,
  unconfirmed: () => sql`select coalesce(b.respond_by, b.start_at) as at, b.id, ${says({
    booking: id,
    since: latest(sql`'created', 'verified', 'given'`),
    due: sql`b.respond_by`,
  })}
    from bookings.booking b where b.status in ${literals(UNANSWERED)} and not b.is_hot and not b.awaiting_verification
      and not ${hasStoppedVan}`,
  // Whether a job still goes ahead is asked a day before its start.
  unanswered: (now) => sql`select b.reconfirm_by as at, b.id, ${says({
    booking: id,
    since: latest(sql`'reconfirmation_asked'`),
    due: sql`b.reconfirm_by`,
    note: sql`'reconfirmation'`,
  })}
    from bookings.booking b where b.status in ${literals(CONFIRMED)} and b.start_at > ${now} and b.start_at < ${minutesAfter(now, RECONFIRMED_AHEAD_HOURS * 60)}
      and b.reconfirmed_at is null and b.reconfirm_by > ${now} and not ${hasStoppedVan}
    union all
    select k.expires_at as at, k.id, ${says({
      booking: sql`k.booking_id`,
      since: sql`k.created_at`,
      due: sql`k.expires_at`,
      note: sql`'change'`,
    })}
    from bookings.change k join bookings.booking b on b.id = k.booking_id
    where k.state = 'open' and k.awaits = 'mover' and k.expires_at > ${now}`,
  no_one_took: (now) => sql`select b.start_at as at, b.id, ${says({ booking: id, since: latest(sql`'no_one_took'`) })}
    from bookings.booking b where b.status in ${literals(UNTAKEN)} and not b.awaiting_verification
      and b.start_at > ${minutesAfter(now, -NO_ONE_TOOK_HOURS * 60)}`,
  plans: () => sql`select p.ring_from as at, p.id, ${says({
    since: sql`p.created_at`,
    due: sql`p.ring_until`,
    note: sql`p.name || ', ' || p.phone`,
  })}
    from quoting.office_plan p where p.closed_at is null`,
  // The first condition is there for the index booking_agreed_end, whose own it is.
  never_started: (now) => sql`select b.end_at as at, b.id, ${says({ booking: id, since: at })}
    from bookings.booking b where b.status in ${literals(AGREED)} and b.status in ${literals(CONFIRMED)} and b.end_at <= ${now}`,
  card: () => sql`select k.since as at, k.booking_id as id, ${says({ booking: sql`k.booking_id`, since: sql`k.since`, amount: sql`k.amount_pence` })}
    from billing.card_due k`,
  papers: (now) => sql`select u.papers_until::timestamp at time zone 'Europe/London' as at, u.id, ${says({
    unit: sql`u.id`,
    since: sql`${now}`,
    due: sql`u.papers_until::timestamp at time zone 'Europe/London'`,
    number: sql`(select count(distinct j.id) from calendar.unit_booking j where j.unit_id = u.id and j.status in ${literals(CONFIRMED)}
      and j.end_at > u.papers_until::timestamp at time zone 'Europe/London')`,
  })}
    from fleet.working_unit u where u.status in ('operating', 'insurance_expires_soon')
      and u.papers_until <= (${now} at time zone 'Europe/London')::date + ${sql.lit(PAPERS_AHEAD_DAYS)} and u.papers_until > '-infinity'`,
  questions:
    () => sql`select q.asked_at as at, q.id, ${says({ booking: sql`q.booking_id`, unit: sql`q.unit_id`, since: sql`q.asked_at`, note: sql`q.kind` })}
    from bookings.day_question q where q.decided_at is null`,
  claims:
    () => sql`select k.made_at as at, k.booking_id as id, ${says({ booking: sql`k.booking_id`, since: sql`k.made_at`, amount: sql`k.asked_pence` })}
    from bookings.claim k where k.status = 'with_office'`,
  messages: () => sql`select r.at, r.id, ${says({
    booking: sql`(select m.booking_id from bookings.message m where m.id = r.message_id)`,
    since: sql`r.at`,
    note: sql`r.reason`,
  })}
    from bookings.message_report r where r.decided_at is null`,
  reviews: () => sql`select r.held_at as at, r.id, ${says({
    booking: sql`r.booking_id`,
    since: sql`r.held_at`,
    note: sql`(select m.reason from reviews.moderation m where m.review_id = r.id order by m.id limit 1)`,
  })}
    from reviews.review r where r.held_at is not null`,
  undelivered:
    () => sql`select m.failed_at as at, m.id, ${says({ since: sql`m.failed_at`, note: sql`coalesce(nullif(m.subject, ''), m.kind)` })}
    from notifications.message m where m.failed_at is not null`,
}

type Day = AnswerOf<typeof getBoard>['day']

interface Row {
  hour: number | null
  count: number
  done: number
  underWay: number
  toCome: number
  nobody: number
  totalPence: number
  made: number
}

/** The bookings that begin today, by the hour, in one statement. What was cancelled, or never verified, is left out. */
export async function findDay(ctx: Ctx): Promise<Day> {
  const today = localDayOf(ctx.clock.now())
  const [from, until] = [startOfDay(today), endOfDay(today)]
  const { rows } = await sql<Row>`/* board-day */
    select extract(hour from b.start_at at time zone 'Europe/London')::int as hour, count(*)::int as count,
      count(*) filter (where b.status in ${literals(FINISHED)})::int as done, count(*) filter (where b.status in ${literals(UNDER_WAY)})::int as under_way,
      count(*) filter (where b.status in ${literals(CONFIRMED)} or (b.status in ${literals(UNANSWERED)} and not b.is_hot))::int as to_come,
      count(*) filter (where b.is_hot or b.status in ${literals(UNTAKEN)})::int as nobody, coalesce(sum(${pricePence}), 0)::bigint as total_pence,
      (select count(*)::int from bookings.booking n where n.created_at >= ${from} and n.created_at < ${until} and not n.awaiting_verification) as made
    from bookings.booking b where b.start_at >= ${from} and b.start_at < ${until} and not b.awaiting_verification
      and b.status in ${literals([...ON_CALENDAR, ...UNTAKEN])}
    group by grouping sets ((), (1)) order by 1 nulls first`.execute(ctx.db)
  const all = rows.find(({ hour }) => hour === null)
  return {
    done: all?.done ?? 0,
    underWay: all?.underWay ?? 0,
    toCome: all?.toCome ?? 0,
    nobody: all?.nobody ?? 0,
    totalPence: all?.totalPence ?? 0,
    made: all?.made ?? 0,
    hours: rows.flatMap(({ hour, count }) => (hour === null ? [] : [{ hour, count }])),
  }
}

type LiveEvent = EventOf<typeof watchBoard>

/** An event carries the time its transaction began, which may be this much before it is announced. */
const OVERLAP_MS = 10_000

/** Every change of a booking is announced to the office too. */
export function liveBoard(ctx: Ctx, live: LiveSource): Feed<LiveEvent> {
  const changed = (): LiveEvent => ({ name: 'board_changed', id: newId(ctx.clock), data: {} })
  return new Feed<LiveEvent>({
    subscribe: (hear) => live.subscribe(OFFICE, () => hear(changed())),
    here: () => newId(ctx.clock),
    since: async (id) => ((await hasChangedSince(ctx, id)) ? [changed()] : []),
  })
}

async function hasChangedSince(ctx: Ctx, id: string): Promise<boolean> {
  const last = timeOfId(id)
  if (last === undefined) return true
  const { rows } = await sql<{ isChanged: boolean }>`/* board-since */
    select coalesce((select e.at >= ${new Date(last - OVERLAP_MS)} from bookings.event e order by e.at desc limit 1), false) as is_changed`.execute(
    ctx.db,
  )
  return rows[0]?.isChanged === true
}
