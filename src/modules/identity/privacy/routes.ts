import { serve, type Api } from '#platform/serve.ts'
import { askClosing, confirmClosing } from './commands.ts'
import { deleteAccount, verifyDeleteAccount, exportOwnData } from './contract.ts'
import { exportOwn } from './queries.ts'

export function closingRoutes(api: Api): void {
  serve(api, deleteAccount, (ctx) => askClosing(ctx))
  serve(api, verifyDeleteAccount, (ctx, { body }) => confirmClosing(ctx, body.token))
}

export function ownDataRoutes(api: Api): void {
  serve(api, exportOwnData, (ctx) => exportOwn(ctx))
}
