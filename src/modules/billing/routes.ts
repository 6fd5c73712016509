import type { Api } from '#platform/serve.ts'
import { cardRoutes } from './cards/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { lineQueryRoutes } from './line-queries/routes.ts'
import { paperRoutes } from './papers/routes.ts'

export function routes(api: Api): void {
  documentRoutes(api)
  paperRoutes(api)
  lineQueryRoutes(api)
  cardRoutes(api)
}
