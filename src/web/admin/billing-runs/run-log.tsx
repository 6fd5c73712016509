import { Check, Copy, Mail, Minus, Pause, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { STEP_STATES, type StepState } from '#modules/billing/runs/rules.ts'
import { countOf } from '#shared/count-of.ts'
import { formatPence } from '#shared/money.ts'
import { Icon } from '#web/ui/icon.tsx'
import { momentText } from '#web/kit/billing/billing-texts.ts'
import { numberText } from '#shared/number-text.ts'
import { leftText, STATE_TEXTS, type Run } from './run-texts.ts'

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
const TONES: Partial<Record<StepState, string>> = { made: 'is-ok', saved: 'is-ok', sent: 'is-ok', failed: 'is-bad' }

/** How far a run is, what came of it, and what can be done with it. */
export function RunLog({ run, children }: { run: Run; children: ReactNode }) {
  const { state, total, done, secondsLeft, startedAt, startedBy } = run
  return (
    <section className="card run" aria-labelledby="run">
      <div className="row row--apart">
        <h2 className="h3" id="run">
          {state === 'running' ? 'In progress' : state === 'stopped' ? 'Stopped' : 'Done'}
        </h2>
        <span className="small muted num">
          Started {momentText(startedAt)} by {startedBy || 'somebody who has left'}
        </span>
      </div>
      {state === 'done' ? null : (
        <div className="meter">
          <progress className="vh" value={done} max={Math.max(1, total)} aria-label="Documents done" />
          <span className="num">
            <b>{numberText(done)}</b> of {countOf(total, 'document')}
          </span>
          <b>{secondsLeft === null ? '' : leftText(secondsLeft)}</b>
          <svg className="meter__bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect x="-1" y="-1" width={(total > 0 ? (done / total) * 100 : 0) + 1} height="12" />
          </svg>
        </div>
      )}
      <ul className="runlog">
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
    <li className={count > 0 ? (TONES[state] ?? 'is-no') : 'is-no'}>
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
  const { dueToMovers, dueToUs, invoiced, credited } = totals
  const lines = [
    { name: `Due to companies, ${countOf(dueToMovers.count, 'statement')}`, of: dueToMovers },
    { name: `Due to Vanfare, ${countOf(dueToUs.count, 'statement')}`, of: dueToUs },
    { name: `Commission with VAT, ${countOf(invoiced.count, 'invoice')}`, of: invoiced },
    { name: `Credited, ${countOf(credited.count, 'client')}`, of: credited },
  ].filter(({ of }) => of.count > 0)
  if (lines.length === 0) return null
  return (
    <dl className="bill-totals num">
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
