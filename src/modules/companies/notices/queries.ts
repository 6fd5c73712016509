import type { Channel } from '#modules/notifications/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getNotificationSettings } from './contract.ts'
import { COMPANY_EVENTS, EVENT_RULES, isChannelOn, type Choices, type CompanyEvent } from './rules.ts'

interface Setting {
  event: CompanyEvent | null
  channel: Channel | null
  isOn: boolean | null
}

/** The settings in which a company differs from the defaults. */
async function choicesOf(ctx: Ctx, companyId: string): Promise<Choices> {
  const rows = await ctx.db
    .selectFrom('companies.notification_setting')
    .select(['event', 'channel', 'isOn'])
    .where('companyId', '=', companyId)
    .execute()
  return choicesIn(rows)
}

function choicesIn(rows: readonly Setting[]): Choices {
  const choices: Choices = {}
  for (const { event, channel, isOn } of rows) {
    if (event === null || channel === null || isOn === null) continue
    const known = (choices[event] ??= {})
    known[channel] = isOn
  }
  return choices
}

export interface OwnerToNotify {
  userId: string
  email: string
  /** Null also for a number that was never confirmed: it may be a stranger's. */
  confirmedPhone: string | null
  choices: Choices
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
    choices: choicesIn(rows),
  }
}

export async function listSettings(ctx: Ctx, companyId: string): Promise<AnswerOf<typeof getNotificationSettings>> {
  const choices = await choicesOf(ctx, companyId)
  return COMPANY_EVENTS.map((event) => ({
    event,
    label: EVENT_RULES[event].label,
    email: isChannelOn(choices, event, 'email'),
    sms: isChannelOn(choices, event, 'sms'),
    push: isChannelOn(choices, event, 'push'),
    always: [...EVENT_RULES[event].always],
  }))
}
