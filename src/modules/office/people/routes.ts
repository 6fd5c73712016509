import { serve, type Api } from '#platform/serve.ts'
import {
  exportPeople as exportEndpoint,
  findPeople as findEndpoint,
  getPerson,
  listPersonMessages,
} from './contract.ts'
import { seeMessages, seePerson } from './queries.ts'
import { exportPeople, findPeople } from './search-queries.ts'

export function peopleRoutes(api: Api): void {
  serve(api, findEndpoint, (ctx, { query }) => findPeople(ctx, query))
  serve(api, exportEndpoint, (ctx, { query }) => exportPeople(ctx, query))
  serve(api, getPerson, (ctx, { params }) => seePerson(ctx, params.id))
  serve(api, listPersonMessages, (ctx, { params, query }) => seeMessages(ctx, params.id, query))
}
