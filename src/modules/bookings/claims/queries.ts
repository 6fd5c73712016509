import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { readPhoto } from '#modules/files/queries.ts'
import { photosColumn } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listAsCsv } from '#platform/csv-answer.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { momentColumn, poundsColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { referenceOf } from '../rules.ts'
import type { exportClaims as exportEndpoint, getClaim, listClaims as listEndpoint } from './contract.ts'

export type Claim = AnswerOf<typeof getClaim>

interface ItemRow {
  words: string
  askedPence: number
  photos: { id: string; width: number; height: number }[]
}

const itemsWithPhotos = sql<ItemRow[]>`coalesce((
  select json_agg(json_build_object('words', i.words, 'askedPence', i.asked_pence, 'photos', ${photosColumn('i.photosId')}) order by i.position)
  from bookings.claim_item i where i.booking_id = k.booking_id), '[]')`

const claims = (ctx: Ctx) =>
  ctx.db
    .selectFrom('bookings.claim as k')
    .innerJoin('bookings.booking as b', 'b.id', 'k.bookingId')
    .innerJoin('companies.company as c', 'c.id', 'k.companyId')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .select(['k.bookingId', 'k.status', 'k.askedPence', 'k.madeAt', 'k.answerBy', 'k.answeredAt', 'k.acceptedPence'])
    .select(['k.answer', 'k.decidedAt', 'k.awardedPence', 'k.decision', 'b.startAt', 'u.firstName'])
    .select(['c.id as companyId', 'c.name as companyName'])

type Row = Awaited<ReturnType<ReturnType<typeof claims>['executeTakeFirstOrThrow']>>

const shortOf = (row: Row) => ({
  bookingId: row.bookingId,
  status: row.status,
  company: { id: row.companyId, name: row.companyName },
  customerName: row.firstName,
  movedAt: row.startAt.toISOString(),
  askedPence: row.askedPence,
  madeAt: row.madeAt.toISOString(),
  answerBy: row.answerBy.toISOString(),
  answer:
    row.answeredAt && row.acceptedPence !== null
      ? { acceptedPence: row.acceptedPence, text: row.answer ?? '', answeredAt: row.answeredAt.toISOString() }
      : null,
  decision:
    row.decidedAt && row.awardedPence !== null
      ? { awardedPence: row.awardedPence, text: row.decision ?? '', decidedAt: row.decidedAt.toISOString() }
      : null,
})

/**
 * Whether the caller may see the claim: the customer, the company against which it is made, and the office; for others
 * there is none.
 */
const isForCaller = ({ actor, config }: Ctx): RawBuilder<SqlBool> => {
  if (actor.kind === 'admin') return sql<SqlBool>`true`
  if (actor.kind === 'customer') return sql<SqlBool>`b.customer_id = ${actor.userId}`
  if (actor.kind !== 'driver') return sql<SqlBool>`false`
  return config.guardOff.has('own_company') ? sql<SqlBool>`true` : sql<SqlBool>`k.company_id = ${actor.company.id}`
}

export async function findClaim(ctx: Ctx, bookingId: string): Promise<Claim | Refusal> {
  const row = await claims(ctx)
    .select(itemsWithPhotos.as('items'))
    .where('k.bookingId', '=', bookingId)
    .where(isForCaller(ctx))
    .executeTakeFirst()
  if (!row) return refuse(commonRefusals.notFound)
  const url = (fileId: string) => `/api/booking/${row.bookingId}/claim/photos/${fileId}/`
  return {
    ...shortOf(row),
    items: row.items.map(({ photos, ...item }) => ({
      ...item,
      photos: photos.map(({ id, ...size }) => ({ url: url(id), ...size })),
    })),
  }
}

export async function readClaimPhoto(ctx: Ctx, bookingId: string, fileId: string): Promise<RawAnswer | Refusal> {
  const found = await ctx.db
    .selectFrom('bookings.claim as k')
    .innerJoin('bookings.booking as b', 'b.id', 'k.bookingId')
    .innerJoin('bookings.claim_item as i', 'i.bookingId', 'k.bookingId')
    .innerJoin('files.file as f', 'f.uploadId', 'i.photosId')
    .select('f.id')
    .where('k.bookingId', '=', bookingId)
    .where('f.id', '=', fileId)
    .where(isForCaller(ctx))
    .executeTakeFirst()
  return found ? readPhoto(ctx, fileId) : refuse(commonRefusals.notFound)
}

/** A page of the office's list: two statements, however many there are. */
export async function listClaims(
  ctx: Ctx,
  { show, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const path = '/api/admin/claims/'
  const columns = { 'k.made_at': 'timestamptz', 'k.booking_id': 'uuid' } as const
  const page = openPage(ctx, { list: `${path} ${show}`, direction: 'asc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const isShown = show === 'waiting' ? sql<SqlBool>`k.status = 'with_office'` : sql<SqlBool>`true`
  const [count, found] = await Promise.all([
    countOf(ctx, page, ctx.db.selectFrom('bookings.claim as k').where(isShown)),
    claims(ctx)
      .select(sql<unknown[]>`${page.key}`.as('key'))
      .where(isShown)
      .$call(page.cut)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  return { ...answer, results: rows.map(shortOf) }
}

export const exportClaims = (
  ctx: Ctx,
  { show }: InputOf<typeof exportEndpoint>['query'],
): Promise<RawAnswer | Refusal> =>
  listAsCsv(`claims ${localDayOf(ctx.clock.now())}`, claimColumns, (place) => listClaims(ctx, { show, ...place }))

const claimColumns: CsvColumn<AnswerOf<typeof listEndpoint>['results'][number]>[] = [
  textColumn('Booking', ({ bookingId }) => referenceOf(bookingId)),
  textColumn('State', ({ status }) => status),
  textColumn('Company', ({ company }) => company.name),
  textColumn('Customer', ({ customerName }) => customerName),
  momentColumn('Moved', ({ movedAt }) => movedAt),
  momentColumn('Claimed', ({ madeAt }) => madeAt),
  poundsColumn('Asked', ({ askedPence }) => askedPence),
  momentColumn('Answer by', ({ answerBy }) => answerBy),
  poundsColumn('Accepted', ({ answer }) => answer?.acceptedPence ?? null),
  textColumn('Answer', ({ answer }) => answer?.text),
  poundsColumn('Awarded', ({ decision }) => decision?.awardedPence ?? null),
  textColumn('Decision', ({ decision }) => decision?.text),
]
