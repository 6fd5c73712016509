import type { Ctx } from '#platform/ctx.ts'

export interface SentMessage {
  to: string
  channel: string
  subject: string
  text: string
  html: string | null
  sentAt: Date
}

/** What was sent, newest first. */
export async function listSent(ctx: Ctx, limit = 200): Promise<SentMessage[]> {
  const rows = await ctx.db
    .selectFrom('notifications.message')
    .select(['recipient as to', 'channel', 'subject', 'text', 'html', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ sent_at: sentAt, ...row }) => (sentAt ? [{ ...row, sentAt }] : []))
}
