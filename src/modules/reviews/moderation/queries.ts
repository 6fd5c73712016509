import { sql, type SqlBool } from 'kysely'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { hideReview, listReviews as listEndpoint } from './contract.ts'

type Moderated = AnswerOf<typeof hideReview>

interface LogRow {
  at: string
  by: string | null
  step: 'hidden' | 'restored'
  reason: string
  note: string
}

const reviews = (ctx: Ctx) =>
  ctx.db
    .selectFrom('reviews.review as r')
    .innerJoin('companies.company as c', 'c.id', 'r.companyId')
    .leftJoin('bookings.booking as b', 'b.id', 'r.bookingId')
    .select(['r.id', 'r.authorName', 'r.punctuality', 'r.care', 'r.value', 'r.text', 'r.createdAt', 'r.bookingId'])
    .select(['r.answer', 'r.answeredAt', 'r.hiddenAt', 'r.heldAt', 'c.id as companyId', 'c.name as companyName'])
    .select([
      sql<string | null>`b.work #>> '{places,0,town}'`.as('from'),
      sql<string | null>`b.work #>> '{places,-1,town}'`.as('to'),
      sql<VanCategory | null>`b.move ->> 'vanCategory'`.as('vanCategory'),
      sql<HelpLevel | null>`b.move ->> 'manPower'`.as('manPower'),
      sql<
        LogRow[]
      >`coalesce((select json_agg(json_build_object('at', m.at, 'by', u.first_name, 'step', m.step, 'reason', m.reason, 'note', m.note) order by m.id)
        from reviews.moderation m left join identity."user" u on u.id = m.office_user_id where m.review_id = r.id), '[]')`.as(
        'log',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof reviews>['executeTakeFirstOrThrow']>>

function viewOf({ companyId, companyName, from, to, vanCategory, manPower, log, ...row }: Row): Moderated {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    hiddenAt: row.hiddenAt?.toISOString() ?? null,
    heldAt: row.heldAt?.toISOString() ?? null,
    company: { id: companyId, name: companyName },
    move: vanCategory && manPower ? { from: from ?? '', to: to ?? '', vanCategory, manPower } : null,
    answer: row.answer === null ? null : { text: row.answer, answeredAt: row.answeredAt?.toISOString() ?? null },
    log: log.map(({ at, ...step }) => ({ ...step, at: new Date(at).toISOString() })),
  }
}

export const getModerated = async (ctx: Ctx, id: string): Promise<Moderated> =>
  viewOf(await reviews(ctx).where('r.id', '=', id).executeTakeFirstOrThrow())

const IS_IN = {
  all: sql<SqlBool>`true`,
  hidden: sql<SqlBool>`r.hidden_at is not null`,
  held: sql<SqlBool>`r.held_at is not null`,
}

export async function listReviews(
  ctx: Ctx,
  { show, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const path = `/api/admin/reviews/${show === 'all' ? '' : `?show=${show}`}`
  const columns = { 'r.created_at': 'timestamptz', 'r.id': 'uuid' } as const
  const page = openPage(ctx, { list: path, direction: 'desc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const isInList = IS_IN[show]
  const [count, rows] = await Promise.all([
    countOf(ctx, page, ctx.db.selectFrom('reviews.review as r').where(isInList)),
    reviews(ctx).select(page.key.as('key')).where(isInList).$call(page.cut).execute(),
  ])
  const { rows: pageRows, ...answer } = pageOfRows(ctx, '/api/admin/reviews/', page, { rows, count })
  return { ...answer, results: pageRows.map(({ key: _key, ...row }) => viewOf(row)) }
}
