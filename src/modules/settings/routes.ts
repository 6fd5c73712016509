import { serve, type Api } from '#platform/serve.ts'
import { exportAudit as exportAuditEndpoint, listAudit as auditEndpoint } from './audit/contract.ts'
import { exportAudit, listAudit } from './audit/queries.ts'
import { changeSetting, eraseSettings, previewSetting, SETTINGS_TOPIC } from './commands.ts'
import {
  changeSetting as changeEndpoint,
  checkSetting as checkEndpoint,
  exportSettingChanges,
  listSettings as listEndpoint,
  previewSetting as previewEndpoint,
  withdrawSetting as withdrawEndpoint,
} from './contract.ts'
import { exportChanges, listSettings } from './queries.ts'
import { checkSetting, withdrawSetting } from './dated-values/commands.ts'

export function routes(api: Api): void {
  serve(api, listEndpoint, (ctx, { params, query }) => listSettings(ctx, params.part, query.find))
  serve(api, previewEndpoint, (ctx, { body }) => previewSetting(ctx, body.change))
  serve(api, changeEndpoint, (ctx, { body }) => changeSetting(ctx, body))
  serve(api, withdrawEndpoint, (ctx, { params, body }) => withdrawSetting(ctx, { ...params, ...body }))
  serve(api, auditEndpoint, (ctx, { query }) => listAudit(ctx, query))
  serve(api, exportAuditEndpoint, (ctx, { query }) => exportAudit(ctx, query))
  serve(api, exportSettingChanges, (ctx, { params }) => exportChanges(ctx, params.part))
  serve(api, checkEndpoint, (ctx, { params, body }) => checkSetting(ctx, { ...params, ...body }))
}

/** Reads again what another process has changed; after a lost connection in any case. */
export const hearSettings = ({ live, ctx }: Pick<Api, 'live' | 'ctx'>): Promise<() => void> =>
  live.subscribe(SETTINGS_TOPIC, () => eraseSettings(ctx))
