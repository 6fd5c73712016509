import { formatTime, toLocal } from './local-time.ts'
import { plainPounds, type Pence } from './money.ts'

/**
 * The one way that tables leave as CSV (RFC 4180): UTF-8 with a byte order mark, without which Excel reads Latin-1; lines end with CRLF.
 * Days are ISO, which every spreadsheet reads alike; moments are London's, and amounts pounds with two decimals: their headings say so.
 */
export const CSV_TYPE = 'text/csv; charset=utf-8'

const BYTE_ORDER_MARK = '\uFEFF'

export interface CsvColumn<Row> {
  heading: string
  /** Text of the cell before quoting. */
  cell: (row: Row) => string
}

/** What people wrote, or a code or day of ours. */
export const textColumn = <Row>(heading: string, text: (row: Row) => string | null | undefined): CsvColumn<Row> => ({
  heading,
  cell: (row) => unformulated(text(row) ?? ''),
})

/** "2026-10-17 07:30", as London's clocks show it; the heading says so. */
export const momentColumn = <Row>(
  heading: string,
  instant: (row: Row) => string | null | undefined,
): CsvColumn<Row> => ({
  heading: `${heading} (London time)`,
  cell: (row) => {
    const at = instant(row)
    if (!at) return ''
    const { day, minute } = toLocal(new Date(at))
    return `${day} ${formatTime(minute)}`
  },
})

export const numberColumn = <Row>(heading: string, number: (row: Row) => number | null): CsvColumn<Row> => ({
  heading,
  cell: (row) => String(number(row) ?? ''),
})

/** "-12.50": written from a number, so that a minus in front is no formula. */
export const poundsColumn = <Row>(heading: string, pence: (row: Row) => Pence | null): CsvColumn<Row> => ({
  heading: `${heading} (GBP)`,
  cell: (row) => {
    const amount = pence(row)
    return amount === null ? '' : plainPounds(amount)
  },
})

/** Spreadsheets run what begins like a formula, and what begins with a tab or a line break before one; an apostrophe makes it text. */
const unformulated = (text: string): string => (/^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text)

const quoted = (cell: string): string => (/[",;\r\n\t]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

/** The file, batch by batch: no more than one is held. */
export async function* csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(columns.map(({ heading }) => heading))
  for await (const rows of batches)
    if (rows.length > 0) yield rows.map((row) => lineOf(columns.map(({ cell }) => cell(row)))).join('')
}
