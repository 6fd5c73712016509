import { Form, redirect, useNavigation, Link } from 'react-router'
import { listRuns, previewMonth, startRun } from '#modules/billing/runs/contract.ts'
import { monthsBefore } from '#modules/billing/runs/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatMonth, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { momentText } from '#web/kit/billing/billing-texts.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Problem, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { LATE_INVOICES } from '../billing/billing-texts.ts'
import type { Route } from './+types/bill-month'
import { DraftLinks } from './run-steps.tsx'
import { aimsOf, draftsText, REACH_TEXTS, REACHES, type Preview, type Reach } from './run-texts.ts'
import '../billing/billing.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Bill a month' })

const OFFERED = 24
const SHOWN = 12

interface Loaded {
  months: string[]
  preview: Preview
  runs: AnswerOf<typeof listRuns>['results']
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const months = monthsBefore(localDayOf(nowIn(context)), OFFERED)
  const requestedMonth = new URL(request.url).searchParams.get('month')
  // One that is not offered is as good as none.
  const month = months.find((one) => one === requestedMonth) ?? months[0] ?? ''
  const [preview, runs] = await Promise.all([
    call(previewMonth, { query: { month } }),
    call(listRuns, { query: { pageSize: SHOWN } }),
  ])
  return { months, preview: dataOf(preview), runs: dataOf(runs).results }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Problem> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const started = await call(startRun, { body: { month: textIn(form, 'month'), ...aimsOf(textIn(form, 'reach')) } })
  if (started.ok) throw redirect(`/admin/statements/runs/${started.data.id}`)
  const problem = problemOf(started)
  const id = problem.suggested?.['id']
  // Somebody was first: that run is shown, and says so.
  if (problem.code === 'already_run' && typeof id === 'string') throw redirect(`/admin/statements/runs/${id}?already`)
  return problem
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function BillMonth({ loaderData, actionData }: Route.ComponentProps) {
  const { months, preview, runs } = loaderData
  return (
    <>
      <OfficeHead title="Bill a month" backTo={{ name: 'All statements', to: '/admin/statements' }} />
      <div className="stack">
        <search>
          <Form method="get" className="row at-foot">
            <SelectField key={preview.month} label="Month" name="month" defaultValue={preview.month}>
              {months.map((month) => (
                <option key={month} value={month}>
                  {formatMonth(month)}
                </option>
              ))}
            </SelectField>
            <Button type="submit">Show</Button>
          </Form>
        </search>
        {actionData && !actionData.ok ? (
          <Banner tone="bad" isAlert>
            {actionData.code === 'no_data' ? 'Nothing happened in this month.' : actionData.detail}
          </Banner>
        ) : null}
        <ThisMonth preview={preview} />
        <EarlierRuns runs={runs} />
      </div>
    </>
  )
}

function ThisMonth({ preview }: { preview: Preview }) {
  const { month, runId, bookings } = preview
  const name = formatMonth(month)
  if (runId !== null)
    return (
      <section className="card stack" aria-labelledby="month">
        <h2 className="h3" id="month">
          {name} has a billing run already
        </h2>
        <Facts className="facts" facts={factsOf(preview)} />
        <p className="small muted">Each month has one billing run. You can continue it, and nothing is billed twice.</p>
        <div className="row">
          <ButtonLink to={`/admin/statements/runs/${runId}`} look="primary">
            Open the run of {name}
          </ButtonLink>
        </div>
      </section>
    )
  if (bookings === 0 && preview.clients === 0)
    return (
      <div className="card">
        <Empty title={`Nothing to bill in ${name}`} headingLevel="h2">
          No booking was completed, and nobody is owed anything.
        </Empty>
      </div>
    )
  return <StartForm preview={preview} />
}

function StartForm({ preview }: { preview: Preview }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const name = formatMonth(preview.month)
  return (
    <section className="card stack" aria-labelledby="month">
      <h2 className="h3" id="month">
        {name}: {countOf(preview.bookings, 'booking')}, {formatPence(preview.pricePence)}
      </h2>
      <Facts className="facts num" facts={factsOf(preview)} />
      {preview.isLate ? <Banner tone="warn">{LATE_INVOICES}</Banner> : null}
      {preview.openDrafts.length > 0 ? (
        <Banner tone="warn">
          Drafts with days of {name}: {draftsText(preview.openDrafts)}. A draft of the whole month becomes part of the
          run, brought up to date and with its corrections. Any other is left as it is: discard it before you bill the
          month.
          <DraftLinks drafts={preview.openDrafts} />
        </Banner>
      ) : null}
      <Form method="post" className="stack bill-new">
        <input type="hidden" name="month" value={preview.month} />
        <fieldset className="found cells g-2 shrink p-0 no-edge">
          <legend className="label">How far should it go?</legend>
          {REACHES.map((reach) => (
            <label className="pick pick--row ticked" key={reach}>
              <input type="radio" name="reach" value={reach} defaultChecked={reach === 'drafts'} />
              <ReachText reach={reach} />
            </label>
          ))}
        </fieldset>
        <p className="small muted">
          Statements for every unit, the invoices of every company, and a credit for every client who is owed something.
        </p>
        <div className="row">
          <Button type="submit" look="primary" busy={isBusy}>
            Bill {name}
          </Button>
        </div>
      </Form>
    </section>
  )
}

const ReachText = ({ reach }: { reach: Reach }) => (
  <span>
    <b>{REACH_TEXTS[reach].label}</b>
    <br />
    <span className="small muted">{REACH_TEXTS[reach].hint}</span>
  </span>
)

const factsOf = ({ workingUnits, companies, coveredUnits, partlyCoveredUnits, clients }: Preview): Fact[] => [
  { name: 'Working units', value: countOf(workingUnits, 'van') },
  { name: 'Companies', value: workingUnits === 0 ? 'None' : countOf(companies, 'company', 'companies') },
  ...(clients > 0 ? [{ name: 'Owed something', value: countOf(clients, 'client') }] : []),
  ...(coveredUnits > 0
    ? [{ name: 'On saved statements already', value: `${countOf(coveredUnits, 'van')}, left alone` }]
    : []),
  ...(partlyCoveredUnits > 0
    ? [{ name: 'Partly on saved statements', value: `${countOf(partlyCoveredUnits, 'van')}, billed for the rest` }]
    : []),
]

type Runs = AnswerOf<typeof listRuns>['results']

const STATES = { running: 'going on', stopped: 'stopped', done: 'done' } as const

/** The last runs, each with its page. */
function EarlierRuns({ runs }: { runs: Runs }) {
  if (runs.length === 0) return null
  return (
    <section className="card stack gap-2" aria-labelledby="earlier">
      <h2 className="h3" id="earlier">
        Billing runs
      </h2>
      <ul className="list">
        {runs.map(({ id, month, state, startedAt, startedBy }) => (
          <li className="flex wraps baseline g-1-3" key={id}>
            <Link className="inline-flex level tall" to={`/admin/statements/runs/${id}`}>
              {formatMonth(month)}
            </Link>
            <span className="small muted">
              {STATES[state]}, started {momentText(startedAt)} by {startedBy || 'somebody who has left'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
