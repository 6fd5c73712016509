import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { csvAnswer } from '#platform/csv-answer.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import {
  entryOf,
  isWanted,
  listSheetEntries,
  summaries,
  summaryOf,
  type DocumentFilters,
  type EntryRow,
  type Summary,
  type SummaryRow,
} from '../documents/queries.ts'
import { lineOf, numberText, type DocumentKind, type SheetKind } from '../documents/rules.ts'
import { isOwnStatement } from '../line-queries/queries.ts'
import { lineColumns, summaryColumns, type LineRow } from './rules.ts'

/** How many documents, or sheets with their lines, are held in memory at a time. */
const DOCUMENTS_AT_ONCE = 500
const SHEETS_AT_ONCE = 20

interface Which {
  kind: DocumentKind
  noun: string
}

type Filters = { [Name in keyof DocumentFilters]: DocumentFilters[Name] | undefined }

export const exportList = (ctx: Ctx, { kind, noun }: Which, filters: Filters): Promise<RawAnswer> =>
  Promise.resolve(
    csvAnswer(
      [
        `${noun}s`,
        ...(filters.startDate ? [filters.startDate] : []),
        filters.endDate ?? localDayOf(ctx.clock.now()),
      ].join(' '),
      summaryColumns,
      everySummary(ctx, isWanted(kind, filters)),
    ),
  )

export function exportOwnList(ctx: Ctx): Promise<RawAnswer> {
  const own = sql`select w.id from fleet.working_unit w where w.company_id = ${ownCompanyOf(ctx.actor).id}`
  const isOwn = sql<SqlBool>`d.kind = 'statement' and d.unit_id in (${own})`
  const title = `statements ${localDayOf(ctx.clock.now())}`
  return Promise.resolve(csvAnswer(title, summaryColumns, everySummary(ctx, isOwn)))
}

type Keyed = SummaryRow & { key: unknown[] }

/** The newest first, as the list has them. */
async function* everySummary(ctx: Ctx, condition: RawBuilder<SqlBool>): AsyncGenerator<Summary[]> {
  let isAfter = sql<SqlBool>`true`
  for (;;) {
    const some = sql`(select d.* from billing.document d where ${condition} and ${isAfter}
      order by d.made_at desc, d.id desc limit ${DOCUMENTS_AT_ONCE})`
    const key = sql`array[d.made_at::text, d.id::text] as key`
    const { rows } = await sql<Keyed>`${summaries(some, key)} order by d.made_at desc, d.id desc`.execute(ctx.db)
    yield rows.map(summaryOf)
    const last = rows.at(-1)
    if (!last || rows.length < DOCUMENTS_AT_ONCE) return
    const [madeAt, id] = last.key
    isAfter = sql`(d.made_at, d.id) < (${madeAt}::timestamptz, ${id}::uuid)`
  }
}

interface SheetRow {
  id: string
  kind: SheetKind
  taxYear: string | null
  number: number | null
  party: string
  startDay: LocalDay
}

export async function exportLines(ctx: Ctx, { kind, noun }: Which, id: string): Promise<RawAnswer | Refusal> {
  const { rows: sheets } = await sql<SheetRow>`
    select s.id, s.kind, s.tax_year, s.number, s.party ->> 'name' as party, d.start_day
    from billing.document d join billing.sheet s on s.document_id = d.id
    where d.id = ${id} and d.kind = ${kind} order by s.kind desc, s.number, s.party ->> 'name', s.id`.execute(ctx.db)
  const [first] = sheets
  if (!first) return refuse(commonRefusals.notFound)
  const name = sheets.length > 1 ? `${noun}s ${first.startDay}` : `${noun} ${numberOf(first) ?? 'draft'}`
  return csvAnswer(name, lineColumns, everyLine(ctx, sheets))
}

export const exportOwnLines = async (ctx: Ctx, id: string): Promise<RawAnswer | Refusal> =>
  (await isOwnStatement(ctx, id))
    ? exportLines(ctx, { kind: 'statement', noun: 'statement' }, id)
    : refuse(commonRefusals.notFound)

const numberOf = ({ kind, taxYear, number }: SheetRow): string | null =>
  taxYear && number ? numberText(kind, taxYear, number) : null

async function* everyLine(ctx: Ctx, sheets: readonly SheetRow[]): AsyncGenerator<LineRow[]> {
  for (let from = 0; from < sheets.length; from += SHEETS_AT_ONCE) {
    const some = sheets.slice(from, from + SHEETS_AT_ONCE)
    const ids = some.map(({ id }) => id)
    const entries = await listSheetEntries(ctx, sql<SqlBool>`se.sheet_id = any (${ids}::uuid[])`)
    const bySheet = Map.groupBy(entries, ({ sheetId }) => sheetId)
    yield some.flatMap((sheet) => (bySheet.get(sheet.id) ?? []).map((entry) => rowOf(sheet, entry)))
  }
}

const rowOf = (sheet: SheetRow, entry: EntryRow): LineRow => ({
  ...lineOf(sheet.kind, entryOf(entry)),
  number: numberOf(sheet),
  party: sheet.party,
  cardState: entry.cardState,
  isLate: entry.day < sheet.startDay,
  isWaiting: entry.isWaiting,
  question: entry.query?.text ?? null,
  answer: entry.query?.answer ?? null,
})
