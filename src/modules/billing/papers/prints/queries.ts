import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { localDayOf } from '#shared/local-time.ts'
import { entryOf, listSheetEntries } from '../../documents/queries.ts'
import { lineOf, numberText } from '../../documents/rules.ts'
import type { SheetFacts } from '../blocks/rules.ts'
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
  const [rows, entries] = await Promise.all([
    ctx.db
      .selectFrom('billing.sheet as s')
      .innerJoin('billing.document as d', 'd.id', 's.documentId')
      .leftJoin('fleet.van as v', 'v.unitId', 'd.unitId')
      .select(['s.id', 's.kind', 's.taxYear', 's.number', 's.party', 's.issuer', 's.suppliers', 's.unitLines'])
      .select(['s.grossPence', 's.heldByMoverPence', 's.commissionPence', 's.vatPence', 's.correctionsPence'])
      .select(['s.balancePence', 'd.startDay', 'd.endDay', 'd.savedAt', 'd.madeAt', 'v.registration'])
      .where('s.id', 'in', ids)
      .execute(),
    listSheetEntries(ctx, sql<SqlBool>`se.sheet_id = any (${[...ids]}::uuid[])`),
  ])
  const bySheet = Map.groupBy(entries, ({ sheetId }) => sheetId)
  return new Map(
    rows.map(({ taxYear, number, savedAt, madeAt, registration, startDay, endDay, ...row }) => {
      const { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence } = row
      const own = bySheet.get(row.id) ?? []
      const sheet: SheetFacts = {
        id: row.id,
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
        lines: own.map((entry) => ({ ...lineOf(row.kind, entryOf(entry)), madeOn: localDayOf(entry.at) })),
      }
      return [row.id, { sheet, at: savedAt ?? madeAt }]
    }),
  )
}

function printOf(ctx: Ctx, { sheet, at }: { sheet: SheetFacts; at: Date }): Print {
  const files = ublFilesOf(sheet).filter(({ name, xml }) => {
    const problems = ublProblems(xml)
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
