import { serve, type Api } from '#platform/serve.ts'
import { decidePerson } from './commands.ts'
import { decidePerson as decideEndpoint, getPersonVerification, listPersonVerifications } from './contract.ts'
import { findPersonVerification, listWaitingPeople } from './queries.ts'

export function peopleDeskRoutes(api: Api): void {
  serve(api, listPersonVerifications, (ctx, { query }) => listWaitingPeople(ctx, query))
  serve(api, getPersonVerification, (ctx, { params }) => findPersonVerification(ctx, params.personId))
  serve(api, decideEndpoint, (ctx, { params, body }) => decidePerson(ctx, params.personId, body))
}
