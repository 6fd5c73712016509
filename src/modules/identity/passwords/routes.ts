import { serve, type Api } from '#platform/serve.ts'
import { deviceOf } from '../sessions/known-devices-queries.ts'
import { askReset, confirmReset, validateReset } from './commands.ts'
import { askPasswordReset, confirmPasswordReset, validateResetToken } from './contract.ts'

export function passwordResetRoutes(api: Api): void {
  serve(api, askPasswordReset, (ctx, { body }) => askReset(ctx, body.email))
  serve(api, validateResetToken, (ctx, { body }) => validateReset(ctx, body.token))
  serve(api, confirmPasswordReset, (ctx, { body }, { headers }) => confirmReset(ctx, body, deviceOf(headers)))
}
