import { serve, type Api } from '#platform/serve.ts'
import { pageLinks } from '#shared/page.ts'
import { endOneSession, endOtherSessions } from './commands.ts'
import { endOneSession as endOneEndpoint, endOtherSessions as endOthersEndpoint, listSessions } from './contract.ts'
import { listOwnSessions } from './queries.ts'

export function sessionRoutes(api: Api): void {
  serve(api, listSessions, async (ctx, { query }) => {
    const { count, results } = await listOwnSessions(ctx, query)
    return { count, ...pageLinks('/api/users/sessions/', {}, query, count), results }
  })
  serve(api, endOthersEndpoint, async (ctx) => ({ ended: await endOtherSessions(ctx) }))
  serve(api, endOneEndpoint, (ctx, { params }) => endOneSession(ctx, params.id))
}
