import { withOwnUnit } from '#modules/fleet/queries.ts'
import { serve, type Api } from '#platform/serve.ts'
import { setUpUnit } from './commands.ts'
import { getProgress, getSettings, setUpUnit as setUpUnitEndpoint, getOverview } from './contract.ts'
import { restoreUnit, stopUnit, decideAppeal, undoDecision } from './decisions/commands.ts'
import {
  blockUnit,
  deactivateByOffice,
  restoreUnit as restoreUnitEndpoint,
  decideAppeal as decideAppealEndpoint,
  listStopped as listStoppedEndpoint,
  listDecisions,
  undoDecision as undoEndpoint,
  blockCompany,
  deactivateCompany,
  restoreCompany as restoreEndpoint,
} from './decisions/contract.ts'
import { restoreCompany, stopCompany } from './decisions/office-companies-commands.ts'
import { listStopped, listOwnDecisions } from './decisions/queries.ts'
import { decidePerson } from './office/commands.ts'
import { decidePerson as decideEndpoint, getPersonVerification, listPersonVerifications } from './office/contract.ts'
import { findPersonVerification, listWaitingPeople } from './office/people-queries.ts'
import { readOverview } from './overview-queries.ts'
import { getFlags, getSetup } from './queries.ts'
import { decide, preview, recordViewing } from './verification/commands.ts'
import {
  decideVerification,
  getVerification,
  listVerifications,
  previewVerification,
  lookAt as lookEndpoint,
  findUnits as findUnitsEndpoint,
} from './verification/contract.ts'
import { findVerification, listWaiting, findUnits } from './verification/queries.ts'

export function routes(api: Api): void {
  serve(api, getProgress, (ctx) => getFlags(ctx))
  serve(api, getSettings, (ctx) => getSetup(ctx))
  serve(api, getOverview, (ctx) => readOverview(ctx))
  serve(api, setUpUnitEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => setUpUnit(ctx, unit, body)),
  )
  peopleDeskRoutes(api)
  serve(api, listVerifications, (ctx, { query }) => listWaiting(ctx, query))
  serve(api, getVerification, (ctx, { params }) => findVerification(ctx, params.id))
  serve(api, decideVerification, (ctx, { params, body }) => decide(ctx, params.id, body))
  serve(api, previewVerification, (ctx, { params, body }) => preview(ctx, params.id, body))
  deskRoutes(api)
  serve(api, blockUnit, (ctx, { params, body }) => stopUnit(ctx, params.id, { block: 'blocked', reason: body.reason }))
  serve(api, deactivateByOffice, (ctx, { params, body }) =>
    stopUnit(ctx, params.id, { block: 'deactivated', reason: body.reason }),
  )
  serve(api, restoreUnitEndpoint, (ctx, { params }) => restoreUnit(ctx, params.id))
}

function deskRoutes(api: Api): void {
  stoppedCompanyRoutes(api)
  serve(api, listDecisions, (ctx) => listOwnDecisions(ctx))
  serve(api, undoEndpoint, (ctx, { params }) => undoDecision(ctx, params.id))
  serve(api, listStoppedEndpoint, (ctx, { query }) => listStopped(ctx, query))
  serve(api, findUnitsEndpoint, (ctx, { query }) => findUnits(ctx, query))
  serve(api, decideAppealEndpoint, (ctx, { params, body }) => decideAppeal(ctx, params.id, body))
  serve(api, lookEndpoint, (ctx, { body }) => recordViewing(ctx, body.subjectId))
}

function peopleDeskRoutes(api: Api): void {
  serve(api, listPersonVerifications, (ctx, { query }) => listWaitingPeople(ctx, query))
  serve(api, getPersonVerification, (ctx, { params }) => findPersonVerification(ctx, params.personId))
  serve(api, decideEndpoint, (ctx, { params, body }) => decidePerson(ctx, params.personId, body))
}

function stoppedCompanyRoutes(api: Api): void {
  serve(api, blockCompany, (ctx, { params, body }) => stopCompany(ctx, params.id, { block: 'blocked', ...body }))
  serve(api, deactivateCompany, (ctx, { params, body }) =>
    stopCompany(ctx, params.id, { block: 'deactivated', ...body }),
  )
  serve(api, restoreEndpoint, (ctx, { params, body }) => restoreCompany(ctx, params.id, body.reason))
}
