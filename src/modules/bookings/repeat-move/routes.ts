import { serve, type Api } from '#platform/serve.ts'
import { getMoveAgain, getOwnMoveAgain } from './contract.ts'
import { readMoveAgain } from './queries.ts'

export function moveAgainRoutes(api: Api): void {
  serve(api, getMoveAgain, (ctx, { params }) => readMoveAgain(ctx, params.id))
  serve(api, getOwnMoveAgain, (ctx, { params }) => readMoveAgain(ctx, params.id))
}
