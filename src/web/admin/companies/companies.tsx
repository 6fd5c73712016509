import { findCompanies } from '#modules/office/companies/contract.ts'
import { COMPANIES_SHOWN } from '#modules/office/rules.ts'
import { shareText } from '#modules/reviews/figures/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { TableLink } from '#web/kit/upload/file-link.tsx'
import { FilterBar, OfficeList, type Column } from '#web/kit/office/office-list.tsx'
import { filterAddress, readFilters, type Filters, type FilterValues } from '#web/kit/office/office-pages.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { UnitStatusBadge } from '#web/kit/units/unit-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { countText } from '#web/ui/tabs.tsx'
import type { Route } from './+types/companies'
import { numberText, countOf } from '#shared/texts.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Companies' })

const filters = {
  find: { kind: 'text', label: 'Find', placeholder: 'Name, plate, phone, postcode' },
  show: {
    kind: 'choice',
    label: 'Show',
    choices: [
      { value: 'all', label: 'All' },
      { value: 'blocked', label: 'Blocked or deactivated' },
      { value: 'expiring', label: 'Documents expiring soon' },
      { value: 'vat', label: 'Registered for VAT' },
      { value: 'no_bookings', label: 'No jobs in 28 days' },
    ],
  },
} as const satisfies Filters

type List = AnswerOf<typeof findCompanies>
type Row = List['results'][number]

interface Loaded {
  values: FilterValues<typeof filters>
  list: List
  page: number
  isBehind: boolean
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const values = readFilters(filters, request.url)
  const query = { q: values.find.slice(0, 100), show: COMPANIES_SHOWN.find((one) => one === values.show) }
  const list = dataOf(await readPage(request.url, (where) => call(findCompanies, { query: { ...where, ...query } })))
  return { values, list, page: pageIn(request.url), isBehind: cursorIn(request.url) !== null }
}

const NONE = '–'

const columns: readonly Column<Row>[] = [
  { heading: 'Company', cell: ({ name }) => name, onPhone: 'left' },
  {
    heading: 'Units',
    cell: ({ units, basePlace }) => `${countOf(units, 'unit')}${basePlace ? `, ${basePlace}` : ''}`,
    onPhone: 'whole',
  },
  { heading: 'Jobs, 28 days', cell: ({ recentJobs }) => recentJobs, isNumber: true, onPhone: 'hidden' },
  {
    heading: 'On time',
    cell: ({ figures }) => (figures ? shareText(figures.onTime, figures.started) : NONE),
    isNumber: true,
    onPhone: 'hidden',
  },
  {
    heading: 'Cancelled',
    cell: ({ figures }) => (figures ? shareText(figures.cancelled, figures.finished + figures.cancelled) : NONE),
    isNumber: true,
    onPhone: 'hidden',
  },
  {
    heading: 'Rating',
    cell: ({ rating }) => (rating === null ? NONE : rating.toFixed(1)),
    isNumber: true,
    onPhone: 'hidden',
  },
  { heading: 'Fee', cell: ({ commissionPercent }) => `${commissionPercent}%`, isNumber: true, onPhone: 'right' },
  { heading: 'State', cell: (row) => <State row={row} />, onPhone: 'whole' },
]

function State({ row: { state, units, stoppedUnits, papersUntil: documentsUntil } }: { row: Row }) {
  if (!state) return <Badge tone="off">No unit yet</Badge>
  return (
    <span className="inline-flex wraps level g-0-3">
      <UnitStatusBadge status={state} />
      {stoppedUnits > 0 && stoppedUnits < units ? <small>{stoppedUnits} stopped</small> : null}
      {state === 'insurance_expires_soon' && documentsUntil ? <small>{formatDateUk(documentsUntil)}</small> : null}
    </span>
  )
}

export default function Companies({ loaderData }: Route.ComponentProps) {
  const { values, list, page, isBehind } = loaderData
  const keeps = filterAddress(filters, values)
  return (
    <>
      <OfficeHead title="Companies">
        <div className="row gap-2">
          {list.count > 0 ? (
            <>
              <span className="muted num">
                {countText(list)}
                {keeps ? ' found' : `, ${numberText(list.takingJobs)} taking jobs`}
              </span>
              <TableLink list="/admin/companies/" query={{ q: values.find, show: values.show }} />
            </>
          ) : null}
        </div>
      </OfficeHead>
      <FilterBar filters={filters} values={values} />
      <OfficeList
        label="Companies"
        columns={columns}
        rows={list.results}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/admin/companies/${id}`}
        pages={{ ...list, page, isBehind, keeps }}
        empty={keeps ? 'No company matches' : 'No companies yet'}
        emptyText={keeps ? 'Try a shorter search, or show all.' : 'A company appears here when its driver signs up.'}
      />
    </>
  )
}
