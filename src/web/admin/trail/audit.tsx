import { Link } from 'react-router'
import { listAudit } from '#modules/settings/audit/contract.ts'
import { SUBJECTS } from '#modules/settings/audit/rules.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import { formErrorsOf, type FormErrors } from '#web/kit/forms/answer.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { TableLink } from '#web/kit/upload/file-link.tsx'
import { FilterBar, OfficeLink } from '#web/kit/office/office-list.tsx'
import { filterAddress, readFilters, type FilterValues, officeMoment } from '#web/kit/office/office-pages.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { codeToText } from '#shared/texts.ts'
import { leaveEmptyPage } from '#web/kit/office/list-page.server.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Empty } from '#web/ui/page.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import { trailText } from './trail-texts.ts'
import '../settings/settings.css'
import type { Route } from './+types/audit'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audit log' })

const LABELS: Partial<Record<(typeof SUBJECTS)[number], string>> = {
  read: 'Personal data read',
  exported: 'Personal data exported',
}

const filters = {
  who: { kind: 'text', label: 'Who', placeholder: 'Name or email' },
  what: {
    kind: 'choice',
    label: 'What',
    choices: [
      { value: 'all', label: 'Everything' },
      ...SUBJECTS.map((value) => ({ value, label: LABELS[value] ?? codeToText(value) })),
    ],
  },
  object: { kind: 'text', label: 'About', placeholder: 'statement 0193…' },
  day: { kind: 'day', label: 'Day' },
} as const

type List = AnswerOf<typeof listAudit>

interface Loaded {
  /** Null if what was typed is no day. */
  list: List | null
  values: FilterValues<typeof filters>
  errors: FormErrors
  page: number
  isBehind: boolean
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const { url } = request
  const values = readFilters(filters, url)
  const query = {
    who: values.who || undefined,
    what: SUBJECTS.find((one) => one === values.what),
    object: values.object || undefined,
    day: values.day || undefined,
  }
  const shown = { values, page: pageIn(url), isBehind: cursorIn(url) !== null }
  const answer = await readPage(url, (place) => call(listAudit, { query: { ...place, ...query } }))
  const errors = answer.ok ? {} : formErrorsOf(problemOf(answer))
  if (errors['day']) return { ...shown, list: null, errors }
  const list = dataOf(answer)
  leaveEmptyPage(url, list)
  return { ...shown, list, errors: {} }
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { list, values, errors, page, isBehind } = loaderData
  const keeps = filterAddress(filters, values)
  return (
    <>
      <OfficeHead title="Audit log">
        <div className="row gap-2">
          <span className="muted small">Money, status, access and what was read. This list can’t be changed.</span>
          {list && list.results.length > 0 ? (
            <TableLink list="/admin/audit/" query={{ ...values, what: SUBJECTS.find((one) => one === values.what) }} />
          ) : null}
        </div>
      </OfficeHead>
      <FilterBar filters={filters} values={values} errors={errors} />
      {list?.results.length === 0 ? (
        <Empty title={keeps ? 'Nothing matches' : 'Nothing is in the log yet'}>
          {keeps ? 'Try another day, or everything.' : null}
        </Empty>
      ) : null}
      {list && list.results.length > 0 ? (
        <div className="card">
          <ul className="history t-sm lh-14 list">
            {list.results.map((entry) => (
              <li className="cells line-top" key={entry.id}>
                <time className="muted figures-even" dateTime={entry.at}>
                  {officeMoment(entry.at)}
                </time>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
          <ListPages label="Pages of the log" page={page} isBehind={isBehind} keeps={keeps} {...list} />
        </div>
      ) : null}
    </>
  )
}

const PAGES: Partial<Record<string, string>> = {
  booking: '/admin/bookings',
  company: '/admin/companies',
  person: '/admin/people',
  user: '/admin/people',
  statement: '/admin/statements',
  invoice: '/admin/invoices',
  sales_credit: '/admin/sales-credit-invoices',
  'billing run': '/admin/statements/runs',
}

/** Where the thing itself is looked at. */
function pageOf(object: string): string {
  const [, kind = '', id = ''] = /^(.*) (\S+)$/.exec(object) ?? []
  return PAGES[kind] ? `${PAGES[kind]}/${id}` : `/admin/verifications?unit=${id}`
}

function Entry({ entry: { by, kind, action, object, whose: ownerName, details } }: { entry: List['results'][number] }) {
  const text = trailText({ action, reason: null, before: null, after: null })
  return (
    <span>
      <b>{by ?? (kind === 'system' ? 'System' : 'Somebody who has left')}</b> {text}
      {ownerName ? (
        <>
          : <OfficeLink to={pageOf(object)}>{ownerName}</OfficeLink>
        </>
      ) : null}
      <span className="block-box muted break">
        <Link className="link-btn" to={`/admin/audit?object=${encodeURIComponent(object)}`}>
          {/ [0-9a-f-]{36}$/.test(object)
            ? `Everything about this ${codeToText(object.split(' ')[0] ?? '').toLowerCase()}`
            : object}
        </Link>
      </span>
      {details.map(({ name, before, after }) => (
        <span className="block-box muted break" key={name}>
          {codeToText(name)}: {before === null ? null : <s>{before}</s>} {after}
        </span>
      ))}
    </span>
  )
}
