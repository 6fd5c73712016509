import { serve, type Api } from '#platform/serve.ts'
import {
  creditTables,
  exportOwnStatementLines,
  exportOwnStatements,
  invoiceTables,
  statementTables,
} from './contract.ts'
import { exportLines, exportList, exportOwnLines, exportOwnList } from './queries.ts'

export function tableRoutes(api: Api): void {
  for (const { list, lines, ...which } of [statementTables, invoiceTables, creditTables]) {
    serve(api, list, (ctx, { query }) => exportList(ctx, which, query))
    serve(api, lines, (ctx, { params }) => exportLines(ctx, which, params.id))
  }
  serve(api, exportOwnStatements, (ctx) => exportOwnList(ctx))
  serve(api, exportOwnStatementLines, (ctx, { params }) => exportOwnLines(ctx, params.id))
}
