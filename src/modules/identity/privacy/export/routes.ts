import { serve, type Api } from '#platform/serve.ts'
import { exportOwnData } from './contract.ts'
import { exportOwn } from './queries.ts'

export function ownDataRoutes(api: Api): void {
  serve(api, exportOwnData, (ctx) => exportOwn(ctx))
}
