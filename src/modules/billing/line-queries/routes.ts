import { serve, type Api } from '#platform/serve.ts'
import { answerQuery, queryLine } from './commands.ts'
import {
  answerQuery as answer,
  getOwnStatement as get,
  listOwnStatements as list,
  queryLine as query,
} from './contract.ts'
import { getOwnStatement, listOwnStatements } from './queries.ts'

export function lineQueryRoutes(api: Api): void {
  serve(api, list, (ctx, { query: listQuery }) => listOwnStatements(ctx, listQuery))
  serve(api, get, (ctx, { params }) => getOwnStatement(ctx, params.id))
  serve(api, query, (ctx, { params, body }) => queryLine(ctx, params.id, body))
  serve(api, answer, (ctx, { params, body }) => answerQuery(ctx, params.id, body.text))
}
