import { serve, type Api } from '#platform/serve.ts'
import { pageLinks } from '#shared/page.ts'
import { addAddress, changeAddress, removeAddress } from './commands.ts'
import { addSavedAddress, changeSavedAddress, listSavedAddresses, removeSavedAddress } from './contract.ts'
import { listOwnAddresses } from './queries.ts'

export function savedAddressRoutes(api: Api): void {
  serve(api, listSavedAddresses, async (ctx, { query }) => {
    const { count, results } = await listOwnAddresses(ctx, query)
    return { count, ...pageLinks('/api/users/addresses/', {}, query, count), results }
  })
  serve(api, addSavedAddress, (ctx, { body }) => addAddress(ctx, body))
  serve(api, changeSavedAddress, (ctx, { params, body }) => changeAddress(ctx, params.id, body))
  serve(api, removeSavedAddress, (ctx, { params }) => removeAddress(ctx, params.id))
}
