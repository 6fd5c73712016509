import { serve, type Api } from '#platform/serve.ts'
import { agreeCancellation as agree, denyCancellation as deny } from './contract.ts'
import { agreeCancellation, denyCancellation } from './commands.ts'

export function reportedCancellationRoutes(api: Api): void {
  serve(api, agree, (ctx, { params, body }) => agreeCancellation(ctx, params.id, body.feePence))
  serve(api, deny, (ctx, { params }) => denyCancellation(ctx, params.id))
}
