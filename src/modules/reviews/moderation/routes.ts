import { serve, type Api } from '#platform/serve.ts'
import { hideReview, restoreReview } from './commands.ts'
import { hideReview as hide, listReviews as list, restoreReview as restore } from './contract.ts'
import { listReviews } from './queries.ts'

export function moderationRoutes(api: Api): void {
  serve(api, list, (ctx, { query }) => listReviews(ctx, query))
  serve(api, hide, (ctx, { params, body }) => hideReview(ctx, params.id, body))
  serve(api, restore, (ctx, { params, body }) => restoreReview(ctx, params.id, body.note))
}
