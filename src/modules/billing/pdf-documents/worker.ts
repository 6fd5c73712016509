// Lays documents out in a thread of its own: a page takes some fifteen milliseconds, and the first also opens the
// fonts.
import { giveWay } from '#platform/process.ts'
import { answerParts, type Part } from '#platform/worker-side.ts'
import { INNER, PAGE, PdfPages, type Look } from '#platform/pdf-pages.ts'
import { carriedCells, type Block, type Carried, type Column, type PdfContent, type Row } from './layout-rules.ts'
import type { PdfStep } from './gateway.ts'

type Table = Extract<Block, { kind: 'table' }>
type Element = ReturnType<PdfPages['open']>

/** Files being written, each for one download: a step adds some documents. */
const files = new Map<string, PdfPages>()

giveWay()
answerParts<Uint8Array>((input) => round(input as readonly PdfStep[]))

// oxlint-disable-next-line typescript/require-await -- A worker's parts may come one after the other; these are there at once.
async function* round(steps: readonly PdfStep[]): AsyncGenerator<Part<Uint8Array>> {
  for (const one of steps) yield* step(one)
}

function* step({ file, open, prints = [], isLast = false, isAborted = false }: PdfStep): Generator<Part<Uint8Array>> {
  if (isAborted) files.delete(file)
  const pages = files.get(file) ?? (open && new PdfPages({ ...open, at: new Date(open.at) }))
  if (isAborted) return
  if (!pages) throw new Error('The file is not open')
  files.set(file, pages)
  for (const { pdf, attachments } of prints) {
    draw(pages, pdf)
    for (const { name, text, description, at } of attachments)
      pages.attach(name, text, { description, at: new Date(at) })
    if (!isLast) yield* written(pages)
  }
  if (!isLast) return
  files.delete(file)
  pages.end()
  yield* written(pages)
}

function* written(pages: PdfPages): Generator<Part<Uint8Array>> {
  const value = pages.take()
  if (value) yield { value, transfer: [value.buffer as ArrayBuffer] }
}

const BODY = 8.8
const SMALL = 7.4
/** Top edge of the text on every page after the first. */
const TOP = 92
const BOTTOM = PAGE.height - 58
const GREY = '#333'

function draw(pages: PdfPages, pdf: PdfContent): void {
  pages.addPage()
  const section = pages.open('Sect')
  head(pages, section, pdf)
  const on: Sheet = { pages, section, pdf }
  const notes = pdf.blocks.filter((block) => block.kind === 'paragraph' && block.isNote)
  pdf.blocks.forEach((block, index) => {
    // A heading is not alone at the foot of a page.
    if (block.kind === 'heading') keep(on, 24 + leastOf(pdf.blocks[index + 1]))
    // The closing paragraphs are not left alone on a page: they take the sums along.
    if (block.kind === 'sums') ensureRoomForEnd(on, leastOf(block) + heightOfEnd(pages, pdf.blocks.slice(index + 1)))
    DRAW[block.kind](on, block as never, block === notes[0])
  })
  pages.finish(section, (page, of) => foot(pages, pdf, `Page ${page} of ${of}`))
}

interface Sheet {
  pages: PdfPages
  section: Element
  pdf: PdfContent
}

function head(pages: PdfPages, section: Element, { heading, under }: PdfContent): void {
  plate(pages, 1)
  const right = { x: PAGE.margin + INNER / 2, width: INNER / 2, align: 'right' } as const
  pages.tagged('H1', section, () => void pages.text(heading, { ...right, size: 25, isBold: true }, 44))
  pages.tagged('P', section, () => void pages.text(under, { ...right, size: 9.8 }, 79))
  pages.line(98, { weight: 1.8 })
  pages.y = 114
}

function nextPage({ pages, pdf }: Sheet): void {
  pages.addPage()
  plate(pages, 0.8)
  const look = { x: PAGE.margin + 100, width: INNER - 100, align: 'right', size: BODY } as const
  pages.artifact('Pagination', () => void pages.text(pdf.title, look, 53))
  pages.line(80, { weight: 1.8 })
  pages.y = TOP
}

/** The mark: a number plate. */
function plate(pages: PdfPages, scale: number): void {
  pages.artifact('Pagination', (doc) => {
    doc.save().translate(PAGE.margin, 45).scale(scale)
    doc.roundedRect(0, 0, 84, 25, 4).clip().rect(0, 0, 84, 25).fill('#ffd21f').rect(0, 0, 12, 25).fill('#0a4a33')
    doc.circle(6, 8, 2).circle(6, 17, 2).fill('#fff').rect(5.5, 8, 1, 9).fill('#fff').restore()
    doc
      .save()
      .translate(PAGE.margin, 45)
      .scale(scale)
      .roundedRect(0, 0, 84, 25, 4)
      .lineWidth(1.1)
      .stroke('#111')
      .restore()
    pages.text('Vanfare', { x: PAGE.margin + 18 * scale, size: 15 * scale, isBold: true }, 45 + 4.5 * scale)
  })
}

function foot(pages: PdfPages, { title, foot: middle }: PdfContent, page: string): void {
  pages.line(PAGE.height - 44, { weight: 1 })
  pages.artifact('Pagination', () => {
    const third = INNER / 3
    const y = PAGE.height - 38
    pages.text(title, { size: SMALL, width: third }, y)
    pages.text(middle, { size: SMALL, x: PAGE.margin + third, width: third, align: 'center' }, y)
    pages.text(page, { size: SMALL, x: PAGE.margin + 2 * third, width: third, align: 'right' }, y)
  })
}

/** Begins a page if the next block of `height` points has no room on this one. */
function keep(on: Sheet, height: number): void {
  if (on.pages.y + height > BOTTOM) nextPage(on)
}

/** The same for how a paper ends, unless it needs more than a page. */
function ensureRoomForEnd(on: Sheet, height: number): void {
  if (height < BOTTOM - TOP) keep(on, height)
}

/** Height of the paragraphs that end a document; 0 if another block follows. */
function heightOfEnd(pages: PdfPages, blocks: readonly Block[]): number {
  if (!blocks.every((block) => block.kind === 'paragraph')) return 0
  return blocks.reduce(
    (sum, { text, isNote = false }) => sum + pages.heightOf(text, paragraphLook(isNote)) + gapAfter(isNote),
    GAP_BEFORE_NOTES,
  )
}

/** Height of a block, or of the part of it that has to be on one page. */
const leastOf = (block: Block | undefined): number => (block?.kind === 'sums' ? block.rows.length * 19 + 40 : 70)

const GAP_BEFORE_NOTES = 8
const gapAfter = (isNote: boolean) => (isNote ? 3 : 6)
const paragraphLook = (isNote: boolean) => (isNote ? { size: SMALL + 0.3, color: '#222' } : { size: BODY })

type Drawn<Kind extends Block['kind']> = (
  on: Sheet,
  block: Extract<Block, { kind: Kind }>,
  isFirstNote: boolean,
) => void

const DRAW: { [Kind in Block['kind']]: Drawn<Kind> } = {
  page: nextPage,
  parties: drawParties,
  answer: drawAnswer,
  table: drawTable,
  sums: drawSums,
  heading: (on, { text }) => {
    const look = { size: 9.6, isBold: true }
    on.pages.y += 8
    on.pages.tagged('H2', on.section, () => {
      on.pages.y += on.pages.text(text, look)
    })
    on.pages.y += 3
  },
  paragraph: (on, { text, isNote = false }, isFirstNote) => {
    const look = paragraphLook(isNote)
    if (isFirstNote) on.pages.y += GAP_BEFORE_NOTES
    keep(on, on.pages.heightOf(text, look))
    on.pages.tagged('P', on.section, () => {
      on.pages.y += on.pages.text(text, look)
    })
    on.pages.y += gapAfter(isNote)
  },
}

function drawParties({ pages, section }: Sheet, { parties, facts }: Extract<Block, { kind: 'parties' }>): void {
  const top = pages.y
  const share = (INNER - 190) / parties.length
  let below = top
  parties.forEach(({ heading, lines }, index) => {
    const place = { x: PAGE.margin + index * share, width: share - 14 }
    pages.y = top
    pages.tagged('H2', section, () => {
      pages.y += pages.text(heading, { ...place, size: 8.4, isBold: true }) + 2
    })
    pages.tagged('P', section, () => {
      lines.forEach((line, at) => (pages.y += pages.text(line, { ...place, size: BODY, isBold: at === 0 })))
    })
    below = Math.max(below, pages.y)
  })
  pages.y = top
  const table = pages.open('Table', section)
  const x = PAGE.margin + INNER - 190
  for (const [name, value] of facts) {
    const row = pages.open('TR', table)
    const { y } = pages
    pages.tagged('TH', row, () => void pages.text(name, { x, width: 66, size: BODY, color: GREY }, y), 'Row')
    pages.tagged('TD', row, () => {
      pages.y = y + pages.text(value, { x: x + 70, width: 120, size: BODY, isBold: true }, y)
    })
    pages.y += 1.5
  }
  pages.y = Math.max(below, pages.y) + 14
}

function drawAnswer({ pages, section }: Sheet, { text, amount }: Extract<Block, { kind: 'answer' }>): void {
  const { y } = pages
  pages.artifact('Layout', (doc) => doc.roundedRect(PAGE.margin, y, INNER, 34, 4).lineWidth(1.4).stroke('#111'))
  pages.tagged('P', section, () => {
    pages.text(text, { x: PAGE.margin + 10, width: INNER - 160, size: 10 }, y + 11)
    pages.text(amount, { x: PAGE.margin + INNER - 160, width: 150, size: 18, isBold: true, align: 'right' }, y + 6)
  })
  pages.y = y + 48
}

interface Cell {
  text: string
  look: Look
}

const PAD = 4

const columnsOf = (columns: readonly Column[]) => {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let x: number = PAGE.margin
  return columns.map(({ share, isRight = false }) => {
    const width = (INNER * share) / all
    const place = { x, width: width - PAD, align: isRight ? 'right' : 'left' } as const
    x += width
    return isRight ? { ...place, x: place.x + PAD } : place
  })
}

function drawTable(on: Sheet, { caption, columns, rows, sum, carried }: Table): void {
  const { pages, section } = on
  const places = columnsOf(columns)
  const table = pages.open('Table', section, caption)
  const cellsOf = (texts: readonly string[], more: Omit<Look, 'size'> = {}, size = BODY - 0.6): Cell[] =>
    texts.map((text, at) => ({ text, look: { ...places[at], ...more, size } }))
  const isWide = (texts: readonly string[]) =>
    texts[1] ? undefined : texts.slice(1).findIndex((text) => text !== '') + 1
  /** A label that goes over the empty cells beside it. */
  const labelled = (texts: readonly string[]): Cell[] => {
    const until = isWide(texts)
    const cells = cellsOf(texts, { isBold: true })
    const [first] = cells
    if (until && first) first.look.width = (places[until]?.x ?? INNER) - PAGE.margin - PAD
    return cells
  }
  const header = cellsOf(
    columns.map(({ label }) => label),
    { isBold: true },
    SMALL,
  )
  const drawHeader = (isAgain: boolean) => {
    const height = heightOf(pages, header)
    if (isAgain) pages.artifact('Pagination', () => header.forEach(({ text, look }) => pages.text(text, look)))
    else drawRow(pages, pages.open('TR', table), header, 'Column')
    if (isAgain) pages.y += height
    pages.y += 2
    pages.line(pages.y, { weight: 1.3 })
    pages.y += 3
  }
  const carry = (label: string, count: number, by: Carried) => {
    const cells = labelled(carriedCells({ columns, carried: by }, { rows: count, label }))
    pages.line(pages.y - 1, { weight: 1, isDashed: true })
    pages.artifact('Pagination', () => cells.forEach(({ text, look }) => pages.text(text, look, pages.y + 2)))
    pages.y += heightOf(pages, cells) + 5
    pages.line(pages.y - 1, { weight: 1, isDashed: true })
    pages.y += 3
  }
  keep(on, 60)
  drawHeader(false)
  // What has to stand below a row: the sum, or what is carried over.
  const spare = 24
  rows.forEach((row, index) => {
    const cells = cellsOf(row.cells)
    const height = heightOf(pages, cells) + smallHeight(pages, row, places) + 5
    if (pages.y + height + spare > BOTTOM) {
      if (carried) carry('Carried over', index, carried)
      nextPage(on)
      drawHeader(true)
      if (carried) carry('Brought forward', index, carried)
    }
    drawRow(pages, pages.open('TR', table), cells, undefined, { row, places })
    pages.y += 2.5
    pages.line(pages.y, { weight: 0.5, color: '#b8b8b8' })
    pages.y += 2.5
  })
  if (sum) {
    pages.line(pages.y - 2.5, { weight: 1.3 })
    pages.y += 1
    drawRow(pages, pages.open('TR', table), labelled(sum), 'Row')
  }
  pages.y += 8
}

const heightOf = (pages: PdfPages, cells: readonly Cell[]) =>
  Math.max(...cells.map(({ text, look }) => (text ? pages.heightOf(text, look) : 0)))

const smallHeight = (pages: PdfPages, { small }: Row, places: readonly Partial<Look>[]) =>
  small ? pages.heightOf(small.text, { ...places[small.cell], size: SMALL }) : 0

interface Smaller {
  row: Row
  places: readonly Partial<Look>[]
}

/** `scope`: all cells are heads of columns, or the first is that of its row. */
function drawRow(pages: PdfPages, tr: Element, cells: readonly Cell[], scope?: 'Column' | 'Row', more?: Smaller): void {
  const { y } = pages
  let height = 0
  cells.forEach(({ text, look }, at) => {
    const isHead = scope === 'Column' || (scope === 'Row' && at === 0)
    pages.tagged(
      isHead ? 'TH' : 'TD',
      tr,
      () => {
        let own = text ? pages.text(text, look, y) : 0
        const small = more?.row.small
        if (small?.cell === at)
          own += pages.text(small.text, { ...more?.places[at], size: SMALL, color: GREY }, y + own)
        height = Math.max(height, own)
      },
      isHead ? scope : undefined,
    )
  })
  pages.y = y + height
}

function drawSums(on: Sheet, { rows, total }: Extract<Block, { kind: 'sums' }>): void {
  const { pages, section } = on
  keep(on, rows.length * 17 + 34)
  const width = INNER * 0.62
  const x = PAGE.margin + INNER - width
  const table = pages.open('Table', section)
  const line = ([label, amount]: readonly [string, string], size: number, isBold: boolean) => {
    const cells = [
      { text: label, look: { x, width: width * 0.72, size, isBold } },
      { text: amount, look: { x: x + width * 0.7, width: width * 0.3, align: 'right', size, isBold } satisfies Look },
    ]
    drawRow(pages, pages.open('TR', table), cells, 'Row')
  }
  for (const row of rows) {
    line(row, BODY, false)
    pages.y += 2.5
    pages.line(pages.y, { x, width, weight: 0.5, color: '#b8b8b8' })
    pages.y += 3
  }
  pages.line(pages.y - 3, { x, width, weight: 1.6 })
  pages.y += 3
  line(total, 12, true)
  pages.y += 4
  pages.line(pages.y, { x, width, weight: 1.6 })
  pages.y += 10
}
