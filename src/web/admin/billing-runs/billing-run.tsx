import { useEffect } from 'react'
import { Form, Link, useNavigation, useRevalidator } from 'react-router'
import { continueRun, getRun, listSteps, stepStates, stopRun } from '#modules/billing/runs/contract.ts'
import { countOf } from '#shared/count-of.ts'
import { formatMonth } from '#shared/local-time.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { orUnreachable } from '#web/kit/forms/keep-page.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { OfficeHead } from '#web/kit/office/office-head.tsx'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { dataOf, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/billing-run'
import { LATE_INVOICES } from '../billing/billing-texts.ts'
import { FAMILIES } from '../billing/families.ts'
import { RunLog } from './run-log.tsx'
import { RunSteps } from './run-steps.tsx'
import { aimsOf, draftsText, REACH_TEXTS, REACHES, reachOf, type Run, type StepList } from './run-texts.ts'
import '../billing/billing.css'
import './billing-runs.css'

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

/** Reads the page again while the run goes on; without script it is read by whoever reloads it. */
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
        {actionData && !actionData.ok ? (
          <Banner tone="bad" isAlert>
            {actionData.detail}
          </Banner>
        ) : null}
        {run.isLate ? <Banner tone="warn">{LATE_INVOICES}</Banner> : null}
        {run.openDrafts && run.openDrafts.length > 0 ? (
          <Banner tone="warn">
            Drafts with days of {name} that this run didn’t make: {draftsText(run.openDrafts)}. What is on a saved
            document can’t be billed again, so <Link to={draftsPath(run)}>look at them</Link> and discard them.
          </Banner>
        ) : null}
        <RunLog run={run}>{isRunning ? <StopForm /> : <ContinueForm key={run.changedAt} run={run} />}</RunLog>
        <RunSteps run={run} steps={steps} state={state} page={page} isBehind={isBehind} />
      </div>
    </>
  )
}

/** The list of the first kind of which there are some. */
const draftsPath = ({ openDrafts, startDate, endDate }: Run): string =>
  `${FAMILIES[openDrafts?.[0]?.kind ?? 'statement'].path}?status=draft&start_date=${startDate}&end_date=${endDate}`

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
  const words = {
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
            {run.state === 'stopped' && reach === REACHES[from] ? 'Carry on' : words[reach]}
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
