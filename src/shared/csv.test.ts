import { expect, test } from 'vitest'
import { csvOf, momentColumn, numberColumn, poundsColumn, textColumn, type CsvColumn } from './csv.ts'

async function written<Row>(columns: readonly CsvColumn<Row>[], batches: readonly Row[][]): Promise<string> {
  let file = ''
  for await (const chunk of csvOf(columns, batches)) file += chunk
  return file
}

const textColumns = [textColumn<string>('Words', (text) => text)]

test('a table is UTF-8 with a mark, its lines end with CRLF, amounts are pounds with two decimals', async () => {
  const columns = [
    textColumn<{ name: string | null; pence: number | null; count: number | null }>('Name', ({ name }) => name),
    poundsColumn<{ pence: number | null }>('Fee', ({ pence }) => pence),
    numberColumn<{ count: number | null }>('Jobs', ({ count }) => count),
  ]
  const rows = [
    { name: 'Đặng & Łódź', pence: -1_234_505, count: 3 },
    { name: null, pence: null, count: null },
    { name: 'a', pence: 0, count: 0 },
  ]
  expect(await written(columns, [rows.slice(0, 1), [], rows.slice(1)])).toBe(
    '\uFEFFName,Fee (GBP),Jobs\r\nĐặng & Łódź,-12345.05,3\r\n,,\r\na,0.00,0\r\n',
  )
})

test.each([
  ['2026-10-17T06:30:00.000Z', '2026-10-17 07:30'],
  ['2026-06-30T23:30:00.000Z', '2026-07-01 00:30'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31 23:59'],
  [null, ''],
])('a moment is London’s, and its heading says so: %s', async (instant, cell) => {
  const columns = [momentColumn<string | null>('Start', (one) => one)]
  expect(await written(columns, [[instant]])).toBe(`\uFEFFStart (London time)\r\n${cell}\r\n`)
})

test('an empty table has its headings', async () => {
  expect(await written(textColumns, [])).toBe('\uFEFFWords\r\n')
})

test.each([
  ['=1+1', `'=1+1`],
  ['+44 7700 900123', `'+44 7700 900123`],
  ['-2', `'-2`],
  ['@SUM(A1)', `'@SUM(A1)`],
  [' =cmd', `' =cmd`],
  ['\t=cmd', `"'\t=cmd"`],
  ['\r=cmd', `"'\r=cmd"`],
  ['＝cmd', `'＝cmd`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['E17 to RM1', 'E17 to RM1'],
  ['Smith, Sons & Co', '"Smith, Sons & Co"'],
  ['the "late" one', '"the ""late"" one"'],
  ['two\nlines', '"two\nlines"'],
  ['O’Neill', 'O’Neill'],
])('%j never becomes a formula and stays one cell', async (text, cell) => {
  expect(await written(textColumns, [[text]])).toBe(`\uFEFFWords\r\n${cell}\r\n`)
})
