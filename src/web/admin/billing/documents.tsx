import { FolderDown, Plus, RefreshCw, Table2 } from 'lucide-react'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import type { Call } from '#shared/call.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import { formErrorsOf, type FormErrors } from '#web/kit/forms/answer.ts'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { leaveEmptyPage } from '#web/kit/office/list-page.server.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import type { Route } from './+types/documents'
import { addressOf, documentFilters, filesAddress, readFigureFilters, type AskedDocuments } from './periods.ts'
import { DocumentTable } from './document-table.tsx'
import { CALLS, findSubjects, subjectIn, type Subject, type Subjects } from './subjects.server.ts'
import { FAMILIES, kindAt, type DocumentList } from './families.ts'
import { ChosenSubject, WhichSubject } from './subject-links.tsx'
import './billing.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: FAMILIES[loaderData?.kind ?? 'statement'].title })

interface Loaded {
  kind: DocumentKind
  /** Null as long as it is not clear what is asked for. */
  list: DocumentList | null
  values: AskedDocuments
  errors: FormErrors
  /** Unit or client whose documents are shown; null for all. */
  subject: Subject | null
  /** Several match what was typed: one of them has to be picked. */
  candidates: Subjects | null
  isDiscarded: boolean
  page: number
  isBehind: boolean
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const { url } = request
  const kind = kindAt(url)
  const values = readFigureFilters(kind, url)
  const { subject, candidates } = await subjectOf(call, kind, url, values.find)
  const isDiscarded = new URL(url).searchParams.has('discarded')
  const shown = { kind, values, subject, candidates, isDiscarded, page: pageIn(url), isBehind: cursorIn(url) !== null }
  if (candidates) return { ...shown, list: null, errors: {} }
  const query = {
    startDate: values.start_date || undefined,
    endDate: values.end_date || undefined,
    status: STATUSES.find((one) => one === values.status),
    workingUnit: kind === 'statement' ? subject?.id : undefined,
    client: kind === 'sales_credit' ? subject?.id : undefined,
  }
  const answer = await readPage(url, (place) => call(CALLS[kind].list, { query: { ...place, ...query } }))
  const errors = answer.ok ? {} : formErrorsOf(problemOf(answer))
  if (errors['start_date'] || errors['end_date']) return { ...shown, list: null, errors }
  const list = dataOf(answer)
  leaveEmptyPage(url, list)
  return { ...shown, list, errors: {} }
}

const STATUSES = ['draft', 'saved', 'queried'] as const

/** The one that the address names, or the only one that matches what was typed. */
async function subjectOf(
  call: Call,
  kind: DocumentKind,
  address: string,
  find: string,
): Promise<{ subject: Subject | null; candidates: Subjects | null }> {
  const search = new URL(address).searchParams
  const subjectKind = FAMILIES[kind].subject?.kind
  if (!subjectKind) return { subject: null, candidates: null }
  // One that was picked for another search than that in the field is not meant any more.
  const id = (search.get('for') ?? find) === find ? subjectIn(search, subjectKind) : undefined
  if (!find && !id) return { subject: null, candidates: null }
  const found = await findSubjects(call, subjectKind, find)
  const picked = found.results.find((one) => one.id === id)
  if (id)
    return { subject: picked ?? { id, name: 'The one you picked', registration: null, detail: null }, candidates: null }
  return found.count === 1
    ? { subject: found.results[0] ?? null, candidates: null }
    : { subject: null, candidates: found }
}

export default function Documents({ loaderData }: Route.ComponentProps) {
  const { kind, list, values, errors, subject, candidates, isDiscarded, page, isBehind } = loaderData
  const { path, files, title, create, emptyList, subject: subjects } = FAMILIES[kind]
  const keeps = addressOf(kind, values, subject?.id)
  return (
    <>
      <OfficeHead title={title}>
        <div className="row gap-2">
          {kind === 'statement' ? (
            <ButtonLink to="/admin/statements/runs" size="small" icon={RefreshCw}>
              Bill a month
            </ButtonLink>
          ) : null}
          {list && list.results.length > 0 ? (
            <>
              <FileLink
                path={`${files}/download-csv/${filesAddress(kind, values, subject?.id)}`}
                icon={Table2}
                size="small"
              >
                CSV
              </FileLink>
              <FileLink
                path={`${files}/download-all-drivers-pdf/${filesAddress(kind, values, subject?.id)}`}
                icon={FolderDown}
                size="small"
              >
                Download all
              </FileLink>
            </>
          ) : null}
          <ButtonLink to={`${path}/new`} look="primary" size="small" icon={Plus}>
            {create}
          </ButtonLink>
        </div>
      </OfficeHead>
      {isDiscarded ? (
        <Banner tone="good" isAlert className="mb-4">
          The draft is discarded. Its corrections are taken back.
        </Banner>
      ) : null}
      <FilterBar filters={documentFilters(kind)} values={{ ...values }} errors={errors}>
        {subject && subjects ? (
          <>
            <input type="hidden" name={subjects.kind} value={subject.id} />
            <input type="hidden" name="for" value={values.find} />
          </>
        ) : null}
      </FilterBar>
      {subject && subjects ? (
        <ChosenSubject subject={subject} all={subjects.all} to={addressOf(kind, { ...values, find: '' }) || path} />
      ) : null}
      {candidates && subjects ? (
        <WhichSubject
          subjects={candidates}
          label={subjects.label}
          none={subjects.none}
          hrefOf={(one) => `${path}${addressOf(kind, values, one.id)}`}
        />
      ) : null}
      {list?.results.length === 0 ? (
        <Empty title={keeps ? `No ${title.toLowerCase()} match` : `No ${title.toLowerCase()} yet`}>
          {keeps ? 'Try other dates, or show all.' : emptyList}
        </Empty>
      ) : null}
      {list && list.results.length > 0 ? (
        <DocumentTable kind={kind} list={list} page={page} isBehind={isBehind} keeps={keeps} />
      ) : null}
    </>
  )
}
