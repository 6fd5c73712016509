import { queueMessage } from '#modules/notifications/commands.ts'
import type { Mail } from '#modules/notifications/rules.ts'
import { isPlaceholder } from '../opened-by-phone/rules.ts'
import type { TxCtx } from '#platform/ctx.ts'

/** The words of a mail about an account, and its name in the message log. */
export interface AccountMail extends Mail {
  kind: string
  /** If it differs from the title. */
  subject?: string
}

/** Mails one address about one account. The words are deleted once sent, because they may contain a link that grants access. */
export async function mailAbout(
  ctx: TxCtx,
  userId: string,
  to: string,
  { kind, subject, ...mail }: AccountMail,
): Promise<void> {
  // Somebody who has given only a number.
  if (to === '' || isPlaceholder(to)) return
  await queueMessage(ctx, {
    channel: 'email',
    to,
    kind,
    subjectId: userId,
    holdsSecret: true,
    subject: subject ?? mail.title,
    mail,
  })
}
