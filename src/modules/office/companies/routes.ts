import { serve, type Api } from '#platform/serve.ts'
import { exportCompanies as exportEndpoint, findCompanies as findEndpoint, getCompanyForOffice } from './contract.ts'
import { seeCompany } from './queries.ts'
import { exportCompanies, findCompanies } from './search-queries.ts'

export function companiesRoutes(api: Api): void {
  serve(api, findEndpoint, (ctx, { query }) => findCompanies(ctx, query))
  serve(api, exportEndpoint, (ctx, { query }) => exportCompanies(ctx, query))
  serve(api, getCompanyForOffice, (ctx, { params }) => seeCompany(ctx, params.id))
}
