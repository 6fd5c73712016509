import { serve, type Api } from '#platform/serve.ts'
import { pageByCode, showCode, textToCustomer } from './commands.ts'
import { findPageByCode, makeScreenCode, textDayCode } from './contract.ts'

export function screenCodeRoutes(api: Api): void {
  serve(api, makeScreenCode, (ctx, { params }) => showCode(ctx, params.id))
  serve(api, findPageByCode, (ctx, { body }) => pageByCode(ctx, body))
  serve(api, textDayCode, (ctx, { body }) => textToCustomer(ctx, body.code))
}
