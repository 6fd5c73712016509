import { Readable } from 'node:stream'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { capitalise, fileName } from '#shared/texts.ts'
import { commonRefusals, refuse, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { addDays, formatDateUk, startOfDay, type LocalDay, localDayOf } from '#shared/local-time.ts'
import { noData } from '../documents/contract.ts'
import { isWanted, entryOf, listSheetEntries, madeOnNumber, type EntryRow } from '../documents/queries.ts'
import { type DocumentKind, lineOf, numberText, type SheetKind } from '../documents/rules.ts'
import { isOwnStatement } from '../line-queries/queries.ts'
import type { statementPdfs } from './contract.ts'
import { writePdfFile, type PdfWriter, type Print } from './gateway.ts'
import type { PdfLine, SheetFacts } from './layout-rules.ts'
import { pdfContentOf } from './rules.ts'
import { ublProblems } from '../ubl/check-rules.ts'
import { ublFilesOf } from '../ubl/rules.ts'

interface Which {
  kind: DocumentKind
  noun: string
}

/** One document, or all of an invoice run. */
export async function downloadDocument(
  ctx: Ctx,
  writer: PdfWriter,
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

/** Downloads a document of one of the caller’s units. */
export const downloadOwn = async (ctx: Ctx, writer: PdfWriter, id: string): Promise<RawAnswer | Refusal> =>
  (await isOwnStatement(ctx, id))
    ? downloadDocument(ctx, writer, { kind: 'statement', noun: 'statement', id })
    : refuse(commonRefusals.notFound)

type Asked = InputOf<(typeof statementPdfs)['downloadAll']>['query']

/** All that the list shows in one file. A draft whose days are on a saved one is left out. */
export async function downloadAll(
  ctx: Ctx,
  writer: PdfWriter,
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
  writer: PdfWriter,
  sheetIds: readonly string[],
  { noun, at, period, isPeriod = false }: File,
): Promise<RawAnswer | Refusal> {
  const prints = listPrints(ctx, sheetIds)
  const { value: one } = await prints.next()
  if (!one) return refuse(commonRefusals.notFound)
  const isOne = !isPeriod && sheetIds.length === 1
  const name = isOne ? one.print.pdf.title : `${noun}s ${period.map(formatDateUk).join(' to ')}`
  const bytes = writePdfFile(writer, userIdOf(ctx.actor), {
    title: capitalise(name),
    author: one.print.pdf.author,
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

/** Maximum number of sheets in memory, whatever the size of the file. */
const AT_ONCE = 50

export interface SheetPrint {
  sheet: SheetFacts
  at: Date
  print: Print
}

/** Sheets as they are printed, in the order of the ids: two statements for each fifty. */
export async function* listPrints(ctx: Ctx, sheetIds: readonly string[]): AsyncGenerator<SheetPrint, undefined> {
  for (let from = 0; from < sheetIds.length; from += AT_ONCE) {
    const some = sheetIds.slice(from, from + AT_ONCE)
    const found = await findSheets(ctx, some)
    for (const id of some) {
      const one = found.get(id)
      if (one) yield { ...one, print: printOf(ctx, one) }
    }
  }
  return undefined
}

async function findSheets(ctx: Ctx, ids: readonly string[]): Promise<Map<string, { sheet: SheetFacts; at: Date }>> {
  const [rows, entries, invoices, originals] = await Promise.all([
    ctx.db
      .selectFrom('billing.sheet as s')
      .innerJoin('billing.document as d', 'd.id', 's.documentId')
      .leftJoin('fleet.van as v', 'v.unitId', 'd.unitId')
      .select([
        's.id',
        's.kind',
        's.taxYear',
        's.number',
        's.party',
        's.issuer',
        's.suppliers',
        's.unitLines',
        's.edition',
      ])
      .select(['s.grossPence', 's.heldByMoverPence', 's.commissionPence', 's.vatPence', 's.correctionsPence'])
      .select(['s.balancePence', 'd.startDay', 'd.endDay', 'd.savedAt', 'd.madeAt', 'v.registration'])
      .where('s.id', 'in', ids)
      .execute(),
    listSheetEntries(ctx, sql<SqlBool>`se.sheet_id = any (${[...ids]}::uuid[])`),
    listInvoices(ctx, ids),
    listOriginals(ctx, ids),
  ])
  const invoicesOf = Map.groupBy(invoices, ({ sheetId }) => sheetId)
  const bySheet = Map.groupBy(entries, ({ sheetId }) => sheetId)
  return new Map(
    rows.map(({ taxYear, number, savedAt, madeAt, registration, startDay, endDay, ...row }) => {
      const { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence } = row
      const own = bySheet.get(row.id) ?? []
      const sheet: SheetFacts = {
        id: row.id,
        edition: row.edition,
        kind: row.kind,
        number: taxYear && number ? numberText(row.kind, taxYear, number) : null,
        startDay,
        endDay,
        issuedOn: savedAt && localDayOf(savedAt),
        issuer: row.issuer,
        party: row.party,
        suppliers: row.suppliers,
        // The van of the jobs rather than the one of today: a saved paper never changes.
        registration:
          own.findLast(({ about }) => about.registration)?.about.registration ?? (savedAt ? null : registration),
        totals: { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence },
        unitLines: row.unitLines,
        lines: own
          .filter(({ isWaiting }) => !isWaiting)
          .map((entry) => pdfLineOf(row.kind, entry, originals.get(`${row.id} ${entry.id}`))),
        invoices: (invoicesOf.get(row.id) ?? []).map((invoice) => ({
          number: numberText('invoice', invoice.taxYear, invoice.number),
          issuedOn: localDayOf(invoice.savedAt),
        })),
        notCollected: own
          .filter(({ isWaiting }) => isWaiting)
          .map((entry) => pdfLineOf(row.kind, entry, originals.get(`${row.id} ${entry.id}`))),
      }
      return [row.id, { sheet, at: savedAt ?? madeAt }]
    }),
  )
}

/** Lists invoices saved before the statement was. */
async function listInvoices(ctx: Ctx, sheetIds: readonly string[]) {
  const { rows } = await sql<{ sheetId: string; taxYear: string; number: number; savedAt: Date }>`
    select distinct se.sheet_id, i.tax_year, i.number, o.saved_at
    from billing.sheet_entry se join billing.sheet s on s.id = se.sheet_id join billing.document d on d.id = s.document_id
    join billing.sheet_entry ie on ie.entry_id = se.entry_id and ie.kind = 'invoice' and ie.is_saved
    join billing.sheet i on i.id = ie.sheet_id join billing.document o on o.id = i.document_id
    where se.sheet_id = any (${[...sheetIds]}::uuid[]) and se.kind = 'statement' and (d.saved_at is null or o.saved_at <= d.saved_at)
    order by o.saved_at, i.number`.execute(ctx.db)
  return rows
}

/** The invoices that billed the bookings of credit notes of commission, by sheet and entry. */
async function listOriginals(ctx: Ctx, sheetIds: readonly string[]): Promise<Map<string, PdfLine['original']>> {
  const { rows } = await sql<{ sheetId: string; entryId: string; taxYear: string; number: number; savedAt: Date }>`
    select se.sheet_id, se.entry_id, i.tax_year, i.number, o.saved_at
    from billing.sheet_entry se join billing.entry c on c.id = se.entry_id
    join billing.entry f on f.booking_id = c.booking_id and f.kind in ('booking', 'cancellation')
    join billing.sheet_entry fe on fe.entry_id = f.id and fe.kind = 'invoice' and fe.is_saved
    join billing.sheet i on i.id = fe.sheet_id join billing.document o on o.id = i.document_id
    where se.sheet_id = any (${[...sheetIds]}::uuid[]) and se.kind = 'commission_credit'`.execute(ctx.db)
  return new Map(
    rows.map(({ sheetId, entryId, taxYear, number, savedAt }) => [
      `${sheetId} ${entryId}`,
      { number: numberText('invoice', taxYear, number), issuedOn: localDayOf(savedAt) },
    ]),
  )
}

const pdfLineOf = (kind: SheetKind, entry: EntryRow, original: PdfLine['original'] = null): PdfLine => ({
  original,
  ...lineOf(kind, entryOf(entry)),
  madeOn: localDayOf(entry.at),
  creditNumber: kind === 'statement' && !entry.isOwn ? madeOnNumber(entry) : null,
  collectedOn: entry.chargedAt && localDayOf(entry.chargedAt),
})

function printOf(ctx: Ctx, { sheet, at }: { sheet: SheetFacts; at: Date }): Print {
  const files = ublFilesOf(sheet).filter(({ name, xml }) => {
    // A paper of the first edition keeps what it had.
    const problems = sheet.edition === 1 ? [] : ublProblems(xml)
    // The paper is right all the same; only its data are left out.
    if (problems.length > 0) ctx.log.error({ name, problems }, 'the data of a paper break the rules of EN 16931')
    return problems.length === 0
  })
  const description = sheet.kind === 'invoice' ? 'This invoice as UBL 2.1' : 'This credit note as UBL 2.1'
  return {
    pdf: pdfContentOf(sheet),
    attachments: files.map(({ name, xml }) => ({ name, text: xml, description, at: at.toISOString() })),
  }
}
