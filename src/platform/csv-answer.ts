import { Readable } from 'node:stream'
import { CSV_TYPE, csvOf, type CsvColumn } from '#shared/csv.ts'
import { Refusal } from '#shared/endpoint.ts'
import { fileName } from '#shared/texts.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { RawAnswer } from './serve.ts'

/** A table that is written batch by batch while it is being sent. */
export const csvAnswer = <Row>(
  title: string,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): RawAnswer =>
  new RawAnswer(Readable.from(csvOf(columns, batches), { objectMode: false }), {
    'content-type': CSV_TYPE,
    'content-disposition': `attachment; filename="${fileName(title, 'csv')}"`,
  })

/** Rows read and buffered at a time. */
const ROWS_AT_ONCE = 200

interface Page<Row> {
  results: readonly Row[]
  nextCursor: string | null
}

type Read<Row> = (place: KeyPageRequest) => Promise<Page<Row> | Refusal>

/** All that a list shows, as the list itself reads it page by page; what refuses the list refuses its table. */
export async function listAsCsv<Row>(
  title: string,
  columns: readonly CsvColumn<Row>[],
  read: Read<Row>,
): Promise<RawAnswer | Refusal> {
  const first = await read({ page: 1, pageSize: ROWS_AT_ONCE, after: undefined })
  return first instanceof Refusal ? first : csvAnswer(title, columns, pagesFrom(first, read))
}

async function* pagesFrom<Row>(first: Page<Row>, read: Read<Row>): AsyncGenerator<readonly Row[]> {
  let page = first
  for (;;) {
    yield page.results
    if (page.nextCursor === null) return
    const next = await read({ page: 1, pageSize: ROWS_AT_ONCE, after: page.nextCursor })
    // It is being sent: half a table must not look like a whole one.
    if (next instanceof Refusal) throw new Error(`A table ended early: ${next.detail}`)
    page = next
  }
}
