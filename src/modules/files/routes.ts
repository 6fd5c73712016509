import { serve, type Api } from '#platform/serve.ts'
import { checkRoom } from './commands.ts'
import { uploadPhotos } from './contract.ts'
import { storePhotos } from './uploads-commands.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from './rules.ts'

const limits = { field: 'images', files: MAX_PHOTOS, fileBytes: MAX_PHOTO_BYTES }

export function routes(api: Api): void {
  const { storage, incoming, documentReader } = api.ctx.services
  api.fastify.addHook('onReady', async () => {
    await Promise.all([storage.removeLeftovers(), incoming.removeLeftovers()])
  })
  api.fastify.addHook('onClose', () => documentReader.close())
  serve(
    api,
    uploadPhotos,
    async (ctx, _input, request) =>
      (await checkRoom(ctx)) ??
      (await ctx.services.incoming.receive(request, limits, (files) => storePhotos(ctx, files))),
  )
}
