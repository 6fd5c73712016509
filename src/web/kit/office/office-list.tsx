import type { ReactNode } from 'react'
import { Link, Form } from 'react-router'
import type { FormErrors } from '#web/kit/forms/answer.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/page.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { ListPages, type PageOfList } from '#web/ui/tabs.tsx'
import { type Filters, type FilterValues, mayOpen } from './office-pages.ts'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Sum at the foot of the column. */
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
    <div className="card office-list sized">
      <table className="table num">
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

interface FilterBarProps<F extends Filters> {
  filters: F
  values: FilterValues<F>
  /** What to do about what was typed, by the name of the filter. */
  errors?: FormErrors
  /** Hidden fields. */
  children?: ReactNode
}

/** The filters above a list. A GET form, so it works without script. */
export function FilterBar<F extends Filters>({ filters, values, errors = {}, children }: FilterBarProps<F>) {
  return (
    <search>
      <Form method="get" className="filter-bar row at-foot mb-4">
        {Object.entries(filters).map(([name, filter]) =>
          filter.kind === 'text' ? (
            <InputField
              key={`${name}=${values[name]}`}
              label={filter.label}
              name={name}
              type="search"
              className="grows"
              placeholder={filter.placeholder}
              defaultValue={values[name]}
              error={errors[name]}
            />
          ) : filter.kind === 'day' ? (
            <InputField
              key={`${name}=${values[name]}`}
              label={filter.label}
              name={name}
              inputMode="numeric"
              placeholder="DD/MM/YYYY"
              maxLength={10}
              defaultValue={values[name]}
              error={errors[name]}
            />
          ) : (
            <SelectField key={`${name}=${values[name]}`} label={filter.label} name={name} defaultValue={values[name]}>
              {filter.choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          ),
        )}
        {children}
        <Button type="submit">Show</Button>
      </Form>
    </search>
  )
}

/** Whether the address is a page of one's own role. */
export function useMayOpen(): (address: string) => boolean {
  const role = useSession()?.staffRole
  return (address) => mayOpen(role, new URL(address, 'http://page').pathname)
}

/** A name that leads to its page, for those whose role opens it; for others the name alone. */
export function OfficeLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const isMine = useMayOpen()(to)
  return isMine ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    children
  )
}

/** A link that only leads somewhere: nothing for those who may not go there. */
export function OfficeLinkButton({ to, children }: { to: string; children: ReactNode }) {
  return useMayOpen()(to) ? (
    <Link to={to} className="link-btn">
      {children}
    </Link>
  ) : null
}
