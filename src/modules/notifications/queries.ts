import { sql, type ExpressionBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { DB } from '#platform/db-types.gen.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { PushDevice } from './push/gateway.ts'
import type { Channel } from './rules.ts'
import type { listUndelivered as listEndpoint } from './contract.ts'

export interface SentMessage {
  to: string
  channel: Channel
  subject: string
  text: string
  html: string | null
  attachments: { name: string; type: string; bytes: number }[]
  sentAt: Date
}

const attachedTo = sql<
  SentMessage['attachments']
>`coalesce((select json_agg(json_build_object('name', a.name, 'type', a.content_type,
  'bytes', octet_length(a.content)) order by a.position) from notifications.attachment a where a.mail_id = notifications.message.id), '[]')`.as(
  'attachments',
)

/** Sent messages, newest first. */
export async function listSent(ctx: Ctx, limit = 200): Promise<SentMessage[]> {
  const rows = await ctx.db
    .selectFrom('notifications.message')
    .select(['recipient as to', 'channel', 'subject', 'text', 'html', 'sentAt'])
    .select(attachedTo)
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ sentAt, ...row }) => (sentAt ? [{ ...row, sentAt }] : []))
}

/** Address or number of a user, and since when it is known to be theirs: numbers get reassigned. */
export interface OwnAddress {
  to: string
  since?: Date
}

export const sentToAny = (eb: ExpressionBuilder<DB, 'notifications.message'>, addresses: readonly OwnAddress[]) =>
  eb.or(
    addresses.map(({ to, since }) =>
      eb.and([eb('recipient', '=', to), ...(since ? [eb('createdAt', '>=', since)] : [])]),
    ),
  )

/** The messages sent to a person, oldest first. Words that contain a link granting access are left out. */
export const listMessagesTo = (
  ctx: Ctx,
  { addresses, subjectId }: { addresses: readonly OwnAddress[]; subjectId: string },
) =>
  ctx.db
    .selectFrom('notifications.message')
    .select(['channel', 'recipient', 'kind', 'subject', 'createdAt', 'sentAt'])
    .select((eb) => eb.case().when('holdsSecret', '=', false).then(eb.ref('text')).end().as('text'))
    .where((eb) =>
      eb.or([
        sentToAny(eb, addresses),
        eb('subjectId', '=', subjectId),
        eb('deviceId', 'in', eb.selectFrom('notifications.push_device').select('id').where('userId', '=', subjectId)),
      ]),
    )
    .orderBy('createdAt')
    .execute()

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
      .$call(page.cut)
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

/** The browsers of open sessions. */
const devicesOf = (ctx: Ctx) =>
  ctx.db.selectFrom('notifications.open_device as d').where('d.expiresAt', '>', ctx.clock.now())

export async function listDeviceIds(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await devicesOf(ctx).select('d.id').where('d.userId', '=', userId).execute()
  return rows.flatMap(({ id }) => id ?? [])
}

export async function findDevice(ctx: Ctx, id: string): Promise<PushDevice | undefined> {
  const row = await devicesOf(ctx)
    .select(['d.endpoint', 'd.publicKey', 'd.auth'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  // The columns of a view may all be null by their types.
  const { endpoint, publicKey, auth } = row ?? {}
  return endpoint && publicKey && auth ? { endpoint, publicKey, auth } : undefined
}

export async function hasDevice(ctx: Ctx, sessionId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('notifications.push_device')
    .select('id')
    .where('sessionId', '=', sessionId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Devices for an export: their dates and push services; the keys are secrets. */
export async function listOwnDevices(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .selectFrom('notifications.push_device')
    .select(['endpoint', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ endpoint, createdAt }) => ({ service: new URL(endpoint).hostname, createdAt }))
}
