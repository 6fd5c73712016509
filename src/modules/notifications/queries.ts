import { sql, type ExpressionBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { DB } from '#platform/db-types.gen.ts'
import type { Channel } from './rules.ts'

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
