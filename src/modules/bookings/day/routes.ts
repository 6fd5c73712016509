import { withOwnUnit } from '#modules/fleet/queries.ts'
import { readPhoto } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { bookingIdOf } from '../gateway.ts'
import { actOnClock, reportArrival as arrive, sendVanHome as sendHome, tickLoaded as tick } from './actions/commands.ts'
import {
  finishJob,
  pauseJob,
  resumeJob,
  runLate,
  confirmArrival,
  confirmArrivalByLink,
  setOff,
  startJob,
  tickLoaded,
  sendVanHome,
  sendPosition as positionEndpoint,
} from './actions/contract.ts'
import { disputeCash, recordCash, agreeToStart, confirmHours } from './hours/commands.ts'
import {
  disputeCash as disputeCashEndpoint,
  recordCash as recordCashEndpoint,
  agreeToStart as agreeToStartEndpoint,
  confirmHours as confirmEndpoint,
} from './hours/contract.ts'
import { answerCorrection, correctTime } from './hours/corrections-commands.ts'
import {
  answerCorrection as answerCorrectionEndpoint,
  correctTime as correctTimeEndpoint,
} from './hours/corrections-contract.ts'
import { getDay, getDriverDay, getMyDay, getSharedDay } from './contract.ts'
import { deviceOf } from '#modules/identity/sessions/known-devices-queries.ts'
import { findMyDay } from './lateness/queries.ts'
import { addDayPhotos } from './record/photos-commands.ts'
import {
  addDayPhotos as addPhotosEndpoint,
  getDayPhoto,
  getDayRecord,
  getDriverDayRecord,
  getRecordKey,
  verifyRecord,
} from './record/contract.ts'
import { findDayPhoto, readOwnPart, readRecord } from './record/queries.ts'
import { sendPosition } from './actions/phone-commands.ts'
import { decideDayQuestion, reachStop } from './questions/commands.ts'
import {
  decideDayQuestion as decideEndpoint,
  listDayQuestions as listEndpoint,
  reachStop as reachStopEndpoint,
} from './questions/contract.ts'
import { listDayQuestions } from './questions/queries.ts'
import { recordPublicKey, recordSigner } from './record/gateway.ts'
import { verifyRecord as verify } from './record/rules.ts'
import { findOwnDay, findSharedDay, readDriverDay } from './queries.ts'

export function dayRoutes(api: Api): void {
  clockRoutes(api)
  readingRoutes(api)
  recordRoutes(api)
  serve(api, confirmArrival, async (ctx, { params }) => {
    const customerId = userIdOf(ctx.actor)
    const outcome = await arrive(ctx, params.id, { customerId })
    return outcome instanceof Refusal ? outcome : findOwnDay(ctx, params.id, customerId)
  })
  serve(api, confirmArrivalByLink, async (ctx, { params }, { headers }) => {
    const id = bookingIdOf(ctx, params.hash)
    if (!id) return refuseMiss(ctx, 'shared-booking')
    const outcome = await arrive(ctx, id, { device: deviceOf(headers) })
    return outcome instanceof Refusal ? outcome : sharedDay(ctx, params.hash)
  })
  serve(api, confirmEndpoint, async (ctx, { params, body }) => {
    const customerId = userIdOf(ctx.actor)
    const outcome = await confirmHours(ctx, params.id, customerId, body)
    return outcome instanceof Refusal ? outcome : findOwnDay(ctx, params.id, customerId)
  })
  serve(api, agreeToStartEndpoint, async (ctx, { params, body }) => {
    const customerId = userIdOf(ctx.actor)
    const outcome = await agreeToStart(ctx, params.id, customerId, new Date(body.startedAt))
    return outcome instanceof Refusal ? outcome : findOwnDay(ctx, params.id, customerId)
  })
  serve(api, disputeCashEndpoint, async (ctx, { params }) => {
    const customerId = userIdOf(ctx.actor)
    const outcome = await disputeCash(ctx, params.id, customerId)
    return outcome instanceof Refusal ? outcome : findOwnDay(ctx, params.id, customerId)
  })
  serve(api, correctTimeEndpoint, (ctx, { params, body }) => correctTime(ctx, params.id, body))
  serve(api, answerCorrectionEndpoint, (ctx, { params, body }) => answerCorrection(ctx, params.id, body))
  serve(api, addPhotosEndpoint, (ctx, { params, body }) => addDayPhotos(ctx, params.id, body, body))
  serve(api, getDayPhoto, async (ctx, { params }) => {
    const file = await findDayPhoto(ctx, params.id, params.photoId)
    return file ? readPhoto(ctx, file) : refuse(commonRefusals.notFound)
  })
  serve(api, positionEndpoint, (ctx, { params, body }) => sendPosition(ctx, params.id, body))
  serve(api, listEndpoint, (ctx, { query }) => listDayQuestions(ctx, query))
  serve(api, decideEndpoint, (ctx, { params, body }) => decideDayQuestion(ctx, params.id, body))
}

/** Only what a phone sends goes into the digest of its request; `phone` is its key and its time. */
function clockRoutes(api: Api): void {
  serve(api, setOff, (ctx, { params, body }) =>
    actOnClock(ctx, params.id, body, { kind: 'set_off' }, { sharesPosition: body.sharePosition }),
  )
  serve(api, startJob, (ctx, { params, body }) => actOnClock(ctx, params.id, body, { kind: 'start' }))
  serve(api, pauseJob, (ctx, { params, body: { reason, note, ...phone } }) =>
    actOnClock(ctx, params.id, phone, { kind: 'pause', reason }, { payload: { reason, note } }),
  )
  serve(api, resumeJob, (ctx, { params, body }) => actOnClock(ctx, params.id, body, { kind: 'resume' }))
  serve(api, finishJob, (ctx, { params, body }) => actOnClock(ctx, params.id, body, { kind: 'finish' }))
  serve(api, runLate, (ctx, { params, body: { newEta, note, ...phone } }) =>
    actOnClock(ctx, params.id, phone, { kind: 'late', newEta: new Date(newEta) }, { payload: { newEta, note } }),
  )
  serve(api, tickLoaded, (ctx, { params, body: { item, loaded, ...phone } }) =>
    tick(ctx, params.id, phone, { item, loaded }),
  )
  serve(api, sendVanHome, (ctx, { params, body: { van, ...phone } }) => sendHome(ctx, params.id, phone, van))
  serve(api, recordCashEndpoint, (ctx, { params, body: { duePence, takenPence, reason, ...phone } }) =>
    recordCash(ctx, params.id, phone, { duePence, takenPence, reason }),
  )
  serve(api, reachStopEndpoint, (ctx, { params, body: { stop, ...phone } }) => reachStop(ctx, params.id, phone, stop))
}

function readingRoutes(api: Api): void {
  serve(api, getDay, (ctx, { params }) => findOwnDay(ctx, params.id, userIdOf(ctx.actor)))
  serve(api, getDriverDay, (ctx, { params }) =>
    withOwnUnit(ctx, params.id, ({ unitId }) => readDriverDay(ctx, unitId, params.bookingId)),
  )
  serve(api, getSharedDay, (ctx, { params }) => sharedDay(ctx, params.hash))
  serve(api, getMyDay, (ctx, { params, query }) =>
    withOwnUnit(ctx, params.id, (unit) => findMyDay(ctx, unit, query.date)),
  )
}

async function sharedDay(ctx: Ctx, hash: string) {
  const id = bookingIdOf(ctx, hash)
  return (id && (await findSharedDay(ctx, id))) || refuseMiss(ctx, 'shared-booking')
}

function recordRoutes(api: Api): void {
  serve(api, getDayRecord, async (ctx, { params }) => {
    const day = await findOwnDay(ctx, params.id, userIdOf(ctx.actor))
    return day instanceof Refusal ? day : readRecord(ctx, day.bookingId)
  })
  serve(api, getDriverDayRecord, (ctx, { params }) =>
    withOwnUnit(ctx, params.id, async ({ unitId }) => {
      const day = await readDriverDay(ctx, unitId, params.bookingId)
      return day instanceof Refusal ? readOwnPart(ctx, unitId, params.bookingId) : readRecord(ctx, day.bookingId)
    }),
  )
  serve(api, verifyRecord, async (ctx, { body }) => verify(body.record, recordSigner(ctx)))
  serve(api, getRecordKey, async (ctx) => ({ algorithm: 'Ed25519' as const, publicKey: recordPublicKey(ctx) }))
}
