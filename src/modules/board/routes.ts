import { serve, type Api } from '#platform/serve.ts'
import {
  exportBookings as exportBookingsEndpoint,
  findBookings as findBookingsEndpoint,
  getBoardBooking,
} from './bookings/contract.ts'
import { findBoardBooking } from './bookings/queries.ts'
import { exportBookings, findBookings } from './bookings/search-queries.ts'
import { listCases, listGroups, findDay, liveBoard } from './queries.ts'
import { getBoard, listBoardCases, watchBoard } from './contract.ts'

export function routes(api: Api): void {
  serve(api, getBoard, async (ctx) => {
    const [groups, day] = await Promise.all([listGroups(ctx), findDay(ctx)])
    return { at: ctx.clock.now().toISOString(), groups, day }
  })
  serve(api, listBoardCases, (ctx, { params, query }) => listCases(ctx, params.group, query))
  serve(api, findBookingsEndpoint, (ctx, { query }) => findBookings(ctx, query))
  serve(api, exportBookingsEndpoint, (ctx, { query }) => exportBookings(ctx, query))
  serve(api, getBoardBooking, (ctx, { params }) => findBoardBooking(ctx, params.id))
  serve(api, watchBoard, async (ctx) => liveBoard(ctx, api.live))
}
