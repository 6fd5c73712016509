import { ArrowLeft, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { getOwnStatement, queryLine } from '#modules/billing/line-queries/contract.ts'
import { paymentText } from '#modules/billing/documents/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatPence } from '#shared/money.ts'
import {
  momentText,
  notCollectedText,
  periodText,
  signedText,
  totalRows,
  type BillingDocument,
} from '#web/kit/billing/billing-texts.ts'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Problem, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { namedBy, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { Route } from './+types/statement'
import { StatementLine } from './statement-line.tsx'
import { dueText, titleOf } from './statement-texts.ts'
import { StatementBadge } from './statements.tsx'
import './statements.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? titleOf(loaderData) : 'Statement' })

export async function loader({ context, params: { id } }: Route.LoaderArgs): Promise<BillingDocument> {
  const { call } = needDriver(context)
  return namedBy(await call(getOwnStatement, { params: { id } }))
}

/** Which line a question was about; of one that was refused, what was written. */
type Asked = { ok: true; entryId: string } | Refused
export type Refused = Problem & { entryId?: string; text?: string }

export async function action({ request, context, params: { id } }: Route.ActionArgs): Promise<Asked> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const [entryId, text] = [textIn(form, 'entryId'), textIn(form, 'text')]
  const answer = await call(queryLine, { params: { id }, body: { entryId, text } })
  return answer.ok ? { ok: true, entryId } : { ...problemOf(answer), entryId, text }
}

/** Keeps what was written if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Statement({ loaderData: statement, actionData }: Route.ComponentProps) {
  const { id, status, lines, notCollected, corrections } = statement
  const refused: Refused | undefined = actionData && !actionData.ok ? actionData : undefined
  const isAboutALine = [...lines, ...notCollected].some(({ entryId }) => entryId === refused?.entryId)
  return (
    <Page className="wrap--text">
      <UnitLink className="link-btn" to="/statements">
        <Icon of={ArrowLeft} />
        All statements
      </UnitLink>
      <div className="row row--apart mb-4">
        <div className="row gap-2">
          <h1>{titleOf(statement)}</h1>
          <StatementBadge statement={statement} />
        </div>
        <div className="row gap-2">
          <FileLink path={`/billing/statements/${id}/download-report/`} size="small">
            Download
          </FileLink>
          <FileLink path={`/billing/statements/${id}/download-csv/`} icon={Table2} size="small">
            CSV
          </FileLink>
        </div>
      </div>
      {actionData?.ok ? (
        <Banner tone="good" isAlert className="mb-4">
          Your question is with the office. The answer comes by email and stays with the line.
        </Banner>
      ) : null}
      <ProblemBanner text={refused && !isAboutALine && refused.detail} className="mb-4" />
      {status === 'draft' ? (
        <Banner tone="info" className="mb-4">
          This is a draft. Look at each line, and ask about what looks wrong before the office makes it final.
        </Banner>
      ) : null}
      <Sums statement={statement} />
      <Lines id="lines" heading={countOf(lines.length, 'line')} {...{ lines, status, refused }} />
      <Lines id="not-collected" heading="Not yet collected" lines={notCollected} {...{ status, refused }}>
        <p className="small muted mb-3">{notCollectedText(notCollected)}</p>
      </Lines>
      {corrections.length > 0 ? <Corrections corrections={corrections} /> : null}
      {status === 'saved' ? <WriteToTheOffice /> : null}
    </Page>
  )
}

interface LinesProps {
  id: string
  heading: string
  lines: BillingDocument['lines']
  status: BillingDocument['status']
  refused: Refused | undefined
  children?: ReactNode
}

function Lines({ id, heading, lines, status, refused, children }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 className="h3 stm-heading" id={id}>
        {heading}
      </h2>
      {children}
      <ul className="list stm-lines">
        {lines.map((line) => (
          <StatementLine
            key={line.entryId}
            line={line}
            canAsk={status === 'draft'}
            refused={refused?.entryId === line.entryId ? refused : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

function WriteToTheOffice() {
  const email = useRootData()?.config.email
  return (
    <p className="small mt-4">
      This statement is final.{' '}
      {email ? (
        <>
          If something in it is wrong, write to <a href={`mailto:${email}`}>{email}</a>.
        </>
      ) : null}
    </p>
  )
}

/** Registration, company and date of a statement, with its totals. */
function Sums({ statement }: { statement: BillingDocument }) {
  const { registration, company, savedAt, totals, payment } = statement
  return (
    <section className="card" aria-labelledby="sums">
      <h2 className="vh" id="sums">
        Totals
      </h2>
      <p className="row gap-2 num">
        {registration ? <Plate registration={registration} front size="small" /> : null}
        <span className="long">{company?.name}</span>
      </p>
      <p className="small muted num">
        {periodText(statement)}
        {savedAt ? `, issued ${momentText(savedAt)}` : ''}
      </p>
      <dl className="terms num" aria-label="Totals">
        {totalRows(statement).map(({ label, pence }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatPence(pence)}</dd>
          </div>
        ))}
        <div className="is-sum">
          <dt>{dueText(totals.balancePence)}</dt>
          <dd>{formatPence(Math.abs(totals.balancePence))}</dd>
        </div>
      </dl>
      {payment ? <p className="mt-3">{paymentText(payment)}</p> : null}
    </section>
  )
}

const Corrections = ({ corrections }: { corrections: BillingDocument['corrections'] }) => (
  <section aria-labelledby="corrections">
    <h2 className="h3 stm-heading" id="corrections">
      Corrections by the office
    </h2>
    <ul className="list stm-lines">
      {corrections.map(({ id, reason, reference, amountPence, madeAt, madeOn }) => (
        <li key={id} className="stm-line cells g-1 py-3 line-top shrink">
          <div className="flex apart g-4">
            <span className="long shrink">{reason}</span>
            <b className="num one-line">{signedText(amountPence)}</b>
          </div>
          <p className="small muted num">
            {[
              momentText(madeAt),
              reference ? `booking ${reference}` : '',
              madeOn?.number ? `credit note ${madeOn.number} to the customer` : '',
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
        </li>
      ))}
    </ul>
  </section>
)
