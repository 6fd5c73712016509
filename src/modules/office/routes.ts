import type { Api } from '#platform/serve.ts'
import { companiesRoutes } from './companies/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { trailRoutes } from './trail/routes.ts'

export function routes(api: Api): void {
  companiesRoutes(api)
  peopleRoutes(api)
  trailRoutes(api)
}
