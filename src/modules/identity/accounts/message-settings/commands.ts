import type { Ctx } from '#platform/ctx.ts'
import { keysOf } from '#shared/mapped.ts'
import { storedEvents, type MessageSettings } from './rules.ts'

export async function saveSettingsOf(ctx: Ctx, userId: string, settings: MessageSettings): Promise<void> {
  const rows = keysOf(storedEvents).flatMap((event) =>
    keysOf(settings[event]).map((channel) => ({
      userId,
      event: storedEvents[event],
      channel,
      isOn: settings[event][channel],
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
