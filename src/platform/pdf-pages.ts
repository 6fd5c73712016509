import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import PdfDocument from 'pdfkit'
import { Letters } from './pdf-fonts.ts'
import { Remembered } from './caches.ts'

type Doc = InstanceType<typeof PdfDocument>
type Element = ReturnType<Doc['struct']>

export interface PdfFacts {
  title: string
  author: string
  /** Date of the content, not of the rendering: the same document has the same bytes each time. */
  at: Date
}

export interface Look {
  size: number
  x?: number
  width?: number
  isBold?: boolean
  align?: 'left' | 'right' | 'center'
  color?: string
}

export const PAGE: Readonly<{ width: number; height: number; margin: number }> = {
  width: 595.28,
  height: 841.89,
  margin: 48,
}
export const INNER = PAGE.width - 2 * PAGE.margin
const LEADING = 1.32

/** Texts broken into lines: a text that every document contains is broken once. */
const broken = new Remembered<string[]>(5000)

/**
 * A tagged PDF in the shape of PDF/A-3 with the typeface embedded; it knows no domain word. What was written is taken away as it is made, and
 * of finished pages nothing but their number is kept, so that a file of thousands needs no more memory than a short one.
 */
export class PdfPages {
  readonly #doc: Doc
  readonly #letters: Letters
  readonly #root: Element
  readonly #taken: () => Uint8Array | undefined
  /** Position below the last line. */
  y: number = PAGE.margin

  constructor({ title, author, at }: PdfFacts) {
    const doc = new PdfDocument({
      size: 'A4',
      // Margin 0 keeps PDFKit from breaking pages automatically.
      margin: 0,
      // PDFKit’s default is read from a file that a build does not have.
      font: '',
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-GB',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      info: { Title: title, Author: author, CreationDate: at, ModDate: at },
    })
    this.#doc = doc
    this.#taken = takeWritten(doc)
    escapeMetadata(doc)
    this.#letters = new Letters(doc)
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  addPage(): void {
    this.#doc.addPage()
    writeAtOnce(this.#doc)
    this.y = PAGE.margin
  }

  /** A part of the structure with others in it. */
  open(type: string, parent?: Element, title = ''): Element {
    const element = this.#doc.struct(type, title ? { title } : {})
    ;(parent ?? this.#root).add(element)
    return element
  }

  /** A part of the structure with content. */
  tagged(type: string, parent: Element, draw: () => void, scope?: 'Column' | 'Row'): void {
    // The types of pdfkit do not know of the scope.
    const options: object = scope ? { scope } : {}
    parent.add(this.#doc.struct(type, options, draw))
  }

  /** What is on the page and says nothing: lines, the heads and feet of pages. */
  artifact(type: 'Pagination' | 'Layout', draw: (doc: Doc) => void): void {
    this.#doc.markContent('Artifact', { type })
    draw(this.#doc)
    this.#doc.endMarkedContent()
  }

  line(y: number, { x = PAGE.margin, width = INNER, weight = 0.6, color = '#111', isDashed = false } = {}): void {
    this.artifact('Layout', (doc) => {
      doc.save().lineWidth(weight).strokeColor(color)
      if (isDashed) doc.dash(2, { space: 2 })
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
        .restore()
    })
  }

  /** Prints a text within a width, and answers how high it is. */
  text(text: string, look: Look, y = this.y): number {
    const { size, x = PAGE.margin, width = INNER, align = 'left' } = look
    const lines = this.linesOf(text, look)
    lines.forEach((line, index) => {
      const room = width - this.widthOf(line, size)
      const left = align === 'left' ? 0 : align === 'right' ? room : room / 2
      this.#print(line, x + left, y + index * size * LEADING, look)
    })
    return lines.length * size * LEADING
  }

  heightOf(text: string, look: Look): number {
    return this.linesOf(text, look).length * look.size * LEADING
  }

  widthOf(text: string, size: number): number {
    let width = 0
    for (const advance of this.#letters.advancesOf(text)) width += advance * (size / 1000)
    return width
  }

  linesOf(text: string, { size, width = INNER }: Look): string[] {
    return broken.get(`${size} ${width} ${text}`, () => this.#break(text, size, width))
  }

  #break(text: string, size: number, width: number): string[] {
    const lines: string[] = []
    for (const paragraph of text.split('\n')) {
      let line = ''
      for (const word of paragraph.split(' ').flatMap((long) => this.#pieces(long, size, width))) {
        const longer = line ? `${line} ${word}` : word
        if (line && this.widthOf(longer, size) > width) {
          lines.push(line)
          line = word
        } else line = longer
      }
      lines.push(line)
    }
    return lines
  }

  /** A word that is longer than a line is broken. */
  #pieces(word: string, size: number, width: number): string[] {
    if (word.length < 8 || this.widthOf(word, size) <= width) return [word]
    const pieces = ['']
    for (const character of word) {
      const longer = `${pieces.at(-1) ?? ''}${character}`
      if (this.widthOf(longer, size) > width) pieces.push(character)
      else pieces[pieces.length - 1] = longer
    }
    return pieces
  }

  #print(line: string, x: number, y: number, { size, isBold = false, color = '#111' }: Look): void {
    let at = x
    for (const { part, text } of this.#letters.runsOf(line)) {
      const doc = this.#letters.use(part).fontSize(size).fillColor(color).strokeColor(color)
      doc.lineWidth(size / 36).text(text, at, y, { lineBreak: false, fill: true, stroke: isBold })
      at += doc.widthOfString(text)
    }
  }

  attach(name: string, text: string, { description, at }: { description: string; at: Date }): void {
    const options = {
      name,
      type: 'text/xml',
      description,
      relationship: 'Alternative',
      creationDate: at,
      modifiedDate: at,
    }
    this.#doc.file(Buffer.from(text), options)
  }

  /** Ends a document of the file: its pages are all there, so that each can say which of how many it is. */
  finish(section: Element, foot: (page: number, pages: number) => void): void {
    const { start, count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(start + page)
      foot(page + 1, count)
    }
    section.end()
    releasePages(this.#doc)
  }

  /** What was written since it was last asked. */
  take(): Uint8Array | undefined {
    return this.#taken()
  }

  end(): void {
    this.#root.end()
    addOutputIntent(this.#doc)
    this.#doc.appendXML(ARCHIVE)
    this.#doc.end()
  }
}

/** What is written is kept here until it is taken: as a stream, pdfkit would queue each of some thousand short lines. */
function takeWritten(doc: Doc): () => Uint8Array | undefined {
  const inner = doc as unknown as {
    _write: (data: string | Uint8Array) => void
    _offset: number
    push: (end: null) => void
  }
  const head: unknown = doc.read()
  let chunks: Uint8Array[] = head instanceof Uint8Array ? [head] : []
  let lines = ''
  const flushLines = () => {
    if (lines) chunks.push(Buffer.from(lines, 'latin1'))
    lines = ''
  }
  /* oxlint-disable no-underscore-dangle -- The names are pdfkit's. */
  inner._write = (data) => {
    if (typeof data === 'string') {
      lines += `${data}\n`
      inner._offset += data.length + 1
      return
    }
    flushLines()
    chunks.push(data)
    inner._offset += data.length
  }
  /* oxlint-enable no-underscore-dangle */
  inner.push = () => undefined
  return () => {
    flushLines()
    const bytes = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined
    chunks = []
    return bytes
  }
}

/** The same of the lines of the page that was just begun. */
function writeAtOnce(doc: Doc): void {
  const { content } = (doc as unknown as { page: { content: { write: (data: unknown) => void; end: () => void } } })
    .page
  const [write, end] = [content.write.bind(content), content.end.bind(content)]
  let lines = ''
  content.write = (line) => {
    lines += `${String(line)}\n`
  }
  content.end = () => {
    write(Buffer.from(lines, 'latin1'))
    end()
  }
}

interface Ref {
  data: unknown
  end: () => void
}

interface ParentTree {
  get: (key: number) => unknown
  add: (key: number, value: unknown) => void
}

/** Writes the pages, and which part of the structure each mark on them belongs to. pdfkit would keep all of it until the end. */
function releasePages(doc: Doc): void {
  const inner = doc as unknown as {
    _pageBuffer: { dictionary: { data: { StructParents?: number } } }[]
    getStructParentTree: () => ParentTree
    ref: (data: unknown) => Ref
  }
  // oxlint-disable-next-line no-underscore-dangle -- The name is pdfkit's.
  const pages = [...inner._pageBuffer]
  const tree = inner.getStructParentTree()
  doc.flushPages()
  for (const { dictionary } of pages) {
    const key = dictionary.data.StructParents
    dictionary.data = {}
    if (key === undefined) continue
    const marks = inner.ref(tree.get(key))
    marks.end()
    marks.data = null
    tree.add(key, marks)
  }
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** pdfkit writes the title into XMP as it is, where "Smith & Sons" is no XML. */
function escapeMetadata(doc: Doc): void {
  const inner = doc as unknown as { endMetadata: () => void; info: Record<string, unknown> }
  const end = inner.endMetadata.bind(doc)
  inner.endMetadata = () => {
    const { info } = inner
    inner.info = Object.fromEntries(
      Object.entries(info).map(([key, value]) => [key, typeof value === 'string' ? escapeXml(value) : value]),
    )
    end()
    inner.info = info
  }
}

const ARCHIVE = `
        <rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" rdf:about="">
            <pdfaid:part>3</pdfaid:part>
            <pdfaid:conformance>A</pdfaid:conformance>
        </rdf:Description>
        `

/** Which red is red. pdfkit looks for its file where a build has none. */
function addOutputIntent(doc: Doc): void {
  const file = join(dirname(createRequire(import.meta.url).resolve('pdfkit')), 'data/sRGB_IEC61966_2_1.icc')
  const inner = doc as unknown as {
    ref: (data: object) => { end: (bytes?: Uint8Array) => void }
    _root: { data: Record<string, unknown> }
  }
  const profile = inner.ref({ N: 3 })
  profile.end(readFileSync(file))
  const name = Object('sRGB IEC61966-2.1') as object
  const intent = inner.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: name,
    OutputConditionIdentifier: name,
    DestOutputProfile: profile,
  })
  intent.end()
  // oxlint-disable-next-line no-underscore-dangle -- The name is pdfkit's.
  inner._root.data.OutputIntents = [intent]
}
