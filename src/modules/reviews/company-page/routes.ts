import { serve, type Api } from '#platform/serve.ts'
import { getCompanyPage } from './contract.ts'
import { findCompanyPage } from './queries.ts'

export function companyPageRoutes(api: Api): void {
  serve(api, getCompanyPage, (ctx, { params }) => findCompanyPage(ctx, params.id))
}
