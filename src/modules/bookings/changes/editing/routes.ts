import { serve, type Api } from '#platform/serve.ts'
import { edit } from './commands.ts'
import { editBooking } from './contract.ts'

export function editingRoutes(api: Api): void {
  serve(api, editBooking, (ctx, { params, body }) => edit(ctx, params.id, body))
}
