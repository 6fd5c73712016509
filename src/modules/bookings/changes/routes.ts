import { serve, type Api } from '#platform/serve.ts'
import { figureForChange, priceTheChange, proposeToChange } from './commands.ts'
import { answerLinked, linkedPhoto, open, showLinked, textChangeCode } from './consent-commands.ts'
import { answerLinkedChange, getChangeCode, getLinkedChange, getLinkedPhoto, openChange } from './consent-contract.ts'
import {
  agreeChange,
  figureChange,
  getChangePhoto,
  listChanges,
  priceChange,
  proposeChange,
  refuseChange,
  withdrawChange,
} from './contract.ts'
import { editingRoutes } from './editing/routes.ts'
import { keysRoutes, screenCodeRoutes } from './links/routes.ts'
import { offeredTimeRoutes } from './offered-time/routes.ts'
import { listChangesOf, readChangePhoto } from './queries.ts'
import { answerChange, withdraw } from './responses-commands.ts'

export function changeRoutes(api: Api): void {
  editingRoutes(api)
  consentRoutes(api)
  screenCodeRoutes(api)
  keysRoutes(api)
  offeredTimeRoutes(api)
  serve(api, listChanges, (ctx, { params }) => listChangesOf(ctx, params.id))
  serve(api, proposeChange, (ctx, { params, body }) => proposeToChange(ctx, params.id, body))
  serve(api, figureChange, (ctx, { params, body }) => figureForChange(ctx, params.id, body))
  serve(api, priceChange, (ctx, { params, body }) => priceTheChange(ctx, params.id, body))
  serve(api, agreeChange, (ctx, { params, body }) => answerChange(ctx, params.id, body, 'agreed'))
  serve(api, refuseChange, (ctx, { params, body }) => answerChange(ctx, params.id, body, 'refused'))
  serve(api, withdrawChange, (ctx, { params, body }) => withdraw(ctx, params.id, body))
  serve(api, getChangePhoto, (ctx, { params }) => readChangePhoto(ctx, params))
}

function consentRoutes(api: Api): void {
  serve(api, getLinkedChange, (ctx, { params }) => showLinked(ctx, params.token))
  serve(api, getChangeCode, (ctx, { params }) => textChangeCode(ctx, params.token))
  serve(api, openChange, (ctx, { params, body }) => open(ctx, params.token, body.code))
  serve(api, answerLinkedChange, (ctx, { params, body }) => answerLinked(ctx, params.token, body))
  serve(api, getLinkedPhoto, (ctx, { params, query }) => linkedPhoto(ctx, { ...params, ...query }))
}
