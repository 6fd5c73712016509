import { withOwnUnit } from '#modules/fleet/queries.ts'
import { serve, type Api } from '#platform/serve.ts'
import { listHotJobs } from '../hot-jobs/list-queries.ts'
import { countWaiting } from './badge-counts-queries.ts'
import {
  getDriverBooking,
  getJobCounts,
  listConfirmedBookings,
  listHotJobs as hotEndpoint,
  listNewBookings,
  listUnitPastBookings,
  getWaiting,
  getJobSheet,
} from './contract.ts'
import { findDriverBooking, listUnitBookings } from './driver-lists-queries.ts'
import { findJobSheet } from './job-sheet-queries.ts'
import { countJobs } from './list-counts-queries.ts'

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

export function waitingCountRoutes(api: Api): void {
  serve(api, getWaiting, (ctx) => countWaiting(ctx))
}

export function jobSheetRoutes(api: Api): void {
  serve(api, getJobSheet, (ctx, { params }) => findJobSheet(ctx, params.id))
}
