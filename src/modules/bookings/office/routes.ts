import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { bookingIdOf } from '../gateway.ts'
import { askAgain, makeHot, moveBooking } from './commands.ts'
import {
  askAgain as askAgainEndpoint,
  listMoveUnits,
  makeHot as makeHotEndpoint,
  moveBooking as moveEndpoint,
  getTrail,
} from './contract.ts'
import { listMoveUnits as listUnits } from './queries.ts'
import { findTrail } from './trail-queries.ts'

export function officeRoutes(api: Api): void {
  serve(api, listMoveUnits, (ctx, { params }) => listUnits(ctx, params.id))
  serve(api, moveEndpoint, (ctx, { params, body }) => moveBooking(ctx, params.id, body))
  serve(api, makeHotEndpoint, (ctx, { params, body }) => makeHot(ctx, params.id, body))
  serve(api, askAgainEndpoint, (ctx, { params }) => askAgain(ctx, params.id))
}

export function trailRoutes(api: Api): void {
  serve(api, getTrail, async (ctx, { params }) => {
    const id = bookingIdOf(ctx, params.hash)
    return (id && (await findTrail(ctx, id))) || refuseMiss(ctx, 'shared-booking')
  })
}
