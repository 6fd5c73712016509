import { readPhoto } from '#modules/files/queries.ts'
import { withOwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { cameFromOf } from '#shared/came-from.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { answerByLink, showLink } from './answer-links/answer-commands.ts'
import { answerByLink as answerByLinkEndpoint, getAnswerLink } from './answer-links/contract.ts'
import { cancelBooking, confirmBooking, reconfirmBooking, rejectBooking, takeBooking } from './answers/commands.ts'
import {
  cancelBooking as cancel,
  confirmBooking as confirm,
  reconfirmBooking as reconfirm,
  rejectBooking as reject,
  takeBooking as take,
  agreeCancellation as agree,
  denyCancellation as deny,
} from './answers/contract.ts'
import { agreeCancellation, denyCancellation } from './answers/reported-cancellation-commands.ts'
import { figureForChange, priceTheChange } from './changes/commands.ts'
import { answerLinked, linkedPhoto, open, showLinked, textChangeCode } from './changes/consent-commands.ts'
import {
  answerLinkedChange,
  getChangeCode,
  getLinkedChange,
  getLinkedPhoto,
  openChange,
  agreeChange,
  figureChange,
  getChangePhoto,
  listChanges,
  offerTime as offerTimeEndpoint,
  priceChange,
  proposeChange,
  refuseChange,
  withdrawChange,
} from './changes/contract.ts'
import { keysRoutes, screenCodeRoutes, editingRoutes } from './changes/routes.ts'
import { listChangesOf, readChangePhoto } from './changes/queries.ts'
import { offerTime } from './changes/rescheduling-commands.ts'
import { answerChange, proposeChange as proposeOrAgree, withdraw } from './changes/responses-commands.ts'
import { answerClaim, decideClaim, makeClaim } from './claims/commands.ts'
import {
  answerClaim as answer,
  createClaim,
  decideClaim as decide,
  exportClaims as exportEndpoint,
  getClaim,
  getClaimPhoto,
  listClaims as list,
} from './claims/contract.ts'
import { exportClaims, findClaim, listClaims, readClaimPhoto } from './claims/queries.ts'
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
import {
  bookOfficePlan as officePlanEndpoint,
  bookSpecial as endpoint,
  getMoveAgain,
  getOwnMoveAgain,
  findCustomers,
} from './create/contract.ts'
import { bookOfficePlan } from './create/office-plans-commands.ts'
import { bookSpecial } from './create/phone-bookings-commands.ts'
import { findAgreedTerms, readMoveAgain, findCustomers as find } from './create/queries.ts'
import { nameCrew } from './crew/commands.ts'
import { getCrew, getCrewPhoto, nameCrew as nameEndpoint } from './crew/contract.ts'
import { crewOf, findCrewBooking, readCrewPhoto } from './crew/queries.ts'
import { dayRoutes } from './day/routes.ts'
import { getCalendarFile, getMovePhoto, getOwnCalendarFile, listMovePhotos, getReceipt } from './documents/contract.ts'
import {
  findCalendarFile,
  findMovePhotos,
  findOwnCalendarFile,
  readMovePhoto,
  getReceiptFile,
} from './documents/queries.ts'
import { bookingIdOf } from './gateway.ts'
import { listHotJobs } from './hot-jobs/list-queries.ts'
import {
  getDriverBooking,
  getJobCounts,
  listConfirmedBookings,
  listHotJobs as hotEndpoint,
  listNewBookings,
  listUnitPastBookings,
  getWaiting,
  getJobSheet,
} from './lists/contract.ts'
import { getUnitNews } from './lists/driver-dashboard-contract.ts'
import { findNews, countWaiting } from './lists/driver-dashboard-queries.ts'
import { findDriverBooking, listNew, listUnitBookings } from './lists/driver-lists-queries.ts'
import { findJobSheet } from './lists/job-sheet-queries.ts'
import { findOwnBooking, findSharedBooking, getOwnBooking, listCustomerBookings, countJobs } from './lists/queries.ts'
import { askAgain, makeHot, moveBooking } from './office/commands.ts'
import {
  askAgain as askAgainEndpoint,
  listMoveUnits,
  makeHot as makeHotEndpoint,
  moveBooking as moveEndpoint,
  getTrail,
} from './office/contract.ts'
import { listMoveUnits as listUnits, findTrail } from './office/queries.ts'
import { liveBookings } from './queries.ts'
import { createReceiptWriter } from './receipt/gateway.ts'
import { freeNowRoutes, rebookingRoutes } from './replacement/routes.ts'
import { readThread, writeMessage } from './thread/commands.ts'
import {
  getMessagePhoto,
  getThread,
  listConversations as listEndpoint,
  readThread as readEndpoint,
  writeMessage as writeEndpoint,
  decideReport as decideEndpoint,
  listReports as reportsEndpoint,
  reportMessage as reportEndpoint,
} from './thread/contract.ts'
import { listConversations } from './thread/inbox-queries.ts'
import { findPhoto, findThread, readMessages, type ThreadBooking } from './thread/queries.ts'
import { decideReport, reportMessage } from './thread/reports-commands.ts'
import { listReports } from './thread/reports-queries.ts'
import { sendBothAgain, startByPhone, textStartCode } from './waiting/commands.ts'
import { getStartCode, sendAgain, startBooking } from './waiting/contract.ts'

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
      const sourceParams = { came_from: host, utm_source: source, utm_medium: medium, utm_campaign: campaign }
      const made = await createBooking(tx, body, cameFromOf(sourceParams))
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

function waitingRoutes(api: Api): void {
  serve(api, getStartCode, (ctx, { params }) => textStartCode(ctx, params.hash))
  serve(api, sendAgain, (ctx, { params }) => sendBothAgain(ctx, params.hash))
  serve(api, startBooking, (ctx, { params, body }) => startByPhone(ctx, params.hash, body.code))
}

function receiptRoutes(api: Api): void {
  const writer = createReceiptWriter(api.ctx.log)
  api.fastify.addHook('onClose', () => writer.close())
  serve(api, getReceipt, (ctx, { params }) =>
    // Laying out takes a tenth of a second; ten wait for those before.
    getReceiptFile(ctx, writer, params.id, AbortSignal.timeout(10_000)),
  )
}

function bookingFileRoutes(api: Api): void {
  serve(api, getCalendarFile, async (ctx, { params }) => {
    const id = bookingIdOf(ctx, params.hash)
    return (id && (await findCalendarFile(ctx, id))) || refuseMiss(ctx, 'shared-booking')
  })
  serve(api, getOwnCalendarFile, (ctx, { params }) => findOwnCalendarFile(ctx, params.id))
  serve(api, listMovePhotos, (ctx, { params }) => findMovePhotos(ctx, params.id))
  serve(api, getMovePhoto, (ctx, { params }) => readMovePhoto(ctx, params.id, params.photoId))
}

function specialRoutes(api: Api): void {
  serve(api, endpoint, (ctx, { body }) => bookSpecial(ctx, body))
  serve(api, officePlanEndpoint, (ctx, { params, body }) => bookOfficePlan(ctx, params.id, body))
}

function moveAgainRoutes(api: Api): void {
  serve(api, getMoveAgain, (ctx, { params }) => readMoveAgain(ctx, params.id))
  serve(api, getOwnMoveAgain, (ctx, { params }) => readMoveAgain(ctx, params.id))
}

function customerRoutes(api: Api): void {
  serve(api, findCustomers, (ctx, { query }) => find(ctx, query))
}

function crewRoutes(api: Api): void {
  serve(api, getCrew, async (ctx, { params, query }) => {
    const booking = await findCrewBooking(ctx, params.id, query.workingUnitId)
    return booking instanceof Refusal ? booking : crewOf(ctx, booking)
  })
  serve(api, nameEndpoint, (ctx, { params, body }) => nameCrew(ctx, params.id, body))
  serve(api, getCrewPhoto, async (ctx, { params }) => {
    const booking = await findCrewBooking(ctx, params.id)
    return booking instanceof Refusal ? booking : readCrewPhoto(ctx, booking, params.personId)
  })
}

function claimRoutes(api: Api): void {
  serve(api, createClaim, (ctx, { params, body }) => makeClaim(ctx, params.id, body))
  serve(api, getClaim, (ctx, { params }) => findClaim(ctx, params.id))
  serve(api, getClaimPhoto, (ctx, { params }) => readClaimPhoto(ctx, params.id, params.fileId))
  serve(api, answer, (ctx, { params, body }) => answerClaim(ctx, params.id, body))
  serve(api, list, (ctx, { query }) => listClaims(ctx, query))
  serve(api, exportEndpoint, (ctx, { query }) => exportClaims(ctx, query))
  serve(api, decide, (ctx, { params, body }) => decideClaim(ctx, params.id, body))
}

function answerRoutes(api: Api): void {
  serve(api, confirm, (ctx, { params, body }) => confirmBooking(ctx, params.id, body?.workingUnitId))
  serve(api, take, (ctx, { params, body }) => takeBooking(ctx, params.id, body.workingUnitId))
  serve(api, reject, (ctx, { params, body }) => rejectBooking(ctx, params.id, body))
  serve(api, reconfirm, (ctx, { params }) => reconfirmBooking(ctx, params.id))
  serve(api, cancel, (ctx, { params, body }) => cancelBooking(ctx, params.id, body.feePence))
}

function reportedCancellationRoutes(api: Api): void {
  serve(api, agree, (ctx, { params, body }) => agreeCancellation(ctx, params.id, body.feePence))
  serve(api, deny, (ctx, { params }) => denyCancellation(ctx, params.id))
  serve(api, getAnswerLink, (ctx, { params }) => showLink(ctx, params.token))
  serve(api, answerByLinkEndpoint, (ctx, { params, body }) => answerByLink(ctx, params.token, body))
}

function officeRoutes(api: Api): void {
  serve(api, listMoveUnits, (ctx, { params }) => listUnits(ctx, params.id))
  serve(api, moveEndpoint, (ctx, { params, body }) => moveBooking(ctx, params.id, body))
  serve(api, makeHotEndpoint, (ctx, { params, body }) => makeHot(ctx, params.id, body))
  serve(api, askAgainEndpoint, (ctx, { params }) => askAgain(ctx, params.id))
}

function trailRoutes(api: Api): void {
  serve(api, getTrail, async (ctx, { params }) => {
    const id = bookingIdOf(ctx, params.hash)
    return (id && (await findTrail(ctx, id))) || refuseMiss(ctx, 'shared-booking')
  })
}

function changeRoutes(api: Api): void {
  editingRoutes(api)
  consentRoutes(api)
  screenCodeRoutes(api)
  keysRoutes(api)
  serve(api, offerTimeEndpoint, (ctx, { params, body }) => offerTime(ctx, params.id, new Date(body.newStartAt)))
  serve(api, listChanges, (ctx, { params }) => listChangesOf(ctx, params.id))
  serve(api, proposeChange, (ctx, { params, body }) => proposeOrAgree(ctx, params.id, body))
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

const byKind = {
  'confirmed-bookings': listConfirmedBookings,
  'past-bookings': listUnitPastBookings,
} as const

function driverListRoutes(api: Api): void {
  for (const [list, endpoint] of Object.entries(byKind) as [keyof typeof byKind, typeof listUnitPastBookings][])
    serve(api, endpoint, (ctx, { params, query }) =>
      withOwnUnit(ctx, params.id, (unit) => listUnitBookings(ctx, unit, list, query)),
    )
  serve(api, listNewBookings, (ctx, { params, query }) =>
    withOwnUnit(ctx, params.id, (unit) => listNew(ctx, unit, query)),
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

function waitingCountRoutes(api: Api): void {
  serve(api, getWaiting, (ctx) => countWaiting(ctx))
}

function jobSheetRoutes(api: Api): void {
  serve(api, getJobSheet, (ctx, { params, query }) => findJobSheet(ctx, params.id, query.workingUnitId))
}

function threadRoutes(api: Api): void {
  serve(api, listEndpoint, (ctx, { query }) => listConversations(ctx, query))
  serve(api, getThread, (ctx, { params, query }) =>
    withThread(ctx, params.id, (thread) => readMessages(ctx, thread, query)),
  )
  serve(api, writeEndpoint, (ctx, { params, body }) => writeMessage(ctx, params.id, body))
  serve(api, readEndpoint, (ctx, { params, body }) => readThread(ctx, params.id, body.messageId))
  serve(api, getMessagePhoto, (ctx, { params }) =>
    withThread(ctx, params.id, async (thread) => {
      const file = await findPhoto(ctx, thread, params)
      return file ? readPhoto(ctx, file) : refuse(commonRefusals.notFound)
    }),
  )
  serve(api, reportEndpoint, (ctx, { params, body }) =>
    reportMessage(ctx, { bookingId: params.id, messageId: params.messageId }, body.reason),
  )
  serve(api, reportsEndpoint, (ctx, { query }) => listReports(ctx, query))
  serve(api, decideEndpoint, (ctx, { params, body }) => decideReport(ctx, params.id, body))
}

async function withThread<T>(
  ctx: Ctx,
  bookingId: string,
  work: (thread: ThreadBooking) => Promise<T>,
): Promise<T | Refusal> {
  const thread = await findThread(ctx, bookingId)
  return thread instanceof Refusal ? thread : work(thread)
}
