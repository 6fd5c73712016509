import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { bookingIdOf } from '../gateway.ts'
import { getTrail } from './contract.ts'
import { findTrail } from './queries.ts'

export function trailRoutes(api: Api): void {
  serve(api, getTrail, async (ctx, { params }) => {
    const id = bookingIdOf(ctx, params.hash)
    return (id && (await findTrail(ctx, id))) || refuseMiss(ctx, 'shared-booking')
  })
}
