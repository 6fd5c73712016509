/** The rows of a table that has no line break within a cell, by the names of their columns. */
export function rowsOfCsv(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n')
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    )
  const names = cells(head)
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at] ?? '', cell])))
}
