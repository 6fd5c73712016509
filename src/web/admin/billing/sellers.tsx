import { Form } from 'react-router'
import { listSellers } from '#modules/billing/sellers/contract.ts'
import { yearToReport, type Missing } from '#modules/billing/sellers/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { leaveEmptyPage } from '#web/kit/office/list-page.server.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/sellers'
import './billing.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Sellers’ report' })

type List = AnswerOf<typeof listSellers>
type Seller = List['results'][number]

interface Loaded {
  list: List
  year: number
  years: number[]
  page: number
  isBehind: boolean
}

/** Reports can be asked for again for some years. */
const YEARS_SHOWN = 4

export async function loader({ context, request: { url } }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const today = localDayOf(nowIn(context))
  const years = Array.from({ length: YEARS_SHOWN }, (_, index) => Number(today.slice(0, 4)) - index)
  const requestedYear = wholeNumberOf(new URL(url).searchParams.get('year') ?? '')
  const year = years.find((one) => one === requestedYear) ?? yearToReport(today)
  const list = dataOf(await readPage(url, (place) => call(listSellers, { query: { ...place, year } })))
  leaveEmptyPage(url, list)
  return { list, year, years, page: pageIn(url), isBehind: cursorIn(url) !== null }
}

export default function Sellers({ loaderData: { list, year, years, page, isBehind } }: Route.ComponentProps) {
  const { results, count, countIsMinimum, next } = list
  return (
    <>
      <OfficeHead title="Sellers’ report">
        {results.length > 0 ? (
          <FileLink path={`/admin/platform-report/download-csv/?year=${year}`} size="small">
            CSV
          </FileLink>
        ) : null}
      </OfficeHead>
      <p className="muted mb-4">
        HMRC asks for it by 31 January {year + 1}, and every seller gets a copy of theirs by then. Consideration is what
        companies kept: prices without our commission and its VAT.
      </p>
      <search>
        <Form method="get" className="filter-bar row at-foot mb-4">
          <SelectField key={year} label="Calendar year" name="year" defaultValue={year}>
            {years.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
          <Button type="submit">Show</Button>
        </Form>
      </search>
      {results.length === 0 ? (
        <Empty title={`No sellers in ${year}`}>
          A seller is a company with a job or a cancellation fee in the year.
        </Empty>
      ) : (
        <>
          <ul className="list bill-sellers cells g-3">
            {results.map((seller) => (
              <OneSeller key={seller.companyId} seller={seller} />
            ))}
          </ul>
          <ListPages
            label="Pages of sellers"
            {...{ page, isBehind, count, countIsMinimum, next }}
            keeps={`?year=${year}`}
          />
        </>
      )}
    </>
  )
}

const MISSING_TEXTS: Record<Missing, string> = {
  legal_name: 'legal name',
  address: 'address',
  date_of_birth: 'date of birth',
  tax_number: 'National Insurance number or tax reference',
  account: 'bank account',
}

function OneSeller({ seller }: { seller: Seller }) {
  const { companyId, name, legalName, address, companyNumber, vatNumber, accountHolder, accountTail, missing } = seller
  return (
    <li className="card" aria-labelledby={`seller-${companyId}`}>
      <h2 className="h4 long" id={`seller-${companyId}`}>
        {name}
      </h2>
      <p className="small muted num long">
        {[
          legalName && legalName !== name ? legalName : '',
          companyNumber ? `company ${companyNumber}` : 'no company',
          vatNumber ? `VAT ${vatNumber}` : '',
          address ?? '',
          accountTail ? `account of ${accountHolder ?? ''} ending in ${accountTail}` : '',
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {missing.length > 0 ? (
        <p className="small">
          <b>Missing:</b> {missing.map((one) => MISSING_TEXTS[one]).join(', ')}
        </p>
      ) : null}
      <Quarters seller={seller} />
    </li>
  )
}

const Quarters = ({ seller: { name, quarters, year } }: { seller: Seller }) => (
  <div className="office-list sized">
    <table className="table num">
      <caption className="vh">Quarters of {name}</caption>
      <thead>
        <tr>
          <th scope="col">Quarter</th>
          <th scope="col" className="r">
            Jobs
          </th>
          <th scope="col" className="r">
            Consideration
          </th>
          <th scope="col" className="r">
            Fees
          </th>
          <th scope="col" className="r">
            VAT on them
          </th>
        </tr>
      </thead>
      <tbody>
        {quarters.map((one) => (
          <tr key={one.quarter}>
            <td className="at-whole">Quarter {one.quarter}</td>
            <Sums sums={one} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="at-whole">
            Year
          </th>
          <Sums sums={year} />
        </tr>
      </tfoot>
    </table>
  </div>
)

const Sums = ({ sums: { activities, considerationPence, feesPence, taxesPence } }: { sums: Seller['year'] }) => (
  <>
    <td className="at-labelled r" data-th="Jobs">
      {activities}
    </td>
    <td className="at-labelled r" data-th="Consideration">
      {formatPence(considerationPence)}
    </td>
    <td className="at-labelled r" data-th="Fees">
      {formatPence(feesPence)}
    </td>
    <td className="at-labelled r" data-th="VAT on them">
      {formatPence(taxesPence)}
    </td>
  </>
)
