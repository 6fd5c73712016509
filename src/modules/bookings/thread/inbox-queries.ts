import { literals } from '#platform/db.ts'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { unitsOf, userIdOf } from '#platform/session.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { listConversations as listEndpoint } from './contract.ts'
import { hasVanOf } from '../queries.ts'
import { placesOf } from './queries.ts'
import { redacted, type Side } from './rules.ts'
import { LOST, hasDay, type BookingStatus } from '../rules.ts'

const inboxPath = '/api/messages/'
const columns = { 't.last_at': 'timestamptz', 't.booking_id': 'uuid' } as const

/** Conversations of the customer, or of the bookings that the company still has. */
function conversationsOf(ctx: Ctx, side: Side) {
  const all = ctx.db.selectFrom('bookings.thread as t').innerJoin('bookings.booking as b', 'b.id', 't.bookingId')
  const company = unitsOf(ctx.actor)
  if (side === 'customer') return all.where('t.customerId', '=', userIdOf(ctx.actor))
  return all
    .where('t.companyId', '=', company?.id ?? null)
    .whereRef('b.companyId', '=', 't.companyId')
    .where(isStillTheirs)
    .$if(ctx.actor.kind === 'hired', (query) => query.where(hasVanOf(company?.unitIds)))
}

export const isStillTheirs = sql<SqlBool>`not b.is_hot and b.status not in ${literals(LOST)}`

/** Two statements, however many there are. */
export async function listConversations(
  ctx: Ctx,
  { show, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const { kind } = ctx.actor
  const side: Side = kind === 'driver' || kind === 'hired' ? 'company' : 'customer'
  const list = `${inboxPath} ${show} ${userIdOf(ctx.actor)}`
  const page = openPage(ctx, { list, direction: 'desc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const unread = side === 'customer' ? 't.customerUnread' : 't.companyUnread'
  const shown = () => conversationsOf(ctx, side).$if(show === 'unread', (query) => query.where(unread, '>', 0))
  const [count, found] = await Promise.all([
    countOf(ctx, page, shown()),
    shown()
      .innerJoin('identity.user as p', 'p.id', 'b.customerId')
      .leftJoin('companies.company as c', 'c.id', 'b.companyId')
      .leftJoin('bookings.message as m', 'm.id', 't.lastMessageId')
      .select(['b.id', 'b.status', 'b.startAt as start', 'b.work', 'p.firstName', 'c.name', 't.lastAt'])
      .select(['m.text', 'm.authorId', 'm.photosId', 'm.removedAt', `${unread} as unread`, page.key.as('key')])
      .$call(page.cut)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, inboxPath, page, { rows: found, count })
  const query = show === 'unread' ? '&show=unread' : ''
  return {
    ...answer,
    next: answer.next && answer.next + query,
    previous: answer.previous && answer.previous + query,
    results: rows.map((row) => ({
      ...placesOf(ctx, { ...row, side }),
      other: side === 'customer' ? row.name : hasDay(row.status) ? row.firstName : 'Customer',
      last: lastOf(row, row.authorId === userIdOf(ctx.actor)),
      lastAt: row.lastAt.toISOString(),
      unread: row.unread,
    })),
  }
}

interface Last {
  status: BookingStatus
  text: string | null
  photosId: string | null
  removedAt: Date | null
}

function lastOf({ status, text, photosId, removedAt }: Last, isOwn: boolean) {
  const content = removedAt ? '' : (text ?? '')
  const shown = isOwn || hasDay(status) ? content : redacted(content)
  return { text: shown.slice(0, 200), isOwn, hasPhotos: !removedAt && photosId !== null }
}
