import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { shownEmail } from '#modules/identity/opened-accounts/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { findCustomers as endpoint } from './contract.ts'
import { pricePence } from '../queries.ts'
import type { BookingStatus } from '../rules.ts'
import { searchedText } from './rules.ts'

const PATH = '/api/admin/customers/'

/** As the index `user_search` has it. */
export const searchable = sql<string>`lower(u.first_name || ' ' || coalesce(u.last_name, '') || ' ' || u.email || ' ' || coalesce(u.phone, ''))`

/** A pattern of LIKE for texts that contain this one, letter by letter. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

interface LastBooking {
  id: string
  startAt: string
  status: BookingStatus
  from: string
  to: string
  totalPence: number
}

/** Of the customer `u`: so that whoever answers knows what the call may be about. */
const lastBookings = sql<LastBooking[]>`coalesce((
  select json_agg(json_build_object('id', l.id, 'startAt', l.start_at, 'status', l.status, 'from', coalesce(l.work #>> '{places,0,town}', ''),
    'to', coalesce(l.work #>> '{places,-1,town}', ''), 'totalPence', l.price_pence) order by l.start_at desc, l.id desc)
  from (select b.id, b.start_at, b.status, b.work, ${pricePence} as price_pence from bookings.booking b
    where b.customer_id = u.id and not b.awaiting_verification order by b.start_at desc, b.id desc limit 3) l), '[]')`

/** A page of customers: three statements with the record of the search. */
export async function findCustomers(
  ctx: Ctx,
  { q, ...asked }: InputOf<typeof endpoint>['query'],
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const text = searchedText(q)
  const list = `${PATH} ${createHash('sha256').update(text).digest('base64url')}`
  const page = openPage(
    ctx,
    { list, direction: 'desc', columns: { 'u.created_at': 'timestamptz', 'u.id': 'uuid' } },
    asked,
  )
  if (page instanceof Refusal) return page
  const found = ctx.db
    .selectFrom('identity.user as u')
    .where('u.userRole', '=', sql.lit('customer'))
    .where('u.status', '=', sql.lit('active'))
    .where((eb) => eb.or([eb('u.emailVerifiedAt', 'is not', null), eb('u.openedBy', '=', 'phone')]))
    .where(searchable, 'like', containing(text))
  const [count, rows] = await Promise.all([
    // In the order of the page: by its index, of many that match only the counted are read.
    countOf(ctx, page, found.orderBy(page.orderBy)),
    found
      .select(['u.id', 'u.firstName', 'u.lastName', 'u.email', 'u.phone'])
      .select(page.key.as('key'))
      .select(
        sql<number>`(select count(*)::int from bookings.booking b where b.customer_id = u.id and not b.awaiting_verification)`.as(
          'bookingsCount',
        ),
      )
      .select(
        sql<Date | null>`(select max(b.start_at) from bookings.booking b where b.customer_id = u.id and not b.awaiting_verification)`.as(
          'lastStartAt',
        ),
      )
      .select(lastBookings.as('lastBookings'))
      .where(page.isAfter)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  // Whose data were seen, by id: what was typed may be a name, which would stay here for ever.
  const after = { shown: shown.map(({ id }) => id) }
  await ctx.tx((tx) => recordAudit(tx, { action: 'customers.searched', object: 'customers', after }))
  const withQuestion = (link: string | null) => link && `${link}&q=${encodeURIComponent(q)}`
  return {
    ...answer,
    next: withQuestion(answer.next),
    previous: withQuestion(answer.previous),
    results: shown.map(({ email, lastStartAt, lastBookings: last, ...row }) => ({
      ...row,
      lastBookings: last.map((one) => ({ ...one, startAt: new Date(one.startAt).toISOString() })),
      email: shownEmail(email),
      lastStartAt: lastStartAt?.toISOString() ?? null,
    })),
  }
}
