import { serve, type Api } from '#platform/serve.ts'
import { handOver, openByCode, share } from './commands.ts'
import { getKeptMove, handOverMove, openMoveByCode, shareMove } from './contract.ts'
import { readKeptMove } from './queries.ts'

export function keptMoveRoutes(api: Api): void {
  serve(api, handOverMove, (ctx, { body }) => handOver(ctx, body))
  serve(api, shareMove, (ctx, { body }) => share(ctx, body))
  serve(api, openMoveByCode, (ctx, { body }) => openByCode(ctx, body.code))
  serve(api, getKeptMove, (ctx, { params }) => readKeptMove(ctx, params.token))
}
