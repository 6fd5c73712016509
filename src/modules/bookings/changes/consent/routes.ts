import { serve, type Api } from '#platform/serve.ts'
import { answerLinked, linkedPhoto, open, showLinked, textChangeCode } from './commands.ts'
import { answerLinkedChange, getChangeCode, getLinkedChange, getLinkedPhoto, openChange } from './contract.ts'

export function consentRoutes(api: Api): void {
  serve(api, getLinkedChange, (ctx, { params }) => showLinked(ctx, params.token))
  serve(api, getChangeCode, (ctx, { params }) => textChangeCode(ctx, params.token))
  serve(api, openChange, (ctx, { params, body }) => open(ctx, params.token, body.code))
  serve(api, answerLinkedChange, (ctx, { params, body }) => answerLinked(ctx, params.token, body))
  serve(api, getLinkedPhoto, (ctx, { params, query }) => linkedPhoto(ctx, { ...params, ...query }))
}
