import { ArrowLeft, Table2 } from 'lucide-react'
import { Form } from 'react-router'
import { getIncome } from '#modules/billing/income/contract.ts'
import {
  CATEGORIES,
  nextDue,
  PERIODS,
  profitOf,
  taxYearAt,
  taxYearText,
  type Income,
  type Periods,
} from '#modules/billing/income/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver } from '#web/kit/session/gate.server.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/income'
import './statements.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Income for tax' })

/** Number of tax years listed: those that a driver may still have to report to HMRC. */
const YEARS_SHOWN = 3

interface Chosen {
  taxYear: number
  periods: Periods
  quarter: number
}

interface Loaded extends Chosen {
  quarters: AnswerOf<typeof getIncome>['quarters']
  years: number[]
  today: LocalDay
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const today = localDayOf(nowIn(context))
  const latest = taxYearAt(today, 'calendar')
  const years = Array.from({ length: YEARS_SHOWN }, (_, index) => latest - index)
  const chosen = chosenIn(url.searchParams, years, today)
  const { taxYear, periods } = chosen
  const { quarters } = dataOf(await call(getIncome, { query: { taxYear, periods } }))
  return { ...chosen, quarters, years, today }
}

/** What the address asks for; where it says nothing, or nonsense, the update that is due next. */
function chosenIn(search: URLSearchParams, years: readonly number[], today: LocalDay): Chosen {
  const periods = PERIODS.find((one) => one === search.get('periods')) ?? 'standard'
  const next = nextDue(today, periods)
  const year = wholeNumberOf(search.get('tax_year') ?? '')
  const taxYear = years.find((one) => one === year) ?? next.taxYear
  const requestedQuarter = wholeNumberOf(search.get('quarter') ?? '') ?? 0
  const defaultQuarter = taxYear === next.taxYear ? next.quarter : 4
  return {
    taxYear,
    periods,
    quarter: requestedQuarter >= 1 && requestedQuarter <= 4 ? requestedQuarter : defaultQuarter,
  }
}

export default function IncomeForTax({ loaderData }: Route.ComponentProps) {
  const { quarters, taxYear, periods, quarter, today } = loaderData
  const shown = quarters.find((one) => one.quarter === quarter)
  const query = `?${new URLSearchParams({ tax_year: String(taxYear), quarter: String(quarter), periods })}`
  return (
    <Page className="wrap--text">
      <UnitLink className="link-btn" to="/statements">
        <Icon of={ArrowLeft} />
        Statements
      </UnitLink>
      <PageHead title="Income for tax">
        <p className="muted">
          The figures for a quarterly update of Making Tax Digital for Income Tax: what went through Vanfare, on the
          days of the jobs. Your other income and costs, such as fuel, insurance and wages, are yours to add.
        </p>
      </PageHead>
      <Choice {...loaderData} />
      {shown ? (
        <section className="card" aria-labelledby="update">
          <h2 className="h3" id="update">
            {taxYearText(taxYear)}, quarter {quarter}
          </h2>
          <p className="small muted num">
            {formatDateUk(shown.from)} to {formatDateUk(shown.to)}. The update is due by {formatDateUk(shown.due)}
            {shown.to >= today ? '; the quarter isn’t over yet' : ''}.
          </p>
          <Figures quarter={shown.income} year={shown.untilThen} />
          <VatNote quarter={shown.income} />
          <div className="row gap-2 mt-4">
            <FileLink path={`/billing/income/download-csv/${query}`} size="small">
              Update as CSV
            </FileLink>
            <FileLink path={`/billing/income/records-csv/${query}`} icon={Table2} size="small">
              Every record as CSV
            </FileLink>
          </div>
        </section>
      ) : null}
    </Page>
  )
}

const Choice = ({ years, taxYear, quarters, quarter, periods }: Loaded) => (
  <search>
    <Form method="get" className="stm-choice cells at-foot g-3 mb-4">
      <SelectField key={`year ${taxYear}`} label="Tax year" name="tax_year" defaultValue={taxYear}>
        {years.map((year) => (
          <option key={year} value={year}>
            {taxYearText(year)}
          </option>
        ))}
      </SelectField>
      <SelectField key={`quarter ${quarter}`} label="Quarter" name="quarter" defaultValue={quarter}>
        {quarters.map((one) => (
          <option key={one.quarter} value={one.quarter}>
            {one.quarter}: to {formatDateUk(one.to).slice(0, 5)}
          </option>
        ))}
      </SelectField>
      <SelectField key={`periods ${periods}`} label="Quarters begin" name="periods" defaultValue={periods}>
        <option value="standard">On the 6th</option>
        <option value="calendar">On the 1st</option>
      </SelectField>
      <Button type="submit">Show</Button>
    </Form>
  </search>
)

const Figures = ({ quarter, year }: { quarter: Income; year: Income }) => (
  <table className="table mt-3 num">
    <caption className="vh">Totals by category</caption>
    <thead>
      <tr>
        <th scope="col">Category</th>
        <th className="r" scope="col">
          Quarter
        </th>
        <th className="r" scope="col">
          Year until then
        </th>
      </tr>
    </thead>
    <tbody>
      {CATEGORIES.map(({ name, of, amountOf }) => (
        <tr key={of}>
          <th scope="row">
            {name}
            <span className="tiny muted block-box regular">{of}</span>
          </th>
          <td className="r">{formatPence(amountOf(quarter))}</td>
          <td className="r">{formatPence(amountOf(year))}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">
          Profit before your costs
          <span className="tiny muted block-box regular">{countOf(quarter.jobs, 'job')} in the quarter</span>
        </th>
        <td className="r">{formatPence(profitOf(quarter))}</td>
        <td className="r">{formatPence(profitOf(year))}</td>
      </tr>
    </tfoot>
  </table>
)

/** Somebody registered for VAT says turnover and costs without it. */
const VatNote = ({ quarter: { salesVatPence, commissionVatPence } }: { quarter: Income }) =>
  salesVatPence === 0 && commissionVatPence === 0 ? null : (
    <p className="small">
      VAT is left out: {formatPence(salesVatPence)} of your prices and {formatPence(commissionVatPence)} on the
      commission.
    </p>
  )
