import { serve, type Api } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { pageLinks } from '#shared/page.ts'
import { saveSettingsOf } from './commands.ts'
import {
  getMessageSettings,
  saveMessageSettings,
  addSavedAddress,
  changeSavedAddress,
  listSavedAddresses,
  removeSavedAddress,
} from './contract.ts'
import { getSettingsOf, listOwnAddresses } from './queries.ts'
import { addAddress, changeAddress, removeAddress } from './saved-addresses-commands.ts'

export function messageSettingRoutes(api: Api): void {
  serve(api, getMessageSettings, (ctx) => getSettingsOf(ctx, userIdOf(ctx.actor)))
  serve(api, saveMessageSettings, async (ctx, { body }) => {
    const userId = userIdOf(ctx.actor)
    await saveSettingsOf(ctx, userId, body)
    return getSettingsOf(ctx, userId)
  })
}

export function savedAddressRoutes(api: Api): void {
  serve(api, listSavedAddresses, async (ctx, { query }) => {
    const { count, results } = await listOwnAddresses(ctx, query)
    return { count, ...pageLinks('/api/users/addresses/', {}, query, count), results }
  })
  serve(api, addSavedAddress, (ctx, { body }) => addAddress(ctx, body))
  serve(api, changeSavedAddress, (ctx, { params, body }) => changeAddress(ctx, params.id, body))
  serve(api, removeSavedAddress, (ctx, { params }) => removeAddress(ctx, params.id))
}
