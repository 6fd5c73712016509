import { serve, type Api } from '#platform/serve.ts'
import { listCompanyTrail, listPersonTrail } from './contract.ts'
import { listTrailOfCompany, listTrailOfPerson } from './queries.ts'

export function trailRoutes(api: Api): void {
  serve(api, listPersonTrail, (ctx, { params, query }) => listTrailOfPerson(ctx, params.id, query))
  serve(api, listCompanyTrail, (ctx, { params, query }) => listTrailOfCompany(ctx, params.id, query))
}
