import type { Api } from '#platform/serve.ts'
import { cardRoutes } from './cards/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { incomeRoutes } from './income/routes.ts'
import { lineQueryRoutes } from './line-queries/routes.ts'
import { paperRoutes } from './pdf-documents/routes.ts'
import { sellerRoutes } from './sellers/routes.ts'
import { tableRoutes } from './csv-exports/routes.ts'
import { runRoutes } from './runs/routes.ts'

export function routes(api: Api): void {
  documentRoutes(api)
  paperRoutes(api)
  tableRoutes(api)
  incomeRoutes(api)
  sellerRoutes(api)
  lineQueryRoutes(api)
  cardRoutes(api)
  runRoutes(api)
}
