import { tellOwner } from '#modules/companies/commands.ts'
import { tellDriver } from '#modules/fleet/drivers/driver-notices-commands.ts'
import { getSettingsOf } from '#modules/identity/profile/queries.ts'
import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { formatDayTime } from '#shared/local-time.ts'
import type { NoticeText } from '../../notices/messages.ts'
import type { ThreadBooking } from '../queries.ts'
import { redacted } from '../redaction/rules.ts'
import { isOpen } from '../rules.ts'
import { messageCame } from './messages.ts'

interface Written {
  text: string
  hasPhotos: boolean
  /** The other side had read everything before: only then is it mailed and texted. */
  isFirstUnread: boolean
}

const SHOWN = 400

/** Each message to the other side's browsers; by mail and text only the first of those that wait to be read. */
export async function tellOfMessage(ctx: TxCtx, booking: ThreadBooking, written: Written): Promise<void> {
  const { id, side, status, work, start, unitId, companyId } = booking
  const places = [work.places[0]?.town, work.places.at(-1)?.town].filter(Boolean).join(' to ')
  const shown = isOpen(status) ? written.text : redacted(written.text)
  const customer = isOpen(status) ? booking.customerName : 'Your customer'
  const words = messageCame({
    from: side === 'company' ? (booking.companyName ?? 'Your driver') : customer,
    about: `${places}, ${formatDayTime(start)}`,
    text: shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown,
    hasPhotos: written.hasPhotos,
    url: `${ctx.config.publicUrl}/messages/${id}`,
  })
  const { kind, subject, mail, sms } = words
  const notice = { kind, subject, mail, sms, subjectId: id, isPushOnly: !written.isFirstUnread }
  if (side === 'company') await tellCustomerOf(ctx, booking.customerId, notice)
  else {
    if (companyId) await tellOwner(ctx, companyId, 'new_message', notice)
    if (unitId) await tellDriver(ctx, unitId, 'job_message', notice)
  }
}

type Notice = Pick<NoticeText, 'kind' | 'subject' | 'mail' | 'sms'> & { subjectId: string; isPushOnly?: boolean }

/** By the channels that they chose for messages. */
export async function tellCustomerOf(ctx: TxCtx, customerId: string, notice: Notice): Promise<void> {
  const { kind, subject, mail, sms, subjectId, isPushOnly } = notice
  const { newMessages: wants } = await getSettingsOf(ctx, customerId)
  if (wants.push) await queuePush(ctx, customerId, { kind, mail, subjectId })
  if (isPushOnly) return
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['email', 'openedBy', 'phone', 'phoneVerifiedAt'])
    .where('id', '=', customerId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  const hasEmail = user?.openedBy !== 'phone'
  if (user && hasEmail && wants.email)
    await queueMessage(ctx, {
      channel: 'email',
      to: user.email,
      kind,
      subject,
      subjectId,
      mail,
      settings: '/customer-settings#notifications',
    })
  if (user?.phone && user.phoneVerifiedAt && (wants.sms || !hasEmail))
    await queueMessage(ctx, { channel: 'sms', to: user.phone, kind, text: sms, subjectId })
}
