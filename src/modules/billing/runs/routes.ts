import { serve, type Api } from '#platform/serve.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { previewDocument } from '../documents/sheet-totals-queries.ts'
import { continueRun, startRun, stopRun } from './commands.ts'
import {
  continueRun as carryOn,
  getRun,
  listRuns as list,
  listSteps as steps,
  previewDocument as ofDocument,
  previewMonth as ofMonth,
  startRun as start,
  stopRun as stop,
} from './contract.ts'
import { findRun, listRuns, previewMonth } from './queries.ts'
import { listSteps } from './steps-queries.ts'

export function runRoutes(api: Api): void {
  serve(api, ofDocument, (ctx, { query }) => previewDocument(ctx, query))
  serve(api, ofMonth, (ctx, { query }) => previewMonth(ctx, query))
  serve(api, start, (ctx, { body }) => startRun(ctx, body))
  serve(api, list, (ctx, { query }) => listRuns(ctx, query))
  serve(api, getRun, async (ctx, { params }) => (await findRun(ctx, params.id)) ?? refuse(commonRefusals.notFound))
  serve(api, steps, (ctx, { params, query }) => listSteps(ctx, params.id, query))
  serve(api, stop, (ctx, { params }) => stopRun(ctx, params.id))
  serve(api, carryOn, (ctx, { params, body }) => continueRun(ctx, params.id, body))
}
