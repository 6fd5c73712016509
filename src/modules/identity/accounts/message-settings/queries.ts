import type { Ctx } from '#platform/ctx.ts'
import { keysOf } from '#shared/mapped.ts'
import { defaultSettings, storedEvents, type MessageSettings } from './rules.ts'

/** Where somebody differs from the defaults, whatever they are to us. */
export const listChoicesOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('identity.message_setting')
    .select(['event', 'channel', 'isOn'])
    .where('userId', '=', userId)
    .execute()

/** An event that somebody chooses channels for: a customer's, or a hired driver's. */
export type ChoiceEvent = Awaited<ReturnType<typeof listChoicesOf>>[number]['event']

export async function getSettingsOf(ctx: Ctx, userId: string): Promise<MessageSettings> {
  const rows = await listChoicesOf(ctx, userId)
  const settings = structuredClone(defaultSettings)
  for (const event of keysOf(storedEvents)) {
    for (const row of rows.filter((one) => one.event === storedEvents[event])) settings[event][row.channel] = row.isOn
  }
  return settings
}
