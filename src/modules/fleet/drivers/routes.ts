import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { withOwnUnit } from '../queries.ts'
import { changeDriver, inviteDriver, removeDriver, acceptAsHired, joinUnit } from './commands.ts'
import {
  acceptInvitation,
  changeDriver as changeEndpoint,
  getDrivenUnit,
  inviteDriver as inviteEndpoint,
  joinUnit as joinEndpoint,
  removeDriver as removeEndpoint,
  validateInvitation,
  getJobNotices,
  saveJobNotices as saveNoticesEndpoint,
} from './contract.ts'
import { saveJobNotices } from './driver-notices-commands.ts'
import { listJobNotices, describeInvitation, findDrivenUnit } from './queries.ts'

export function driverRoutes(api: Api): void {
  serve(api, inviteEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => inviteDriver(ctx, unit, body)),
  )
  serve(api, changeEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => changeDriver(ctx, unit, body.mayAnswer)),
  )
  serve(api, removeEndpoint, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => removeDriver(ctx, unit)))
  serve(api, validateInvitation, (ctx, { body }) => describeInvitation(ctx, body.token))
  serve(api, joinEndpoint, (ctx, { body }) => joinUnit(ctx, body))
  serve(api, acceptInvitation, (ctx, { body }) => acceptAsHired(ctx, body.token))
  serve(api, getDrivenUnit, (ctx) => findDrivenUnit(ctx))
  serve(api, getJobNotices, (ctx) => listJobNotices(ctx, userIdOf(ctx.actor)))
  serve(api, saveNoticesEndpoint, (ctx, { body }) => saveJobNotices(ctx, userIdOf(ctx.actor), body))
}
