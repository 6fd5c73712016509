import type { Api } from '#platform/serve.ts'
import { documentRoutes } from './documents/routes.ts'

export function routes(api: Api): void {
  documentRoutes(api)
}
