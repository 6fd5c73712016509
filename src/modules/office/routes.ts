import { type Api, serve } from '#platform/serve.ts'
import { companiesRoutes } from './companies/routes.ts'
import { listCompanyTrail, listPersonTrail } from './contract.ts'
import { peopleRoutes } from './people/routes.ts'
import { listTrailOfCompany, listTrailOfPerson } from './queries.ts'

export function routes(api: Api): void {
  companiesRoutes(api)
  peopleRoutes(api)
  trailRoutes(api)
}

function trailRoutes(api: Api): void {
  serve(api, listPersonTrail, (ctx, { params, query }) => listTrailOfPerson(ctx, params.id, query))
  serve(api, listCompanyTrail, (ctx, { params, query }) => listTrailOfCompany(ctx, params.id, query))
}
