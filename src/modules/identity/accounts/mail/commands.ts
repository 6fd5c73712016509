import { queueMessage } from '#modules/notifications/commands.ts'
import { layOutMail, type Mail } from '#modules/notifications/rules.ts'
import type { TxCtx } from '#platform/ctx.ts'

/** Words of a mail about an account, and what they are called in the list of messages. */
export interface AccountMail extends Mail {
  kind: string
  /** Where it differs from the title. */
  subject?: string
}

/** To one address, about one account. The words are forgotten once sent: they may hold a link that opens something. */
export const mailAbout = (
  ctx: TxCtx,
  userId: string,
  to: string,
  { kind, subject, ...mail }: AccountMail,
): Promise<string> =>
  queueMessage(ctx, {
    channel: 'email',
    to,
    kind,
    subjectId: userId,
    holdsSecret: true,
    subject: subject ?? mail.title,
    ...layOutMail(mail),
  })
