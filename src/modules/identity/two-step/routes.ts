import { serve, type Api } from '#platform/serve.ts'
import { confirmOwnTwoStep, renewOwnCodes, startOwnTwoStep, stopOwnTwoStep } from './commands.ts'
import { confirmTwoStep, getTwoStep, renewRecoveryCodes, startTwoStep, stopTwoStep } from './contract.ts'
import { getOwnTwoStep } from './queries.ts'

export function twoStepRoutes(api: Api): void {
  serve(api, getTwoStep, (ctx) => getOwnTwoStep(ctx))
  serve(api, startTwoStep, (ctx, { body }) => startOwnTwoStep(ctx, body))
  serve(api, confirmTwoStep, (ctx, { body }) => confirmOwnTwoStep(ctx, body.code))
  serve(api, renewRecoveryCodes, (ctx, { body }) => renewOwnCodes(ctx, body))
  serve(api, stopTwoStep, (ctx, { body }) => stopOwnTwoStep(ctx, body))
}
