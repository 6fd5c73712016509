import { withOwnUnit } from '#modules/fleet/queries.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { cameFromOf } from '#shared/came-from.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { answerRoutes, reportedCancellationRoutes } from './answers/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { claimRoutes } from './claims/routes.ts'
import {
  createBooking as createBookingEndpoint,
  getAgreedTerms,
  getBooking,
  getSharedBooking,
  listFutureBookings,
  listPastBookings,
  watchBookings,
} from './contract.ts'
import { createBooking } from './create/commands.ts'
import { findAgreedTerms } from './create/queries.ts'
import { customerRoutes, moveAgainRoutes, specialRoutes } from './create/routes.ts'
import { crewRoutes } from './crew/routes.ts'
import { dayRoutes } from './day/routes.ts'
import { bookingFileRoutes } from './documents/routes.ts'
import { bookingIdOf } from './gateway.ts'
import { getUnitNews } from './lists/driver-dashboard-contract.ts'
import { findNews } from './lists/driver-dashboard-queries.ts'
import { findOwnBooking, findSharedBooking, getOwnBooking, listCustomerBookings } from './lists/queries.ts'
import { driverListRoutes, waitingCountRoutes, jobSheetRoutes } from './lists/routes.ts'
import { trailRoutes, officeRoutes } from './office/routes.ts'
import { liveBookings } from './queries.ts'
import { receiptRoutes } from './receipt/routes.ts'
import { freeNowRoutes, rebookingRoutes } from './replacement/routes.ts'
import { threadRoutes } from './thread/routes.ts'
import { waitingRoutes } from './waiting/routes.ts'

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

function liveRoutes(api: Api): void {
  serve(api, watchBookings, async (ctx) => liveBookings(ctx, api.live))
}
