import { Link } from 'react-router'
import { STEP_STATES, type StepState } from '#modules/billing/runs/rules.ts'
import { formatPence } from '#shared/money.ts'
import { Empty } from '#web/ui/page.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { CoveringLinks } from '../billing/preview-line.tsx'
import { FAMILIES } from '../billing/families.ts'
import { kindText, STATE_TEXTS, type Preview, type Run, type Step, type StepList } from './run-texts.ts'

/** Each of the first drafts, with its page. */
export const DraftLinks = ({ drafts }: { drafts: Preview['openDrafts'] }) => (
  <ul className="list">
    {drafts.flatMap(({ kind, count, documents }) => [
      ...documents.map(({ id, name }) => (
        <li key={id}>
          <Link to={`${FAMILIES[kind].path}/${id}`}>{name}</Link>
        </li>
      )),
      ...(count > documents.length ? [<li key={kind}>and {count - documents.length} more</li>] : []),
    ])}
  </ul>
)

interface RunStepsProps {
  run: Run
  steps: StepList
  /** Only those. */
  state: string | null
  page: number
  isBehind: boolean
}

/** What a run made, left alone and failed to make, one by one. */
export function RunSteps({ run, steps, state, page, isBehind }: RunStepsProps) {
  const { results, count, countIsMinimum, next } = steps
  const label = STEP_STATES.find((one) => one === state)
  return (
    <section className="card office-list sized" aria-labelledby="steps">
      <div className="row row--apart mb-4">
        <h2 className="h3" id="steps">
          {label ? STATE_TEXTS[label] : 'One by one'}
        </h2>
        {label ? (
          <Link className="link-btn" to={`/admin/statements/runs/${run.id}`} preventScrollReset>
            Show all
          </Link>
        ) : null}
      </div>
      {results.length === 0 ? (
        <Empty title="No documents to show" headingLevel="h3" />
      ) : (
        <table className="table num">
          <caption className="vh">Documents of this run</caption>
          <thead>
            <tr>
              <th scope="col">Document</th>
              <th scope="col">For</th>
              <th scope="col">What happened</th>
              <th scope="col" className="r">
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((step) => (
              <Row key={step.place} step={step} />
            ))}
          </tbody>
        </table>
      )}
      <ListPages
        label="Pages of documents"
        {...{ page, isBehind, count, countIsMinimum, next }}
        keeps={state ? `?state=${state}` : ''}
      />
    </section>
  )
}

const ONE: Record<StepState, string> = {
  waiting: 'Waiting',
  made: 'Draft made',
  saved: 'Saved',
  sent: 'Saved and sent',
  unaddressed: 'Saved, not sent',
  no_data: 'No completed bookings',
  covered: 'Covered already',
  failed: 'Failed',
}

function Row({ step }: { step: Step }) {
  const { kind, document, workingUnit, client, state, coveredBy, reason } = step
  const name = kindText(kind, 1)
  const recipient = [workingUnit?.registration, workingUnit?.company, client?.name].filter(Boolean).join(', ')
  return (
    <tr>
      <td className="at-left">
        {document ? (
          <Link to={`${FAMILIES[kind].path}/${document.id}`}>
            {document.number ?? (document.status === 'draft' ? 'Draft' : 'Saved')}
            <span className="vh">
              , {name}
              {recipient ? ` for ${recipient}` : ''}
            </span>
          </Link>
        ) : (
          '–'
        )}
      </td>
      <td className="at-whole">
        {workingUnit ? (
          <span className="subject inline-flex wraps level shrink">
            {workingUnit.registration ? <Plate registration={workingUnit.registration} front size="small" /> : null}
            <span className="long">{workingUnit.company}</span>
          </span>
        ) : (
          <span className="long">{client ? client.name || 'No name' : 'Every company'}</span>
        )}
      </td>
      <td className="at-whole">
        {state === 'made' && !document ? 'Draft discarded since' : ONE[state]}
        {reason ? <span className="small muted long">: {reason}</span> : null}
        {coveredBy.length > 0 ? (
          <span className="small muted num block-box as-typed">
            {state === 'covered' ? 'On ' : 'Without the lines of '}
            <CoveringLinks kind={kind} documents={coveredBy} />
          </span>
        ) : null}
      </td>
      <td className="at-right r">{document ? formatPence(document.balancePence) : ''}</td>
    </tr>
  )
}
