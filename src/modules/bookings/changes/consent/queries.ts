import { listPhotos } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { idOfToken } from '../gateway.ts'
import { raisedBy, type Side } from '../rules.ts'
import type { getLinkedChange, openChange } from './contract.ts'

/** A change with what its link shows of its booking, and whose phone gets the code. */
export async function findLinked(ctx: Ctx, token: string) {
  const id = idOfToken(ctx, 'change', token)
  if (!id) return undefined
  return ctx.db
    .selectFrom('bookings.change as c')
    .innerJoin('bookings.booking as b', 'b.id', 'c.bookingId')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .leftJoin('companies.company as m', 'm.id', 'b.companyId')
    .where('c.id', '=', id)
    .select(['c.id', 'c.bookingId', 'c.kind', 'c.state', 'c.version', 'c.awaits', 'c.words', 'c.photosId'])
    .select(['c.label', 'c.amountPence', 'c.newStartAt', 'c.expiresAt'])
    .select([
      'b.status',
      'b.startAt',
      'b.routePoints',
      'b.totalPence',
      'b.ceilingPence',
      'u.phone',
      'm.name as moverName',
    ])
    .executeTakeFirst()
}

export type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>

export const isAsked = (
  ctx: Ctx,
  { state, awaits, expiresAt }: { state: string; awaits: Side; expiresAt: Date },
): boolean => state === 'open' && awaits === 'customer' && expiresAt > ctx.clock.now()

/** What the link alone shows. */
export function linkedView(ctx: Ctx, row: Linked): AnswerOf<typeof getLinkedChange> {
  const outcode = (point: { postcode: string } | undefined) => outcodeOf(point?.postcode ?? '') ?? ''
  const { label, amountPence, state } = row
  const line = label !== null && amountPence !== null ? { label, amountPence } : null
  const raised = state === 'open' && line ? raisedBy(row, line.amountPence) : null
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    state,
    isOffer: row.status === 'new_booking',
    isAsked: isAsked(ctx, row),
    from: outcode(row.routePoints[0]),
    to: outcode(row.routePoints.at(-1)),
    startAt: row.startAt.toISOString(),
    moverName: row.moverName ?? 'The company',
    line,
    totalPence: row.totalPence,
    newTotalPence: raised?.totalPence ?? null,
    newCeilingPence: raised?.ceilingPence ?? null,
    newStartAt: row.newStartAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }
}

export const openedView = async (ctx: Ctx, row: Linked): Promise<AnswerOf<typeof openChange>['change']> => ({
  ...linkedView(ctx, row),
  words: row.words,
  photos: row.photosId ? await listPhotos(ctx, row.photosId) : [],
})
