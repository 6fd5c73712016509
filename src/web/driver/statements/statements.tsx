import { Landmark, Lock, MessageSquare, Pencil, Table2 } from 'lucide-react'
import { listOwnStatements } from '#modules/billing/line-queries/contract.ts'
import { countOf } from '#shared/texts.ts'
import { formatPence } from '#shared/money.ts'
import { periodText } from '#web/kit/billing/billing-texts.ts'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { leaveEmptyPage } from '#web/kit/office/list-page.server.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver } from '#web/kit/session/gate.server.ts'
import { UnitButtonLink, UnitLink } from '#web/kit/units/unit-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Empty, Page, PageHead } from '#web/ui/page.tsx'
import { ListPages, type PageOfList } from '#web/ui/tabs.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { Route } from './+types/statements'
import { dueText, titleOf, type StatementSummary } from './statement-texts.ts'
import './statements.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Statements' })

interface Loaded extends PageOfList {
  results: StatementSummary[]
}

export async function loader({ context, request: { url } }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const list = dataOf(await readPage(url, (query) => call(listOwnStatements, { query })))
  leaveEmptyPage(url, list)
  const { results, count, countIsMinimum, next } = list
  return { results, count, countIsMinimum, next, page: pageIn(url), isBehind: cursorIn(url) !== null }
}

export default function Statements({ loaderData: { results, ...pages } }: Route.ComponentProps) {
  return (
    <Page className="wrap--text">
      <PageHead title="Statements">
        <p className="muted">
          Your jobs, payments, our commission and the balance due. You can query any line of a draft.
        </p>
      </PageHead>
      <p className="mb-4">
        <UnitButtonLink to="/statements/income" size="small" icon={Landmark}>
          Income for tax
        </UnitButtonLink>
      </p>
      {results.length === 0 ? (
        <Empty title="No statements yet">The office makes one for each van and period in which it did a job.</Empty>
      ) : (
        <>
          <ul className="list cells g-3">
            {results.map((statement) => (
              <Row key={statement.id} statement={statement} />
            ))}
          </ul>
          <ListPages label="Pages of statements" {...pages} />
          <p className="mt-4">
            <FileLink path="/billing/statements/download-csv/" icon={Table2} isPlain>
              All of them as CSV
            </FileLink>
          </p>
        </>
      )}
    </Page>
  )
}

function Row({ statement }: { statement: StatementSummary }) {
  const { id, registration, totals, entriesCount } = statement
  const { grossPence, commissionPence, vatPence, balancePence } = totals
  return (
    <li className="card cells g-2">
      <div className="row row--apart">
        <h2 className="h4">
          <UnitLink className="inline-flex level tall" to={`/statements/${id}`}>
            {titleOf(statement)}
            <span className="vh">, {periodText(statement)}</span>
          </UnitLink>
        </h2>
        <StatementBadge statement={statement} />
      </div>
      <p className="row gap-2 num">
        {registration ? <Plate registration={registration} front size="small" /> : null}
        {periodText(statement)}
      </p>
      <dl className="terms num">
        <div>
          <dt>{countOf(entriesCount, 'line')}</dt>
          <dd>{formatPence(grossPence)}</dd>
        </div>
        <div>
          <dt>Commission with VAT</dt>
          <dd>{formatPence(-commissionPence - vatPence)}</dd>
        </div>
        <div>
          <dt>{dueText(balancePence)}</dt>
          <dd>
            <b>{formatPence(Math.abs(balancePence))}</b>
          </dd>
        </div>
      </dl>
    </li>
  )
}

export function StatementBadge({ statement: { status, openQueries } }: { statement: StatementSummary }) {
  if (openQueries > 0)
    return (
      <Badge tone="yellow" icon={MessageSquare}>
        {countOf(openQueries, 'question waiting', 'questions waiting')}
      </Badge>
    )
  return status === 'draft' ? (
    <Badge tone="off" icon={Pencil}>
      Draft
    </Badge>
  ) : (
    <Badge tone="green-soft" icon={Lock}>
      Final
    </Badge>
  )
}
