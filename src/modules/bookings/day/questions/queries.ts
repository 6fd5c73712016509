import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { referenceOf } from '../../rules.ts'
import type { QuestionKind } from '../rules.ts'
import { cashView, clockView, hoursView, listParts } from '../views/queries.ts'
import type { listDayQuestions as listEndpoint } from './contract.ts'
import { DECISIONS_OF } from './rules.ts'

const PATH = '/api/admin/day-questions/'

interface Row {
  id: string
  kind: QuestionKind
  bookingId: string
  askedAt: Date
  text: string | null
  minutes: number | null
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  unitId: string | null
  unitName: string | null
  companyId: string | null
  companyName: string | null
  key: unknown[]
}

/** What waits, the oldest first: three statements, however many there are. */
export async function listDayQuestions(
  ctx: Ctx,
  asked: KeyPageRequest,
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const columns = { 'q.asked_at': 'timestamptz', 'q.id': 'uuid' } as const
  const page = openPage(ctx, { list: PATH, direction: 'asc', columns }, asked)
  if (page instanceof Refusal) return page
  const count = await countOf(
    ctx,
    page,
    ctx.db.selectFrom('bookings.day_question as q').where('q.decidedAt', 'is', null),
  )
  const { rows } = await sql<Row>`/* day-questions */
    select q.id, q.kind, q.booking_id, q.asked_at, q.text, q.minutes, p.first_name, p.last_name, p.phone,
      case when p.opened_by = 'phone' then null else p.email end as email, u.id as unit_id, u.name as unit_name,
      c.id as company_id, c.name as company_name, ${page.key} as key
    from bookings.day_question q
    join bookings.booking b on b.id = q.booking_id
    join identity."user" p on p.id = b.customer_id
    left join fleet.working_unit u on u.id = q.unit_id
    left join companies.company c on c.id = u.company_id
    where q.decided_at is null and ${page.isAfter}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(ctx.db)
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  const parts = await listParts(
    ctx,
    shown.map(({ bookingId }) => bookingId),
  )
  const now = ctx.clock.now()
  const results = shown.flatMap((row) => {
    const found = parts.get(row.bookingId)
    if (!found) return []
    const { booking, day } = found
    return [
      {
        id: row.id,
        kind: row.kind,
        askedAt: row.askedAt.toISOString(),
        booking: {
          id: booking.id,
          reference: referenceOf(booking.id),
          status: booking.status,
          startAt: booking.start.toISOString(),
          endAt: booking.end.toISOString(),
        },
        customer: { name: `${row.firstName} ${row.lastName}`.trim(), phone: row.phone, email: row.email },
        company: row.companyId && row.companyName ? { id: row.companyId, name: row.companyName } : null,
        workingUnit: row.unitId && row.unitName ? { id: row.unitId, name: row.unitName } : null,
        clock: clockView(booking, day, now),
        hours: hoursView(booking, day, now),
        cash: cashView(found, now),
        text: row.text,
        minutes: row.minutes,
        decisions: [...DECISIONS_OF[row.kind]],
      },
    ]
  })
  return { ...answer, results }
}
