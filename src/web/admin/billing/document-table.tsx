import { Lock, MessageSquare, Pencil } from 'lucide-react'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence, sumPence, type Pence } from '#shared/money.ts'
import { OfficeList, type Column } from '#web/kit/office/office-list.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { dueOf, periodText } from '#web/kit/billing/billing-texts.ts'
import { nameOf, subjectText } from './billing-texts.ts'
import { FAMILIES, type DocumentList, type Summary } from './families.ts'
import { countedOnce } from './periods.ts'

interface DocumentTableProps {
  kind: DocumentKind
  list: DocumentList
  page: number
  isBehind: boolean
  keeps: string
}

export function DocumentTable({ kind, list, page, isBehind, keeps }: DocumentTableProps) {
  const { path, title } = FAMILIES[kind]
  const { results, count, countIsMinimum, next } = list
  return (
    <OfficeList
      label={title}
      columns={COLUMNS[kind](results)}
      rows={results}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${path}/${id}`}
      pages={{ page, isBehind, keeps, count, countIsMinimum, next }}
      totalLabel={`${results.length} shown`}
      empty=""
    />
  )
}

type Columns = (rows: readonly Summary[]) => Column<Summary>[]

const sum = (rows: readonly Summary[], of: (row: Summary) => Pence) => formatPence(sumPence(countedOnce(rows).map(of)))

/** A link has to say which draft it leads to. */
const named = (heading: string): Column<Summary> => ({
  heading,
  cell: (row) => (
    <>
      <span className="one-line">{nameOf(row)}</span>
      {row.number ? null : (
        <span className="vh">, {[subjectText(row), periodText(row)].filter(Boolean).join(', ')}</span>
      )}
    </>
  ),
  onPhone: 'left',
})

const period: Column<Summary> = {
  heading: 'Period',
  // Two dates, so that a number beside it and the state have room at 1280 px.
  cell: ({ startDate, endDate }) => (
    <>
      <span className="one-line">{formatDateUk(startDate)}</span>{' '}
      <span className="one-line">to {formatDateUk(endDate)}</span>
    </>
  ),
  onPhone: 'whole',
}

const state: Column<Summary> = { heading: 'State', cell: (row) => <StateBadge document={row} />, onPhone: 'left' }

const money = (heading: string, rows: readonly Summary[], of: (row: Summary) => Pence): Column<Summary> => ({
  heading,
  cell: (row) => formatPence(of(row)),
  total: sum(rows, of),
  isNumber: true,
  onPhone: 'hidden',
})

const counted = (heading: string, rows: readonly Summary[]): Column<Summary> => ({
  heading,
  cell: ({ linesCount }) => linesCount,
  total: countedOnce(rows).reduce((total, { linesCount }) => total + linesCount, 0),
  isNumber: true,
  onPhone: 'hidden',
})

const balance = (heading: string, rows: readonly Summary[]): Column<Summary> => ({
  heading,
  cell: ({ kind, totals: { balancePence } }) => (
    <>
      <b>{formatPence(balancePence)}</b>
      {kind === 'statement' && balancePence < 0 ? (
        <>
          <br />
          <span className="tiny muted">{dueOf(kind, balancePence).label}</span>
        </>
      ) : null}
    </>
  ),
  total: <b>{sum(rows, ({ totals }) => totals.balancePence)}</b>,
  isNumber: true,
  onPhone: 'right',
})

const COLUMNS: Record<DocumentKind, Columns> = {
  statement: (rows) => [
    named('Statement'),
    {
      heading: 'Working unit',
      cell: ({ registration, company }) => (
        <span className="subject inline-flex wraps level shrink">
          {registration ? <Plate registration={registration} front size="small" /> : null}
          <span className="long">{company?.name}</span>
        </span>
      ),
      onPhone: 'whole',
    },
    period,
    counted('Lines', rows),
    money('Gross', rows, ({ totals }) => totals.grossPence),
    balance('Balance', rows),
    state,
  ],
  invoice: (rows) => [
    named('Invoices'),
    period,
    counted('Lines', rows),
    money('Commission', rows, ({ totals }) => totals.commissionPence + totals.correctionsPence),
    money('VAT', rows, ({ totals }) => totals.vatPence),
    balance('Total', rows),
    state,
  ],
  sales_credit: (rows) => [
    named('Credit'),
    { heading: 'Client', cell: ({ client }) => <b className="long">{client?.name || 'No name'}</b>, onPhone: 'whole' },
    period,
    counted('Lines', rows),
    money('VAT', rows, ({ totals }) => totals.vatPence),
    balance('Credit total', rows),
    state,
  ],
}

export function StateBadge({ document: { status, openQueries, sentAt } }: { document: Summary }) {
  if (openQueries > 0)
    return (
      <Badge tone="yellow" icon={MessageSquare}>
        {countOf(openQueries, 'query', 'queries')}
      </Badge>
    )
  if (status === 'draft')
    return (
      <Badge tone="off" icon={Pencil}>
        Not saved
      </Badge>
    )
  return (
    <Badge tone="green-soft" icon={Lock}>
      {sentAt ? 'Saved, sent' : 'Saved'}
    </Badge>
  )
}
