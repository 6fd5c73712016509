import { choicesIn, settingsOf, type Choices } from '#modules/notifications/choices/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getNotificationSettings } from './contract.ts'
import { EVENT_RULES, type CompanyEvent } from './rules.ts'

export interface OwnerToNotify {
  userId: string
  email: string
  /** Null also for a number that was never confirmed: it may be a stranger's. */
  confirmedPhone: string | null
  choices: Choices<CompanyEvent>
}

/** A company's owner and how they want to hear of this event. One statement, because every booking needs it. */
export async function findOwnerToNotify(
  ctx: Ctx,
  companyId: string,
  event: CompanyEvent,
): Promise<OwnerToNotify | undefined> {
  const rows = await ctx.db
    .selectFrom('companies.company as c')
    .innerJoin('identity.user as u', 'u.id', 'c.ownerUserId')
    .leftJoin('companies.notification_setting as s', (join) =>
      join.onRef('s.companyId', '=', 'c.id').on('s.event', '=', event),
    )
    .select(['u.id as userId', 'u.email', 'u.phone', 'u.phoneVerifiedAt', 's.event', 's.channel', 's.isOn'])
    .where('c.id', '=', companyId)
    // Nobody is notified after closing their account, and a blocked owner hears nothing about other people's moves.
    .where('u.status', '=', 'active')
    .execute()
  const [owner] = rows
  if (!owner) return undefined
  return {
    userId: owner.userId,
    email: owner.email,
    confirmedPhone: owner.phoneVerifiedAt && owner.phone,
    choices: choicesIn(EVENT_RULES, rows),
  }
}

export async function listSettings(ctx: Ctx, companyId: string): Promise<AnswerOf<typeof getNotificationSettings>> {
  const rows = await ctx.db
    .selectFrom('companies.notification_setting')
    .select(['event', 'channel', 'isOn'])
    .where('companyId', '=', companyId)
    .execute()
  return settingsOf(EVENT_RULES, choicesIn(EVENT_RULES, rows))
}
