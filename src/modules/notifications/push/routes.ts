import { serve, type Api } from '#platform/serve.ts'
import { signedInOf } from '#platform/session.ts'
import { addDevice, removeDevice } from './commands.ts'
import { addPushDevice, getPushDevice, removePushDevice } from './contract.ts'
import { hasDevice } from './queries.ts'

export function pushRoutes(api: Api): void {
  serve(api, getPushDevice, async (ctx) => ({
    publicKey: ctx.services.push.publicKey,
    isOn: await hasDevice(ctx, signedInOf(ctx.actor).sessionId),
  }))
  serve(api, addPushDevice, (ctx, { body }) => addDevice(ctx, body))
  serve(api, removePushDevice, (ctx) => removeDevice(ctx))
}
