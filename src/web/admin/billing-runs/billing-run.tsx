import { Check, Copy, Mail, Minus, Pause, X, type LucideIcon } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Form, Link, useNavigation, useRevalidator } from 'react-router'
import { continueRun, getRun, listSteps, stepStates, stopRun } from '#modules/billing/runs/contract.ts'
import { STEP_STATES, type StepState } from '#modules/billing/runs/rules.ts'
import { formatMonth } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { numberText, countOf } from '#shared/texts.ts'
import { momentText } from '#web/kit/billing/billing-texts.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { LATE_INVOICES } from '../billing/billing-texts.ts'
import type { Route } from './+types/billing-run'
import { DraftLinks, RunSteps } from './run-steps.tsx'
import {
  aimsOf,
  draftsText,
  REACH_TEXTS,
  REACHES,
  reachOf,
  type Run,
  type StepList,
  leftText,
  STATE_TEXTS,
} from './run-texts.ts'
import '../billing/billing.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Billing ${formatMonth(loaderData.run.month)}` : 'Billing run' })

interface Loaded {
  run: Run
  steps: StepList
  state: string | null
  page: number
  isBehind: boolean
  /** Somebody wanted to start it again. */
  isAlready: boolean
}

export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const found = namedBy(await call(getRun, { params: { id: params.id } }))
  const { url } = request
  const search = new URL(url).searchParams
  const state = stepStates.options.find((one) => one === search.get('state'))
  const steps = await readPage(url, (place) =>
    call(listSteps, { params: { id: params.id }, query: { ...place, ...(state ? { state } : {}) } }),
  )
  return {
    run: found,
    steps: dataOf(steps),
    state: state ?? null,
    page: pageIn(url),
    isBehind: cursorIn(url) !== null,
    isAlready: search.has('already'),
  }
}

export async function action({ request, context, params }: Route.ActionArgs): Promise<Answer<Run>> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const { id } = params
  const answer =
    textIn(form, 'intent') === 'stop'
      ? await call(stopRun, { params: { id } })
      : await call(continueRun, { params: { id }, body: aimsOf(textIn(form, 'reach')) })
  return answer.ok ? { ok: true, data: answer.data } : problemOf(answer)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

const ASK_EVERY_MS = 2000

/** Reloads the page while the run goes on; without script the admin reloads it. */
function useProgress(isRunning: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
}

export default function BillingRun({ loaderData, actionData }: Route.ComponentProps) {
  const { run, steps, state, page, isBehind, isAlready } = loaderData
  const isRunning = run.state === 'running'
  useProgress(isRunning)
  const name = formatMonth(run.month)
  const title = { running: `Billing ${name}`, stopped: `${name}: stopped`, done: `${name} is billed` }[run.state]
  return (
    <>
      <OfficeHead title={title} backTo={{ name: 'Bill a month', to: '/admin/statements/runs' }} />
      <div className="stack">
        {isAlready ? (
          <Banner tone="warn">{name} already has this billing run, so no new one was started.</Banner>
        ) : null}
        <ProblemBanner text={actionData && !actionData.ok && actionData.detail} />
        {run.isLate ? <Banner tone="warn">{LATE_INVOICES}</Banner> : null}
        {run.openDrafts && run.openDrafts.length > 0 ? (
          <Banner tone="warn">
            Drafts with days of {name} that this run didn’t make: {draftsText(run.openDrafts)}. What is on a saved
            document can’t be billed again, so look at them and discard them.
            <DraftLinks drafts={run.openDrafts} />
          </Banner>
        ) : null}
        <RunLog run={run}>{isRunning ? <StopForm /> : <ContinueForm key={run.changedAt} run={run} />}</RunLog>
        <RunSteps run={run} steps={steps} state={state} page={page} isBehind={isBehind} />
      </div>
    </>
  )
}

function StopForm() {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <>
      <p className="small muted">
        Closing this page doesn’t stop it. After a restart it goes on where it was, and makes nothing twice.
      </p>
      <noscript>
        <p className="small">Reload the page to see how far it is.</p>
      </noscript>
      <Form method="post">
        <input type="hidden" name="intent" value="stop" />
        <Button type="submit" size="small" look="danger" busy={isBusy}>
          Stop after the current documents
        </Button>
      </Form>
    </>
  )
}

/** Saves drafts, sends what is saved, and tries again what was not made. */
function ContinueForm({ run }: { run: Run }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const from = REACHES.indexOf(reachOf(run))
  const inStates = (...states: string[]) =>
    run.counts.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0)
  const labels = {
    drafts: 'Check again for missing documents',
    save: from === 1 ? 'Check again and save' : `Save and number ${countOf(inStates('made', 'waiting'), 'document')}`,
    send:
      from === 2
        ? 'Check again, save and send'
        : `Save and send ${countOf(inStates('made', 'saved', 'waiting'), 'document')}`,
  }
  return (
    <Form method="post" className="stack gap-3">
      <input type="hidden" name="intent" value="continue" />
      <div className="row gap-2">
        {REACHES.slice(from).map((reach) => (
          <Button
            key={reach}
            type="submit"
            name="reach"
            value={reach}
            size="small"
            busy={isBusy}
            {...(reach === 'save' && from === 0 ? { look: 'primary' } : {})}
          >
            {run.state === 'stopped' && reach === REACHES[from] ? 'Carry on' : labels[reach]}
          </Button>
        ))}
      </div>
      <p className="small muted">
        {from < 2 ? `${REACH_TEXTS.save.hint} It can’t be undone. ` : ''}
        Anything that failed, was skipped or had no bookings is checked again.
      </p>
    </Form>
  )
}

const ICONS: Record<StepState, LucideIcon> = {
  waiting: Pause,
  made: Check,
  saved: Check,
  sent: Mail,
  unaddressed: Minus,
  no_data: Minus,
  covered: Copy,
  failed: X,
}
const TONES: Partial<Record<StepState, string>> = {
  made: 'tone-good',
  saved: 'tone-good',
  sent: 'tone-good',
  failed: 'tone-bad',
}

/** Progress of a run, its results, and its actions. */
function RunLog({ run, children }: { run: Run; children: ReactNode }) {
  const { state, total, done, secondsLeft, startedAt, startedBy } = run
  return (
    <section className="card run cells g-3" aria-labelledby="run">
      <div className="row row--apart">
        <h2 className="h3" id="run">
          {state === 'running' ? 'In progress' : state === 'stopped' ? 'Stopped' : 'Done'}
        </h2>
        <span className="small muted num">
          Started {momentText(startedAt)} by {startedBy || 'somebody who has left'}
        </span>
      </div>
      {state === 'done' ? null : (
        <div className="meter cells g-1-3 t-sm lh-13">
          <progress className="vh" value={done} max={Math.max(1, total)} aria-label="Documents done" />
          <span className="num">
            <b className="figures-even">{numberText(done)}</b> of {countOf(total, 'document')}
          </span>
          <b className="figures-even">{secondsLeft === null ? '' : leftText(secondsLeft)}</b>
          <svg
            className="meter__bar across w-full h-3 edge-w-ink r-small bg-sunken clip"
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect x="-1" y="-1" width={(total > 0 ? (done / total) * 100 : 0) + 1} height="12" />
          </svg>
        </div>
      )}
      <ul className="runlog p-0 unlisted t-sm lh-135">
        {STEP_STATES.map((one) => (
          <Line key={one} run={run} state={one} />
        ))}
      </ul>
      <Totals run={run} />
      {children}
    </section>
  )
}

function Line({ run, state }: { run: Run; state: StepState }) {
  const count = run.counts.reduce((sum, one) => sum + (one.state === state ? one.count : 0), 0)
  if (count === 0 && state !== 'failed') return null
  return (
    <li className={count > 0 ? TONES[state] : undefined}>
      <Icon of={ICONS[state]} />
      {count > 0 ? (
        <Link to={`?state=${state}`} preventScrollReset>
          {STATE_TEXTS[state]}
        </Link>
      ) : (
        <span>{STATE_TEXTS[state]}</span>
      )}
      <b>{numberText(count)}</b>
    </li>
  )
}

/** What the documents come to, by who pays whom. */
function Totals({ run: { totals } }: { run: Run }) {
  if (!totals) return null
  const { dueToMovers: dueToCompanies, dueToUs, invoiced, credited } = totals
  const lines = [
    { name: `Due to companies, ${countOf(dueToCompanies.count, 'statement')}`, of: dueToCompanies },
    { name: `Due to Vanfare, ${countOf(dueToUs.count, 'statement')}`, of: dueToUs },
    { name: `Commission with VAT, ${countOf(invoiced.count, 'invoice')}`, of: invoiced },
    { name: `Credited, ${countOf(credited.count, 'client')}`, of: credited },
  ].filter(({ of }) => of.count > 0)
  if (lines.length === 0) return null
  return (
    <dl className="terms bill-totals num">
      {lines.map(({ name, of }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{formatPence(of.pence)}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
