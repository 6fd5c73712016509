import { serve, type Api } from '#platform/serve.ts'
import { decideAppeal } from '../decisions/appeals-commands.ts'
import { undoDecision } from '../decisions/commands.ts'
import {
  decideAppeal as decideAppealEndpoint,
  listStopped as listStoppedEndpoint,
  listDecisions,
  undoDecision as undoEndpoint,
} from '../decisions/contract.ts'
import { listStopped, listOwnDecisions } from '../decisions/queries.ts'
import { stoppedCompanyRoutes } from '../decisions/routes.ts'
import { lookAt } from '../verification/commands.ts'
import { lookAt as lookEndpoint, findUnits as findUnitsEndpoint } from '../verification/contract.ts'
import { findUnits } from '../verification/queries.ts'
import { decidePerson } from './commands.ts'
import { decidePerson as decideEndpoint, getPersonVerification, listPersonVerifications } from './contract.ts'
import { findPersonVerification, listWaitingPeople } from './people-queries.ts'

export function deskRoutes(api: Api): void {
  stoppedCompanyRoutes(api)
  serve(api, listDecisions, (ctx) => listOwnDecisions(ctx))
  serve(api, undoEndpoint, (ctx, { params }) => undoDecision(ctx, params.id))
  serve(api, listStoppedEndpoint, (ctx, { query }) => listStopped(ctx, query))
  serve(api, findUnitsEndpoint, (ctx, { query }) => findUnits(ctx, query))
  serve(api, decideAppealEndpoint, (ctx, { params, body }) => decideAppeal(ctx, params.id, body))
  serve(api, lookEndpoint, (ctx, { body }) => lookAt(ctx, body.subjectId))
}

export function peopleDeskRoutes(api: Api): void {
  serve(api, listPersonVerifications, (ctx, { query }) => listWaitingPeople(ctx, query))
  serve(api, getPersonVerification, (ctx, { params }) => findPersonVerification(ctx, params.personId))
  serve(api, decideEndpoint, (ctx, { params, body }) => decidePerson(ctx, params.personId, body))
}
