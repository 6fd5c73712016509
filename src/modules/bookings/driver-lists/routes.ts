import { withOwnUnit } from '#modules/fleet/queries.ts'
import { serve, type Api } from '#platform/serve.ts'
import {
  getDriverBooking,
  getJobCounts,
  listConfirmedBookings,
  listHotJobs as hotEndpoint,
  listNewBookings,
  listUnitPastBookings,
} from './contract.ts'
import { listHotJobs } from '../hot-jobs/list/queries.ts'
import { countJobs } from './counts/queries.ts'
import { findDriverBooking, listUnitBookings } from './queries.ts'

const byKind = {
  'new-bookings': listNewBookings,
  'confirmed-bookings': listConfirmedBookings,
  'past-bookings': listUnitPastBookings,
} as const

export function driverListRoutes(api: Api): void {
  for (const [list, endpoint] of Object.entries(byKind) as [keyof typeof byKind, typeof listUnitPastBookings][])
    serve(api, endpoint, (ctx, { params, query }) =>
      withOwnUnit(ctx, params.id, (unit) => listUnitBookings(ctx, unit, list, query)),
    )
  serve(api, hotEndpoint, (ctx, { params, query }) =>
    withOwnUnit(ctx, params.id, (unit) => listHotJobs(ctx, unit, query)),
  )
  serve(api, getJobCounts, (ctx, { params, query }) =>
    withOwnUnit(ctx, params.id, (unit) => countJobs(ctx, unit, query)),
  )
  serve(api, getDriverBooking, (ctx, { params }) =>
    withOwnUnit(ctx, params.id, (unit) => findDriverBooking(ctx, unit, params.bookingId)),
  )
}
