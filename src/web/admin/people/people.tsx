import { findPeople } from '#modules/office/people/contract.ts'
import { maySearch, PERSON_ROLES } from '#modules/office/rules.ts'
import { readablePhone } from '#shared/phone.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { TableLink } from '#web/kit/upload/file-link.tsx'
import { FilterBar, OfficeList, type Column } from '#web/kit/office/office-list.tsx'
import { filterAddress, readFilters, type Filters, type FilterValues } from '#web/kit/office/office-pages.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/page.tsx'
import { countText } from '#web/ui/tabs.tsx'
import type { Route } from './+types/people'
import { nameOf, ROLE_NAMES, STATUS_LOOKS, type FoundPerson } from './person-texts.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People' })

const filters = {
  find: { kind: 'text', label: 'Find', placeholder: 'Name, email or phone' },
  role: {
    kind: 'choice',
    label: 'Who',
    choices: [
      { value: 'all', label: 'Anybody' },
      ...PERSON_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
    ],
  },
  show: {
    kind: 'choice',
    label: 'Show',
    choices: [
      { value: 'all', label: 'All' },
      { value: 'blocked', label: 'Blocked' },
    ],
  },
} as const satisfies Filters

interface Loaded {
  values: FilterValues<typeof filters>
  /** Null until there is something to look for. */
  list: AnswerOf<typeof findPeople> | null
  page: number
  isBehind: boolean
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const values = readFilters(filters, request.url)
  const [page, isBehind] = [pageIn(request.url), cursorIn(request.url) !== null]
  const show = values.show === 'blocked' ? 'blocked' : 'all'
  const q = values.find.slice(0, 100)
  if (!maySearch(q, show)) return { values, list: null, page, isBehind }
  const role = PERSON_ROLES.find((one) => one === values.role)
  const list = dataOf(await readPage(request.url, (where) => call(findPeople, { query: { ...where, q, role, show } })))
  return { values, list, page, isBehind }
}

const columns: readonly Column<FoundPerson>[] = [
  { heading: 'Name', cell: nameOf, onPhone: 'left' },
  { heading: 'Who', cell: ({ role }) => ROLE_NAMES[role], onPhone: 'whole' },
  { heading: 'Company', cell: ({ company }) => company?.name, onPhone: 'whole' },
  { heading: 'Email', cell: ({ email }) => email ?? 'Opened by phone', onPhone: 'whole' },
  {
    heading: 'Phone',
    cell: ({ phone }) => (phone ? <span className="one-line">{readablePhone(phone)}</span> : null),
    onPhone: 'whole',
  },
  {
    heading: 'Account',
    cell: ({ status }) => <Badge tone={STATUS_LOOKS[status].tone}>{STATUS_LOOKS[status].name}</Badge>,
    onPhone: 'right',
  },
]

export default function People({ loaderData }: Route.ComponentProps) {
  const { values, list, page, isBehind } = loaderData
  const isShort = values.find !== '' && !list
  return (
    <>
      <OfficeHead title="People">
        {list && list.count > 0 ? (
          <div className="row gap-2">
            <span className="muted num">{countText(list)} found</span>
            <TableLink list="/admin/people/" query={{ q: values.find, role: values.role, show: values.show }} />
          </div>
        ) : null}
      </OfficeHead>
      <FilterBar
        filters={filters}
        values={values}
        errors={isShort ? { find: 'Type at least three characters.' } : {}}
      />
      {list ? (
        <OfficeList
          label="People"
          columns={columns}
          rows={list.results}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/admin/people/${id}`}
          pages={{ ...list, page, isBehind, keeps: filterAddress(filters, values) }}
          empty={values.show === 'blocked' ? 'No blocked accounts match' : 'No one matches'}
        />
      ) : (
        <Empty title="Find a customer or a driver" headingLevel="h2">
          Every search is recorded in the audit log, with the people it showed.
        </Empty>
      )}
    </>
  )
}
