import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { taxWithin } from '#modules/pricing/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { csvAnswer } from '#platform/csv-answer.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { numberColumn, poundsColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import type { AnswerOf, InputOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import type { EntryAbout, EntryKind } from '../ledger/rules.ts'
import type { exportIncome as exportEndpoint, getIncome as endpoint } from './contract.ts'
import {
  CATEGORIES,
  NO_INCOME,
  quartersOf,
  sumOfIncome,
  taxYearAt,
  taxYearText,
  type Income,
  type Periods,
  type Quarter,
} from './rules.ts'

/**
 * Amounts of each entry for its company. Corrections count once their document is saved, as they do for the company; a
 * withdrawn one never does.
 */
const movesOf = (which: RawBuilder<SqlBool>) => sql`
  select e.id, e.company_id, e.day, e.kind, e.about, m.price, m.commission, m.vat, m.compensation,
    case when e.document_kind = 'sales_credit' then m.correction else 0 end as credited,
    case when e.document_kind = 'statement' then m.correction else 0 end as corrected,
    coalesce((e.about ->> 'moverChargesVat')::boolean, false)
      or (e.booking_id is null and companies.vat_number_in(e.company_id, e.day, e.day) is not null) as charges_vat
  from billing.entry e join companies.company c on c.id = e.company_id
  cross join lateral (
    select coalesce(-sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'price'), 0) as price,
      coalesce(sum(p.amount_pence) filter (where (p.account, p.what) in (('mover', 'commission'), ('company', 'correction'))), 0) as commission,
      coalesce(sum(p.amount_pence) filter (where p.account in ('mover', 'company') and p.what = 'vat'), 0) as vat,
      coalesce(sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'compensation'), 0) as compensation,
      coalesce(-sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'correction'), 0) as correction
    from billing.posting p where p.entry_id = e.id) m
  where e.kind in ('booking', 'cancellation', 'compensation', 'correction') and ${which}
    and not exists (select from billing.entry r where r.reverses = e.id)
    and (e.document_id is null or (select d.status from billing.document d where d.id = e.document_id) = 'saved')`

/** The same in the words of a tax return. */
export const recordsOf = (which: RawBuilder<SqlBool>) => sql`
  select m.id, m.company_id, m.day, m.kind, m.about, (m.kind = 'booking')::int as jobs,
    m.price + m.credited - v.sales_vat as turnover_pence, greatest(m.corrected, 0) as other_income_pence,
    m.commission + m.vat - v.commission_vat as commission_pence, m.compensation + greatest(-m.corrected, 0) as other_expenses_pence,
    v.sales_vat as sales_vat_pence, v.commission_vat as commission_vat_pence,
    m.price, m.credited, m.corrected, m.commission, m.vat
  from (${movesOf(which)}) m
  cross join lateral (
    select case when m.charges_vat then ${taxWithin(sql`(m.price + m.credited)`)} else 0 end as sales_vat,
      case when m.charges_vat then m.vat else 0 end as commission_vat) v`

const AMOUNTS = sql.raw(
  Object.keys(NO_INCOME)
    .map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .map((name) => `coalesce(sum(r.${name}), 0)::float8 as ${name}`)
    .join(', '),
)

const isOwn = (ctx: Ctx, from: LocalDay, to: LocalDay) =>
  sql<SqlBool>`e.company_id = ${ownCompanyOf(ctx.actor).id} and e.day between ${from} and ${to}`

type Asked = InputOf<typeof endpoint>['query']

interface TaxYear {
  taxYear: number
  periods: Periods
  quarters: Quarter[]
}

function yearOf(ctx: Ctx, { taxYear, periods }: Asked): TaxYear {
  const year = taxYear ?? taxYearAt(localDayOf(ctx.clock.now()), periods)
  return { taxYear: year, periods, quarters: quartersOf(year, periods) }
}

/** One statement. */
export async function getIncome(ctx: Ctx, query: Asked): Promise<AnswerOf<typeof endpoint>> {
  const { quarters, ...year } = yearOf(ctx, query)
  const [first, last] = [quarters.at(0), quarters.at(-1)]
  const { rows } = await sql<Income & { quarter: number }>`
    select q.quarter, ${AMOUNTS}
    from jsonb_to_recordset(${JSON.stringify(quarters)}::jsonb) as q(quarter int, "from" date, "to" date)
    left join (${recordsOf(isOwn(ctx, first?.from ?? '', last?.to ?? ''))}) r on r.day between q."from" and q."to"
    group by q.quarter order by q.quarter`.execute(ctx.db)
  const incomes = quarters.map(({ quarter }) => {
    const { quarter: _, ...income } = rows.find((row) => row.quarter === quarter) ?? { ...NO_INCOME, quarter }
    return income
  })
  return {
    ...year,
    quarters: quarters.map((quarter, index) => ({
      ...quarter,
      income: incomes[index] ?? NO_INCOME,
      untilThen: sumOfIncome(incomes.slice(0, index + 1)),
    })),
  }
}

type AskedQuarter = InputOf<typeof exportEndpoint>['query']

/** Exports the figures of an update. */
export async function exportIncome(ctx: Ctx, { quarter, ...query }: AskedQuarter): Promise<RawAnswer> {
  const { quarters, taxYear } = await getIncome(ctx, query)
  const year = taxYearText(taxYear)
  const rows = quarters
    .filter((one) => one.quarter === quarter)
    .flatMap((one) => CATEGORIES.map((category) => ({ ...one, year, category })))
  return csvAnswer(`income ${year} quarter ${quarter}`, updateColumns, [rows])
}

interface UpdateRow extends Omit<Quarter, 'quarter'> {
  year: string
  quarter: number
  category: (typeof CATEGORIES)[number]
  income: Income
  untilThen: Income
}

const updateColumns: readonly CsvColumn<UpdateRow>[] = [
  textColumn('Tax year', ({ year }) => year),
  numberColumn('Quarter', ({ quarter }) => quarter),
  textColumn('From', ({ from }) => from),
  textColumn('To', ({ to }) => to),
  textColumn('Due', ({ due }) => due),
  textColumn('Category', ({ category }) => category.name),
  textColumn('Of', ({ category }) => category.of),
  poundsColumn('In the quarter', ({ category, income }) => category.amountOf(income)),
  poundsColumn('In the year until then', ({ category, untilThen }) => category.amountOf(untilThen)),
]

const AT_ONCE = 500

interface RecordRow extends Income {
  id: string
  day: LocalDay
  kind: EntryKind
  about: EntryAbout
}

interface OneRecord {
  day: LocalDay
  category: string
  of: string
  reference: string
  reason: string
  amountPence: Pence
  /** Left out of the amount. */
  vatPence: Pence
}

/** Exports the records behind the figures, oldest first. */
export function exportRecords(ctx: Ctx, { quarter, ...query }: AskedQuarter): Promise<RawAnswer> {
  const { quarters, taxYear } = yearOf(ctx, query)
  const from = quarters.at(0)?.from ?? ''
  const to = quarters.find((one) => one.quarter === quarter)?.to ?? from
  const title = `income records ${taxYearText(taxYear)} until ${to}`
  return Promise.resolve(csvAnswer(title, recordColumns, everyRecord(ctx, from, to)))
}

const recordColumns: readonly CsvColumn<OneRecord>[] = [
  textColumn('Date', ({ day }) => day),
  textColumn('Category', ({ category }) => category),
  textColumn('Of', ({ of }) => of),
  textColumn('Booking', ({ reference }) => reference),
  textColumn('Reason', ({ reason }) => reason),
  poundsColumn('Amount', ({ amountPence }) => amountPence),
  poundsColumn('VAT left out', ({ vatPence }) => vatPence),
]

async function* everyRecord(ctx: Ctx, from: LocalDay, to: LocalDay): AsyncGenerator<OneRecord[]> {
  let isAfter = sql<SqlBool>`true`
  for (;;) {
    const { rows } = await sql<RecordRow>`
      select r.id, r.day, r.kind, r.about, r.jobs, r.turnover_pence::float8, r.other_income_pence::float8, r.commission_pence::float8,
        r.other_expenses_pence::float8, r.sales_vat_pence::float8, r.commission_vat_pence::float8
      from (${recordsOf(sql<SqlBool>`${isOwn(ctx, from, to)} and ${isAfter}`)}) r order by r.day, r.id limit ${AT_ONCE}`.execute(
      ctx.db,
    )
    yield rows.flatMap(recordsIn)
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    isAfter = sql`(e.day, e.id) > (${last.day}::date, ${last.id}::uuid)`
  }
}

/** A job is income, and its commission an expense. */
const recordsIn = ({ day, about, kind, ...income }: RecordRow): OneRecord[] =>
  CATEGORIES.map(({ name, of, amountOf }, index) => ({
    day,
    category: name,
    of,
    reference: about.reference,
    reason: kind === 'correction' ? (about.reason ?? '') : '',
    amountPence: amountOf(income),
    vatPence: index === 0 ? income.salesVatPence : index === 2 ? income.commissionVatPence : 0,
  })).filter(({ amountPence }) => amountPence !== 0)
