import { serve, type Api } from '#platform/serve.ts'
import { deviceOf } from '../sessions/known-devices-queries.ts'
import { verifyEmail as verifyEndpoint } from '../contract.ts'
import { verifyEmail } from './commands.ts'
import { validateVerifyToken } from './contract.ts'
import { lookAtVerification } from './queries.ts'

export function verificationRoutes(api: Api): void {
  serve(api, verifyEndpoint, (ctx, { body }, { headers }) => verifyEmail(ctx, { ...body, device: deviceOf(headers) }))
  serve(api, validateVerifyToken, (ctx, { body }, { headers }) =>
    lookAtVerification(ctx, body.token, deviceOf(headers)),
  )
}
