/**
 * The rows of a table that has no line break within a cell, by the names of their columns. No table has an instant in another time than
 * London's: `momentColumn` writes it.
 */
export function rowsOfCsv(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n')
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    )
  const names = cells(head)
  const instant = lines.flatMap(cells).find((cell) => /^\d{4}-\d\d-\d\dT\d\d:/.test(cell))
  if (instant) throw new Error(`${instant} is not London's time`)
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at] ?? '', cell])))
}
