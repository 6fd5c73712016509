import type { ExpressionBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { DB } from '#platform/db-types.gen.ts'

export interface SentMessage {
  to: string
  channel: string
  subject: string
  text: string
  html: string | null
  sentAt: Date
}

/** Sent messages, newest first. */
export async function listSent(ctx: Ctx, limit = 200): Promise<SentMessage[]> {
  const rows = await ctx.db
    .selectFrom('notifications.message')
    .select(['recipient as to', 'channel', 'subject', 'text', 'html', 'sentAt'])
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ sentAt, ...row }) => (sentAt ? [{ ...row, sentAt }] : []))
}

/** Somebody's address or number, and since when it is known to be theirs: numbers get reassigned. */
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
    .where((eb) => eb.or([sentToAny(eb, addresses), eb('subjectId', '=', subjectId)]))
    .orderBy('createdAt')
    .execute()
