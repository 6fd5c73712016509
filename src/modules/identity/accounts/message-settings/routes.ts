import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { saveSettingsOf } from './commands.ts'
import { getMessageSettings, saveMessageSettings } from './contract.ts'
import { getSettingsOf } from './queries.ts'

export function messageSettingRoutes(api: Api): void {
  serve(api, getMessageSettings, (ctx) => getSettingsOf(ctx, userIdOf(ctx.actor)))
  serve(api, saveMessageSettings, async (ctx, { body }) => {
    const userId = userIdOf(ctx.actor)
    await saveSettingsOf(ctx, userId, body)
    return getSettingsOf(ctx, userId)
  })
}
