import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { hashOf } from '../../gateway.ts'
import { referenceOf } from '../../rules.ts'
import type { QuestionKind } from '../rules.ts'
import { itemsOf } from '../../lists/rules.ts'
import { cashView, clockView, hoursView, listParts, type Parts } from '../queries.ts'
import { eventsView } from '../record/queries.ts'
import type { listDayQuestions as listEndpoint } from './contract.ts'
import { DECISIONS_OF, type Decision } from './rules.ts'

const PATH = '/api/admin/day-questions/'

const LISTS = {
  waiting: { direction: 'asc', columns: { 'q.asked_at': 'timestamptz', 'q.id': 'uuid' } },
  decided: { direction: 'desc', columns: { 'q.decided_at': 'timestamptz', 'q.id': 'uuid' } },
} as const

interface Row {
  id: string
  kind: QuestionKind
  bookingId: string
  askedAt: Date
  text: string | null
  minutes: number | null
  decision: Decision | null
  reason: string | null
  decidedAt: Date | null
  decidedBy: string | null
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  unitId: string | null
  unitName: string | null
  companyId: string | null
  companyName: string | null
  ownerPhone: string | null
  driverName: string | null
  driverPhone: string | null
  key: unknown[]
}

/**
 * Lists open questions, oldest first, or decided ones, latest first, in three statements whatever their number. The
 * rows shown are found before anything is joined to them: the planner of a prepared statement expects a tenth of all
 * rows, and would read the other tables from end to end.
 */
export async function listDayQuestions(
  ctx: Ctx,
  { show, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const query = show === 'decided' ? { show } : {}
  const page = openPage(ctx, { list: `${PATH} ${show}`, ...LISTS[show], query }, pageRequest)
  if (page instanceof Refusal) return page
  const operator = show === 'waiting' ? 'is' : 'is not'
  const count = await countOf(
    ctx,
    page,
    ctx.db.selectFrom('bookings.day_question as q').where('q.decidedAt', operator, null),
  )
  const { rows } = await sql<Row>`/* day-questions */
    select q.id, q.kind, q.booking_id, q.asked_at, q.text, q.minutes, q.decision, q.reason, q.decided_at, a.first_name as decided_by,
      p.first_name, coalesce(p.last_name, '') as last_name, p.phone, case when p.opened_by = 'phone' then null else p.email end as email, u.id as unit_id,
      u.name as unit_name, c.id as company_id, c.name as company_name, o.phone as owner_phone, h.first_name as driver_name,
      h.phone as driver_phone, ${page.key} as key
    from bookings.day_question q
    join bookings.booking b on b.id = q.booking_id
    join identity."user" p on p.id = b.customer_id
    left join fleet.working_unit u on u.id = q.unit_id
    left join companies.company c on c.id = u.company_id
    left join identity."user" o on o.id = c.owner_user_id
    left join fleet.unit_driver d on d.unit_id = u.id
    left join identity."user" h on h.id = d.user_id
    left join identity."user" a on a.id = q.decided_by
    where q.id = any (array(
      select q.id from bookings.day_question q where q.decided_at ${sql.raw(operator)} null and ${page.isAfter}
      order by ${page.orderBy} limit ${page.limit} offset ${page.offset}))
    order by ${page.orderBy}`.execute(ctx.db)
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  const parts = await listParts(
    ctx,
    shown.map(({ bookingId }) => bookingId),
  )
  const results = shown.flatMap((row) => {
    const found = parts.get(row.bookingId)
    return found ? [questionView(ctx, row, found)] : []
  })
  return { ...answer, results }
}

function questionView(ctx: Ctx, row: Row, parts: Parts): AnswerOf<typeof listEndpoint>['results'][number] {
  const { booking, day } = parts
  const now = ctx.clock.now()
  const { places } = booking.work
  return {
    id: row.id,
    kind: row.kind,
    askedAt: row.askedAt.toISOString(),
    booking: {
      id: booking.id,
      hash: hashOf(ctx, booking.id),
      reference: referenceOf(booking.id),
      status: booking.status,
      startAt: booking.start.toISOString(),
      endAt: booking.end.toISOString(),
      from: places[0]?.town ?? '',
      to: places.at(-1)?.town ?? '',
    },
    customer: { name: `${row.firstName} ${row.lastName}`.trim(), phone: row.phone, email: row.email },
    company:
      row.companyId && row.companyName ? { id: row.companyId, name: row.companyName, phone: row.ownerPhone } : null,
    workingUnit: row.unitId && row.unitName ? { id: row.unitId, name: row.unitName } : null,
    driver: row.driverName === null ? null : { name: row.driverName, phone: row.driverPhone },
    clock: clockView(booking, day, now),
    hours: hoursView(booking, day, now),
    cash: cashView(parts),
    events: eventsView(parts.events, itemsOf(parts.booking.move)),
    text: row.text,
    minutes: row.minutes,
    decisions: row.decidedAt ? [] : [...DECISIONS_OF[row.kind]],
    decided:
      row.decidedAt && row.decision
        ? { decision: row.decision, reason: row.reason ?? '', at: row.decidedAt.toISOString(), by: row.decidedBy }
        : null,
  }
}
