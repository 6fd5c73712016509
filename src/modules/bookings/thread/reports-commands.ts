import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { referenceOf } from '../rules.ts'
import { notifySides } from './commands.ts'
import { officeReport, reportDecided } from './messages.ts'
import { findThread } from './queries.ts'
import type { decideReport as decideEndpoint, reportMessage as reportEndpoint } from './contract.ts'

/** Reported again, it is reported already. */
export const reportMessage = (
  ctx: Ctx,
  { bookingId, messageId }: { bookingId: string; messageId: string },
  reason: string,
): Promise<AnswerOf<typeof reportEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await findThread(tx, bookingId)
    if (booking instanceof Refusal) return booking
    const message = await tx.db
      .selectFrom('bookings.message')
      .select('id')
      .where('id', '=', messageId)
      .where('bookingId', '=', bookingId)
      .where('side', '<>', booking.side)
      .where('removedAt', 'is', null)
      .$if(booking.side === 'company', (query) => query.where('companyId', '=', booking.companyId))
      .executeTakeFirst()
    if (!message) return refuse(commonRefusals.notFound)
    const made = await tx.db
      .insertInto('bookings.message_report')
      .values({ id: newId(tx.clock), messageId, reporterId: userIdOf(tx.actor), reason, at: tx.clock.now() })
      .onConflict((conflict) => conflict.columns(['messageId', 'reporterId']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) {
      const about = `Booking ${referenceOf(bookingId)}, ${formatDayTime(booking.start)}`
      const url = `${tx.config.publicUrl}/admin/reported-messages`
      const { kind, subject, mail } = officeReport({ about, reason, url })
      await queueMessage(tx, { channel: 'email', to: tx.config.officeEmail, kind, subject, mail, subjectId: bookingId })
    }
    return { detail: 'Thank you. We’ll look at it.' }
  })

/** Every report of one message is decided together. */
export const decideReport = (
  ctx: Ctx,
  id: string,
  { decision, reason }: InputOf<typeof decideEndpoint>['body'],
): Promise<AnswerOf<typeof decideEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const report = await tx.db
      .selectFrom('bookings.message_report as r')
      .innerJoin('bookings.message as m', 'm.id', 'r.messageId')
      .select(['r.messageId', 'r.decidedAt', 'm.bookingId'])
      .where('r.id', '=', id)
      .forUpdate('m')
      .executeTakeFirst()
    if (!report) return refuse(commonRefusals.notFound)
    const { messageId, bookingId } = report
    const decided = await tx.db
      .updateTable('bookings.message_report')
      .set({ decision, decisionReason: reason, decidedAt: tx.clock.now(), decidedBy: userIdOf(tx.actor) })
      .where('messageId', '=', messageId)
      .where('decidedAt', 'is', null)
      .returning('reporterId')
      .execute()
    if (decided.length === 0) return refuse(commonRefusals.conflict)
    if (decision === 'remove')
      await tx.db
        .updateTable('bookings.message')
        .set({ removedAt: tx.clock.now() })
        .where('id', '=', messageId)
        .execute()
    for (const { reporterId } of decided) await notifyReporter(tx, reporterId, { bookingId, decision, reason })
    await recordAudit(tx, { action: `message.${decision}`, object: `message ${messageId}`, after: { reason } })
    await notifySides(tx, bookingId)
    return { detail: decision === 'remove' ? 'The message is removed.' : 'The message stays.' }
  })

async function notifyReporter(
  ctx: TxCtx,
  userId: string,
  { bookingId, decision, reason }: { bookingId: string; decision: string; reason: string },
): Promise<void> {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['email', 'openedBy'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  const url = `${ctx.config.publicUrl}/messages/${bookingId}`
  const { kind, subject, mail } = reportDecided({ wasRemoved: decision === 'remove', reason, url })
  await queuePush(ctx, userId, { kind, mail, subjectId: bookingId })
  if (user && user.openedBy !== 'phone')
    await queueMessage(ctx, { channel: 'email', to: user.email, kind, subject, mail, subjectId: bookingId })
}
