import type { ReactNode } from 'react'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { Disclosure } from '#web/ui/banner.tsx'

export interface TableColumn<Row> {
  heading: string
  cell: (row: Row) => ReactNode
}

interface FigureCardProps<Row> {
  title: string
  /** How it is counted. */
  note: string
  file: `/${string}`
  columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The picture and what its looks stand for. */
  children: ReactNode
}

/** A picture, how it is counted, its numbers as a table, and as a file. */
export function FigureCard<Row>({ title, note, file, columns, rows, keyOf, children }: FigureCardProps<Row>) {
  return (
    <section className="card figure cells cols-1 g-3 p-4" aria-label={title}>
      <div className="row row--apart nowrap items-start">
        <h2 className="h3">{title}</h2>
        <FileLink path={file} isPlain>
          CSV<span className="vh"> of {title.toLowerCase()}</span>
        </FileLink>
      </div>
      {children}
      <p className="muted small m-0">{note}</p>
      <Disclosure
        summary={
          <>
            Show the numbers<span className="vh"> of {title.toLowerCase()}</span>
          </>
        }
      >
        <NumbersTable title={title} columns={columns} rows={rows} keyOf={keyOf} />
      </Disclosure>
    </section>
  )
}

type NumbersProps<Row> = Pick<FigureCardProps<Row>, 'title' | 'columns' | 'rows' | 'keyOf'>

function NumbersTable<Row>({ title, columns: [first, ...others], rows, keyOf }: NumbersProps<Row>) {
  return (
    // Wider than a phone: reached by keyboard, so that it can be scrolled by one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="numbers holds scrolls mt-2" aria-label={`Numbers: ${title.toLowerCase()}`} tabIndex={0}>
      <table className="table num">
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{first.heading}</th>
            {others.map(({ heading }) => (
              <th key={heading} scope="col" className="r">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th className="one-line" scope="row">
                {first.cell(row)}
              </th>
              {others.map(({ heading, cell }) => (
                <td key={heading} className="r">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
