import type { PaperText } from './drawings.ts'

const A4 = '[0 0 595 842]'

/** A small PDF, a page for each text, in the letters that every reader has: nothing but words on paper. */
export function printPaper(pages: readonly PaperText[]): Buffer {
  const first = 4
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ')
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const content = contentOf(page, `Page ${index + 1} of ${pages.length}`)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ])
}

function contentOf({ title, rows }: PaperText, foot: string): string {
  const lines = rows.flatMap(([label, value], index) => [
    written(label, 60, 690 - index * 52, 10),
    written(value, 60, 672 - index * 52, 14),
  ])
  return [
    written(title, 60, 760, 22),
    '60 740 m 535 740 l S',
    ...lines,
    written('A paper of the demonstration. It proves nothing.', 60, 60, 9),
    written(foot, 480, 60, 9),
  ].join('\n')
}

const written = (text: string, x: number, y: number, size: number): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, '\\$&').replaceAll('’', "'")}) Tj ET`

/** Objects in order, and the table of where each begins. */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
