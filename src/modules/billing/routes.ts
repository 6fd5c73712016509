import { type Api, serve } from '#platform/serve.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { markCharged, markRefunded } from './cards/commands.ts'
import { markCharged as charged, markRefunded as refunded } from './cards/contract.ts'
import { addCorrection, confirmCorrections, deleteCorrection } from './corrections/commands.ts'
import { confirmCorrections as confirm } from './corrections/contract.ts'
import { listCreditClients } from './corrections/queries.ts'
import {
  creditTables,
  exportOwnStatementLines,
  exportOwnStatements,
  invoiceTables,
  statementTables,
} from './csv-exports/contract.ts'
import { exportLines, exportList, exportOwnLines, exportOwnList } from './csv-exports/queries.ts'
import { discardDocument, makeDocument, saveDocument } from './documents/commands.ts'
import {
  addCorrection as add,
  deleteCorrection as remove,
  invoices,
  listCreditClients as clients,
  salesCredits,
  statements,
} from './documents/contract.ts'
import { getDocument, listDocuments } from './documents/queries.ts'
import { previewDocument } from './documents/sheet-totals-queries.ts'
import { exportIncome as totals, exportRecords as records, getIncome as get } from './income/contract.ts'
import { exportIncome, exportRecords, getIncome } from './income/queries.ts'
import { answerQuery, queryLine } from './line-queries/commands.ts'
import {
  answerQuery as answerEndpoint,
  getOwnStatement as ownStatement,
  listOwnStatements as ownStatements,
  queryLine as queryEndpoint,
} from './line-queries/contract.ts'
import { getOwnStatement, listOwnStatements } from './line-queries/queries.ts'
import { sendDocument } from './pdf-documents/commands.ts'
import { creditPdfs, downloadOwnStatement, invoicePdfs, statementPdfs } from './pdf-documents/contract.ts'
import { createPdfWriter } from './pdf-documents/gateway.ts'
import { downloadAll, downloadDocument, downloadOwn } from './pdf-documents/queries.ts'
import { continueRun, startRun, stopRun } from './runs/commands.ts'
import {
  continueRun as carryOn,
  getRun,
  listRuns as listEndpoint,
  listSteps as steps,
  previewDocument as ofDocument,
  previewMonth as ofMonth,
  startRun as start,
  stopRun as stop,
} from './runs/contract.ts'
import { findRun, listRuns, previewMonth } from './runs/queries.ts'
import { listSteps } from './runs/steps-queries.ts'
import { exportSellers as all, listSellers as list } from './sellers/contract.ts'
import { exportSellers, listSellers } from './sellers/queries.ts'

export function routes(api: Api): void {
  documentRoutes(api)
  pdfRoutes(api)
  tableRoutes(api)
  incomeRoutes(api)
  sellerRoutes(api)
  lineQueryRoutes(api)
  cardRoutes(api)
  runRoutes(api)
}

function cardRoutes(api: Api): void {
  serve(api, charged, (ctx, { params, body }) => markCharged(ctx, params.id, body.reference))
  serve(api, refunded, (ctx, { params, body }) => markRefunded(ctx, params.id, body.reference))
}

function sellerRoutes(api: Api): void {
  serve(api, list, (ctx, { query }) => listSellers(ctx, query))
  serve(api, all, (ctx, { query }) => exportSellers(ctx, query))
}

function incomeRoutes(api: Api): void {
  serve(api, get, (ctx, { query }) => getIncome(ctx, query))
  serve(api, totals, (ctx, { query }) => exportIncome(ctx, query))
  serve(api, records, (ctx, { query }) => exportRecords(ctx, query))
}

function tableRoutes(api: Api): void {
  for (const { list, lines, ...which } of [statementTables, invoiceTables, creditTables]) {
    serve(api, list, (ctx, { query }) => exportList(ctx, which, query))
    serve(api, lines, (ctx, { params }) => exportLines(ctx, which, params.id))
  }
  serve(api, exportOwnStatements, (ctx) => exportOwnList(ctx))
  serve(api, exportOwnStatementLines, (ctx, { params }) => exportOwnLines(ctx, params.id))
}

function pdfRoutes(api: Api): void {
  const writer = createPdfWriter(api.ctx.log)
  api.fastify.addHook('onClose', () => writer.close())
  serve(api, downloadOwnStatement, (ctx, { params }) => downloadOwn(ctx, writer, params.id))
  for (const { kind, noun, download, downloadAll: all, send, sendByGet } of [statementPdfs, invoicePdfs, creditPdfs]) {
    serve(api, all, (ctx, { query }) => downloadAll(ctx, writer, { ...query, kind, noun }))
    serve(api, download, (ctx, { params, query }) => downloadDocument(ctx, writer, { ...params, ...query, kind, noun }))
    serve(api, send, (ctx, { params }) => sendDocument(ctx, writer, kind, params.id))
    serve(api, sendByGet, (ctx, { params }) => sendDocument(ctx, writer, kind, params.id))
  }
}

function documentRoutes(api: Api): void {
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

function lineQueryRoutes(api: Api): void {
  serve(api, ownStatements, (ctx, { query: listQuery }) => listOwnStatements(ctx, listQuery))
  serve(api, ownStatement, (ctx, { params }) => getOwnStatement(ctx, params.id))
  serve(api, queryEndpoint, (ctx, { params, body }) => queryLine(ctx, params.id, body))
  serve(api, answerEndpoint, (ctx, { params, body }) => answerQuery(ctx, params.id, body.text))
}

function runRoutes(api: Api): void {
  serve(api, ofDocument, (ctx, { query }) => previewDocument(ctx, query))
  serve(api, ofMonth, (ctx, { query }) => previewMonth(ctx, query))
  serve(api, start, (ctx, { body }) => startRun(ctx, body))
  serve(api, listEndpoint, (ctx, { query }) => listRuns(ctx, query))
  serve(api, getRun, async (ctx, { params }) => (await findRun(ctx, params.id)) ?? refuse(commonRefusals.notFound))
  serve(api, steps, (ctx, { params, query }) => listSteps(ctx, params.id, query))
  serve(api, stop, (ctx, { params }) => stopRun(ctx, params.id))
  serve(api, carryOn, (ctx, { params, body }) => continueRun(ctx, params.id, body))
}
