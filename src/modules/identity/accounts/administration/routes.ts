import { serve, type Api } from '#platform/serve.ts'
import { changeRole, endAccess, inviteMember } from './commands.ts'
import { changeStaffRole, endStaffAccess, inviteStaff, listStaff } from './contract.ts'
import { listOffice } from './queries.ts'

export function administrationRoutes(api: Api): void {
  serve(api, listStaff, (ctx) => listOffice(ctx))
  serve(api, inviteStaff, (ctx, { body }) => inviteMember(ctx, body))
  serve(api, changeStaffRole, (ctx, { params, body }) => changeRole(ctx, params.id, body.staffRole))
  serve(api, endStaffAccess, (ctx, { params }) => endAccess(ctx, params.id))
}
