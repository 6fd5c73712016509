import { listChoicesOf } from '#modules/identity/accounts/message-settings/queries.ts'
import { choicesIn, settingsOf, type Choices } from '#modules/notifications/choices/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getJobNotices } from './contract.ts'
import { HIRED_EVENT_RULES, type HiredEvent } from './rules.ts'

/** A person to write to about a unit's jobs. */
export interface DriverToTell {
  userId: string
  email: string
  /** Null also for a number that was never confirmed: it may be a stranger's. */
  confirmedPhone: string | null
  choices: Choices<HiredEvent>
}

/** The hired driver of a unit, if there is one who may work, and how they want to hear of this event. */
export async function findDriverToTell(ctx: Ctx, unitId: string, event: HiredEvent): Promise<DriverToTell | undefined> {
  const rows = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as w', 'w.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'w.companyId')
    .innerJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .innerJoin('identity.user as u', 'u.id', 'd.userId')
    .leftJoin('identity.message_setting as s', (join) => join.onRef('s.userId', '=', 'u.id').on('s.event', '=', event))
    .select(['u.id as userId', 'u.email', 'u.phone', 'u.phoneVerifiedAt', 's.event', 's.channel', 's.isOn'])
    .where('d.unitId', '=', unitId)
    .where('u.status', '=', 'active')
    .where('o.status', '=', 'active')
    .execute()
  const [driver] = rows
  return (
    driver && {
      userId: driver.userId,
      email: driver.email,
      confirmedPhone: driver.phoneVerifiedAt && driver.phone,
      choices: choicesIn(HIRED_EVENT_RULES, rows),
    }
  )
}

export const listJobNotices = async (ctx: Ctx, userId: string): Promise<AnswerOf<typeof getJobNotices>> =>
  settingsOf(HIRED_EVENT_RULES, choicesIn(HIRED_EVENT_RULES, await listChoicesOf(ctx, userId)))
