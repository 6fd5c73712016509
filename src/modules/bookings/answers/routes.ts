import { serve, type Api } from '#platform/serve.ts'
import { cancelBooking, confirmBooking, reconfirmBooking, rejectBooking, takeBooking } from './commands.ts'
import {
  cancelBooking as cancel,
  confirmBooking as confirm,
  reconfirmBooking as reconfirm,
  rejectBooking as reject,
  takeBooking as take,
} from './contract.ts'
import { agreeCancellation, denyCancellation } from './reported-cancellation-commands.ts'
import { agreeCancellation as agree, denyCancellation as deny } from './reported-cancellation-contract.ts'

export function answerRoutes(api: Api): void {
  serve(api, confirm, (ctx, { params, body }) => confirmBooking(ctx, params.id, body?.workingUnitId))
  serve(api, take, (ctx, { params, body }) => takeBooking(ctx, params.id, body.workingUnitId))
  serve(api, reject, (ctx, { params, body }) => rejectBooking(ctx, params.id, body.reason))
  serve(api, reconfirm, (ctx, { params }) => reconfirmBooking(ctx, params.id))
  serve(api, cancel, (ctx, { params, body }) => cancelBooking(ctx, params.id, body.feePence))
}

export function reportedCancellationRoutes(api: Api): void {
  serve(api, agree, (ctx, { params, body }) => agreeCancellation(ctx, params.id, body.feePence))
  serve(api, deny, (ctx, { params }) => denyCancellation(ctx, params.id))
}
