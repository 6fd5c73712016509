import { deflateSync } from 'node:zlib'

export interface PdfOptions {
  pages?: number
  /** Entries of the catalogue besides its pages, such as an action that runs when it is opened. */
  catalogue?: string
  /** Entries of the trailer. */
  trailer?: string
  /** Further objects, as they stand in the file. */
  objects?: string[]
  /** Objects packed away in an object stream, as newer PDFs do. */
  packed?: string
  /** After the end. */
  behind?: string
  /** Entries of each page besides its size. */
  page?: string
}

/** A PDF of empty pages, written by hand so that every byte of it can be wrong. Readers find its objects without a table. */
export function pdf(options: PdfOptions = {}): Buffer {
  const { pages = 1, catalogue = '', trailer = '', objects = [], packed, behind = '', page = '' } = options
  const kids = Array.from({ length: pages }, (_, index) => `${10 + index} 0 R`).join(' ')
  const parts: (string | Buffer)[] = [
    '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n',
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalogue} >>\nendobj\n`,
    `2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages} >>\nendobj\n`,
    ...Array.from(
      { length: pages },
      (_, index) => `${10 + index} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} >>\nendobj\n`,
    ),
    ...objects.map((object, index) => `${500 + index} 0 obj\n${object}\nendobj\n`),
    ...(packed === undefined ? [] : streamObject('/Type /ObjStm /N 1 /First 4', deflateSync(packed))),
    `trailer\n<< /Root 1 0 R ${trailer} >>\nstartxref\n0\n%%EOF\n`,
    behind,
  ]
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
}

/** A PDF with words on each page. */
export const writtenPdf = (pages = 1): Buffer =>
  pdf({
    pages,
    page: '/Contents 500 0 R /Resources << /Font << /F1 501 0 R >> >>',
    objects: [
      '<< /Length 44 >>\nstream\nBT /F1 48 Tf 60 700 Td (Hire and reward) Tj ET\nendstream',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ],
  })

/** A page that draws one thing inside another, ten times each, eleven deep: no reader comes to its end. */
export function endlessPdf(): Buffer {
  const form = (index: number) => {
    const content = index < 10 ? '/X Do '.repeat(10) : '0 0 500 500 re f '.repeat(10)
    const inner = index < 10 ? `/Resources << /XObject << /X ${501 + index} 0 R >> >>` : ''
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] ${inner} /Length ${content.length} >>\nstream\n${content}\nendstream`
  }
  return pdf({
    page: '/Contents 500 0 R /Resources << /XObject << /X 501 0 R >> >>',
    objects: Array.from({ length: 11 }, (_, index) => form(index)),
  })
}

/** A page that shows one large picture, turned, three thousand times: little to keep, and much to draw. */
export function slowPdf(): Buffer {
  const side = 4000
  const rows = deflateSync(Buffer.alloc((side * side) / 8, 0xa5)).toString('latin1')
  const content = deflateSync('q 500 300 -300 500 300 100 cm /I Do Q\n'.repeat(3000)).toString('latin1')
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1`
  const stream = (dictionary: string, bytes: string) =>
    `<< ${dictionary} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`
  return pdf({
    page: '/Contents 500 0 R /Resources << /XObject << /I 501 0 R >> >>',
    objects: [stream('', content), stream(image, rows)],
  })
}

/** 9 MB of what looks like the beginnings of streams without an end. */
export const streamingPdf = (): Buffer =>
  Buffer.concat([
    pdf().subarray(0, -6),
    Buffer.from(`>>\nstream\n${'x'.repeat(2300)}`.repeat(4000)),
    Buffer.from('%%EOF\n'),
  ])

/** An object with a stream, deflated or however its dictionary says. */
export const streamObject = (
  dictionary: string,
  bytes: Buffer,
  filter = '/Filter /FlateDecode',
): (string | Buffer)[] => [
  `900 0 obj\n<< ${dictionary} ${filter} /Length ${bytes.length} >>\nstream\n`,
  bytes,
  '\nendstream\nendobj\n',
]
