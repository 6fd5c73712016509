import { serve, type Api } from '#platform/serve.ts'
import { bookSpecial } from './commands.ts'
import { bookSpecial as endpoint } from './contract.ts'

export function specialRoutes(api: Api): void {
  serve(api, endpoint, (ctx, { body }) => bookSpecial(ctx, body))
}
