import { pieceOf } from '#modules/items/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { PageRequest } from '#shared/page.ts'
import type { getSavedMove, saveMove, getKeptMove } from './contract.ts'
import type { StoredMove } from './commands.ts'

export type SavedMove = AnswerOf<typeof saveMove>

export const savedColumns = ['id', 'name', 'move', 'createdAt'] as const

export const savedMoveOf = (row: { id: string; name: string; move: StoredMove; createdAt: Date }): SavedMove => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  pieces: row.move.items.reduce((sum, { amount }) => sum + amount, 0),
  vanCategory: row.move.vanCategory,
  postcodes: row.move.routePoints.flatMap(({ postcode }) => postcode ?? []),
})

const ownMoves = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('quoting.saved_move')
    .select(savedColumns)
    .where('userId', '=', userId)
    .orderBy('name')
    .orderBy('id')

export async function listOwnMoves(
  ctx: Ctx,
  { page, pageSize }: PageRequest,
): Promise<{ count: number; results: SavedMove[] }> {
  const rows = await ownMoves(ctx, userIdOf(ctx.actor)).execute()
  return { count: rows.length, results: rows.slice((page - 1) * pageSize, page * pageSize).map(savedMoveOf) }
}

/** Exports all saved moves, for the person's own eyes. */
export const exportOwnMoves = (ctx: Ctx, userId: string) => ownMoves(ctx, userId).execute()

export async function readSavedMove(ctx: Ctx, id: string): Promise<AnswerOf<typeof getSavedMove> | Refusal> {
  const row = await ctx.db
    .selectFrom('quoting.saved_move')
    .select(['name', 'move'])
    .where('id', '=', id)
    .$if(!ctx.config.guardOff.has('own_move'), (query) => query.where('userId', '=', userIdOf(ctx.actor)))
    .executeTakeFirst()
  return row ? { name: row.name, move: await moveAgainOf(ctx, row.move) } : refuse(commonRefusals.notFound)
}

export type MoveAgain = AnswerOf<typeof getKeptMove>['move']

export async function readKeptMove(ctx: Ctx, token: string): Promise<AnswerOf<typeof getKeptMove> | Refusal> {
  const row = await ctx.db
    .selectFrom('quoting.kept_move')
    .select(['move', 'expiresAt'])
    .where('linkDigest', '=', digestOf(token))
    .where('expiresAt', '>', ctx.clock.now())
    .executeTakeFirst()
  if (!row) return refuseMiss(ctx, 'kept-move')
  return { move: await moveAgainOf(ctx, row.move), expiresAt: row.expiresAt.toISOString() }
}

const GONE = 'Something that our list had'

/** A move that was stored once, beside what is known of its things and places today. */
export async function moveAgainOf(ctx: Ctx, { names, ...move }: StoredMove): Promise<MoveAgain> {
  const towns = await townsOf(
    ctx,
    move.routePoints.flatMap(({ postcode }) => postcode ?? []),
  )
  return {
    jobKind: move.jobKind,
    vanCategory: move.vanCategory,
    needTailLift: move.needTailLift,
    manPower: move.manPower,
    assemblingHelp: move.assemblingHelp ?? null,
    disassemblingHelp: move.disassemblingHelp ?? null,
    extraTime: move.extraTime ?? null,
    declaredWaiting: move.declaredWaiting ?? null,
    items: move.items.map((item, index) => {
      const piece = pieceOf(item)
      const { movingItem, ownItem, amount, needAssembling, needDisassembling } = item
      const name = piece?.name ?? names[index] ?? GONE
      return { movingItem, ownItem, amount, needAssembling, needDisassembling, name, isGone: piece === undefined }
    }),
    routePoints: move.routePoints.map((point) => ({
      postcode: point.postcode,
      town: towns.get(point.postcode ?? '') ?? null,
      stairs: point.stairs,
      flatAndHouse: point.flatAndHouse ?? '',
      formattedAddress: point.formattedAddress ?? '',
      city: point.city ?? null,
      location: point.location ?? null,
    })),
    date: move.date ?? null,
    time: move.time?.slice(0, 5) ?? null,
  }
}

async function townsOf(ctx: Ctx, postcodes: readonly string[]): Promise<Map<string, string>> {
  const places = await ctx.services.places.locateAll(postcodes)
  return new Map(
    postcodes.flatMap((postcode, index) => {
      const place = places[index]
      return place ? [[postcode, place.town]] : []
    }),
  )
}
