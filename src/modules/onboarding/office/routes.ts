import { serve, type Api } from '#platform/serve.ts'
import { decideAppeal } from './appeals/commands.ts'
import { decideAppeal as decideAppealEndpoint, listStopped as listStoppedEndpoint } from './appeals/contract.ts'
import { listStopped } from './appeals/queries.ts'
import { stoppedCompanyRoutes } from './companies/routes.ts'
import { undoDecision } from './decisions/commands.ts'
import { listDecisions, undoDecision as undoEndpoint } from './decisions/contract.ts'
import { listOwnDecisions } from './decisions/queries.ts'
import { lookAt } from './presence/commands.ts'
import { lookAt as lookEndpoint } from './presence/contract.ts'
import { findUnits as findUnitsEndpoint } from './units/contract.ts'
import { findUnits } from './units/queries.ts'

export function deskRoutes(api: Api): void {
  stoppedCompanyRoutes(api)
  serve(api, listDecisions, (ctx) => listOwnDecisions(ctx))
  serve(api, undoEndpoint, (ctx, { params }) => undoDecision(ctx, params.id))
  serve(api, listStoppedEndpoint, (ctx, { query }) => listStopped(ctx, query))
  serve(api, findUnitsEndpoint, (ctx, { query }) => findUnits(ctx, query))
  serve(api, decideAppealEndpoint, (ctx, { params, body }) => decideAppeal(ctx, params.id, body))
  serve(api, lookEndpoint, (ctx, { body }) => lookAt(ctx, body.subjectId))
}
