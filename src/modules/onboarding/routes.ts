import { withOwnUnit } from '#modules/fleet/queries.ts'
import { serve, type Api } from '#platform/serve.ts'
import { restoreUnit, stopUnit } from './decisions/commands.ts'
import { blockUnit, deactivateByOffice, restoreUnit as restoreUnitEndpoint } from './decisions/contract.ts'
import { getProgress, getSettings, setUpUnit as setUpUnitEndpoint, getOverview } from './contract.ts'
import { deskRoutes, peopleDeskRoutes } from './office/routes.ts'
import { getFlags, getSetup } from './queries.ts'
import { decide, preview } from './verification/commands.ts'
import { decideVerification, getVerification, listVerifications, previewVerification } from './verification/contract.ts'
import { findVerification, listWaiting } from './verification/queries.ts'
import { readOverview } from './overview-queries.ts'
import { setUpUnit } from './commands.ts'

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
