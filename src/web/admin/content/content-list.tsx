import { Plus } from 'lucide-react'
import { listContentPages } from '#modules/content/office/contract.ts'
import { KINDS } from '#modules/content/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { FilterBar, OfficeList, type Column } from '#web/kit/office/office-list.tsx'
import {
  filterAddress,
  readFilters,
  type Filters,
  type FilterValues,
  officeMoment,
} from '#web/kit/office/office-pages.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { leaveEmptyPage } from '#web/kit/office/list-page.server.ts'
import { pageIn } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/content-list'
import { PageState } from './page-state.tsx'
import { editAddress, KIND_NAMES, type PageInList } from './page-texts.ts'
import './content-editor.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Content' })

const STATES = ['published', 'scheduled', 'draft', 'withdrawn'] as const

const filters = {
  find: { kind: 'text', label: 'Find', placeholder: 'Title or address' },
  kind: {
    kind: 'choice',
    label: 'Kind',
    choices: [
      { value: '', label: 'All kinds' },
      { value: 'article', label: KIND_NAMES.article },
      { value: 'service', label: KIND_NAMES.service },
      { value: 'location', label: KIND_NAMES.location },
      { value: 'root', label: KIND_NAMES.root },
    ],
  },
  state: {
    kind: 'choice',
    label: 'State',
    choices: [
      { value: '', label: 'All' },
      { value: 'published', label: 'Published' },
      { value: 'scheduled', label: 'Scheduled' },
      { value: 'draft', label: 'Draft' },
      { value: 'withdrawn', label: 'Withdrawn' },
    ],
  },
} as const satisfies Filters

interface Loaded {
  values: FilterValues<typeof filters>
  list: AnswerOf<typeof listContentPages>
  page: number
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const values = readFilters(filters, request.url)
  const page = pageIn(request.url)
  const query = {
    page,
    q: values.find.slice(0, 100),
    kind: KINDS.find((kind) => kind === values.kind),
    state: STATES.find((state) => state === values.state),
  }
  const list = dataOf(await call(listContentPages, { query }))
  leaveEmptyPage(request.url, list)
  return { values, list, page }
}

const columns: readonly Column<PageInList>[] = [
  { heading: 'Title', cell: ({ title, name }) => title || name || 'Without a title', onPhone: 'whole' },
  { heading: 'Kind', cell: ({ kind }) => KIND_NAMES[kind], onPhone: 'left' },
  { heading: 'Address', cell: ({ path }) => <span className="small break">{path}</span>, onPhone: 'whole' },
  { heading: 'Changed', cell: ({ changedAt }) => officeMoment(changedAt), onPhone: 'right' },
  { heading: 'State', cell: (page) => <PageState page={page} />, onPhone: 'whole' },
]

export default function ContentList({ loaderData: { values, list, page } }: Route.ComponentProps) {
  const keeps = filterAddress(filters, values)
  return (
    <>
      <OfficeHead title="Content">
        <ButtonLink look="primary" size="small" icon={Plus} to="/admin/content/new">
          New page
        </ButtonLink>
      </OfficeHead>
      <FilterBar filters={filters} values={values} />
      <OfficeList
        label="Pages"
        columns={columns}
        rows={list.results}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => editAddress(id)}
        pages={{ ...list, countIsMinimum: false, page, isBehind: false, keeps }}
        empty={keeps ? 'No page matches' : 'No page yet'}
      />
    </>
  )
}
