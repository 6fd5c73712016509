import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { localDayOf } from '#shared/local-time.ts'
import { entryOf, listSheetEntries, type EntryRow } from '../../documents/queries.ts'
import { lineOf, numberText, type SheetKind } from '../../documents/rules.ts'
import type { PaperLine, SheetFacts } from '../layout-blocks/rules.ts'
import type { Print } from '../gateway.ts'
import { paperOf } from '../rules.ts'
import { ublProblems } from '../ubl/check/rules.ts'
import { ublFilesOf } from '../ubl/rules.ts'

/** So many sheets are in memory at a time, however many a file has. */
const AT_ONCE = 50

export interface SheetPrint {
  sheet: SheetFacts
  at: Date
  print: Print
}

/** Sheets as they are printed, in the order of the ids: two statements for each fifty. */
export async function* listPrints(ctx: Ctx, sheetIds: readonly string[]): AsyncGenerator<SheetPrint> {
  for (let from = 0; from < sheetIds.length; from += AT_ONCE) {
    const some = sheetIds.slice(from, from + AT_ONCE)
    const found = await findSheets(ctx, some)
    for (const id of some) {
      const one = found.get(id)
      if (one) yield { ...one, print: printOf(ctx, one) }
    }
  }
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
          .map((entry) => paperLineOf(row.kind, entry, originals.get(`${row.id} ${entry.id}`))),
        invoices: (invoicesOf.get(row.id) ?? []).map((invoice) => ({
          number: numberText('invoice', invoice.taxYear, invoice.number),
          issuedOn: localDayOf(invoice.savedAt),
        })),
        notCollected: own
          .filter(({ isWaiting }) => isWaiting)
          .map((entry) => paperLineOf(row.kind, entry, originals.get(`${row.id} ${entry.id}`))),
      }
      return [row.id, { sheet, at: savedAt ?? madeAt }]
    }),
  )
}

/** Those that were saved before the statement was. */
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
async function listOriginals(ctx: Ctx, sheetIds: readonly string[]): Promise<Map<string, PaperLine['original']>> {
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

const paperLineOf = (kind: SheetKind, entry: EntryRow, original: PaperLine['original'] = null): PaperLine => ({
  original,
  ...lineOf(kind, entryOf(entry)),
  madeOn: localDayOf(entry.at),
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
    paper: paperOf(sheet),
    attachments: files.map(({ name, xml }) => ({ name, text: xml, description, at: at.toISOString() })),
  }
}
