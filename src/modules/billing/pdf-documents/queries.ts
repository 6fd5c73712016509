import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { capital } from '#shared/capitalise.ts'
import { commonRefusals, refuse, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { fileName } from '#shared/file-name.ts'
import { addDays, formatDateUk, startOfDay, type LocalDay } from '#shared/local-time.ts'
import { noData } from '../documents/contract.ts'
import { isWanted } from '../documents/queries.ts'
import type { DocumentKind } from '../documents/rules.ts'
import { isOwnStatement } from '../line-queries/queries.ts'
import type { statementPapers } from './contract.ts'
import { writePapers, type PaperWriter, type Print } from './gateway.ts'
import { listPrints } from './render-data/queries.ts'

interface Which {
  kind: DocumentKind
  noun: string
}

/** One document, or all of an invoice run. */
export async function downloadDocument(
  ctx: Ctx,
  writer: PaperWriter,
  { kind, noun, id, company }: Which & { id: string; company?: string | undefined },
): Promise<RawAnswer | Refusal> {
  const rows = await ctx.db
    .selectFrom('billing.sheet as s')
    .innerJoin('billing.document as d', 'd.id', 's.documentId')
    .select(['s.id', 'd.endDay', 'd.startDay'])
    .select((eb) => eb.fn.coalesce('d.savedAt', 'd.madeAt').as('at'))
    .where('d.id', '=', id)
    .where('d.kind', '=', kind)
    .$if(company !== undefined, (query) => query.where('s.companyId', '=', company ?? ''))
    .orderBy('s.number')
    .orderBy(sql`s.party ->> 'name'`)
    .orderBy('s.id')
    .execute()
  const [first] = rows
  if (!first) return refuse(commonRefusals.notFound)
  return answerFile(
    ctx,
    writer,
    rows.map((row) => row.id),
    { noun, at: first.at, period: [first.startDay, first.endDay] },
  )
}

/** Of one of the caller’s units. */
export const downloadOwn = async (ctx: Ctx, writer: PaperWriter, id: string): Promise<RawAnswer | Refusal> =>
  (await isOwnStatement(ctx, id))
    ? downloadDocument(ctx, writer, { kind: 'statement', noun: 'statement', id })
    : refuse(commonRefusals.notFound)

type Asked = InputOf<(typeof statementPapers)['downloadAll']>['query']

/** All that the list shows in one file. A draft whose days are on a saved one is left out. */
export async function downloadAll(
  ctx: Ctx,
  writer: PaperWriter,
  { kind, noun, savedOnly, ...filters }: Which & Asked,
): Promise<RawAnswer | Refusal> {
  const { rows } = await sql<{ id: string; startDay: LocalDay; endDay: LocalDay }>`
    select s.id, min(d.start_day) over () as start_day, max(d.end_day) over () as end_day
    from billing.document d join billing.sheet s on s.document_id = d.id
    where ${isWanted(kind, filters)}
      and (d.status = 'saved' or (${savedOnly === 'false'} and not exists (
        select from billing.document o where o.kind = d.kind and o.status = 'saved' and o.unit_id is not distinct from d.unit_id
          and o.customer_id is not distinct from d.customer_id and o.start_day <= d.end_day and o.end_day >= d.start_day)))
    order by s.tax_year nulls last, s.number, s.party ->> 'name', s.id`.execute(ctx.db)
  const [first] = rows
  if (!first) return refuse(noData)
  // The days that were asked for, or else those that there are.
  const period: [LocalDay, LocalDay] = [filters.startDate ?? first.startDay, filters.endDate ?? first.endDay]
  return answerFile(
    ctx,
    writer,
    rows.map(({ id }) => id),
    { noun, at: startOfDay(addDays(period[1], 1)), period, isPeriod: true },
  )
}

interface File {
  noun: string
  at: Date
  period: [from: LocalDay, to: LocalDay]
  /** It is called after the period, even if there is only one. */
  isPeriod?: boolean
}

/** The first paper is laid out before anything is answered; the others follow as they are read. */
async function answerFile(
  ctx: Ctx,
  writer: PaperWriter,
  sheetIds: readonly string[],
  { noun, at, period, isPeriod = false }: File,
): Promise<RawAnswer | Refusal> {
  const prints = listPrints(ctx, sheetIds)
  const { value: one } = await prints.next()
  if (!one) return refuse(commonRefusals.notFound)
  const isOne = !isPeriod && sheetIds.length === 1
  const name = isOne ? one.print.paper.title : `${noun}s ${period.map(formatDateUk).join(' to ')}`
  const bytes = writePapers(writer, userIdOf(ctx.actor), {
    title: capital(name),
    author: one.print.paper.author,
    at,
    prints: following(one.print, printsOf(prints)),
  })
  const start = await bytes.next().catch((error: unknown) => {
    ctx.log.error({ error: String(error) }, 'PDF layout failed')
  })
  if (!start || start.done) return refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 })
  const file = isOne ? name : `${noun}s ${period.join(' ')}`
  return new RawAnswer(Readable.from(following(start.value, bytes), { objectMode: false }), {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileName(file)}"`,
  })
}

async function* following<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

async function* printsOf(found: AsyncIterable<{ print: Print }>): AsyncGenerator<Print> {
  for await (const { print } of found) yield print
}
