import { redirect, Form, useNavigation } from 'react-router'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { previewDocument } from '#modules/billing/runs/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { momentText, periodText } from '#web/kit/billing/billing-texts.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Problem, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'
import type { Route } from './+types/new-document'
import { nameOf, subjectText } from './billing-texts.ts'
import { CALLS, findSubjects, subjectIn, type Subjects } from './subjects.server.ts'
import { FAMILIES, kindAt, type Summary } from './families.ts'
import { NewDocumentForm, addressOf } from './new-document-form.tsx'
import { daysOf, formatDayForField, quickPeriods } from './periods.ts'
import './billing.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: FAMILIES[loaderData?.kind ?? 'statement'].create })

/** What the form sends, as it was typed. */
export interface Wanted {
  subjectId: string
  from: string
  to: string
  isChecked: boolean
}

export interface Start {
  kind: DocumentKind
  /** Units or clients to choose from; null for an invoice run, which is about every company. */
  subjects: Subjects | null
  find: string
  selection: Wanted
  periods: { name: string; from: string; to: string }[]
  /** Whether its address names days. */
  hasDays: boolean
  today: LocalDay
  /** What such a document would have, once it is clear about whom. */
  preview: AnswerOf<typeof previewDocument> | null
  /** What is wrong with its dates, by field. */
  errors: Problem['errors']
  /** Identifies this form, so that pressing twice makes one document. */
  attempt: string
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Start> {
  const { call } = needAdmin(context)
  const kind = kindAt(request.url)
  const search = new URL(request.url).searchParams
  const find = search.get('find')?.trim() ?? ''
  const { subject } = FAMILIES[kind]
  const today = localDayOf(nowIn(context))
  const periods = quickPeriods(today).map(({ name, period: { from, to } }) => ({
    name,
    from: formatDateUk(from),
    to: formatDateUk(to),
  }))
  const subjects = subject && (await findSubjects(call, subject.kind, find))
  const only = subjects?.results.length === 1 ? subjects.results[0]?.id : undefined
  const selection = {
    subjectId: (subject && subjectIn(search, subject.kind)) ?? '',
    from: formatDayForField(search.get('start_date') ?? periods[0]?.from ?? ''),
    to: formatDayForField(search.get('end_date') ?? periods[0]?.to ?? ''),
    isChecked: true,
  }
  const see = (days: Wanted) => look(call, kind, days.subjectId || only, days)
  const seen = await see(selection)
  const hasDays = search.has('start_date') || search.has('end_date')
  // Without days in its address, the form opens where there is something to bill.
  const found = hasDays ? null : seen.preview?.elsewhere
  const opened = found && { ...selection, ...daysOf(found, today) }
  return {
    kind,
    subjects,
    find,
    selection: opened ?? selection,
    periods,
    hasDays,
    today,
    ...(opened ? await see(opened) : seen),
    attempt: crypto.randomUUID(),
  }
}

/** As long as it is not clear whom or which days it is about, there is nothing to see. */
async function look(
  call: Call,
  kind: DocumentKind,
  subject: string | undefined,
  { from: startDate, to: endDate }: Wanted,
): Promise<Pick<Start, 'preview' | 'errors'>> {
  if (kind !== 'invoice' && !subject) return { preview: null, errors: undefined }
  const about = kind === 'invoice' ? {} : { subject }
  const seen = await call(previewDocument, { query: { kind, startDate, endDate, ...about } })
  return seen.ok ? { preview: seen.data, errors: undefined } : { preview: null, errors: problemOf(seen).errors }
}

/** Why no draft was made, with what was typed and the document that covers these dates. */
export type NotMade = Problem & { selection?: Wanted; covering?: Summary }

export async function action({ request, context }: Route.ActionArgs): Promise<NotMade> {
  const { call } = needAdminForm(context, request)
  const kind = kindAt(request.url)
  const form = await readForm(request)
  const selection = {
    subjectId: textIn(form, 'subject'),
    from: textIn(form, 'start_date'),
    to: textIn(form, 'end_date'),
    isChecked: form.has('need_validation'),
  }
  const made = await make(call, kind, selection, textIn(form, 'attempt'))
  if (made.ok) throw redirect(`${FAMILIES[kind].path}/${made.data.id}`)
  const problem = problemOf(made)
  const id = problem.suggested?.['id']
  const covering = id ? await call(CALLS[kind].get, { params: { id } }) : undefined
  return { ...problem, selection, ...(covering?.ok ? { covering: covering.data } : {}) }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

type Made = CallResult<(typeof CALLS)[DocumentKind]['create']>

function make(call: Call, kind: DocumentKind, selection: Wanted, attempt: string): Promise<Made> {
  const { subjectId: id, from, to, isChecked } = selection
  const body = { startDate: from, endDate: to, needValidation: isChecked }
  // The same form with the same values is the same document; with others it is another.
  const key = `${attempt}.${encodeURIComponent([id, from, to, isChecked].join())}`
  const options = /^[\w-]{36}$/.test(attempt) && key.length <= 200 ? { idempotencyKey: key } : {}
  if (kind === 'statement') return call(CALLS.statement.create, { params: { id }, body }, options)
  if (kind === 'sales_credit') return call(CALLS.sales_credit.create, { params: { id }, body }, options)
  return call(CALLS.invoice.create, { body }, options)
}

export default function NewDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { kind } = loaderData
  const { path, title, create } = FAMILIES[kind]
  // Without an answer of ours, the form stays as it is.
  const notMade: NotMade | undefined = actionData
  return (
    <>
      <OfficeHead title={create} backTo={{ name: `All ${title.toLowerCase()}`, to: path }} />
      {notMade?.code === 'no_data' ? (
        <NothingThere start={loaderData} notMade={notMade} />
      ) : notMade?.covering ? (
        <AlreadyThere start={loaderData} notMade={notMade} covering={notMade.covering} />
      ) : (
        <NewDocumentForm start={loaderData} answer={actionData} />
      )}
    </>
  )
}

interface AnswerProps {
  start: Start
  notMade: NotMade
}

/** Notice that the period has no activity. */
function NothingThere({ start, notMade: { selection = start.selection } }: AnswerProps) {
  const { kind, subjects } = start
  const chosen = subjects?.results.find(({ id }) => id === selection.subjectId)
  const who = chosen ? (chosen.registration ?? chosen.name) : 'Nobody'
  const happened = kind === 'sales_credit' ? 'is owed nothing' : 'had no billable activity'
  const did = kind === 'invoice' ? 'had any billable activity' : happened
  return (
    <div className="card" role="alert">
      <Empty
        title={FAMILIES[kind].noData}
        action={<ButtonLink to={addressOf(start, selection)}>Change the dates</ButtonLink>}
      >
        {who} {did} between {selection.from} and {selection.to}.
      </Empty>
    </div>
  )
}

/** Notice that an existing document covers some of these dates. */
function AlreadyThere({ start, notMade, covering }: AnswerProps & { covering: Summary }) {
  const { path, noun } = FAMILIES[start.kind]
  const { selection = start.selection } = notMade
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <section className="card stack" aria-labelledby="covered">
      <h2 className="h3" id="covered" ref={focusOnArrival} tabIndex={-1}>
        {covering.number ? `${FAMILIES[start.kind].one} ${covering.number} already covers` : `A ${noun} already covers`}{' '}
        {covering.startDate === covering.endDate ? 'this day' : 'these dates'}
      </h2>
      <Facts className="facts" facts={factsOf(covering)} />
      <div className="row">
        <ButtonLink to={`${path}/${covering.id}`} look="primary">
          Open {covering.number ?? nameOf(covering).toLowerCase()}
        </ButtonLink>
        <ButtonLink to={addressOf(start, selection)}>Change the dates</ButtonLink>
        <Form method="post">
          <input type="hidden" name="attempt" value={start.attempt} />
          <input type="hidden" name="subject" value={selection.subjectId} />
          <input type="hidden" name="start_date" value={selection.from} />
          <input type="hidden" name="end_date" value={selection.to} />
          <Button type="submit" look="quiet" busy={isBusy}>
            Make a new draft anyway
          </Button>
        </Form>
      </div>
      <p className="small muted">Lines already on a saved document can’t be saved on another.</p>
    </section>
  )
}

function factsOf(covering: Summary): Fact[] {
  const who = subjectText(covering)
  const { kind, totals } = covering
  return [
    ...(who ? [{ name: covering.client ? 'Client' : 'Unit', value: who }] : []),
    { name: 'Period', value: periodText(covering) },
    { name: kind === 'statement' ? 'Balance' : 'Total', value: formatPence(totals.balancePence) },
    { name: 'Saved', value: covering.savedAt ? momentText(covering.savedAt) : 'Not saved' },
  ]
}
