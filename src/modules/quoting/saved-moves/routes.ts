import { serve, type Api } from '#platform/serve.ts'
import { pageLinks } from '#shared/page.ts'
import { addMove, removeMove, renameMove } from './commands.ts'
import {
  getSavedMove,
  listSavedMoves,
  removeSavedMove,
  renameSavedMove,
  saveMove,
  getKeptMove,
  handOverMove,
  openMoveByCode,
  shareMove,
} from './contract.ts'
import { listOwnMoves, readSavedMove, readKeptMove } from './queries.ts'
import { handOver, openByCode, share } from './shared-moves-commands.ts'

export function savedMoveRoutes(api: Api): void {
  serve(api, listSavedMoves, async (ctx, { query }) => {
    const { count, results } = await listOwnMoves(ctx, query)
    return { count, ...pageLinks('/api/users/moves/', {}, query, count), results }
  })
  serve(api, saveMove, (ctx, { body }) => addMove(ctx, body))
  serve(api, getSavedMove, (ctx, { params }) => readSavedMove(ctx, params.id))
  serve(api, renameSavedMove, (ctx, { params, body }) => renameMove(ctx, params.id, body.name))
  serve(api, removeSavedMove, (ctx, { params }) => removeMove(ctx, params.id))
}

export function keptMoveRoutes(api: Api): void {
  serve(api, handOverMove, (ctx, { body }) => handOver(ctx, body))
  serve(api, shareMove, (ctx, { body }) => share(ctx, body))
  serve(api, openMoveByCode, (ctx, { body }) => openByCode(ctx, body.code))
  serve(api, getKeptMove, (ctx, { params }) => readKeptMove(ctx, params.token))
}
