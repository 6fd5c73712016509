import { withOwnUnit } from '#modules/fleet/queries.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { answerRoutes } from './accept-and-cancel/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { moveAgainRoutes } from './repeat-move/routes.ts'
import { driverListRoutes } from './driver-lists/routes.ts'
import { findAgreedTerms } from './agreed-terms/queries.ts'
import {
  createBooking as createBookingEndpoint,
  getAgreedTerms,
  getBooking,
  getSharedBooking,
  listFutureBookings,
  listPastBookings,
} from './contract.ts'
import { dayRoutes } from './day/routes.ts'
import { bookingIdOf } from './gateway.ts'
import { createBooking } from './create/commands.ts'
import { cameFromOf } from '#shared/came-from.ts'
import { changeRoutes } from './changes/routes.ts'
import { freeNowRoutes } from './late-replacement/routes.ts'
import { claimRoutes } from './claims/routes.ts'
import { rebookingRoutes } from './rebooking/routes.ts'
import { waitingRoutes } from './awaiting-verification/routes.ts'
import { crewRoutes } from './crew/routes.ts'
import { bookingFileRoutes } from './booking-files/routes.ts'
import { reportedCancellationRoutes } from './reported-cancellation/routes.ts'
import { trailRoutes } from './trail/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { threadRoutes } from './thread/routes.ts'
import { waitingCountRoutes } from './badge-counts/routes.ts'
import { jobSheetRoutes } from './job-sheet/routes.ts'
import { officeRoutes } from './office/routes.ts'
import { receiptRoutes } from './receipt/routes.ts'
import { specialRoutes } from './phone-bookings/routes.ts'
import { getUnitNews } from './driver-dashboard/contract.ts'
import { findNews } from './driver-dashboard/queries.ts'
import { findOwnBooking, findSharedBooking, getOwnBooking, listCustomerBookings } from './customer-lists/queries.ts'

export function routes(api: Api): void {
  waitingRoutes(api)
  liveRoutes(api)
  crewRoutes(api)
  answerRoutes(api)
  rebookingRoutes(api)
  claimRoutes(api)
  freeNowRoutes(api)
  driverListRoutes(api)
  dayRoutes(api)
  changeRoutes(api)
  specialRoutes(api)
  officeRoutes(api)
  receiptRoutes(api)
  jobSheetRoutes(api)
  customerRoutes(api)
  moveAgainRoutes(api)
  reportedCancellationRoutes(api)
  trailRoutes(api)
  bookingFileRoutes(api)
  threadRoutes(api)
  waitingCountRoutes(api)
  serve(api, getUnitNews, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => findNews(ctx, unit)))
  serve(api, createBookingEndpoint, (ctx, { body, query }) =>
    ctx.tx(async (tx) => {
      const { cameFrom: host, utmSource: source, utmMedium: medium, utmCampaign: campaign } = query
      const words = { came_from: host, utm_source: source, utm_medium: medium, utm_campaign: campaign }
      const made = await createBooking(tx, body, cameFromOf(words))
      return made instanceof Refusal ? made : getOwnBooking(tx, made, userIdOf(tx.actor))
    }),
  )

  serve(
    api,
    getBooking,
    async (ctx, { params }) =>
      (await findOwnBooking(ctx, params.id, userIdOf(ctx.actor))) ?? refuse(commonRefusals.notFound),
  )

  serve(api, getSharedBooking, async (ctx, { params }) => {
    const id = bookingIdOf(ctx, params.hash)
    return (id && (await findSharedBooking(ctx, id))) || refuseMiss(ctx, 'shared-booking')
  })

  serve(api, getAgreedTerms, async (ctx, { params }) => {
    const id = bookingIdOf(ctx, params.hash)
    return id
      ? ((await findAgreedTerms(ctx, id)) ?? refuse(commonRefusals.notFound))
      : refuseMiss(ctx, 'shared-booking')
  })

  serve(api, listFutureBookings, (ctx, { query }) => listCustomerBookings(ctx, userIdOf(ctx.actor), 'future', query))

  serve(api, listPastBookings, (ctx, { query }) => listCustomerBookings(ctx, userIdOf(ctx.actor), 'past', query))
}
