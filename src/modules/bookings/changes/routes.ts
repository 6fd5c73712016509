import { serve, type Api } from '#platform/serve.ts'
import { edit } from './editing/commands.ts'
import { editBooking } from './editing/contract.ts'
import { linkForKeys, release, showKeys, withdrawLink, pageByCode, showCode, textToCustomer } from './links/commands.ts'
import {
  getKeys,
  listKeysLinks,
  makeKeysLink,
  releaseKeys,
  withdrawKeysLink,
  findPageByCode,
  makeScreenCode,
  textDayCode,
} from './links/contract.ts'
import { changeMove, offerMoveTime, priceMove } from './moves/commands.ts'
import {
  changeMove as changeMoveEndpoint,
  getBookedMove,
  offerMoveTime as offerEndpoint,
  priceMove as priceMoveEndpoint,
} from './moves/contract.ts'
import { readBookedMove } from './moves/queries.ts'
import { listLinksForKeys } from './links/queries.ts'

export function keysRoutes(api: Api): void {
  serve(api, listKeysLinks, (ctx, { params }) => listLinksForKeys(ctx, params.id))
  serve(api, makeKeysLink, (ctx, { params, body }) => linkForKeys(ctx, params.id, body))
  serve(api, withdrawKeysLink, (ctx, { params, body }) => withdrawLink(ctx, params.id, body.keysLinkId))
  serve(api, getKeys, (ctx, { params }) => showKeys(ctx, params.token))
  serve(api, releaseKeys, (ctx, { params }) => release(ctx, params.token))
}

export function screenCodeRoutes(api: Api): void {
  serve(api, makeScreenCode, (ctx, { params }) => showCode(ctx, params.id))
  serve(api, findPageByCode, (ctx, { body }) => pageByCode(ctx, body))
  serve(api, textDayCode, (ctx, { body }) => textToCustomer(ctx, body.code))
}

export function editingRoutes(api: Api): void {
  serve(api, getBookedMove, (ctx, { params }) => readBookedMove(ctx, params.id))
  serve(api, priceMoveEndpoint, (ctx, { params, body }) => priceMove(ctx, params.id, body))
  serve(api, changeMoveEndpoint, (ctx, { params, body }) => changeMove(ctx, params.id, body))
  serve(api, offerEndpoint, (ctx, { params, body }) => offerMoveTime(ctx, params.id, body))
  serve(api, editBooking, (ctx, { params, body }) => edit(ctx, params.id, body))
}
