import { refuseMiss } from '#platform/rate-limit.ts'
import { serve, type Api } from '#platform/serve.ts'
import { bookingIdOf } from '../gateway.ts'
import { getCalendarFile, getMovePhoto, getOwnCalendarFile, listMovePhotos } from './contract.ts'
import { findCalendarFile, findMovePhotos, findOwnCalendarFile, readMovePhoto } from './queries.ts'

export function bookingFileRoutes(api: Api): void {
  serve(api, getCalendarFile, async (ctx, { params }) => {
    const id = bookingIdOf(ctx, params.hash)
    return (id && (await findCalendarFile(ctx, id))) || refuseMiss(ctx, 'shared-booking')
  })
  serve(api, getOwnCalendarFile, (ctx, { params }) => findOwnCalendarFile(ctx, params.id))
  serve(api, listMovePhotos, (ctx, { params }) => findMovePhotos(ctx, params.id))
  serve(api, getMovePhoto, (ctx, { params }) => readMovePhoto(ctx, params.id, params.photoId))
}
