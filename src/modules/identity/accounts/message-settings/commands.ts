import { CHANNELS } from '#modules/notifications/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { keysOf } from '#shared/mapped.ts'
import { storedEvents, type MessageChanges } from './rules.ts'

export async function saveSettingsOf(ctx: Ctx, userId: string, settings: MessageChanges): Promise<void> {
  const rows = keysOf(storedEvents).flatMap((event) =>
    CHANNELS.flatMap((channel) => {
      const isOn = settings[event]?.[channel]
      return isOn === undefined ? [] : [{ userId, event: storedEvents[event], channel, isOn }]
    }),
  )
  if (rows.length === 0) return
  await ctx.db
    .insertInto('identity.message_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'event', 'channel']).doUpdateSet((eb) => ({ isOn: eb.ref('excluded.isOn') })),
    )
    .execute()
}
