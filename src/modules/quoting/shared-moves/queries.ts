import { pieceOf } from '#modules/items/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import type { AnswerOf, Refusal } from '#shared/endpoint.ts'
import type { StoredMove } from './commands.ts'
import type { getKeptMove } from './contract.ts'

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
