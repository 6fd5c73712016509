import { Link } from 'react-router'
import type { listRuns } from '#modules/billing/runs/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatMonth } from '#shared/local-time.ts'
import { momentText } from '#web/kit/billing/billing-texts.ts'

type Runs = AnswerOf<typeof listRuns>['results']

const STATES = { running: 'going on', stopped: 'stopped', done: 'done' } as const

/** The last runs, each with its page. */
export function EarlierRuns({ runs }: { runs: Runs }) {
  if (runs.length === 0) return null
  return (
    <section className="card stack gap-2" aria-labelledby="earlier">
      <h2 className="h3" id="earlier">
        Billing runs
      </h2>
      <ul className="list bill-runs">
        {runs.map(({ id, month, state, startedAt, startedBy }) => (
          <li key={id}>
            <Link to={`/admin/statements/runs/${id}`}>{formatMonth(month)}</Link>
            <span className="small muted">
              {STATES[state]}, started {momentText(startedAt)} by {startedBy || 'somebody who has left'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
