// Lays a receipt out as a PDF in a thread of its own: embedding a font takes a tenth of a second.
import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'
import { answerParts, type Part } from '#platform/worker-side.ts'
import { fieldsOf } from '#shared/fields-of.ts'
import type { ReceiptText } from './rules.ts'

const { resolve } = createRequire(import.meta.url)
const fontOf = (part: string) => resolve(`@fontsource-variable/overpass/files/overpass-${part}-wght-normal.woff2`)
/** The second has the letters of names that the first lacks. */
const FONTS = { latin: fontOf('latin'), ext: fontOf('latin-ext') } as const
type FontName = keyof typeof FONTS

const MARGIN = 54
const WIDTH = 595.28 - 2 * MARGIN

answerParts<Uint8Array>((input) => parts(input as ReceiptText))

async function* parts(text: ReceiptText): AsyncGenerator<Part<Uint8Array>> {
  const doc = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    // Its own default is read from a file that a build does not have.
    font: FONTS.latin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: text.title, Author: text.seller[0] ?? '' },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((done) => doc.on('end', done))
  for (const [name, path] of Object.entries(FONTS)) {
    doc.registerFont(name, path)
    doc.font(name)
    keepOutlines(doc)
  }
  draw(doc, text)
  doc.end()
  await ended
  const bytes = new Uint8Array(Buffer.concat(chunks))
  yield { value: bytes, transfer: [bytes.buffer] }
}

function draw(doc: PDFKit.PDFDocument, { title, seller, buyer, facts, lines, total, notes }: ReceiptText) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const block = (type: string, work: () => void) => root.add(doc.struct(type, {}, work))
  block('H1', () => write(doc, title, 24, { isBold: true }))
  doc.moveDown(0.8)
  for (const [name, who] of [
    ['From', seller],
    ['To', buyer],
  ] as const) {
    block('H2', () => write(doc, name, 11, { isBold: true }))
    block('P', () => who.forEach((line) => write(doc, line, 11)))
    doc.moveDown(0.8)
  }
  const table = doc.struct('Table')
  root.add(table)
  const row = (name: string, value: string, isBold = false) => {
    const tr = doc.struct('TR')
    table.add(tr)
    const { y } = doc
    let below = y
    tr.add(
      doc.struct('TH', {}, () => {
        write(doc, name, 11, { isBold, width: WIDTH * 0.62 })
        below = doc.y
      }),
    )
    tr.add(
      doc.struct('TD', {}, () => {
        doc.y = y
        write(doc, value, 11, { isBold, x: MARGIN + WIDTH * 0.64, width: WIDTH * 0.36, align: 'right' })
      }),
    )
    tr.end()
    doc.y = Math.max(below, doc.y) + 5
  }
  for (const [name, value] of facts) row(name, value)
  doc.y += 8
  for (const [label, amount] of lines) row(label, amount)
  row(...total, true)
  table.end()
  doc.moveDown(1)
  for (const note of notes) block('P', () => write(doc, note, 10))
  root.end()
}

interface Look {
  isBold?: boolean
  x?: number
  width?: number
  align?: 'left' | 'right'
}

/** A line, each part of it in the font that has its letters. */
function write(doc: PDFKit.PDFDocument, text: string, size: number, look: Look = {}) {
  const { isBold = false, x = MARGIN, width = WIDTH, align = 'left' } = look
  const runs = runsOf(text)
  runs.forEach(({ font, part }, index) => {
    doc
      .font(font)
      .fontSize(size)
      .fillColor('#111')
      .strokeColor('#111')
      .lineWidth(size / 40)
    const options = { width, align, continued: index < runs.length - 1, fill: true, stroke: isBold }
    if (index === 0) doc.text(part, x, doc.y, options)
    else doc.text(part, options)
  })
}

/** Latin-1 and the signs that the first font has besides. */
const inLatin = /^[\u0020-\u00ff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]$/u
const inExt = /^[\u0100-\u024f\u1e00-\u1eff]$/u

function runsOf(text: string): { font: FontName; part: string }[] {
  const runs: { font: FontName; part: string }[] = []
  for (const character of text) {
    const isLatin = inLatin.test(character)
    const font: FontName = !isLatin && inExt.test(character) ? 'ext' : 'latin'
    const shown = isLatin || font === 'ext' ? character : '?'
    const last = runs.at(-1)
    if (last?.font === font) last.part += shown
    else runs.push({ font, part: shown })
  }
  return runs.length > 0 ? runs : [{ font: 'latin', part: ' ' }]
}

interface Outline {
  commands: { command: string; args: number[] }[]
  bbox: { minX: number; minY: number; maxX: number; maxY: number }
}

interface Subset {
  font: { getGlyph: (id: number) => { path: Outline; advanceWidth: number } }
  glyf: Buffer[]
  offset: number
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  _addGlyph: (id: number) => number
}

/**
 * fontkit copies a glyph's bytes as they are in the file, which for WOFF2 are not those of a TrueType font, and fails at accented
 * letters. So each glyph is written anew from its outline.
 */
function keepOutlines(doc: PDFKit.PDFDocument) {
  // oxlint-disable no-underscore-dangle -- These names are fontkit's.
  const subset = fieldsOf(fieldsOf(doc)._font).subset as Subset
  subset._addGlyph = function (this: Subset, id) {
    const { path, advanceWidth } = this.font.getGlyph(id)
    const bytes = outlineBytes(path)
    this.glyf.push(bytes)
    this.loca.offsets.push(this.offset)
    this.hmtx.metrics.push({ advance: advanceWidth, bearing: bytes.length > 0 ? Math.round(path.bbox.minX) : 0 })
    this.offset += bytes.length
    return this.glyf.length - 1
  }
  // oxlint-enable no-underscore-dangle
}

/** An outline as a simple glyph of the `glyf` table: ends of contours, no instructions, a flag for each point, then x and y as steps. */
function outlineBytes({ commands, bbox }: Outline): Buffer {
  const ends: number[] = []
  const points: [x: number, y: number, isOnCurve: number][] = []
  for (const { command, args } of commands) {
    const [x = 0, y = 0, toX = 0, toY = 0] = args
    if (command === 'closePath') ends.push(points.length - 1)
    else if (command === 'quadraticCurveTo') points.push([x, y, 0], [toX, toY, 1])
    else points.push([x, y, 1])
  }
  if (points.length === 0) return Buffer.alloc(0)
  if (ends.at(-1) !== points.length - 1) ends.push(points.length - 1)
  const bytes = Buffer.alloc(10 + ends.length * 2 + 2 + points.length * 5 + 3)
  let at = 0
  const put = (value: number) => {
    at = bytes.writeInt16BE(Math.round(value), at)
  }
  for (const value of [ends.length, bbox.minX, bbox.minY, bbox.maxX, bbox.maxY, ...ends, 0]) put(value)
  for (const [, , isOnCurve] of points) at = bytes.writeUInt8(isOnCurve, at)
  for (const axis of [0, 1] as const) {
    let last = 0
    for (const point of points) {
      const value = Math.round(point[axis])
      put(value - last)
      last = value
    }
  }
  return bytes.subarray(0, Math.ceil(at / 4) * 4)
}
