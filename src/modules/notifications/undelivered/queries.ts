import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { listUndelivered as listEndpoint } from './contract.ts'

const path = '/api/admin/undelivered/'
const columns = { 'm.failed_at': 'timestamptz', 'm.id': 'uuid' } as const

const abandonedMessages = (ctx: Ctx) =>
  ctx.db.selectFrom('notifications.message as m').where('m.failedAt', 'is not', null)

export async function listUndelivered(
  ctx: Ctx,
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const page = openPage(ctx, { list: path, direction: 'desc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const [count, found] = await Promise.all([
    countOf(ctx, page, abandonedMessages(ctx)),
    abandonedMessages(ctx)
      .select(['m.id', 'm.channel', 'm.recipient', 'm.kind', 'm.subject', 'm.createdAt', 'm.failedAt', 'm.attempts'])
      .select(['m.lastError', page.key.as('key')])
      .where(page.isAfter)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  return {
    ...answer,
    results: rows.map(({ key: _key, recipient, createdAt, failedAt, lastError, ...row }) => ({
      ...row,
      to: row.channel === 'push' ? '' : recipient,
      createdAt: createdAt.toISOString(),
      failedAt: (failedAt ?? createdAt).toISOString(),
      reason: lastError ?? '',
    })),
  }
}
