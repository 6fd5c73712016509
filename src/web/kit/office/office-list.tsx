import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ListPages, type PageOfList } from '#web/ui/list-pages.tsx'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** At the foot of the column. */
  total?: ReactNode
  /** On a phone a row becomes a card: this column goes left, right, across the full width, or is hidden. */
  onPhone: 'left' | 'right' | 'whole' | 'hidden'
}

interface OfficeListProps<Row> {
  /** "Companies": read out as the table's caption. */
  label: string
  /** The first column links to the row's page. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  hrefOf: (row: Row) => string
  pages: PageOfList
  /** Names the line of totals at the foot, if there is one: "6 shown". */
  totalLabel?: string
  /** If nothing is found: "No company is called that". */
  empty: string
  /** One sentence below it. */
  emptyText?: string | undefined
}

/** Rows on a desktop, cards on a phone; each links to its own page. */
export function OfficeList<Row>({
  label,
  columns,
  rows,
  keyOf,
  hrefOf,
  pages,
  totalLabel,
  empty,
  emptyText,
}: OfficeListProps<Row>) {
  if (rows.length === 0)
    return (
      <Empty title={empty} headingLevel="h2">
        {emptyText}
      </Empty>
    )
  return (
    <div className="card office-list">
      <table className="num w-full joined t-sm lh-135">
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ heading, isNumber }) => (
              <th key={heading} scope="col" className={isNumber ? 'r' : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ heading, cell, isNumber, onPhone }, index) => (
                <td key={heading} className={classNames(`at-${onPhone}`, isNumber && 'r')}>
                  {index === 0 ? <Link to={hrefOf(row)}>{cell(row)}</Link> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totalLabel ? <Totals label={totalLabel} columns={columns} /> : null}
      </table>
      <ListPages label={`Pages of ${label.toLowerCase()}`} {...pages} />
    </div>
  )
}

/** The label stands across the columns before the first that has a total. */
function Totals<Row>({ label, columns }: { label: string; columns: readonly Column<Row>[] }) {
  const first = Math.max(
    1,
    columns.findIndex(({ total }) => total !== undefined),
  )
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first} className="at-left">
          {label}
        </th>
        {columns.slice(first).map(({ heading, total, isNumber, onPhone }) => (
          <td key={heading} className={classNames(`at-${total === undefined ? 'hidden' : onPhone}`, isNumber && 'r')}>
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
