import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { listReports as listEndpoint } from './contract.ts'

const path = '/api/admin/reported-messages/'

type ActionNotice = AnswerOf<typeof listEndpoint>['results'][number]['messages']

/** Messages shown on each side of the reported one. */
const AROUND = 5

const surroundingMessages = sql<ActionNotice>`(
  select json_agg(json_build_object('id', s.id, 'side', s.side, 'author', a.first_name, 'text', s.text,
    'hasPhotos', s.photos_id is not null, 'isReported', s.id = m.id, 'at', to_json(s.at)) order by s.at, s.id)
  from (
    (select * from bookings.message n where n.booking_id = m.booking_id and (n.at, n.id) <= (m.at, m.id)
      order by n.at desc, n.id desc limit ${sql.lit(AROUND + 1)})
    union all
    (select * from bookings.message n where n.booking_id = m.booking_id and (n.at, n.id) > (m.at, m.id)
      order by n.at, n.id limit ${sql.lit(AROUND)})) s
  join identity."user" a on a.id = s.author_id)`

const LISTS = {
  waiting: { direction: 'asc', columns: { 'r.at': 'timestamptz', 'r.id': 'uuid' } },
  decided: { direction: 'desc', columns: { 'r.decided_at': 'timestamptz', 'r.id': 'uuid' } },
} as const

export async function listReports(
  ctx: Ctx,
  { show, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const page = openPage(ctx, { list: `${path} ${show}`, ...LISTS[show] }, pageRequest)
  if (page instanceof Refusal) return page
  const reports = () =>
    ctx.db.selectFrom('bookings.message_report as r').where('r.decidedAt', show === 'waiting' ? 'is' : 'is not', null)
  const [count, found] = await Promise.all([
    countOf(ctx, page, reports()),
    reports()
      .innerJoin('bookings.message as m', 'm.id', 'r.messageId')
      .innerJoin('companies.company as c', 'c.id', 'm.companyId')
      .innerJoin('identity.user as u', 'u.id', 'r.reporterId')
      .leftJoin('identity.user as d', 'd.id', 'r.decidedBy')
      .select(['r.id', 'm.bookingId', 'c.name as company', 'u.firstName as reporter', 'r.reason', 'r.at'])
      .select(['r.decision', 'r.decisionReason', 'r.decidedAt', 'd.firstName as decidedBy'])
      .select([surroundingMessages.as('messages'), page.key.as('key')])
      .$call(page.cut)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  const query = show === 'decided' ? '&show=decided' : ''
  return {
    ...answer,
    next: answer.next && answer.next + query,
    previous: answer.previous && answer.previous + query,
    results: rows.map(({ key: _key, at, decidedAt, messages, ...row }) => ({
      ...row,
      at: at.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      messages: messages.map((message) => ({ ...message, at: new Date(message.at).toISOString() })),
    })),
  }
}
