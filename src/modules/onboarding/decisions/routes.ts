import { serve, type Api } from '#platform/serve.ts'
import { restoreCompany, stopCompany } from './office-companies-commands.ts'
import { blockCompany, deactivateCompany, restoreCompany as restoreEndpoint } from './contract.ts'

export function stoppedCompanyRoutes(api: Api): void {
  serve(api, blockCompany, (ctx, { params, body }) => stopCompany(ctx, params.id, { block: 'blocked', ...body }))
  serve(api, deactivateCompany, (ctx, { params, body }) =>
    stopCompany(ctx, params.id, { block: 'deactivated', ...body }),
  )
  serve(api, restoreEndpoint, (ctx, { params, body }) => restoreCompany(ctx, params.id, body.reason))
}
