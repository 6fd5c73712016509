import { chosenRows } from '#modules/notifications/choices/rules.ts'
import type { Channel } from '#modules/notifications/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { keysOf } from '#shared/mapped.ts'
import { storedEvents, type MessageChanges } from './rules.ts'
import type { ChoiceEvent } from './queries.ts'

export const saveSettingsOf = (ctx: Ctx, userId: string, settings: MessageChanges): Promise<void> =>
  saveChoicesOf(
    ctx,
    userId,
    chosenRows(keysOf(storedEvents).map((event) => ({ ...settings[event], event: storedEvents[event] }))),
  )

interface Choice {
  event: ChoiceEvent
  channel: Channel
  isOn: boolean
}

/** What somebody chose to be told, whatever they are to us; each event and channel at most once. */
export async function saveChoicesOf(ctx: Ctx, userId: string, choices: readonly Choice[]): Promise<void> {
  if (choices.length === 0) return
  await ctx.db
    .insertInto('identity.message_setting')
    .values(choices.map((choice) => ({ ...choice, userId })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'event', 'channel']).doUpdateSet((eb) => ({ isOn: eb.ref('excluded.isOn') })),
    )
    .execute()
}
