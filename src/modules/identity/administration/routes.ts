import { serve, type Api } from '#platform/serve.ts'
import { changeRole, endAccess, inviteMember, blockPerson, unblockPerson } from './commands.ts'
import {
  changeStaffRole,
  endStaffAccess,
  inviteStaff,
  listStaff,
  blockPerson as blockEndpoint,
  unblockPerson as unblockEndpoint,
} from './contract.ts'
import { listOffice } from './queries.ts'

export function administrationRoutes(api: Api): void {
  serve(api, listStaff, (ctx) => listOffice(ctx))
  serve(api, inviteStaff, (ctx, { body }) => inviteMember(ctx, body))
  serve(api, changeStaffRole, (ctx, { params, body }) => changeRole(ctx, params.id, body.staffRole))
  serve(api, endStaffAccess, (ctx, { params }) => endAccess(ctx, params.id))
}

export function blockingRoutes(api: Api): void {
  serve(api, blockEndpoint, (ctx, { params, body }) => blockPerson(ctx, params.id, body.reason))
  serve(api, unblockEndpoint, (ctx, { params, body }) => unblockPerson(ctx, params.id, body.reason))
}
