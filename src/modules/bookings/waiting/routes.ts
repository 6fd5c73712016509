import { serve, type Api } from '#platform/serve.ts'
import { sendBothAgain, startByPhone, textStartCode } from './commands.ts'
import { getStartCode, sendAgain, startBooking } from './contract.ts'

export function waitingRoutes(api: Api): void {
  serve(api, getStartCode, (ctx, { params }) => textStartCode(ctx, params.hash))
  serve(api, sendAgain, (ctx, { params }) => sendBothAgain(ctx, params.hash))
  serve(api, startBooking, (ctx, { params, body }) => startByPhone(ctx, params.hash, body.code))
}
