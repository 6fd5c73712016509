import type { Channel } from '#modules/notifications/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { storedEvents, type MessageEvent, type MessageSettings } from './rules.ts'

export async function saveSettingsOf(ctx: Ctx, userId: string, settings: MessageSettings): Promise<void> {
  const rows = (Object.keys(storedEvents) as MessageEvent[]).flatMap((event) =>
    Object.entries(settings[event]).map(([channel, isOn]) => ({
      userId,
      event: storedEvents[event],
      channel: channel as Channel,
      isOn,
    })),
  )
  await ctx.db
    .insertInto('identity.message_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'event', 'channel']).doUpdateSet((eb) => ({ isOn: eb.ref('excluded.isOn') })),
    )
    .execute()
}
