import type { Channel } from '#modules/notifications/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getNotificationSettings } from './contract.ts'
import { COMPANY_EVENTS, EVENT_RULES, isTold, type Choices, type CompanyEvent } from './rules.ts'

/** What a company chose differently from the usual. */
export async function choicesOf(ctx: Ctx, companyId: string): Promise<Choices> {
  const rows = await ctx.db
    .selectFrom('companies.notification_setting')
    .select(['event', 'channel', 'is_on'])
    .where('company_id', '=', companyId)
    .execute()
  const choices: Choices = {}
  for (const { event, channel, is_on: isOn } of rows) {
    const known = (choices[event as CompanyEvent] ??= {})
    known[channel as Channel] = isOn
  }
  return choices
}

export async function listSettings(ctx: Ctx, companyId: string): Promise<AnswerOf<typeof getNotificationSettings>> {
  const choices = await choicesOf(ctx, companyId)
  return COMPANY_EVENTS.map((event) => ({
    event,
    label: EVENT_RULES[event].label,
    email: isTold(choices, event, 'email'),
    sms: isTold(choices, event, 'sms'),
    always: [...EVENT_RULES[event].always],
  }))
}
