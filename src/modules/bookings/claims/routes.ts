import { serve, type Api } from '#platform/serve.ts'
import { answerClaim, decideClaim, makeClaim } from './commands.ts'
import {
  answerClaim as answer,
  createClaim,
  decideClaim as decide,
  exportClaims as exportEndpoint,
  getClaim,
  getClaimPhoto,
  listClaims as list,
} from './contract.ts'
import { exportClaims, findClaim, listClaims, readClaimPhoto } from './queries.ts'

export function claimRoutes(api: Api): void {
  serve(api, createClaim, (ctx, { params, body }) => makeClaim(ctx, params.id, body))
  serve(api, getClaim, (ctx, { params }) => findClaim(ctx, params.id))
  serve(api, getClaimPhoto, (ctx, { params }) => readClaimPhoto(ctx, params.id, params.fileId))
  serve(api, answer, (ctx, { params, body }) => answerClaim(ctx, params.id, body))
  serve(api, list, (ctx, { query }) => listClaims(ctx, query))
  serve(api, exportEndpoint, (ctx, { query }) => exportClaims(ctx, query))
  serve(api, decide, (ctx, { params, body }) => decideClaim(ctx, params.id, body))
}
