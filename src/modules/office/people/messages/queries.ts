import { sql } from 'kysely'
import { addressesOf } from '#modules/identity/rules.ts'
import { sentToAny } from '#modules/notifications/queries.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { commonRefusals, Refusal, refuse, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { listPersonMessages as endpoint } from '../contract.ts'

/** What was sent to their address, to their number since it is known to be theirs, and to their browsers. */
export async function seeMessages(
  ctx: Ctx,
  id: string,
  asked: KeyPageRequest,
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const path = `/api/admin/people/${id}/messages/`
  const columns = { 'notifications.message.created_at': 'timestamptz', 'notifications.message.id': 'uuid' } as const
  const page = openPage(ctx, { list: path, direction: 'desc', columns }, asked)
  if (page instanceof Refusal) return page
  const person = await ctx.db
    .selectFrom('identity.user')
    .select(['email', 'phone', 'phoneVerifiedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) return refuse(commonRefusals.notFound)
  const sent = ctx.db
    .selectFrom('notifications.message')
    .where((eb) =>
      eb.or([
        sentToAny(eb, addressesOf(person)),
        eb('deviceId', 'in', eb.selectFrom('notifications.push_device').select('id').where('userId', '=', id)),
      ]),
    )
  const [count, found] = await Promise.all([
    countOf(ctx, page, sent),
    sent
      .select(['id', 'channel', 'recipient', 'kind', 'subject', 'createdAt', 'sentAt', 'failedAt'])
      .select(sql<string | null>`case when not holds_secret then text end`.as('text'))
      .select(page.key.as('key'))
      .where(page.isAfter)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  await ctx.tx((tx) => recordAudit(tx, { action: 'person.messages_seen', object: `user ${id}` }))
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  return {
    ...answer,
    results: rows.map(({ key: _key, recipient, createdAt, sentAt, failedAt, ...row }) => ({
      ...row,
      to: row.channel === 'push' ? '' : recipient,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
    })),
  }
}
