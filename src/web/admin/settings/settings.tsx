import { data, redirect } from 'react-router'
import {
  changeSetting,
  checkSetting,
  listSettings,
  previewSetting,
  withdrawSetting,
} from '#modules/settings/contract.ts'
import type { Call } from '#shared/call.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { TableLink } from '#web/kit/upload/file-link.tsx'
import { plainAnswerOf, problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { formErrorsOf, type Answer, type FormErrors, type Problem, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { OfficeLinkButton } from '#web/kit/office/office-list.tsx'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, mayCall, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/settings'
import { changeOf, fieldOf, subjectOf, typedOf, type FormValues } from './change-fields.ts'
import { ChangeForm } from './change-form.tsx'
import { ChargeRows, CommissionRows, DatedList, ChangeLink } from './dated-rows.tsx'
import { addressOf, TABS, type Row, type Settings } from './setting-texts.ts'
import './settings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Settings' })

export type Preview = AnswerOf<typeof previewSetting>

/** The form that is open, and what it would do. */
export interface OpenForm {
  row: Row
  formValues: FormValues
  preview: Preview | null
  errors: FormErrors
  /** Error that belongs to no field. */
  problem: string | null
  /** Identifies this form, so that pressing twice makes one change. */
  attempt: string
}

interface Loaded {
  settings: Settings
  find: string
  form: OpenForm | null
  done: string | null
}

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call, session } = needAdmin(context)
  const mayChange = mayCall(session, changeSetting)
  const search = new URL(request.url).searchParams
  const find = search.get('find')?.trim() ?? ''
  const listed = dataOf(
    await call(listSettings, { params: { part: partIn(params.part) }, query: { find: find || undefined } }),
  )
  const settings = { ...listed, mayChange }
  return {
    settings,
    find,
    form: mayChange ? await openForm(call, settings, search) : null,
    done: DONE.get(search.get('done') ?? '') ?? null,
  }
}

function partIn(slug: string | undefined): Settings['part'] {
  const tab = slug === undefined ? TABS[1] : TABS.find((one) => one.slug === slug)
  if (!tab) throw data(null, { status: 404 })
  return tab.part
}

const DONE = new Map([
  ['started', 'The change is set. Until its day it can be withdrawn.'],
  ['withdrawn', 'The change is withdrawn. Nothing has been charged by it.'],
  ['checked', 'Noted: still correct.'],
])

async function openForm(call: Call, settings: Settings, search: URLSearchParams): Promise<OpenForm | null> {
  const requestedSubject = search.get('change')
  const row = requestedSubject === null ? undefined : rowToChange(settings.rows, subjectOf(requestedSubject))
  if (!row) return null
  const formValues = { ...typedOf(row, settings), ...Object.fromEntries(search) }
  const form = { row, formValues, attempt: crypto.randomUUID() }
  if (!search.has('preview')) return { ...form, preview: null, errors: {}, problem: null }
  const answer = await call(previewSetting, { body: { change: changeOf(row, formValues) } })
  if (answer.ok) return { ...form, preview: answer.data, errors: {}, problem: null }
  const problem = problemOf(answer)
  return { ...form, preview: null, errors: fieldErrors(problem), problem: problem.errors ? null : problem.detail }
}

/** The last of a subject: what comes next begins with it. */
const rowToChange = (rows: readonly Row[], subject: string): Row | undefined =>
  rows.filter((row) => row.subject === subject).toSorted((a, b) => b.fromDay.localeCompare(a.fromDay))[0]

const fieldErrors = (problem: Problem): FormErrors =>
  Object.fromEntries(Object.entries(formErrorsOf(problem)).map(([path, text]) => [fieldOf(path), text]))

export async function action({ context, params, request }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const part = partIn(params.part)
  const form = await readForm(request)
  const [version, id] = [Number(textIn(form, 'version')), textIn(form, 'id')]
  const intent = textIn(form, 'intent')
  if (intent === 'withdraw')
    return finish(part, 'withdrawn', await call(withdrawSetting, { params: { part, id }, body: { version } }))
  if (intent === 'checked') {
    const body = { version, checkBy: textIn(form, 'check_by') }
    return finish(part, 'checked', await call(checkSetting, { params: { part, id }, body }))
  }
  const formValues = Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
  const settings = dataOf(
    await call(listSettings, { params: { part }, query: { find: formValues['find'] || undefined } }),
  )
  const row = rowToChange(settings.rows, subjectOf(textIn(form, 'change')))
  if (!row) throw data(null, { status: 404 })
  const attempt = textIn(form, 'attempt')
  const options = /^[\w-]{36}$/.test(attempt) ? { idempotencyKey: attempt } : {}
  return finish(
    part,
    'started',
    await call(changeSetting, { body: { version, change: changeOf(row, formValues) } }, options),
  )
}

function finish(part: Settings['part'], done: string, answer: Parameters<typeof plainAnswerOf>[0]): Answer {
  if (answer.ok) throw redirect(`${addressOf(part)}?done=${done}`)
  return plainAnswerOf(answer)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, find, form, done } = loaderData
  const overdue = settings.rows.filter(({ isOverdue }) => isOverdue)
  return (
    <div className="stack settings">
      <OfficeHead title="Settings">
        <span className="small muted">
          Each change takes effect from a set date. Earlier bookings keep the terms they were made on.
        </span>
      </OfficeHead>
      <Tabs
        label="Settings"
        tabs={TABS.map(({ part, name }) => ({ name, to: addressOf(part), isCurrent: part === settings.part }))}
      />
      {done && !actionData ? (
        <Banner tone="good" isAlert>
          {done}
        </Banner>
      ) : null}
      {actionData?.ok === false ? (
        <Banner tone="bad" isAlert>
          {Object.values(actionData.errors ?? {})[0]?.[0] ?? actionData.detail}
        </Banner>
      ) : null}
      {overdue.length > 0 ? (
        <Banner
          tone="warn"
          title={countOf(overdue.length, 'charge has to be looked at', 'charges have to be looked at')}
        >
          {overdue
            .map(({ name }) => name)
            .filter((name, index, all) => all.indexOf(name) === index)
            .join(', ')}
        </Banner>
      ) : null}
      {form ? <ChangeForm form={form} settings={settings} find={find} /> : null}
      <Rows settings={settings} find={find} />
      <ChangesMade part={settings.part} changes={settings.changes} />
    </div>
  )
}

function Rows({ settings, find }: Pick<Loaded, 'settings' | 'find'>) {
  if (settings.part === 'commission') return <CommissionRows settings={settings} find={find} />
  return settings.part === 'cancellation' ? <PolicyRows settings={settings} /> : <ChargeRows settings={settings} />
}

const PolicyRows = ({ settings }: { settings: Settings }) => (
  <section className="card" aria-labelledby="cancelling">
    <div className="row row--apart">
      <h2 className="h3" id="cancelling">
        Cancelling
      </h2>
      <ChangeLink settings={settings} subject="" name="what cancelling costs" />
    </div>
    <DatedList settings={settings} rows={settings.rows} />
  </section>
)

/** Changes with their authors, the last first; from the audit log, which cannot be changed. */
const ChangesMade = ({ part, changes }: Pick<Settings, 'part' | 'changes'>) => (
  <section className="card" aria-labelledby="made">
    <div className="row row--apart">
      <h2 className="h3" id="made">
        Who changed what
      </h2>
      <div className="row gap-2">
        {changes.length > 0 ? <TableLink list={`/admin/settings/${part}/`} /> : null}
        <OfficeLinkButton to="/admin/audit?what=settings">Whole log</OfficeLinkButton>
      </div>
    </div>
    {changes.length === 0 ? (
      <Empty title="No changes yet" headingLevel="h3" />
    ) : (
      <ul className="history t-sm lh-14 list">
        {changes.map((change) => (
          <li className="cells line-top" key={change.id}>
            <time className="muted figures-even" dateTime={change.at}>
              {officeMoment(change.at)}
            </time>
            <span>
              <b>{change.by ?? 'Somebody who has left'}</b> <What change={change} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function What({ change: { what, name, before, after, fromDay, reason } }: { change: Settings['changes'][number] }) {
  if (what === 'withdrawn')
    return (
      <>
        withdrew {name}: {before} from {formatDateUk(fromDay ?? '')}
      </>
    )
  if (what === 'checked')
    return (
      <>
        checked {name}: still correct, check again by {after}
      </>
    )
  return (
    <>
      {name} <s>{before}</s> {after}
      {fromDay ? ` from ${formatDateUk(fromDay)}` : ''}.{reason ? ` “${reason}”` : ''}
    </>
  )
}
