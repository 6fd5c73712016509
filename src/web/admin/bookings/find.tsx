import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { findBookings } from '#modules/board/bookings/contract.ts'
import { FOUND_STATES, type FoundState } from '#modules/board/rules.ts'
import { STATUS_LABELS } from '#modules/bookings/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import { formErrorsOf, type Problem } from '#web/kit/forms/answer.ts'
import { OfficeStatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { TableLink } from '#web/kit/upload/file-link.tsx'
import { FilterBar, OfficeList, type Column } from '#web/kit/office/office-list.tsx'
import { readFilters, type FilterValues, officeMoment } from '#web/kit/office/office-pages.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { cursorIn } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needAdmin } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { searchOf } from '#web/ui/tabs.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { formatDayForField } from '../billing/periods.ts'
import type { Route } from './+types/find'
import './bookings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Bookings' })

const STATE_LABELS: Record<FoundState, string> = { ...STATUS_LABELS, hot: 'Hot' }

const filters = {
  q: { kind: 'text', label: 'Find', placeholder: 'Booking, name, phone, postcode or plate' },
  status: {
    kind: 'choice',
    label: 'Status',
    choices: [
      { value: '', label: 'All' },
      ...FOUND_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
    ],
  },
  from: { kind: 'day', label: 'From' },
  until: { kind: 'day', label: 'To' },
} as const

type List = AnswerOf<typeof findBookings>
type Found = List['results'][number]

interface Loaded {
  values: FilterValues<typeof filters>
  /** Only of this unit; chosen on the board. */
  unit: string | null
  list: List | null
  problem: Problem | null
  isBehind: boolean
}

export async function loader({ context, request, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const values = readFilters(filters, request.url)
  const unit = url.searchParams.get('unit')
  const after = cursorIn(request.url)
  const query = {
    q: values.q || undefined,
    status: FOUND_STATES.find((state) => state === values.status),
    from: values.from || undefined,
    until: values.until || undefined,
    workingUnitId: unit ?? undefined,
  }
  const first = await call(findBookings, { query: { ...query, after: after ?? undefined } })
  // A cursor of another search starts at the first page.
  const isStale = !first.ok && after !== null && first.problem.errors?.['after'] !== undefined
  const found = isStale ? await call(findBookings, { query }) : first
  return {
    values: { ...values, from: formatDayForField(values.from), until: formatDayForField(values.until) },
    unit,
    list: found.ok ? found.data : null,
    problem: found.ok ? null : problemOf(found),
    isBehind: after !== null && !isStale,
  }
}

export default function Find({ loaderData }: Route.ComponentProps) {
  const { values, unit, list, problem, isBehind } = loaderData
  const search = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  if (unit) search.set('unit', unit)
  const keeps = `?${search}`
  const isFiltered = search.size > 0
  return (
    <>
      <OfficeHead title="Bookings">
        <div className="row gap-2">
          {unit ? (
            <span className="small">
              Only of one unit. <Link to="/admin/bookings/find">Show all</Link>
            </span>
          ) : null}
          {list && list.results.length > 0 ? (
            <TableLink list="/admin/bookings/" query={{ ...values, working_unit_id: unit }} />
          ) : null}
        </div>
      </OfficeHead>
      <FilterBar filters={filters} values={values} errors={formErrorsOf(problem ?? undefined)}>
        {unit ? <input type="hidden" name="unit" value={unit} /> : null}
      </FilterBar>
      <ProblemBanner text={problem && Object.keys(formErrorsOf(problem)).length === 0 && problem.detail} />
      {list?.isPartial ? (
        <Banner tone="warn" className="mb-4">
          Too many matches to search. Add a whole name, an email address or a reference.
        </Banner>
      ) : null}
      {list ? (
        <OfficeList
          label="Bookings"
          columns={COLUMNS}
          rows={list.results}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/admin/bookings/${id}`}
          pages={{ page: 1, count: 0, countIsMinimum: false, next: null }}
          empty={emptyTitle(values.q, isFiltered)}
          emptyText={
            isFiltered ? 'Try a shorter search, other dates or any status.' : 'They appear here as customers book.'
          }
        />
      ) : null}
      {isBehind || list?.next ? (
        <nav className="row row--apart mt-4" aria-label="Pages of bookings">
          {isBehind ? (
            <Link className="link-btn" to={keeps} rel="prev">
              First page
            </Link>
          ) : (
            <span />
          )}
          {list?.next ? (
            <Link className="link-btn" to={searchOf(list.next, keeps)} rel="next">
              Next
              <Icon of={ChevronRight} />
            </Link>
          ) : null}
        </nav>
      ) : null}
    </>
  )
}

function emptyTitle(sought: string, isFiltered: boolean): string {
  if (sought) return `Nothing found for “${sought}”`
  return isFiltered ? 'No booking matches' : 'No bookings yet'
}

const COLUMNS: readonly Column<Found>[] = [
  { heading: 'Booking', cell: ({ reference }) => reference, onPhone: 'left' },
  {
    heading: 'Starts',
    cell: ({ startAt }) => officeMoment(startAt),
    onPhone: 'whole',
  },
  { heading: 'Customer', cell: ({ customer }) => customer, onPhone: 'whole' },
  { heading: 'From and to', cell: ({ from, to }) => `${from} to ${to}`, onPhone: 'whole' },
  {
    heading: 'Company',
    cell: ({ company, workingUnit }) => (
      <>
        {company ? [company, workingUnit?.name].filter(Boolean).join(', ') : 'No company yet'}{' '}
        {workingUnit?.registration ? <Plate registration={workingUnit.registration} front size="small" /> : null}
      </>
    ),
    onPhone: 'whole',
  },
  { heading: 'Status', cell: (booking) => <OfficeStatusBadge booking={booking} />, onPhone: 'right' },
  { heading: 'Price', cell: ({ totalPence }) => formatPence(totalPence), isNumber: true, onPhone: 'right' },
]
