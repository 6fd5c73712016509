// Lays a receipt out as a PDF in a thread of its own: embedding a font takes a tenth of a second.
import { INNER, PAGE, PdfPages } from '#platform/pdf-pages.ts'
import { answerParts, type Part } from '#platform/worker-side.ts'
import type { ReceiptText } from './rules.ts'

answerParts<Uint8Array>((input) => parts(input as ReceiptText))

// oxlint-disable-next-line typescript/require-await -- A worker's parts may come one after the other; this one is there at once.
async function* parts(text: ReceiptText): AsyncGenerator<Part<Uint8Array>> {
  const pages = new PdfPages({ title: text.title, author: text.seller[0] ?? '', at: text.at })
  draw(pages, text)
  pages.end()
  const value = pages.take()
  if (value) yield { value, transfer: [value.buffer as ArrayBuffer] }
}

const BODY = 11

function draw(pages: PdfPages, { title, seller, buyer, facts, lines, total, notes }: ReceiptText): void {
  pages.addPage()
  const section = pages.open('Sect')
  const block = (type: string, texts: readonly string[], size: number, isBold = false) => {
    const height = texts.reduce((sum, text) => sum + pages.heightOf(text, { size }), 0)
    if (pages.y + height > PAGE.height - 60) pages.addPage()
    pages.tagged(type, section, () => {
      for (const text of texts) pages.y += pages.text(text, { size, isBold })
    })
  }
  block('H1', [title], 24, true)
  pages.y += 14
  for (const [name, who] of [
    ['From', seller],
    ['To', buyer],
  ] as const) {
    block('H2', [name], BODY, true)
    block('P', who, BODY)
    pages.y += 12
  }
  const table = pages.open('Table', section)
  const row = (name: string, value: string, isBold = false) => {
    const [left, right] = [
      { size: BODY, isBold, width: INNER * 0.62 },
      { size: BODY, isBold, x: PAGE.margin + INNER * 0.64, width: INNER * 0.36, align: 'right' as const },
    ]
    const height = Math.max(pages.heightOf(name, left), pages.heightOf(value, right))
    if (pages.y + height > PAGE.height - 60) pages.addPage()
    const tr = pages.open('TR', table)
    pages.tagged('TH', tr, () => void pages.text(name, left), 'Row')
    pages.tagged('TD', tr, () => void pages.text(value, right))
    pages.y += height + 5
  }
  for (const [name, value] of facts) row(name, value)
  pages.y += 8
  for (const [label, amount] of lines) row(label, amount)
  row(...total, true)
  pages.y += 14
  for (const note of notes) block('P', [note], 10)
  pages.finish(section, (page, of) => {
    if (of === 1) return
    const look = { size: 8, align: 'right' } as const
    pages.artifact('Pagination', () => void pages.text(`Page ${page} of ${of}`, look, PAGE.height - 38))
  })
}
