import { serve, type Api } from '#platform/serve.ts'
import { addCorrection, confirmCorrections, deleteCorrection } from '../corrections/commands.ts'
import { confirmCorrections as confirm } from '../corrections/contract.ts'
import { listCreditClients } from '../corrections/queries.ts'
import { discardDocument, makeDocument, saveDocument } from './commands.ts'
import {
  addCorrection as add,
  deleteCorrection as remove,
  invoices,
  listCreditClients as clients,
  salesCredits,
  statements,
} from './contract.ts'
import { getDocument, listDocuments } from './queries.ts'

export function documentRoutes(api: Api): void {
  serve(api, clients, (ctx, { query }) => listCreditClients(ctx, query))
  serve(api, statements.create, (ctx, { params, body }) => makeDocument(ctx, 'statement', { unitId: params.id }, body))
  serve(api, invoices.create, (ctx, { body }) => makeDocument(ctx, 'invoice', {}, body))
  serve(api, salesCredits.create, (ctx, { params, body }) =>
    makeDocument(ctx, 'sales_credit', { customerId: params.id }, body),
  )
  for (const { kind, list, get, save, discard } of [statements, invoices, salesCredits]) {
    serve(api, list, (ctx, { query }) => listDocuments(ctx, kind, query))
    serve(api, get, (ctx, { params }) => getDocument(ctx, kind, params.id))
    serve(api, save, (ctx, { params, body }) => saveDocument(ctx, kind, params.id, body?.version))
    serve(api, discard, (ctx, { params }) => discardDocument(ctx, kind, params.id))
  }
  serve(api, add, (ctx, { body }) => addCorrection(ctx, body))
  serve(api, confirm, (ctx, { body }) => confirmCorrections(ctx, body))
  serve(api, remove, (ctx, { params }) => deleteCorrection(ctx, params.id))
}
